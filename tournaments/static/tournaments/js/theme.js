// Light or dark as the reader chose; loaded before the page is painted so that nothing flashes.
(() => {
  const KEY = "theme";
  const root = document.documentElement;
  const kept = () => {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null; // storage may be switched off
    }
  };
  const apply = (theme) => {
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    else delete root.dataset.theme;
  };
  apply(kept());
  // A part of the page that was renewed may have brought the choice anew.
  const show = () => {
    for (const select of document.querySelectorAll("[data-theme-choice]")) {
      const around = select.closest("[hidden]");
      if (!around) continue;
      around.hidden = false;
      select.value = root.dataset.theme ?? "";
    }
  };
  for (const news of ["DOMContentLoaded", "htmx:afterSwap"]) document.addEventListener(news, show);
  document.addEventListener("change", ({ target }) => {
    if (!target.matches?.("[data-theme-choice]")) return;
    apply(target.value);
    try {
      localStorage.setItem(KEY, target.value);
    } catch {
      // the choice then lasts as long as the page
    }
  });
})();
