// The form of a report (templates/reports/_report_form.html): shows what is asked for by what is
// answered, fills in what follows, greys out what cannot be, says what is left and what is missing,
// and has the question and its answers at the thumb where the page brings a place for them (data-keys).
// All of it comes from what the game declares (data-total, data-most, data-never, data-out,
// data-least). Without this file the form is all there. What is wrong with a form that was refused is
// shown by refusal.js.
(() => {
  const make = (tag, attributes = {}, text = "") => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.textContent = text;
    return element;
  };
  const fieldOf = (root, key) => root.querySelector(`[data-field="${CSS.escape(key)}"]`);
  const shown = (element) => element.getClientRects().length > 0;
  const said = (input) => input.dispatchEvent(new Event("input", { bubbles: true }));
  const put = (text, values) => text.replace(/{(\w+)}/g, (all, name) => values[name] ?? all);
  const isNumber = (element) => element.matches?.("input[data-number]");
  // NaN where what is typed is none; numbers.js says so beside it.
  function numberOf(input) {
    const number = Number(input.value.trim().replace("−", "-").replace(",", "."));
    return input.dataset.step === "any" || Number.isInteger(number) ? number : NaN;
  }
  const isOpen = (input) => input.value === "" || Number.isNaN(numberOf(input));
  const thumb = matchMedia("(pointer: coarse)");
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const KEYS = 15; // so many numbers have a key each
  const SHORT = 9; // letters of a name of which three are side by side

  // The radio buttons of a question: its own, or, of a name that stands as a sign in rows of numbers,
  // those in the rows.
  const radios = (field) =>
    "mark" in field.dataset
      ? [...field.closest("[data-report]").querySelectorAll(`input[type=radio][name$="answer-${CSS.escape(field.dataset.mark)}"]`)]
      : [...field.querySelectorAll("input[type=radio], input[type=checkbox]")];
  const chosen = (field) => (field ? (radios(field).find((one) => one.checked)?.value ?? "") : "");
  const isChosen = (field) => radios(field).some((one) => one.checked);
  // No answer to a question with yes or no means no.
  const decided = (field) => chosen(field) || (field?.querySelector("input[value=no]") ? "no" : "");

  // What else tells of the same player: an answer to another question, or that he or she has gone home;
  // who stays alone needs none.
  function hasOther(input) {
    const keys = input.closest("[data-instead]")?.dataset.instead.split(" ") ?? [];
    return keys.some((key) => {
      const field = fieldOf(input.closest("[data-report]"), key);
      const gone = field ? radios(field).filter((one) => one.checked && one.value !== "") : [];
      if (gone.length) return gone.some((one) => one.value === placeOf(input)) || gone.length >= group(input).inputs.length - 1;
      return [...(field?.querySelectorAll(`[name$="-${placeOf(input)}"]`) ?? [])].some((one) => one.value.trim() !== "" && one.type !== "checkbox");
    });
  }
  const isLacking = (input) => isOpen(input) && !hasOther(input);

  // Several names to tap; and whether another question has been answered in place of theirs.
  const isSeveral = (field) => radios(field)[0]?.type === "checkbox";
  const isAnswer = (one) => (/radio|checkbox/.test(one.type) ? one.checked && one.value !== "" : one.value.trim() !== "");
  const isNamed = (field) => radios(field).some(isAnswer);
  function isReplaced(field) {
    const others = (field.dataset.instead ?? "").split(" ").map((key) => key && fieldOf(field.closest("[data-report]"), key));
    return others.some((other) => other && [...other.querySelectorAll("[data-answer] input:not([type=hidden])")].some(isAnswer));
  }

  // --- numbers that belong together ---------------------------------------------------------------

  // Those of one question, and what it declares; in a table they stand in one column.
  function group(input) {
    const cell = input.closest("[data-column]");
    const box = cell ?? input.closest("[data-numbers]");
    if (!box) return { inputs: [input], rules: {} };
    const inside = cell ? `[data-column="${CSS.escape(cell.dataset.column)}"] input[data-number]` : "input[data-number]";
    return { inputs: [...(cell ? box.closest("table") : box).querySelectorAll(inside)], rules: box.dataset };
  }
  const groups = (root) => {
    const seen = new Set();
    return [...root.querySelectorAll("[data-numbers], [data-column]")]
      .filter((box) => {
        const key = box.dataset.numbers ?? box.dataset.column;
        return !box.closest("[data-told]") && !seen.has(key) && seen.add(key);
      })
      .map((box) => box.querySelector("input[data-number]"))
      .filter(Boolean);
  };
  const own = (input) => input.value !== "" && !("auto" in input.dataset);
  const sum = (inputs) => inputs.reduce((all, one) => all + (numberOf(one) || 0), 0);
  const placeOf = (input) => input.name.slice(input.name.lastIndexOf("-") + 1);
  const rowOf = (input) => input.closest("[data-answer]");
  const within = (input, n) => n >= Number(input.dataset.min) && n <= Number(input.dataset.max);

  function fill(input, value, why) {
    input.value = value;
    if (why) input.dataset.auto = why;
    else delete input.dataset.auto;
  }

  // What follows from what is told: nothing for whoever went out, the last of a sum, and nothing for
  // everybody else once all of it is told; of two numbers the other, unless it was typed as well.
  // What was typed is never changed: who went out after all gets it back.
  function follow(root, first, typed) {
    const { inputs, rules } = group(first);
    const out = rules.out ? chosen(fieldOf(root, rules.out)) : "";
    for (const input of inputs) {
      const isOut = out !== "" && placeOf(input) === out;
      if (isOut) {
        if (own(input)) input.dataset.before = input.value;
        fill(input, 0, "out");
      } else if (input.dataset.auto === "out") {
        fill(input, input.dataset.before ?? "");
        delete input.dataset.before;
      }
      input.readOnly = isOut;
    }
    if (rules.total === undefined || inputs.length < 2) return;
    if (typed && inputs.includes(typed)) {
      delete typed.dataset.auto;
      typed.toggleAttribute("data-typed", typed.value !== "");
      if (inputs.length === 2 && typed.value !== "") {
        const other = inputs.find((one) => one !== typed);
        if (!own(other) || follows(other, typed, rules)) other.dataset.auto = "rest";
      }
    }
    const rest = inputs.filter((one) => one.dataset.auto !== "out" && !own(one));
    const left = Number(rules.total) - sum(inputs.filter((one) => !rest.includes(one)));
    const told = rest.length < inputs.length;
    const value = told && (rest.length === 1 || left === 0) ? left : null;
    for (const one of rest) {
      if (value !== null && within(one, value) && one !== typed) fill(one, value, "rest");
      else fill(one, "");
    }
  }

  // Whether of two numbers one still stands as the form came, as what the other left.
  const follows = (other, typed, rules) =>
    !("typed" in other.dataset) && other.value === other.defaultValue && Number(other.defaultValue) + Number(typed.defaultValue) === Number(rules.total);

  // Two numbers that were both typed and contradict each other.
  function clash(inputs, rules) {
    if (rules.total === undefined || inputs.length !== 2 || !inputs.every(own) || inputs.some(isOpen)) return false;
    return sum(inputs) !== Number(rules.total);
  }

  // Says so below them, with a way to mend it: the one that cannot be, or else the one that was typed
  // first, becomes what the other leaves.
  function tellClash(place, inputs, rules) {
    const words = place.closest("form")?.dataset.clash;
    const key = rules.column ?? rules.numbers;
    let line = place.querySelector(`[data-clash-of="${CSS.escape(key)}"]`);
    const wrong = clash(inputs, rules);
    for (const input of inputs) rowOf(input).classList.toggle("clashes", wrong);
    if (!wrong || !words) return line?.remove();
    const total = Number(rules.total);
    const keep = inputs.find((one) => within(one, total - Number(one.value)) && within(one, Number(one.value)) && "last" in one.dataset) ?? inputs.find((one) => within(one, Number(one.value)));
    if (!line) {
      line = make("p", { class: "problem", role: "alert", "data-clash-of": key });
      place.append(line);
    }
    const [one, other] = inputs.map((input) => input.value);
    line.textContent = `${put(words, { one, other, sum: sum(inputs), total })} `;
    if (!keep) return;
    const values = inputs.map((input) => (input === keep ? Number(input.value) : total - Number(keep.value)));
    const button = make("button", { type: "button", class: "link" }, put(place.closest("form").dataset.mend, { values: values.join(" : ") }));
    button.addEventListener("click", () => {
      inputs.forEach((input, at) => fill(input, values[at]));
      said(keep);
      keep.focus();
    });
    line.append(button);
  }

  // Whether a number can be, by the bounds and by what the others have.
  function allowed(input, n) {
    const { inputs, rules } = group(input);
    const others = inputs.filter((one) => one !== input && own(one));
    const all = sum(others) + n;
    const last = others.length === inputs.length - 1;
    if (rules.total !== undefined && inputs.length > 2 && all > Number(rules.total) && !(last && own(input))) return false;
    if (rules.most !== undefined && all > Number(rules.most)) return false;
    if (rules.never !== undefined && last && all === Number(rules.never)) return false;
    if (rules.least === undefined || !rules.out) return true;
    const out = chosen(fieldOf(input.closest("[data-report]"), rules.out));
    return out === "" || placeOf(input) === out || n >= Number(rules.least);
  }

  // --- what is said while numbers are told --------------------------------------------------------

  function tell(root, first) {
    const { inputs, rules } = group(first);
    const open = inputs.filter(isOpen);
    const total = Number(rules.total);
    const left = total - sum(inputs);
    for (const input of inputs) {
      const box = rowOf(input);
      box.classList.toggle("followed", "auto" in input.dataset);
      const note = box.querySelector("[data-note]");
      if (!note) continue;
      const status = noteOf(root, input, open, rules);
      note.textContent = [note.dataset.said, status].filter(Boolean).join(" · ");
    }
    const field = first.closest("[data-field]");
    const place = field ?? first.closest("table")?.parentElement;
    if (place && inputs.length === 2 && !Number.isNaN(total)) tellClash(place, inputs, rules);
    if (rules.left === undefined || Number.isNaN(total)) return;
    const words = field.querySelector(".left");
    if (words) {
      const text = left < 0 ? put(rules.over, { n: -left }) : left || open.length === inputs.length ? put(rules.left, { n: left }) : rules.there;
      if (words.textContent !== text) words.textContent = text;
      words.hidden = false;
      field.dataset.counted = "";
    }
    const pips = field.querySelector(".pips");
    if (!pips) return;
    pips.hidden = false;
    [...pips.children].forEach((one, place) => one.classList.toggle("no", place >= total - left));
  }

  function noteOf(root, input, open, rules) {
    const words = root.closest("form")?.dataset ?? {}; // a picture of a form (own games) is in none
    if (input.dataset.auto === "rest") return words.given;
    if (input.dataset.auto === "out") return words.nothing;
    if (input.value !== "") return "";
    if (rowOf(input).classList.contains("on")) return rules.how;
    return rules.total !== undefined && open.at(-1) === input && open.length > 1 ? words.rest : "";
  }

  // What has to be told and is not, in the order of the page: where it is answered, and the field of
  // what is chosen.
  function missing(form) {
    const found = [];
    for (const root of form.querySelectorAll("[data-report]")) {
      for (const box of root.querySelectorAll("[data-fewest]")) {
        const n = Number(box.dataset.fewest) - places(box).length;
        const name = box.closest("[data-field]").querySelector("legend").textContent;
        if (n > 0 && shown(box)) found.push({ element: box.querySelector("[data-turn]"), name, open: n });
      }
      for (const needed of root.querySelectorAll("[data-needed]")) {
        if ("told" in needed.dataset || needed.closest("details:not([open])")) continue;
        const { neededFor } = needed.dataset;
        if (neededFor && !isNamed(fieldOf(root, neededFor))) continue;
        if (needed.dataset.shape === "mark") {
          if (!isChosen(needed) && shown(needed.closest("[data-field]:not([data-mark])") ?? needed)) found.push({ element: radios(needed)[0], field: needed, name: needed.dataset.label });
          continue;
        }
        if (!shown(needed)) continue;
        const numbers = [...needed.querySelectorAll("input[data-number]")].filter((one) => !needed.dataset.numbers && one.closest("[data-needed]") === needed);
        const open = numbers.filter(isLacking);
        if (numbers.length && clash(group(numbers[0]).inputs, group(numbers[0]).rules)) {
          found.push({ element: numbers[0], left: form.dataset.clashes, name: "clash" });
        }
        if (open.length) found.push({ element: open[0], left: lack(open[0]), open: lack(open[0]) ? 1 : open.length, name: nameOf(open[0]) });
        const asked = ["choice", "people"].includes(needed.dataset.shape);
        if (asked && radios(needed).length && !isChosen(needed) && !isReplaced(needed)) {
          found.push({ element: radios(needed)[0], field: needed, name: needed.querySelector("legend").textContent });
        }
      }
    }
    return found;
  }
  const nameOf = (input) => (rowOf(input).classList.contains("alone") ? input.closest("[data-field]").querySelector("legend").textContent : rowOf(input).dataset.whose);
  function lack(input) {
    const { inputs, rules } = group(input);
    const left = Number(rules.total) - sum(inputs);
    return rules.toGo && left > 0 ? put(rules.toGo, { n: left }) : "";
  }

  // The large button says what is missing, or what will be saved.
  function name(form) {
    const button = form?.querySelector("[data-submit]");
    if (!button) return;
    button.dataset.words ??= button.textContent;
    const all = missing(form);
    const [next] = all;
    button.classList.toggle("wanting", Boolean(next));
    const n = all.reduce((before, { open }) => before + (open ?? 1), 0);
    if (next) button.textContent = next.left || put(n > 1 ? form.dataset.several : form.dataset.single, { n });
    else button.textContent = isBlank(form) ? blank(form) : values(form) || button.dataset.words;
  }

  // Nothing is needed and nothing is told: that is saved only by a button that says so.
  function isBlank(form) {
    const answers = [...form.querySelectorAll("[data-report] [data-answer] :is(input:not([type=hidden]), select)")].filter((one) => !one.closest("[data-told]"));
    const tells = (one) => ("checked" in one && /radio|checkbox/.test(one.type) ? one.checked && one.value !== "" : isNumber(one) ? own(one) : one.value !== "");
    return answers.length > 0 && !answers.some(tells) && !form.querySelector("[name=confirmed], .problem.ask");
  }

  // In the words that nobody has as an answer ("Nobody: thrown in"), where there are any.
  function blank(form) {
    const nobody = [...form.querySelectorAll("[data-report] [data-answer] input[type=radio]")].filter((one) => one.value === "" && one.checked && shown(one.closest("[data-field]")));
    const words = nobody.map((one) => wordsOf(one).split(": ")[1]).find(Boolean);
    return form.dataset.end ?? (words ? put(form.dataset.none, { words }) : form.dataset.blank);
  }

  // "Save 9 : 4": what stands there says more than the number of the hand.
  function values(form) {
    const all = [...form.querySelectorAll("[data-report] [data-answer] input:not([type=hidden])")].filter((one) => !one.closest("[data-told]"));
    if (all.length !== 2 || !all.every(isNumber) || form.querySelector("[name=confirmed]")) return "";
    return put(form.dataset.as, { values: all.map((one) => one.value).join(" : ") });
  }

  // "Zoe: caught with", or "Ann & Bo: how many tricks?", as soon as it is known whose number it is.
  function nameWhose(root, field) {
    const legend = field.querySelector("legend");
    const all = radios(fieldOf(root, field.dataset.of)).filter((one) => one.value !== "");
    const whose = JSON.parse(field.dataset.whose)[all.find((one) => one.checked)?.value] ?? [];
    const name = whose.map((place) => all.find((one) => one.value === String(place))).filter(Boolean).map(wordsOf).join(" & ");
    legend.dataset.words ??= legend.textContent.trim();
    const { words } = legend.dataset;
    const how = field.dataset.how ?? words[0].toLowerCase() + words.slice(1);
    const { asks } = root.closest("form")?.dataset ?? {}; // a picture of a form (own games) is in none
    legend.textContent = name && asks ? put(asks, { name, how }) : words;
  }

  // --- what is asked ------------------------------------------------------------------------------

  function refresh(root, typed) {
    if (typed) for (const input of group(typed).inputs) input.toggleAttribute("data-last", input === typed);
    for (const field of root.querySelectorAll("[data-when]")) {
      const open = field.dataset.values.split(" ").includes(decided(fieldOf(root, field.dataset.when)));
      field.toggleAttribute("data-open", open);
      field.hidden = !open;
    }
    for (const field of root.querySelectorAll("[data-of]")) nameWhose(root, field);
    for (const parts of root.querySelectorAll("[data-parts]")) {
      parts.hidden = chosen(parts.closest("[data-field]")) !== "+";
    }
    for (const order of root.querySelectorAll("[data-order]")) number(order);
    for (const first of groups(root)) {
      follow(root, first, typed);
      tell(root, first);
    }
    board(root);
    const form = root.closest("form");
    if (!form) return;
    draw(form);
    name(form);
  }

  // --- keys at the thumb --------------------------------------------------------------------------

  const trayOf = (form) => form.querySelector("[data-keys]");
  const numbersIn = (form) => [...form.querySelectorAll("[data-report] input[data-number]")].filter((one) => shown(one) && !one.readOnly);

  function activate(input) {
    const form = input.closest("form");
    form.question = null;
    form.done = null;
    form.begins = true;
    for (const other of form.querySelectorAll("[data-answer].on, .in-tray.on")) if (other !== rowOf(input)) other.classList.remove("on");
    rowOf(input).classList.add("on");
    if (form.active !== input) input.dataset.fresh = ""; // the first digit begins anew
    form.active = input;
    for (const first of groups(input.closest("[data-report]"))) tell(input.closest("[data-report]"), first);
    draw(form);
  }

  // Every number of a small range has a key; a large one is written with ten of them.
  function range(input) {
    const box = input.closest(".count-input");
    const by = Number(input.dataset.step) || 1;
    const also = (box?.dataset.also ?? "").split(" ").filter(Boolean).map(Number);
    const low = Math.ceil(Number(input.dataset.min) / by) * by;
    const high = Number(input.dataset.max);
    if ((high - low) / by + also.length >= KEYS) return null;
    const found = [...also];
    for (let n = low; n <= high; n += by) found.push(n);
    return found.sort((one, other) => one - other);
  }

  // A question of which one of a few answers is chosen stands in the tray of a sheet: its field, whose
  // answers are folded into a line that asks it again; or signs in rows of numbers.
  const inTray = (field) => field && (field.matches(".in-tray") || ("mark" in field.dataset && field.closest("dialog")));
  // Several names are tapped one after the other, so nothing leads on from them: only where they are asked last.
  function fold(form) {
    if (!trayOf(form) || !form.closest("dialog")) return;
    const last = [...form.querySelectorAll("[data-needed]")].at(-1);
    for (const field of form.querySelectorAll("[data-field]:is([data-shape=choice], [data-shape=people]):not([data-told])")) {
      const all = field.querySelectorAll(":scope > .picks[data-answer]");
      const names = new Set(radios(field).filter((one) => one.closest("[data-field]") === field).map((one) => one.type + one.name));
      if (all.length !== 1 || names.size !== 1 || !([...names][0].startsWith("radio") || field === last)) continue;
      field.classList.add("in-tray");
      const line = make("button", { type: "button", class: "chosen", "data-ask": "" });
      const legend = field.querySelector("legend");
      line.append(make("span", {}, legend.textContent), make("b"));
      legend.after(line);
    }
  }
  const nobodyLast = (one, other) => (one.value === "") - (other.value === "");
  function answersOf(field) {
    const all = "mark" in field.dataset ? radios(field) : [...field.querySelectorAll(":scope > .picks input")];
    return all.sort(nobodyLast);
  }
  const wordsOf = (radio) => (!radio.closest(".claim") && rowOf(radio)?.dataset.whose) || radio.closest("label").textContent.trim();
  function ask(form, field) {
    for (const other of form.querySelectorAll("[data-answer].on, .in-tray.on")) other.classList.remove("on");
    form.active = null;
    form.question = field;
    form.done = null;
    form.begins = true;
    field.classList.add("on");
    draw(form);
  }

  // A question whose "nobody" means something ("Nobody: thrown in") is asked although that is what
  // stands there: once, until an answer has been tapped.
  const isAsked = (field) => !field.closest(".rare") && answersOf(field).some((one) => one.value === "" && wordsOf(one) !== "–");
  const offers = (answer) => answer.closest(".in-tray:not([data-required])");

  // What has to be answered, in the order of the page, and whether it is not.
  const asksOf = (form) =>
    [...form.querySelectorAll("[data-required] [data-answer], [data-instead] [data-answer], [data-required][data-mark], .in-tray [data-answer]")].filter(
      (one) => shown(one.closest("[data-field]:not([data-mark])") ?? one) && !one.closest("[data-told]") && (!offers(one) || isSeveral(offers(one)) || isAsked(offers(one))),
    );
  function isMissing(answer) {
    const field = offers(answer);
    if (field && isSeveral(field)) return !isChosen(field) && !isReplaced(field);
    if (field) return chosen(field) === "" && !("answered" in field.dataset);
    if ("mark" in answer.dataset) return chosen(answer) === "";
    const number = answer.querySelector("input[data-number]");
    const input = number ?? answer.querySelector("input:not([type=hidden]), select");
    if (!input) return false;
    return number ? isLacking(number) : input.matches("select") ? input.value === "" : !chosen(input.closest("[data-field]"));
  }

  // What is asked first: what was begun, then what is not answered, then what there is.
  function choose(form) {
    if (form.done && missing(form).length) form.done = null;
    if (form.done) return void (form.active = form.question = null);
    if (form.question && shown(form.question.closest("[data-field]:not([data-mark])") ?? form.question)) return;
    form.question = null;
    if (form.active?.isConnected && shown(form.active)) return;
    const all = numbersIn(form);
    const next = asksOf(form).find(isMissing);
    const field = next?.closest("[data-field]");
    form.active = null;
    if (inTray(field) && !next.querySelector("input[data-number]")) form.question = field;
    else form.active = next?.querySelector("input[data-number]") ?? all.find(isOpen) ?? all[0] ?? null;
    form.question?.classList.add("on");
  }

  function draw(form) {
    const tray = trayOf(form);
    if (!tray) return;
    for (const field of form.querySelectorAll(".in-tray")) {
      const names = answersOf(field).filter((one) => one.checked).map(wordsOf);
      field.querySelector(".chosen b").textContent = names.join(", ") || "–";
    }
    choose(form);
    const { active, question, done } = form;
    tray.hidden = !active && !question;
    if (!tray.hidden) {
      if (active) rowOf(active).classList.add("on");
      const numbers = active && range(active);
      const keys = question ? answersOf(question).map(answerKey) : numbers ? numbers.map((n) => key(active, n)) : digits(form, active);
      tray.className = question ? "keys answers" : numbers ? "keys" : "keys pad";
      if (numbers) keys.push(act("back", "⌫", form.dataset.back));
      const focused = tray.contains(document.activeElement) ? document.activeElement.dataset : null;
      tray.classList.toggle("short", Boolean(question) && keys.every(({ textContent }) => textContent.length <= SHORT));
      tray.replaceChildren(...keys);
      tray.setAttribute("role", "group");
      const legend = question?.dataset.label ?? question?.querySelector("legend").textContent;
      const words = question?.matches(".claim") ? put(form.dataset.whom, { name: legend }) : (legend ?? nameOf(active));
      tray.setAttribute("aria-label", words);
      if (focused) {
        const same = [...tray.children].find((one) => one.dataset.n === focused.n && one.dataset.act === focused.act && one.dataset.value === focused.value && !one.disabled);
        (same ?? tray.querySelector("button:not(:disabled)"))?.focus({ preventScroll: true });
      }
      say(form, words);
    }
    if (done) sayDone(form, done);
    for (const space of form.querySelectorAll("[data-laid] [data-key]")) space.classList.toggle("on", Boolean(question) && space.answers === question);
    fit(form);
  }

  // The question over its answers, and how many are left.
  function say(form, words) {
    const asked = form.querySelector("[data-asked]");
    if (!asked) return;
    const { active } = form;
    const { inputs, rules } = active ? group(active) : { inputs: [], rules: {} };
    const alone = !active || rowOf(active).classList.contains("alone");
    const open = rules.left !== undefined && Number(rules.total) - sum(inputs);
    const closed = closedTo(active, inputs, rules);
    asked.hidden = false;
    asked.replaceChildren(make("span", {}, alone ? words : put(form.dataset.asks, { name: words, how: rules.how })));
    if (open > 0) asked.append(make("small", {}, put(form.dataset.left, { n: open })));
    else if (!active && form.question && isSeveral(form.question)) asked.append(make("small", {}, form.dataset.level));
    else if (closed !== null) asked.append(make("small", {}, put(form.dataset.closed, { n: closed, sum: rules.never })));
    asked.disabled = inputs.length < 2;
  }

  // The one number that whoever answers last may not give, since all of them would make a sum that
  // must not be; null if there is none.
  function closedTo(input, inputs, rules) {
    if (rules.never === undefined || inputs.some((one) => one !== input && !own(one))) return null;
    const n = Number(rules.never) - sum(inputs.filter((one) => one !== input));
    return within(input, n) ? n : null;
  }

  // The look at it before it is saved: in place of keys a line that says that all of it is there.
  function sayDone(form, last) {
    const asked = form.querySelector("[data-asked]");
    const { inputs, rules } = group(last);
    const words = rules.there ?? (rules.never !== undefined ? put(form.dataset.sum, { n: sum(inputs) }) : form.dataset.done);
    asked.hidden = false;
    asked.replaceChildren(make("span", {}, words), make("small", {}, form.dataset.taps));
    asked.disabled = true;
  }

  // With large letters on a small screen no row has room over the tray: then what is asked keeps its
  // room, and the tray scrolls.
  function fit(form) {
    const sheet = form.closest("dialog[open]");
    const body = sheet?.querySelector(".e-body");
    if (!body) return;
    const thumb = trayOf(form).closest(".thumb");
    const { scrollTop } = thumb;
    const row = askedIn(form, body);
    sheet.classList.remove("cramped");
    sheet.style.setProperty("--row", `${row?.offsetHeight ?? 0}px`);
    const cramped = body.clientHeight < Math.min(body.scrollHeight, row?.offsetHeight ?? 0);
    if (!sheet.classList.toggle("cramped", cramped)) return;
    thumb.scrollTop = form.begins ? 0 : scrollTop; // a question begins with itself and its first keys
    form.begins = false;
    row?.scrollIntoView({ block: "nearest" });
  }
  // What is answered in the tray: its row, its line, or the board that its space is on.
  function askedIn(form, body) {
    const { active, question } = form;
    if (active) return rowOf(active);
    const places = [question?.querySelector(".chosen"), question?.closest("[data-on-board]")?.querySelector("[data-laid]")];
    return [...places, ...body.querySelectorAll("[data-answer], .chosen")].find((one) => one && shown(one));
  }
  addEventListener("resize", () => {
    for (const form of document.querySelectorAll("dialog[open] form[data-entry]")) {
      fit(form);
      // What is asked stays in sight on a screen that has become lower.
      if (form.active) rowOf(form.active).scrollIntoView({ block: "nearest" });
    }
  });

  // That nobody is named yet is no answer, until somebody has tapped it.
  function answerKey(radio) {
    const field = radio.closest("[data-field]");
    const pressed = radio.checked && (radio.value !== "" || "answered" in field.dataset || !isAsked(field));
    const element = make("button", { type: "button", "data-value": radio.value, "aria-pressed": String(pressed) }, wordsOf(radio));
    element.radio = radio;
    return element;
  }
  function key(input, n) {
    const element = make("button", { type: "button", "data-n": n }, String(n).replace(/^(-?)0?\.5$/, "$1½").replace(".5", "½").replace("-", "−"));
    element.setAttribute("aria-pressed", String(input.value !== "" && numberOf(input) === n));
    element.disabled = !allowed(input, n);
    return element;
  }
  function act(what, text, label) {
    const element = make("button", { type: "button", "data-act": what, "aria-label": label });
    element.className = `key-${what}`;
    element.append(make("span", { "aria-hidden": "true" }, text));
    return element;
  }
  function digits(form, input) {
    const box = input.closest(".count-input");
    const halves = input.dataset.step === "any";
    const signed = "signed" in (box?.dataset ?? {});
    const keys = [..."1234567890"].map((n) => make("button", { type: "button", "data-n": n, "data-digit": "" }, n));
    if (signed) keys.push(act("sign", "±", form.dataset.sign));
    if (halves) keys.push(act("half", "½", form.dataset.half));
    keys.push(act("back", "⌫", form.dataset.back), act("on", "→", form.dataset.on));
    return keys;
  }

  function pressed(form, element) {
    if (element.radio) return answer(form, element.radio);
    const input = form.active;
    const { n, act: what } = element.dataset;
    const sign = input.value.startsWith("-") ? "-" : "";
    if (what === "on") return goOn(input);
    if (what === "back") {
      if (input.value === "") return stepBack(form, input);
      fill(input, range(input) || "auto" in input.dataset ? "" : input.value.slice(0, -1).replace(/^-$/, ""));
    } else if (what === "sign") fill(input, input.value === "" ? "" : String(-numberOf(input)), "");
    else if (what === "half") fill(input, input.value.includes(".") ? input.value : `${input.value || sign}.5`.replace(/^(-?)\./, "$10."), "");
    else if ("digit" in element.dataset) {
      const typed = "auto" in input.dataset || input.dataset.fresh === "" ? n : `${input.value}${n}`;
      if (Math.abs(Number(typed)) > Math.max(Math.abs(input.dataset.max), Math.abs(input.dataset.min))) return;
      fill(input, String(Number(typed)), "");
    } else fill(input, n, "");
    delete input.dataset.fresh;
    said(input);
    if (n !== undefined && !("digit" in element.dataset)) goOn(input, true);
  }

  // One that is tapped again is taken back, where nobody need be named.
  function answer(form, radio) {
    if (radio.type === "checkbox") {
      radio.checked = !radio.checked;
      return said(radio);
    }
    const mayLack = !("needed" in form.question.dataset);
    const nobody = mayLack && radio.checked && answersOf(form.question).find((one) => one.value === "");
    (nobody || radio).checked = true;
    form.question.dataset.answered = "";
    said(radio);
    const board = form.question.matches(".claim") && form.querySelector("[data-laid]");
    if (!board) return goOn(radio);
    form.question.classList.remove("on"); // the board stays in sight for the next space
    form.question = null;
    draw(form);
    see(board);
  }

  // The number told before this one is taken back, too.
  function stepBack(form, input) {
    const all = numbersIn(form);
    const before = all.slice(0, all.indexOf(input)).findLast((one) => own(one));
    if (!before) return;
    fill(before, "");
    activate(before);
    said(before);
  }

  // --- the next answer ----------------------------------------------------------------------------

  // A tap leads on to what is asked next; if all is told, it stays, and says so.
  let tapped = false;
  document.addEventListener("pointerdown", () => (tapped = true), true);
  document.addEventListener("keydown", () => (tapped = false), true);

  function goOn(from, byKey = false) {
    const form = from.closest("form");
    const all = asksOf(form);
    const here = all.findIndex((one) => one === rowOf(from) || ("mark" in one.dataset && radios(one).includes(from)));
    const next = all.slice(here + 1).find(isMissing) ?? all.find(isMissing);
    // After somebody was named there may be a number that belongs to it, required or not.
    const belongs = !next && offers(from) && chosen(offers(from)) !== "" && numbersIn(form).find(isOpen);
    const input = next?.querySelector("input[data-number]") ?? (belongs || null);
    const field = next?.closest("[data-field]");
    if (input) {
      activate(input);
      if (!byKey || !thumb.matches) input.focus({ preventScroll: true });
      see(rowOf(input));
    } else if (inTray(field)) {
      ask(form, field);
      see(field);
    } else if (next) see(next);
    else if (isNumber(from) && group(from).inputs.length > 2 && trayOf(form)) finish(form, from);
  }
  function finish(form, last) {
    const focused = trayOf(form).contains(document.activeElement);
    for (const row of form.querySelectorAll("[data-answer].on")) row.classList.remove("on");
    form.done = last;
    draw(form);
    name(form);
    if (focused) form.querySelector("[data-submit]").focus({ preventScroll: true });
  }
  const see = (element) => element.scrollIntoView({ block: "nearest", behavior: calm.matches ? "auto" : "smooth" });

  document.addEventListener("change", (event) => {
    const field = event.target.closest("[data-report] [data-field]");
    if (!field || event.target.type !== "radio") return;
    refresh(event.target.closest("[data-report]"));
    const claim = tapped && event.target.closest("[data-on-board] > .claim.on");
    if (claim) {
      claim.classList.remove("on");
      event.target.blur();
      see(field.querySelector("[data-laid]"));
    } else if (tapped && "required" in field.dataset && !event.target.closest(".mark")) goOn(event.target);
  });

  // --- an order -----------------------------------------------------------------------------------

  // Names to tap one after the other, in place of a list with places for each of them.
  function order(box) {
    for (const place of box.querySelectorAll("[data-answer]")) {
      const label = place.querySelector("label");
      place.prepend(make("button", { type: "button", class: "pick", "data-name": label.textContent, "data-turn": "", "aria-pressed": "false" }, label.textContent));
      label.hidden = true;
      place.querySelector("select").hidden = true;
    }
    box.dataset.tapped = "";
  }
  const places = (box) => [...box.querySelectorAll("select")].filter((one) => one.value !== "").sort((one, other) => one.value - other.value);
  function number(box) {
    for (const turn of box.querySelectorAll("[data-turn]")) {
      const { value } = turn.parentElement.querySelector("select");
      turn.setAttribute("aria-pressed", String(value !== ""));
      turn.textContent = value === "" ? turn.dataset.name : put(box.dataset.place, { n: value, name: turn.dataset.name });
    }
  }
  function take(box, turn) {
    const mine = turn.parentElement.querySelector("select");
    const before = places(box).filter((one) => one !== mine);
    const all = mine.value === "" ? [...before, mine] : before;
    const left = [...box.querySelectorAll("select")].filter((one) => !all.includes(one));
    if ("all" in box.dataset && mine.value === "" && left.length === 1) all.push(left[0]);
    for (const select of box.querySelectorAll("select")) select.value = all.includes(select) ? String(all.indexOf(select) + 1) : "";
    said(mine);
  }

  // --- the board ----------------------------------------------------------------------------------

  // The spaces of the drawn board are tapped to say who took them. A space that the claims do not
  // ask for leads to the question that is called like it.
  function lay(root) {
    const template = root.closest("form")?.querySelector("template[data-board]");
    const field = root.querySelector("[data-shape=claims]");
    const drawn = template?.content.querySelector("svg") ?? document.querySelector(".board-picture svg");
    if (!template || !field || !drawn) return;
    const holder = make("div", { class: "board-to-tap", "data-laid": "", "data-nobody": template.dataset.nobody });
    holder.append(drawn.cloneNode(true));
    field.querySelector(".claim").before(holder);
    field.dataset.onBoard = "";
    holder.querySelector("svg").setAttribute("role", "group");
    const keys = template.dataset.spaces.split(" ");
    for (const space of holder.querySelectorAll("[data-key]")) {
      const { key: called } = space.dataset;
      const claim = field.querySelector(`[data-space="${keys.indexOf(called)}"]`);
      const answers = claim ?? fieldOf(root, called);
      if (!answers) continue;
      space.answers = answers;
      for (const [attribute, value] of [["role", "button"], ["tabindex", "0"]]) space.setAttribute(attribute, value);
    }
  }
  function board(root) {
    for (const space of root.querySelectorAll("[data-laid] [data-key]")) {
      if (!space.answers) continue;
      const names = [...space.answers.querySelectorAll("input:checked")].filter((one) => one.value !== "").map((one) => one.parentElement.textContent.trim());
      const words = space.answers.dataset.whose ?? space.answers.querySelector("legend").textContent;
      space.classList.toggle("taken", names.length > 0);
      space.answers.classList.toggle("given", names.length > 0);
      space.setAttribute("aria-label", `${words}: ${names.join(", ") || space.closest("[data-laid]").dataset.nobody}`);
    }
  }
  // In a sheet the tray asks of a space that is tapped, else its row opens.
  function touch(space) {
    const { answers } = space;
    const form = answers.closest("form");
    if (trayOf(form) && answers.matches(".claim, .in-tray")) {
      ask(form, answers);
      const tray = trayOf(form);
      if (!tapped) (tray.querySelector("[aria-pressed=true]") ?? tray.querySelector("button"))?.focus({ preventScroll: true });
      return;
    }
    for (const other of answers.closest("[data-report]").querySelectorAll(".claim.on")) other.classList.remove("on");
    if (answers.matches(".claim")) answers.classList.add("on");
    (answers.querySelector("input:checked") ?? answers.querySelector("input"))?.focus({ preventScroll: true });
    see(answers);
  }

  // --- taps and keys ------------------------------------------------------------------------------

  // The keyboard of the phone stays away, and what is typed into stays what is written into.
  document.addEventListener("pointerdown", (event) => {
    if (event.target.closest("[data-keys]")) event.preventDefault();
  });
  document.addEventListener("click", (event) => {
    const again = event.target.closest("[data-ask]");
    if (again) return ask(again.closest("form"), again.closest("[data-field]"));
    const turn = event.target.closest("[data-turn]");
    if (turn) take(turn.closest("[data-order]"), turn);
    // Who is asked about is another one at a tap: of two sides either may be the one that is told.
    const asked = event.target.closest("[data-asked]");
    if (asked?.form?.active) {
      const inputs = group(asked.form.active).inputs.filter((one) => !one.readOnly);
      return activate(inputs[(inputs.indexOf(asked.form.active) + 1) % inputs.length]);
    }
    const button = event.target.closest("[data-keys] button");
    if (button) return pressed(button.closest("form"), button);
    const space = event.target.closest("[data-laid] [data-key]");
    if (space?.answers) return touch(space);
    // In a sheet a space that has been claimed is asked again by its line, too.
    const claim = event.target.closest(".e-body [data-on-board] > .claim:not(:has(.problem))");
    if (claim) return ask(claim.closest("form"), claim);
    const who = event.target.closest("[data-shortcut] [data-who]");
    if (who) return shorten(who);
    // A sign that is tapped again is taken back, where nobody need be named.
    const radio = event.target.matches?.(".mark input") && event.target;
    if (radio && radio.dataset.was === "true") {
      const nobody = [...radio.form.elements[radio.name]].find((one) => one.value === "");
      if (nobody) {
        nobody.checked = true;
        said(nobody);
      }
    }
    for (const one of radio ? radio.form.elements[radio.name] : []) one.dataset.was = String(one.checked);
    const row = !event.target.closest("button, label.pick, a, input") && event.target.closest("[data-report] .ask[data-answer]");
    const input = row && row.querySelector("input[data-number]");
    if (input && !input.readOnly) {
      activate(input);
      if (!thumb.matches) input.focus();
    }
  });

  // One player, one tap: everything is filled in as the game says.
  function shorten(button) {
    const details = button.closest("[data-shortcut]");
    const form = details.closest("form");
    const root = form.querySelector("[data-report]");
    const { who } = button.dataset;
    for (const called of details.dataset.all.split(" ").filter(Boolean)) {
      const { inputs, rules } = group(fieldOf(root, called).querySelector("input[data-number]"));
      for (const input of inputs) fill(input, placeOf(input) === who ? rules.total : 0);
    }
    for (const called of details.dataset.names.split(" ").filter(Boolean)) {
      const radio = radios(fieldOf(root, called)).find((one) => one.value === who);
      if (radio) radio.checked = true;
    }
    said(root.querySelector("input[data-number]"));
    for (const code of details.dataset.confirms.split(" ").filter(Boolean)) root.append(make("input", { type: "hidden", name: "confirmed", value: code }));
    details.open = false;
    name(form);
    form.querySelector("[data-submit]")?.focus();
  }

  document.addEventListener("focusin", (event) => {
    const input = event.target;
    if (!input.matches("[data-report] input[data-number]") || input.readOnly) return;
    if (input.form?.active !== input) activate(input);
    input.select();
  });

  document.addEventListener("input", (event) => {
    const root = event.target.closest("[data-report]");
    if (!root) return;
    // What was confirmed was confirmed for the answers as they stood.
    for (const hidden of root.querySelectorAll("[name$=confirmed]")) hidden.remove();
    const form = root.closest("form");
    const button = form?.querySelector("[data-submit]");
    if (button?.dataset.words && form.dataset.plain) button.dataset.words = form.dataset.plain;
    if (isNumber(event.target)) {
      delete event.target.dataset.auto;
      delete event.target.dataset.fresh;
    }
    refresh(root, isNumber(event.target) ? event.target : undefined);
  });

  document.addEventListener("keydown", (event) => {
    const space = event.target.closest?.("[data-laid] [data-key]");
    if (space?.answers && ["Enter", " "].includes(event.key)) {
      event.preventDefault();
      return touch(space);
    }
    const root = event.target.closest?.("[data-report]");
    if (!root || !isNumber(event.target)) return;
    const all = numbersIn(root.closest("form") ?? root);
    // Enter in a number goes to the next one that is empty; in the last it sends the form.
    if (event.key === "Enter") {
      const next = all.slice(all.indexOf(event.target) + 1).find(isOpen);
      if (!next) return;
      event.preventDefault();
      next.focus();
      see(rowOf(next));
    }
    // The arrows lead from row to row.
    const way = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const { inputs } = group(event.target);
    if (!way || inputs.length < 2) return;
    event.preventDefault();
    const free = inputs.filter((one) => !one.readOnly && shown(one));
    (free[free.indexOf(event.target) + way] ?? all[all.indexOf(event.target) + way])?.focus();
  });

  // What is missing is shown before anything is sent; whoever presses again means it.
  document.addEventListener(
    "submit",
    (event) => {
      const form = event.target;
      if (!form.matches("form[data-entry]") || !form.querySelector("[data-submit]")) return;
      const [next] = missing(form);
      if (!next || form.dataset.pressed === next.name) return;
      form.dataset.pressed = next.name;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (inTray(next.field)) {
        ask(form, next.field);
        trayOf(form).querySelector("button")?.focus({ preventScroll: true });
        return see(next.field);
      }
      if (isNumber(next.element)) activate(next.element);
      next.element.focus({ preventScroll: true });
      see(rowOf(next.element) ?? next.element);
    },
    true,
  );

  // --- begin --------------------------------------------------------------------------------------

  function ready(root) {
    if ("ready" in root.dataset) return;
    root.dataset.ready = "";
    const form = root.closest("form");
    if (form && trayOf(form) && thumb.matches) {
      for (const input of root.querySelectorAll("input[data-number]")) input.inputMode = "none";
    }
    for (const box of root.querySelectorAll("[data-order]")) order(box);
    for (const one of root.querySelectorAll(".mark input")) one.dataset.was = String(one.checked);
    for (const one of form?.querySelectorAll("[data-shortcut]") ?? []) one.hidden = false;
    lay(root);
    if (form) fold(form);
    refresh(root);
  }

  const all = () => document.querySelectorAll("[data-report]").forEach(ready);
  for (const news of ["htmx:afterSwap", "phone:placed"]) document.addEventListener(news, all);
  document.addEventListener("toggle", ({ target }) => target.matches?.("details[open]") && target.querySelectorAll("[data-report]").forEach((root) => refresh(root)), true);
  // By a keyboard one writes at once where a sheet asks for a number.
  document.addEventListener("sheet:shown", ({ target, detail }) => {
    const form = target.querySelector("form[data-entry]");
    if (!form) return;
    form.querySelectorAll("[data-report]").forEach((root) => refresh(root));
    if (!detail.types || form.querySelector(".problem")) return;
    (form.active ?? trayOf(form)?.querySelector("button"))?.focus({ preventScroll: true });
  });
  all();
})();
