// The referee's page (templates/referee): the game that is followed lies in the page's forms, and here
// so that it is found again after the page was closed. Nothing is kept anywhere else.
(() => {
  const kept = (address) => `settle:${address}`;
  const page = () => document.getElementById("settle");

  function remember() {
    const now = page();
    const file = now?.querySelector("input[name=file]");
    if (!file) return;
    try {
      localStorage.setItem(kept(now.dataset.keep), file.value);
    } catch {
      // a full or closed storage: the page itself still holds the game
    }
  }

  function offer() {
    const now = page();
    const again = now?.querySelector("[data-resume]");
    if (again) again.hidden = !localStorage.getItem(kept(now.dataset.keep));
  }

  function resume(form) {
    const file = document.createElement("input");
    Object.assign(file, { type: "hidden", name: "file", value: localStorage.getItem(kept(page().dataset.keep)) });
    const deed = document.createElement("input");
    Object.assign(deed, { type: "hidden", name: "do", value: "drop" });
    form.append(file, deed);
    form.noValidate = true;
    form.requestSubmit();
  }

  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-do=resume]")) resume(page().querySelector("form"));
  });
  document.addEventListener("htmx:afterSwap", () => {
    remember();
    offer();
    const verdict = document.getElementById("verdict-title") ?? page();
    verdict?.scrollIntoView({ block: "start" });
  });
  remember();
  offer();
})();
