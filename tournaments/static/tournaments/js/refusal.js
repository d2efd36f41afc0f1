// A form that was refused shows what is wrong first: in view, unfolded, its answer ready to be changed.
// One way for all forms, whether the whole page came back or a part of it. What was refused has an
// element of the class "problem" or the role "alert"; where a page has such words of its own, they are
// marked data-standing.
(() => {
  const PROBLEMS = ".problem:not([data-standing], [hidden]), [role=alert]:not([data-standing], [hidden])";
  const REFUSED = [409, 422];
  const isShown = (element) => element.getClientRects().length > 0;

  function unfold(element) {
    for (let fold = element; (fold = fold.parentElement?.closest("details")); ) fold.open = true;
  }

  // The control that the words are about; none where they ask for a confirmation or are about the whole.
  function controlOf(problem) {
    if (problem.matches(".ask")) return null;
    const box = problem.closest("[data-answer], [data-field], .field, fieldset");
    const controls = box?.querySelectorAll("input:not([type=hidden]), select, textarea") ?? [];
    return [...controls].find((control) => isShown(control) && !control.readOnly && !control.disabled);
  }

  function show(root) {
    const found = [...root.querySelectorAll(PROBLEMS)].filter((element) => element.textContent.trim());
    for (const problem of found) {
      unfold(problem);
      if (!isShown(problem)) continue;
      const words = problem.matches(".problem") ? problem : (problem.querySelector(".problem") ?? problem);
      words.id ||= "wrong-first";
      const control = controlOf(words);
      if (control) {
        const told = control.getAttribute("aria-describedby") ?? "";
        if (!told.split(" ").includes(words.id)) control.setAttribute("aria-describedby", `${told} ${words.id}`.trim());
        if (control.type !== "radio") control.setAttribute("aria-invalid", "true");
      } else words.tabIndex = -1;
      (control ?? words).focus({ preventScroll: true });
      bringIntoView(words, control);
      // A sheet folds its questions and draws its keys after this.
      requestAnimationFrame(() => words.isConnected && bringIntoView(words, control));
      return true;
    }
    return false;
  }

  // How much of the screen is left above a foot that lies over the page.
  function heightAbove(words) {
    const feet = [...document.querySelectorAll("main .act")].filter((foot) => !foot.contains(words) && ["sticky", "fixed"].includes(getComputedStyle(foot).position));
    return innerHeight - Math.max(0, ...feet.map((foot) => foot.offsetHeight));
  }

  // Both what is wrong and where it is put right, if they fit; else what is wrong.
  function bringIntoView(words, control) {
    const height = heightAbove(words);
    words.scrollIntoView({ block: "center" });
    const boxes = [words, control ?? words].map((element) => element.getBoundingClientRect());
    const top = Math.min(...boxes.map((box) => box.top));
    const bottom = Math.max(...boxes.map((box) => box.bottom));
    const fits = bottom - top < height * 0.9;
    const middle = fits ? (top + bottom) / 2 : (boxes[0].top + boxes[0].bottom) / 2;
    if (fits || boxes[0].bottom > height) scrollBy({ top: middle - height / 2, behavior: "instant" });
  }

  document.addEventListener("htmx:afterSettle", ({ detail }) => {
    if (!REFUSED.includes(detail.xhr?.status) || detail.requestConfig.verb === "get") return;
    const root = document.getElementById(detail.target.id) ?? document;
    if (!root.contains(document.activeElement) || detail.requestConfig.triggeringEvent?.type === "submit") show(root) || show(document);
  });
  document.addEventListener("phone:placed", () => show(document.getElementById("state")));
  // A browser complains of a field that lies in a closed fold without a word.
  document.addEventListener("invalid", ({ target }) => unfold(target), true);
  window.refusal = { show, bringIntoView };
  show(document);
})();
