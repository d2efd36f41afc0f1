// Numbers that are typed (NumberInput in tournaments/web/forms.py): what is none is said beside it at
// once, in the words of data-number, and is not sent. 12,5 is no whole number, and never 125.
(() => {
  const WHOLE = /^\s*[-+−]?\d*\s*$/;
  const HALF = /^\s*[-+−]?\d*([.,]\d*)?\s*$/;
  const isNumber = (element) => element.matches?.("input[data-number]");
  const isWrong = (input) => !(input.dataset.step === "any" ? HALF : WHOLE).test(input.value);
  const sentenceOf = (input) => document.getElementById(`${input.id || input.name}-no-number`);

  function judge(input) {
    const sentence = sentenceOf(input);
    const wrong = isWrong(input);
    if (wrong === Boolean(sentence)) return;
    input.toggleAttribute("aria-invalid", false);
    if (!wrong) {
      input.removeAttribute("aria-describedby");
      return sentence.remove();
    }
    const words = Object.assign(document.createElement("p"), { className: "problem", id: `${input.id || input.name}-no-number` });
    words.setAttribute("role", "alert");
    words.textContent = input.dataset.number;
    input.setAttribute("aria-invalid", "true");
    input.setAttribute("aria-describedby", words.id);
    const box = input.closest(".count-input") ?? input;
    const others = box.nextElementSibling?.matches(".problem, [role=alert]") ? box.nextElementSibling : box;
    others.after(words);
  }

  document.addEventListener("input", ({ target }) => isNumber(target) && judge(target));
  document.addEventListener(
    "submit",
    (event) => {
      const wrong = [...event.target.querySelectorAll("input[data-number]")].find((input) => input.getClientRects().length && isWrong(input));
      if (!wrong) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      judge(wrong);
      wrong.focus();
    },
    true,
  );
})();
