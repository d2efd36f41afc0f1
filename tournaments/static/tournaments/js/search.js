// Typing a part of a name leaves only what is called so. What is chosen stays in sight.
(() => {
  "use strict";
  const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  for (const field of document.querySelectorAll("[data-search]")) {
    const within = field.closest("fieldset");
    const all = [...within.querySelectorAll(field.dataset.search)];
    const look = () => {
      const wanted = plain(field.value.trim());
      let found = 0;
      for (const one of all) {
        const fits = plain(one.textContent).includes(wanted);
        found += fits;
        one.hidden = !fits && !one.querySelector(":checked");
      }
      for (const kind of within.querySelectorAll(".game-kind")) {
        kind.hidden = !kind.querySelector(".choice:not([hidden])");
      }
      within.querySelector("[data-found=none]").hidden = found > 0;
    };
    field.closest("[hidden]").hidden = false;
    field.addEventListener("input", look);
    within.addEventListener("change", look);
    // Choosing asks the server; typing here must not.
    field.addEventListener("change", (event) => event.stopPropagation());
    field.addEventListener("keydown", (event) => {
      if (event.key === "Enter") event.preventDefault();
    });
  }
})();
