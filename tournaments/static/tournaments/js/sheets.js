// Sheets: dialogs that lie over everything else on the page. One sheet may lie over another (the card
// picker over an entry). Escape, ✕, a tap beside it and the phone's Back close the uppermost; what is
// typed in it stays. A sheet that is folded away (details[data-sheet]) opens with what it is folded
// into; without this file it unfolds in its place. The ⋯ of a page is one of them. Tells others
// sheet:shown.
(() => {
  const thumb = matchMedia("(pointer: coarse)");
  let stack = []; // what is open, the uppermost last
  let leaving = ""; // the address to keep on the way back in the history

  // --- in the history: a step for each sheet ------------------------------------------------------

  const depth = () => history.state?.sheets ?? 0;
  const enter = () => {
    history.scrollRestoration = "manual"; // the page stands still below a sheet
    history.pushState({ sheets: depth() + 1 }, "");
  };
  const prune = () => (stack = stack.filter((dialog) => dialog.isConnected && dialog.open));

  // Takes out of the history what is closed. The way there is not at once.
  function settle() {
    prune();
    if (leaving || depth() <= stack.length) return;
    leaving = location.href;
    history.go(stack.length - depth());
  }
  addEventListener("popstate", () => {
    if (leaving) {
      history.replaceState(history.state, "", leaving);
      leaving = "";
      while (depth() < stack.length) enter(); // one that was opened meanwhile
      if (!depth()) history.scrollRestoration = "auto";
      return settle();
    }
    while (stack.length > depth()) stack.pop().close();
    settle();
  });

  // --- open and closed ----------------------------------------------------------------------------

  // Show a dialog as a sheet.
  function show(dialog) {
    if (dialog.open) return;
    prune();
    const byKeys = document.activeElement?.matches(":focus-visible");
    dialog.showModal();
    stack.push(dialog);
    if (!leaving && depth() < stack.length) enter();
    dialog.scrollTop = 0;
    // A menu has no title; what folds it out is not in sight yet when the browser looks for a place.
    const title = document.getElementById(dialog.getAttribute("aria-labelledby")) ?? dialog;
    if (!dialog.contains(document.activeElement?.closest("[autofocus]"))) {
      title.tabIndex = -1;
      title.focus({ preventScroll: true });
    }
    dialog.dispatchEvent(new CustomEvent("sheet:shown", { bubbles: true, detail: { types: byKeys || !thumb.matches } }));
  }

  function unfold(sheet) {
    for (const other of document.querySelectorAll("[data-sheet][open]")) if (other !== sheet) close(other);
    const dialog = sheet.querySelector("dialog");
    const { bottom, right } = sheet.querySelector("summary").getBoundingClientRect();
    dialog.style.setProperty("--below", `${bottom}px`);
    dialog.style.setProperty("--beside", `${document.documentElement.clientWidth - right}px`);
    sheet.open = true;
    show(dialog);
  }
  function close(sheet) {
    sheet.querySelector("dialog").close();
    sheet.open = false;
  }

  document.addEventListener("click", (event) => {
    const summary = event.target.closest?.("[data-sheet] > summary");
    if (summary) {
      event.preventDefault();
      return unfold(summary.parentElement);
    }
    const named = sheetOf(event.target.closest?.('a[href^="#"]')?.hash);
    if (named) {
      event.preventDefault();
      stack.at(-1)?.close(); // the ⋯ that leads there, so that the focus goes back to its button
      return show(named);
    }
    const beside = event.target.closest?.("a[data-beside]");
    if (beside && !event.metaKey && !event.ctrlKey && !event.shiftKey) {
      event.preventDefault();
      return showBeside(beside);
    }
    const dialog = event.target.closest?.("dialog");
    if (!dialog?.matches(":modal")) return;
    const does = event.target.closest(".menu button[type=button], [data-close]");
    if (does?.matches('[href="#"]')) event.preventDefault();
    if (does || isBeside(dialog, event)) dialog.close();
  });
  // The part of another page that it gives to htmx, in a sheet (a[data-beside], the sheet's name); its
  // forms renew it there. Where the network fails, the link leads to the page.
  async function showBeside(link) {
    const sheet = document.getElementById(`${link.dataset.beside}-sheet`);
    const place = sheet.querySelector("[data-beside-here]");
    place.replaceChildren();
    await htmx.ajax("GET", link.href, { target: place, swap: "innerHTML" }).catch(() => {});
    if (!place.firstElementChild) return location.assign(link.href);
    stack.at(-1)?.close();
    show(sheet);
  }

  // The sheet that a link on the page leads to; null if it leads elsewhere.
  function sheetOf(hash) {
    const there = hash?.length > 1 ? document.getElementById(hash.slice(1)) : null;
    return there?.matches("dialog") ? there : null;
  }
  function isBeside(dialog, { target, clientX, clientY }) {
    const { left, right, top, bottom } = dialog.getBoundingClientRect();
    return target === dialog && (clientX < left || clientX > right || clientY < top || clientY > bottom);
  }

  document.addEventListener(
    "toggle",
    ({ target: sheet }) => {
      if (!sheet.matches?.("[data-sheet]")) return;
      if (sheet.open) unfold(sheet);
      else close(sheet);
    },
    true,
  );
  document.addEventListener(
    "close",
    ({ target: dialog }) => {
      const sheet = dialog.closest("[data-sheet]");
      if (sheet) sheet.open = false;
      settle();
    },
    true,
  );

  // What the server sends may have one that is open, or take one away.
  function placed() {
    const sheet = document.querySelector("[data-sheet][open]");
    if (sheet) unfold(sheet);
    settle();
  }
  for (const news of ["htmx:afterSwap", "phone:placed"]) document.addEventListener(news, placed);
  // What ⋯ led to is left again: the menu does not lie over the page once more.
  addEventListener("pageshow", ({ persisted }) => persisted && stack.at(-1)?.matches(".menu") && stack.at(-1).close());

  document.documentElement.dataset.sheets = "";
  window.sheets = { show };
  placed();
  const asked = sheetOf(location.hash);
  if (asked) show(asked);
})();
