// A form of plain numbers on a phone (`ReportForm.is_tapped`): one number at a time, with one tap
// each. Without this file, or those that send what was tapped, the form stands as it is.
(() => {
  if (!window.phone) return;
  const make = (tag, attributes = {}, ...children) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (name === "onclick") element.addEventListener("click", value);
      else if (value === true) element.setAttribute(name, "");
      else if (value !== false && value != null) element.setAttribute(name, value);
    }
    element.append(...children);
    return element;
  };

  function questionsOf(form) {
    return [...form.querySelectorAll("[data-field]")].map((fieldset) => {
      const total = fieldset.querySelector("[data-total]")?.dataset.total;
      return {
        label: fieldset.querySelector("legend").textContent,
        help: fieldset.querySelector(".help")?.textContent ?? "",
        total: total === undefined ? null : Number(total),
        required: "required" in fieldset.dataset,
        told: "told" in fieldset.dataset,
        answers: [...fieldset.querySelectorAll("[data-answer]")].map((answer) => ({
          label: answer.querySelector("label").textContent,
          input: answer.querySelector("input"),
        })),
      };
    });
  }

  // Half of a small phone holds no longer word without tearing it.
  const WORD = 11;
  const tears = ({ label }) => label.split(/[\s-]+/).some((word) => word.length > WORD);

  // --- one question at a time ------------------------------------------------------------------

  class Entry {
    constructor(form) {
      this.form = form;
      this.questions = questionsOf(form);
      this.step = 0;
      this.swapped = false;
      this.box = make("div", { class: "steps" });
      form.classList.add("stepped");
      form.append(this.box);
      this.clear();
      this.draw();
    }

    // What was told before the hand stays as it was told.
    clear() {
      for (const question of this.questions) {
        if (!question.told) for (const answer of question.answers) answer.input.value = "";
      }
    }

    get asked() {
      return this.questions.filter((question) => !question.told);
    }

    // What is asked in turn: a number for one answer, or all counters of a question that may be left out.
    get steps() {
      return this.asked.flatMap((question) => {
        if (!question.required) return [{ question }];
        const asked = [...question.answers];
        if (this.swapped && question.total !== null && asked.length === 2) asked.reverse();
        if (question.total !== null && asked.length > 1) asked.pop(); // the last one follows
        return asked.map((answer) => ({ question, answer }));
      });
    }

    draw(focus = false) {
      const { question, answer } = this.steps[this.step];
      const title = make("h3", { tabindex: "-1" }, question.label);
      const parts = [title];
      if (question.help) parts.push(make("p", { class: "help" }, question.help));
      if (answer) parts.push(this.soFar(question, answer), this.pad(question, answer));
      else parts.push(...this.counters(question));
      if (this.step) parts.push(this.button("back", this.form.dataset.back, () => this.go(this.step - 1)));
      this.box.replaceChildren(...parts);
      if (focus) title.focus({ preventScroll: true });
    }

    button(kind, text, onclick) {
      return make("button", { type: "button", class: kind === "save" ? "button primary big" : "button", onclick }, text);
    }

    // Everybody's number beside the name; of two sides either may be the one that is entered.
    soFar(question, now) {
      const two = question.answers.length === 2;
      const earlier = this.questions.filter(({ told, answers }) => told && answers.length === question.answers.length);
      const cells = question.answers.map((answer, place) => {
        const said = earlier.map((one) => `${one.label} ${one.answers[place].input.value}`).join(", ");
        const whose = make("span", {}, answer.label, ...(said ? [make("small", {}, said)] : []));
        const other = two && question.total !== null && answer !== now;
        const swap = () => {
          this.swapped = !this.swapped;
          this.draw(true);
        };
        const value = make("b", {}, answer.input.value === "" ? "–" : answer.input.value);
        const look = { class: answer === now ? "whose now" : "whose", "aria-current": answer === now && "true" };
        return other
          ? make("button", { ...look, type: "button", onclick: swap, "aria-label": this.form.dataset.swap.replace("{side}", answer.label) }, whose, value)
          : make("div", look, whose, value);
      });
      if (two) cells.splice(1, 0, make("span", { class: "colon", "aria-hidden": "true" }, ":"));
      const look = ["answers-so-far", ...(two ? [] : ["many"]), ...(question.answers.some(tears) ? ["long"] : [])];
      return make("div", { class: look.join(" ") }, ...cells);
    }

    pad(question, answer) {
      const others = question.answers.filter((one) => one !== answer && one.input.value !== "");
      const used = others.reduce((sum, one) => sum + Number(one.input.value), 0);
      const most = question.total === null ? Infinity : question.total - used;
      const keys = [];
      for (let n = Number(answer.input.min); n <= Number(answer.input.max); n++) {
        const free = question.answers.length === 2 || n <= most;
        keys.push(make("button", { type: "button", disabled: !free, "aria-label": `${answer.label}: ${n}`, onclick: () => this.take(question, answer, n) }, String(n)));
      }
      const wide = [6, 11, 12].includes(keys.length) ? "pad wide" : "pad";
      return make("div", { class: wide }, ...keys);
    }

    take(question, answer, n) {
      answer.input.value = n;
      const open = question.answers.filter((one) => one.input.value === "" || (question.answers.length === 2 && one !== answer));
      if (question.total !== null && open.length === 1) {
        const sum = question.answers.filter((one) => one !== open[0]).reduce((all, one) => all + Number(one.input.value), 0);
        open[0].input.value = question.total - sum;
      }
      this.go(this.step + 1);
    }

    counters(question) {
      const button = this.button("save", "", () => this.go(this.step + 1));
      const rename = () => {
        const any = question.answers.some((one) => Number(one.input.value) > 0);
        button.textContent = any ? this.form.dataset.save : this.form.dataset.none;
      };
      const rows = question.answers.map(({ label, input }) => {
        const output = make("output", {}, input.value || "0");
        const change = (by) => {
          const value = Math.min(Number(input.max), Math.max(Number(input.min), Number(input.value) + by));
          input.value = output.textContent = String(value);
          rename();
        };
        const press = (text, by) =>
          make("button", { type: "button", "aria-label": `${label}: ${text}1`, onclick: () => change(by) }, text);
        return make("div", { class: "counter" }, make("span", {}, label), press("−", -1), output, press("+", 1));
      });
      rename();
      return [...rows, button];
    }

    go(step) {
      if (step >= this.steps.length) return this.finish();
      const answer = this.steps[step].answer;
      // Going back asks anew from there on.
      if (step < this.step && answer) {
        const question = this.steps[step].question;
        const from = question.answers.indexOf(answer);
        question.answers.forEach((one, i) => {
          if (i >= from || question.total !== null) one.input.value = i < from ? one.input.value : "";
        });
      }
      this.step = step;
      this.draw(true);
    }

    finish() {
      const { form } = this;
      const sheet = form.closest("[data-sheet]");
      if (sheet) sheet.dataset.sentOff = "";
      const said = this.asked.map((q) => q.answers.map((one) => one.input.value || "0").join(q.answers.length === 2 ? " : " : " · "));
      window.outbox.add(form.action, new FormData(form), `${form.dataset.label}: ${said[0]}`);
      const note = make("p", { role: "status" }, `${form.dataset.sending} `, make("strong", { class: "score-value" }, said.join(", ")));
      this.box.replaceChildren(note);
      this.offerNext();
    }

    // Without network the next hand can be entered too; with it, the answer replaces all this first.
    offerNext() {
      const later = JSON.parse(this.form.querySelector("#later-deals")?.textContent ?? "[]");
      const next = later.find((hand) => hand.deal > Number(this.form.elements.deal.value));
      if (!next) return;
      const start = () => {
        this.form.elements.deal.value = next.deal;
        this.form.elements.seen.value = next.seen;
        this.form.dataset.label = this.form.dataset.label.replace(/\d+/, next.deal);
        const title = document.getElementById("entry-title");
        title.textContent = `${this.form.dataset.label} · ${next.trump}`;
        for (const old of document.querySelectorAll(".hand-trump, .deals")) old.replaceChildren();
        this.step = 0;
        this.clear();
        this.draw(true);
      };
      document.addEventListener(
        "outbox:waiting",
        () => this.box.isConnected && this.box.append(this.button("next", this.form.dataset.more.replace("{hand}", `${next.deal}, ${next.trump}`), start)),
        { once: true },
      );
    }
  }

  function enhance() {
    const form = document.querySelector("form[data-tapped]:not([data-ready], [data-sent])");
    if (!form) return;
    form.dataset.ready = "";
    form.entry = new Entry(form);
  }

  // --- what the server answers is put in place by phone.js ---------------------------------------

  document.addEventListener("phone:placed", enhance);
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.target.id === "state") keepDraft();
  });
  document.addEventListener("htmx:afterSwap", enhanceAgain);

  // A swap in mid-entry (somebody accepted, say) keeps the numbers tapped so far.
  let draft = null;
  function keepDraft() {
    const form = document.querySelector("form[data-tapped]");
    draft = form?.entry?.step ? { id: idOf(form), step: form.entry.step, swapped: form.entry.swapped, values: [...new FormData(form)] } : null;
  }
  const idOf = (form) => ["set", "deal", "seen"].map((name) => form.elements[name]?.value).join("/");
  function enhanceAgain() {
    enhance();
    const form = document.querySelector("form[data-tapped]");
    if (!draft || !form?.entry || idOf(form) !== draft.id) return;
    for (const [name, value] of draft.values) if (form.elements[name]?.type === "number") form.elements[name].value = value;
    Object.assign(form.entry, { step: draft.step, swapped: draft.swapped });
    form.entry.draw();
    draft = null;
  }

  enhance();
})();
