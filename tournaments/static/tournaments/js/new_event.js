// A new event: people whom the family knows are offered while a name is typed, and what stands in a
// fold is told on it. Without this script the page works the same, by the list of known people. On the
// page of settings it takes away what a fold said before something in it was changed.
(() => {
  "use strict";
  const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const fold = (event) => {
    const box = event.target.closest(".opts details");
    const told = box?.querySelector("summary b");
    if (told && !box.classList.contains("whole") && event.target.type === "text") told.textContent = event.target.value;
    if (told && event.target.type === "date" && event.target.valueAsDate) {
      const words = { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" };
      (told.querySelector("[data-day]") ?? told).textContent = event.target.valueAsDate.toLocaleDateString(document.documentElement.lang, words);
    }
  };
  document.addEventListener("change", fold);
  document.addEventListener("change", ({ target }) => target.closest("[data-group]")?.querySelector(".said").replaceChildren());

  const again = document.querySelector("[data-repeat]");
  again?.addEventListener("change", () => {
    again.querySelector("[data-chosen]").textContent = again.querySelectorAll("[name=who]:checked").length;
  });

  const form = document.querySelector("[data-new-event]");
  if (!form) return;
  const names = form.elements.namedItem("names");
  const offered = form.querySelector("[data-offered]");
  const MOST = 6;
  const called = (box) => {
    const [name, note] = [...box.nextElementSibling.childNodes].map((part) => part.textContent.trim()).filter(Boolean);
    return note ? `${name} (${note})` : name;
  };
  const known = [...form.querySelectorAll("input[name=known]")].map(called);
  const lines = () => names.value.split("\n");
  const at = () => names.value.slice(0, names.selectionStart).split("\n").length - 1;

  const offer = () => {
    const wanted = plain((lines()[at()] ?? "").trim());
    const there = new Set(lines().map((line) => plain(line.split(",")[0].trim())));
    const found = wanted ? known.filter((name) => plain(name).includes(wanted) && !there.has(plain(name))) : [];
    offered.replaceChildren(
      ...found.slice(0, MOST).map((name) => {
        const key = document.createElement("button");
        key.type = "button";
        key.className = "pick";
        key.textContent = name;
        return key;
      }),
    );
    offered.hidden = found.length === 0;
  };

  offered.addEventListener("click", (event) => {
    const key = event.target.closest("button");
    if (!key) return;
    const all = lines();
    const line = at();
    all[line] = key.textContent;
    if (line === all.length - 1) all.push("");
    names.value = all.join("\n");
    const end = all.slice(0, line + 2).join("\n").length;
    names.setSelectionRange(end, end);
    names.focus();
    offered.hidden = true;
    names.dispatchEvent(new Event("input", { bubbles: true }));
  });
  names.addEventListener("input", offer);

  // A name that stands there twice: one line goes, or the caret stands where a few words tell them apart.
  form.addEventListener("click", ({ target }) => {
    const key = target.closest("[data-take-out], [data-tell-apart]");
    if (!key) return;
    const all = lines();
    const line = Number(key.dataset.takeOut ?? key.dataset.tellApart) - 1;
    if (key.dataset.takeOut) all.splice(line, 1);
    else all[line] = `${all[line].trimEnd()} ()`;
    names.value = all.join("\n");
    const caret = key.dataset.takeOut ? names.value.length : all.slice(0, line + 1).join("\n").length - 1;
    names.focus();
    names.setSelectionRange(caret, caret);
    names.dispatchEvent(new Event("input", { bubbles: true }));
  });
  // "Ann + Bob" are partners: one line each, the two of a pair one after the other.
  form.addEventListener("click", ({ target }) => {
    if (!target.closest("[data-part-pairs]")) return;
    names.value = names.value.replace(/[^\S\n]+\+[^\S\n]+/g, "\n");
    form.elements.namedItem("pairs").value = "1";
    for (const way of form.querySelectorAll("[name=format]")) way.checked = false;
    names.focus();
    names.dispatchEvent(new Event("input", { bubbles: true }));
  });
  // What the foot counts leads to its field.
  form.addEventListener("click", (event) => {
    const fault = event.target.closest(".faults a");
    const field = fault && document.getElementById(fault.hash.slice(1));
    if (!field) return;
    event.preventDefault();
    for (let fold = field; (fold = fold.parentElement?.closest("details")); ) fold.open = true;
    field.focus({ preventScroll: true });
    window.refusal.bringIntoView(field.closest(".field")?.querySelector(".problem") ?? field, field);
  });
  form.elements.namedItem("q").addEventListener("keydown", (event) => {
    if (event.key === "Enter") event.preventDefault(); // games are found while somebody types
  });

  // Who comes stays in this tab until the form is sent: the way to all games, Back and a reload lose nobody.
  const DRAFT = "draft new event";
  const ticks = () => [...form.querySelectorAll("input[name=known]")];
  const store = () => {
    const draft = { names: names.value, known: ticks().filter((box) => box.checked).map((box) => box.value) };
    try {
      if (draft.names.trim() || draft.known.length) sessionStorage.setItem(DRAFT, JSON.stringify(draft));
      else sessionStorage.removeItem(DRAFT);
    } catch {
      // a browser that stores nothing
    }
  };
  const restore = () => {
    let draft = null;
    try {
      draft = JSON.parse(sessionStorage.getItem(DRAFT));
    } catch {
      // a browser that stores nothing
    }
    if (!draft || names.value.trim() || ticks().some((box) => box.checked)) return;
    names.value = draft.names;
    for (const box of ticks()) box.checked = draft.known.includes(box.value);
    if (draft.known.length) ticks()[0]?.closest("details").setAttribute("open", "");
    names.dispatchEvent(new Event("input", { bubbles: true })); // games and hours follow from how many come
    offered.hidden = true;
  };
  form.addEventListener("input", ({ target }) => ["names", "known"].includes(target.name) && store());
  form.addEventListener("submit", () => {
    try {
      sessionStorage.removeItem(DRAFT);
    } catch {
      // a browser that stores nothing
    }
  });
  document.addEventListener("htmx:load", restore, { once: true }); // from then on it hears what changes
})();
