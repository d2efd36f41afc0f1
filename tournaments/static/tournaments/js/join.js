// Draws the one field of a join code as six boxes, scans a code where the browser can, copies a link.
(() => {
  "use strict";
  const SIGNS = "23456789CDFHJKMNPQRTVWXY";
  const READ_AS = { A: "4", O: "Q", B: "8", G: "6", S: "5", U: "V", Z: "2", 0: "Q" };
  const clean = (text) =>
    [...text.toUpperCase()]
      .map((sign) => READ_AS[sign] ?? sign)
      .filter((sign) => SIGNS.includes(sign))
      .slice(0, 6)
      .join("");

  for (const form of document.querySelectorAll("[data-code]")) {
    const field = form.querySelector("#code");
    const boxes = Array.from({ length: 6 }, () => document.createElement("span"));
    for (const box of boxes) box.setAttribute("aria-hidden", "true");
    field.parentElement.append(...boxes);
    field.parentElement.classList.add("six");
    const go = form.querySelector("[data-left]");
    const left = go.dataset.left.split("|");
    const ready = go.textContent;
    const draw = () => {
      const code = clean(field.value);
      field.value = code;
      boxes.forEach((box, place) => {
        box.textContent = code[place] ?? "";
        box.classList.toggle("on", document.activeElement === field && place === Math.min(code.length, 5));
      });
      go.disabled = code.length < 6;
      go.textContent = left[code.length] ?? ready;
    };
    for (const happens of ["input", "focus", "blur"]) field.addEventListener(happens, draw);
    // The caret stays behind the last sign: what is taken back is the last.
    field.addEventListener("click", () => field.setSelectionRange(6, 6));
    if (!field.value && matchMedia("(hover: hover)").matches) field.focus();
    draw();
  }

  const scan = document.querySelector("[data-scan]");
  if (scan && window.isSecureContext && "BarcodeDetector" in window && navigator.mediaDevices) {
    const video = scan.querySelector("video");
    const problem = scan.querySelector(".problem");
    const say = (words) => {
      problem.textContent = words;
      problem.hidden = !words;
    };
    // Only what leads to a page of this very site, and to nothing that needs no code.
    const place = (text) => {
      try {
        const found = new URL(text);
        return found.host === location.host && /^\/(t|s|w|k|sign-in|join|e)\//.test(found.pathname) ? found.pathname : "";
      } catch {
        return "";
      }
    };
    const look = async (detector) => {
      while (!video.hidden) {
        const [found] = await detector.detect(video).catch(() => []);
        if (found && place(found.rawValue)) return location.assign(place(found.rawValue));
        if (found) say(scan.dataset.wrong);
        await new Promise((done) => setTimeout(done, 200));
      }
    };
    scan.hidden = false;
    scan.querySelector("button").addEventListener("click", async () => {
      try {
        video.srcObject = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
      } catch {
        return say(scan.dataset.refused);
      }
      say("");
      video.hidden = false;
      await video.play();
      look(new BarcodeDetector({ formats: ["qr_code"] }));
    });
  }

  // Where the clipboard is closed to plain http the link stands there to be selected.
  const offer = () => {
    for (const button of document.querySelectorAll("[data-copy]")) button.hidden = !navigator.clipboard;
  };
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    await navigator.clipboard.writeText(button.parentElement.querySelector("[data-address]").textContent);
    button.textContent = button.dataset.copy;
  });
  document.addEventListener("htmx:afterSwap", offer);
  offer();
})();
