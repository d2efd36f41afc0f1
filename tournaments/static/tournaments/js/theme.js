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
  document.addEventListener("DOMContentLoaded", () => {
    for (const select of document.querySelectorAll("[data-theme-choice]")) {
      select.closest("[hidden]")?.removeAttribute("hidden");
      select.value = root.dataset.theme ?? "";
      select.addEventListener("change", () => {
        apply(select.value);
        try {
          localStorage.setItem(KEY, select.value);
        } catch {
          // the choice then lasts as long as the page
        }
      });
    }
  });
})();
