// Before a page is printed its folds are opened, and closed again afterwards; how it looks on paper is
// in base.css.
(() => {
  let unfolded = [];
  addEventListener("beforeprint", () => {
    unfolded = [...document.querySelectorAll("details:not([open], .more, [data-sheet])")];
    for (const fold of unfolded) fold.open = true;
  });
  addEventListener("afterprint", () => {
    for (const fold of unfolded) fold.open = false;
    unfolded = [];
  });
})();
