// The entry form of a report (templates/reports/_report_form.html): shows what is asked for by what is
// answered, and adds the keys that a phone's number pad lacks. Without this file all is there. Other
// forms that may be refused far down (data-complains) show what is wrong in the same way.
(() => {
  const make = (tag, attributes = {}, text = "") => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.textContent = text;
    return element;
  };
  const fieldOf = (root, key) => root.querySelector(`[data-field="${CSS.escape(key)}"]`);
  const chosen = (field) => field?.querySelector("input:checked")?.value ?? "";
  // No answer to a question with yes or no means no.
  const decided = (field) => chosen(field) || (field?.querySelector("input[value=no]") ? "no" : "");

  // --- what is asked ----------------------------------------------------------------------------

  function refresh(root) {
    for (const field of root.querySelectorAll("[data-when]")) {
      const open = field.dataset.values.split(" ").includes(decided(fieldOf(root, field.dataset.when)));
      field.toggleAttribute("data-open", open);
      field.hidden = !open;
    }
    for (const parts of root.querySelectorAll("[data-parts]")) {
      parts.hidden = chosen(parts.closest("[data-field]")) !== "+";
    }
    for (const box of root.querySelectorAll("[data-none-for]")) spare(box, chosen(fieldOf(root, box.dataset.noneFor)));
    for (const small of root.querySelectorAll("[data-small]")) press(small);
    for (const order of root.querySelectorAll("[data-order]")) number(order);
  }

  // Whoever is named in another answer has nothing by the rules, and is not asked.
  function spare(box, place) {
    for (const answer of box.querySelectorAll("[data-answer]")) {
      const input = answer.querySelector("input");
      answer.hidden = place !== "" && input.name.endsWith(`-${place}`);
      if (answer.hidden) input.value = "";
    }
  }

  // --- numbers ----------------------------------------------------------------------------------

  const stepOf = (input) => Number(input.step) || 1; // "any" where halves may be typed
  const said = (input) => input.dispatchEvent(new Event("input", { bubbles: true }));

  // A button for every number there is; the input stays behind them.
  function pad(box, input) {
    const keys = make("div", { class: "number-pad", role: "group", "aria-label": input.labels[0]?.textContent ?? "" });
    const by = stepOf(input);
    const values = (box.dataset.also ?? "").split(" ").filter(Boolean).map(Number);
    for (let n = Math.ceil(Number(input.min) / by) * by; n <= Number(input.max); n += by) values.push(n);
    for (const n of values.sort((one, other) => one - other)) {
      const key = make("button", { type: "button", "data-key": n, "aria-pressed": "false" }, String(n).replace(".5", "½"));
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

  // Of numbers that add up to a total the last one follows; of two always the other.
  function follow(box, typed) {
    const { column } = box.dataset; // in a table, those of the same question
    const inputs = [...(column ? box.closest("table").querySelectorAll(`[data-column="${CSS.escape(column)}"] input[type=number]`) : box.querySelectorAll("input[type=number]"))];
    if (inputs.length < 2) return;
    delete typed.dataset.followed;
    if (inputs.length === 2 && typed.value !== "") inputs.find((one) => one !== typed).dataset.followed = "";
    const own = inputs.filter((one) => !("followed" in one.dataset) && one.value !== "");
    const rest = inputs.filter((one) => !own.includes(one));
    for (const one of rest) {
      if (own.length === inputs.length - 1) {
        one.value = Number(box.dataset.total) - own.reduce((sum, each) => sum + Number(each.value), 0);
        one.dataset.followed = "";
      } else if ("followed" in one.dataset) {
        one.value = "";
        delete one.dataset.followed;
      }
    }
  }

  // --- an order ---------------------------------------------------------------------------------

  // Names to tap one after the other, in place of a list with places for each of them.
  function order(box) {
    for (const place of box.querySelectorAll("[data-answer]")) {
      const name = place.querySelector("label").textContent;
      place.prepend(make("button", { type: "button", class: "button", "data-name": name, "data-turn": "", "aria-pressed": "false" }, name));
      place.querySelector("label").hidden = true;
      place.querySelector("select").hidden = true;
    }
    box.dataset.tapped = "";
  }

  const places = (box) => [...box.querySelectorAll("select")].filter((one) => one.value !== "").sort((one, other) => one.value - other.value);

  function number(box) {
    for (const key of box.querySelectorAll("[data-turn]")) {
      const { value } = key.parentElement.querySelector("select");
      key.setAttribute("aria-pressed", String(value !== ""));
      key.textContent = value === "" ? key.dataset.name : box.dataset.place.replace("{n}", value).replace("{name}", key.dataset.name);
    }
  }

  function take(box, key) {
    const mine = key.parentElement.querySelector("select");
    const before = places(box).filter((one) => one !== mine);
    const all = mine.value === "" ? [...before, mine] : before;
    const left = [...box.querySelectorAll("select")].filter((one) => !all.includes(one));
    if ("all" in box.dataset && mine.value === "" && left.length === 1) all.push(left[0]);
    for (const select of box.querySelectorAll("select")) select.value = all.includes(select) ? String(all.indexOf(select) + 1) : "";
    said(mine);
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
    for (const box of root.querySelectorAll("[data-order]")) order(box);
    refresh(root);
    complain(root);
  }

  // What is wrong first comes into sight, unfolded, and is read out.
  function complain(root) {
    const wrong = root.querySelector(".problem");
    if (!wrong) return;
    for (let fold = wrong; (fold = fold.parentElement.closest("details")); ) fold.open = true;
    wrong.tabIndex = -1;
    wrong.focus({ preventScroll: true });
    (wrong.closest("[data-answer]") ?? wrong).scrollIntoView({ block: "center" });
  }

  document.addEventListener("click", (event) => {
    const turn = event.target.closest("[data-turn]");
    if (turn) take(turn.closest("[data-order]"), turn);
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
      const value = Number(input.value) + Number(key.dataset.step) * stepOf(input);
      input.value = Math.min(Number(input.max), Math.max(Number(input.min), value));
    }
    said(input);
    if ("key" in key.dataset) goOn(input);
  });

  document.addEventListener("input", (event) => {
    const root = event.target.closest("[data-report]");
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
      const counts = event.target.closest("[data-total]");
      if (counts) follow(counts, event.target);
    }
    refresh(root);
  });

  // --- the next answer --------------------------------------------------------------------------

  // A tap leads on to a number that is asked next, with the keyboard; keys of a keyboard do not.
  let tapped = false;
  document.addEventListener("pointerdown", () => (tapped = true), true);
  document.addEventListener("keydown", () => (tapped = false), true);

  const shown = (element) => element.getClientRects().length > 0;
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const open = (input) => (input.matches("[type=number], select") ? input.value === "" : !chosen(input.closest("[data-answer]")));

  function goOn(from) {
    const root = from.closest("[data-report]");
    const all = [...root.querySelectorAll("[data-required] [data-answer]")].filter(shown);
    const here = all.indexOf(from.closest("[data-answer]"));
    const next = all.slice(here + 1).find((answer) => open(answer.querySelector("input, select")));
    const input = next?.querySelector("input");
    if (input?.type === "number" && !input.hidden) input.focus();
    else next?.scrollIntoView({ block: "nearest", behavior: calm.matches ? "auto" : "smooth" });
  }

  document.addEventListener("change", (event) => {
    const field = event.target.closest("[data-report] [data-required]");
    if (tapped && field && event.target.type === "radio") goOn(event.target);
  });

  // Enter in a number goes to the next one that is empty; in the last it sends the form.
  document.addEventListener("keydown", (event) => {
    const root = event.target.closest?.("[data-report]");
    if (event.key !== "Enter" || !root || event.target.type !== "number") return;
    const all = [...root.querySelectorAll("input[type=number]")].filter(shown);
    const next = all.slice(all.indexOf(event.target) + 1).find((input) => input.value === "");
    if (!next) return;
    event.preventDefault();
    next.focus();
  });

  const all = () => document.querySelectorAll("[data-report]").forEach(ready);
  for (const news of ["htmx:afterSwap", "phone:placed"]) document.addEventListener(news, all);
  all();
  for (const form of document.querySelectorAll("[data-complains]")) complain(form);
})();
