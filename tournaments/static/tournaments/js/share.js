/* Share how a game ended. The picture goes to the share sheet of the phone where it has one that takes
   pictures (on https); else it is saved, and the link stands there to be copied by hand. */
(() => {
  "use strict";

  const known = new WeakMap();

  async function addresses(form) {
    if (!known.has(form)) {
      const answer = await fetch(form.action, {
        method: "POST",
        body: new FormData(form),
        headers: { Accept: "application/json" },
      });
      const found = await answer.json();
      if (!answer.ok) throw new Error((found.problems || []).join(" "));
      known.set(form, found);
    }
    return known.get(form);
  }

  function say(box, text) {
    box.querySelector("[data-said]").textContent = text;
  }

  function showAddress(box, address) {
    const field = box.querySelector("[data-address]");
    field.value = address;
    field.hidden = false;
    return field;
  }

  function save(blob, filename) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = filename;
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  }

  async function sharePicture(box, found) {
    const answer = await fetch(found.picture);
    if (!answer.ok) throw new Error("");
    const blob = await answer.blob();
    const file = new File([blob], found.filename, { type: "image/png" });
    const sheet = { files: [file], title: found.title, text: `${found.title} ${found.text}`, url: found.page };
    if (navigator.canShare && navigator.canShare({ files: [file] })) {
      try {
        await navigator.share(sheet);
        return;
      } catch (error) {
        if (error.name === "AbortError") return; // somebody thought better of it
      }
    }
    save(blob, found.filename);
    showAddress(box, found.page);
    say(box, box.dataset.saved);
  }

  async function copyLink(box, found) {
    let copied = false;
    try {
      await navigator.clipboard.writeText(found.page);
      copied = true;
    } catch {
      const field = showAddress(box, found.page); // plain http: by the old way, or by hand
      field.focus();
      field.select();
      copied = document.execCommand("copy");
    }
    say(box, copied ? box.dataset.copied : box.dataset.byHand);
  }

  document.addEventListener("submit", async (event) => {
    const box = event.target.closest("[data-share]");
    if (!box) return;
    event.preventDefault();
    const deed = event.submitter?.dataset.do === "link" ? copyLink : sharePicture;
    box.setAttribute("aria-busy", "true");
    try {
      await deed(box, await addresses(event.target));
    } catch (error) {
      say(box, error.message || box.dataset.failed);
    } finally {
      box.removeAttribute("aria-busy");
    }
  });
})();
