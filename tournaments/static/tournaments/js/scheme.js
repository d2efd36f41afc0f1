// The entry form of a report (templates/forms/_scheme.html): shows what is asked for by what is
// answered, and adds the keys that a phone's number pad lacks. Without this file all is there.
(() => {
  const make = (tag, attributes = {}, text = "") => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.textContent = text;
    return element;
  };
  const fieldOf = (root, key) => root.querySelector(`[data-field="${CSS.escape(key)}"]`);
  const chosen = (field) => field?.querySelector("input:checked")?.value ?? "";

  // --- what is asked ----------------------------------------------------------------------------

  function refresh(root) {
    for (const field of root.querySelectorAll("[data-when]")) {
      const open = field.dataset.values.split(" ").includes(chosen(fieldOf(root, field.dataset.when)));
      field.toggleAttribute("data-open", open);
      field.hidden = !open;
    }
    for (const parts of root.querySelectorAll("[data-parts]")) {
      parts.hidden = chosen(parts.closest("[data-field]")) !== "+";
    }
    for (const small of root.querySelectorAll("[data-small]")) press(small);
  }

  // --- numbers ----------------------------------------------------------------------------------

  const said = (input) => input.dispatchEvent(new Event("input", { bubbles: true }));

  // A button for every number there is; the input stays behind them.
  function pad(box, input) {
    const keys = make("div", { class: "number-pad", role: "group", "aria-label": input.labels[0]?.textContent ?? "" });
    for (let n = Number(input.min); n <= Number(input.max); n++) {
      const key = make("button", { type: "button", "data-key": n, "aria-pressed": "false" }, String(n));
      keys.append(key);
    }
    input.hidden = true;
    box.prepend(keys);
  }

  function press(box) {
    const { value } = box.querySelector("input");
    for (const key of box.querySelectorAll("[data-key]")) {
      key.setAttribute("aria-pressed", String(value !== "" && key.dataset.key === String(Number(value))));
    }
  }

  function sign(box, input) {
    const key = make("button", { type: "button", class: "button key", "data-sign": "", "aria-pressed": "false", "aria-label": box.dataset.signLabel }, "±");
    input.inputMode = "numeric";
    input.before(key);
    key.setAttribute("aria-pressed", String(input.value.startsWith("-")));
  }

  function steps(box, input) {
    for (const [by, label, text] of [[-1, box.dataset.lessLabel, "−"], [1, box.dataset.moreLabel, "+"]]) {
      const key = make("button", { type: "button", class: "button key", "data-step": by, "aria-label": label }, text);
      if (by < 0) input.before(key);
      else input.after(key);
    }
  }

  function ready(root) {
    if ("ready" in root.dataset) return;
    root.dataset.ready = "";
    for (const box of root.querySelectorAll(".count-input")) {
      const input = box.querySelector("input");
      if ("small" in box.dataset) pad(box, input);
      else if ("signed" in box.dataset) sign(box, input);
      else if (box.closest(".counts.single")) steps(box, input);
    }
    for (const button of root.querySelectorAll("[data-picker]")) button.hidden = false;
    refresh(root);
  }

  document.addEventListener("click", (event) => {
    const key = event.target.closest("[data-key], [data-sign], [data-step]");
    const input = key?.closest(".count-input")?.querySelector("input");
    if (!input) return;
    if ("key" in key.dataset) input.value = key.dataset.key;
    else if ("sign" in key.dataset) {
      const below = key.getAttribute("aria-pressed") !== "true";
      key.setAttribute("aria-pressed", String(below));
      if (input.value !== "") input.value = below ? -Math.abs(input.value) : Math.abs(input.value);
      input.focus();
    } else {
      const value = Number(input.value) + Number(key.dataset.step);
      input.value = Math.min(Number(input.max), Math.max(Number(input.min), value));
    }
    said(input);
    if ("key" in key.dataset) goOn(input);
  });

  document.addEventListener("input", (event) => {
    const root = event.target.closest("[data-scheme]");
    if (!root) return;
    // What was confirmed was confirmed for the answers as they stood.
    for (const hidden of root.querySelectorAll("[name=confirmed]")) hidden.remove();
    const box = event.target.closest(".count-input");
    if (box) {
      const key = box.querySelector("[data-sign]");
      const { value } = event.target;
      if (key && value.startsWith("-")) key.setAttribute("aria-pressed", "true");
      else if (key?.getAttribute("aria-pressed") === "true" && Number(value) > 0) event.target.value = `-${value}`;
      press(box);
    }
    refresh(root);
  });

  // --- the next answer --------------------------------------------------------------------------

  // A tap leads on to a number that is asked next, with the keyboard; keys of a keyboard do not.
  let tapped = false;
  document.addEventListener("pointerdown", () => (tapped = true), true);
  document.addEventListener("keydown", () => (tapped = false), true);

  const shown = (element) => element.getClientRects().length > 0;
  const open = (input) => (input.type === "number" ? input.value === "" : !chosen(input.closest("[data-answer]")));

  function goOn(from) {
    const root = from.closest("[data-scheme]");
    const all = [...root.querySelectorAll("[data-required] [data-answer]")].filter(shown);
    const here = all.indexOf(from.closest("[data-answer]"));
    const next = all.slice(here + 1).find((answer) => open(answer.querySelector("input")));
    const input = next?.querySelector("input");
    if (input?.type === "number" && !input.hidden) input.focus();
    else next?.scrollIntoView({ block: "nearest", behavior: "smooth" });
  }

  document.addEventListener("change", (event) => {
    const field = event.target.closest("[data-scheme] [data-required]");
    if (tapped && field && event.target.type === "radio") goOn(event.target);
  });

  // Enter in a number goes to the next one that is empty; in the last it sends the form.
  document.addEventListener("keydown", (event) => {
    const root = event.target.closest?.("[data-scheme]");
    if (event.key !== "Enter" || !root || event.target.type !== "number") return;
    const all = [...root.querySelectorAll("input[type=number]")].filter(shown);
    const next = all.slice(all.indexOf(event.target) + 1).find((input) => input.value === "");
    if (!next) return;
    event.preventDefault();
    next.focus();
  });

  const all = () => document.querySelectorAll("[data-scheme]").forEach(ready);
  window.scheme = { enhance: all };
  document.addEventListener("htmx:afterSwap", all);
  all();
})();
