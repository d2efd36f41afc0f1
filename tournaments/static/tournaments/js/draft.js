// What is typed into a form of a report stays on this phone until it is sent: it outlives a reload, the
// way back and a page that renews itself. What opens the form then says so (data-go-on). An entry has a
// draft of its own, for the form as it came (`seen`).
(() => {
  const forms = () => document.querySelectorAll("form[data-entry]:not([data-sent])");
  const PARTS = ["set", "deal", "seen", "final", "early"];
  const keyOf = (form) => ["draft", form.getAttribute("action"), ...PARTS.map((name) => form.elements[name]?.value ?? "")].join(" ");
  const isOwn = (input) => input.value !== "" && !("auto" in input.dataset) && !input.closest("[data-told]");
  const inputs = (form) => [...form.querySelectorAll("[data-report] :is(input:not([type=hidden]), select)")];
  const isTicked = (input) => ["radio", "checkbox"].includes(input.type);

  function read(form) {
    try {
      return JSON.parse(sessionStorage.getItem(keyOf(form))) ?? [];
    } catch {
      return [];
    }
  }
  function write(form, values) {
    try {
      if (values.length) sessionStorage.setItem(keyOf(form), JSON.stringify(values));
      else sessionStorage.removeItem(keyOf(form));
    } catch {
      // a browser that keeps nothing
    }
    label(form, values.length > 0);
  }
  function label(form, begun) {
    const sheet = form.closest("[data-sheet]");
    const words = sheet?.querySelector(".when-closed");
    if (!words) return;
    if (begun) words.dataset.words ??= words.textContent;
    const text = begun ? sheet.dataset.goOn : words.dataset.words;
    if (text) words.textContent = text;
    if (!begun) delete words.dataset.words;
  }

  // What differs from the form as it came.
  const isChanged = (input) => (isTicked(input) ? input.checked !== input.defaultChecked : isOwn(input) && input.value !== input.defaultValue);
  function valuesOf(form) {
    return inputs(form)
      .filter((input) => (input.matches("select") ? input.value !== "" : isChanged(input)))
      .filter((input) => !isTicked(input) || input.type === "checkbox" || input.checked)
      .map((input) => (isTicked(input) ? [input.name, input.value, input.checked] : [input.name, input.value]));
  }

  document.addEventListener("input", ({ target }) => {
    const form = target.closest?.("form[data-entry]");
    if (form && target.closest("[data-report]")) write(form, valuesOf(form));
  });
  // Sent, or kept by the outbox until it is.
  document.addEventListener("submit", ({ target }) => target.matches?.("form[data-entry]") && write(target, []));

  function restore(form) {
    if ("restored" in form.dataset) return;
    form.dataset.restored = "";
    const values = read(form);
    for (const [name, value, checked] of values) {
      const found = inputs(form).filter((input) => input.name === name);
      const input = checked === undefined ? found[0] : found.find((one) => one.value === value);
      if (!input) continue;
      if (checked === undefined) input.value = value;
      else input.checked = checked;
      input.dispatchEvent(new Event("input", { bubbles: true }));
    }
    if (values.length) form.active = form.question = null;
    delete form.dataset.edited; // the page may renew itself: what is typed is kept here
    label(form, values.length > 0);
  }
  const all = () => forms().forEach(restore);
  for (const news of ["htmx:afterSwap", "phone:placed"]) document.addEventListener(news, all);
  all();
})();
