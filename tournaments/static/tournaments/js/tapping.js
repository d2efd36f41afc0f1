// A form of plain numbers on a phone (`ReportForm.is_tapped`): what the last tap has completed is sent
// at once. Without this file, or those that send what was tapped, the button sends it.
(() => {
  if (!window.phone) return;
  const numbersOf = (form) => [...form.querySelectorAll("[data-report] input[data-number]")];
  const asked = (form) => numbersOf(form).filter((input) => !input.closest("[data-told]"));

  // Several numbers one after the other; of a report that stands already only two that follow from
  // each other: whoever mends one of many may have another to mend.
  function isSentAtOnce(form) {
    if (form.querySelector("[data-field]:not([data-needed], [data-told])") || "sent" in form.dataset) return false;
    return !("change" in form.dataset) || asked(form).length === 2;
  }

  document.addEventListener("report:told", ({ target: form, detail }) => {
    if (form.matches("[data-tapped]") && detail.byKey && isSentAtOnce(form)) finish(form);
  });
  document.addEventListener(
    "submit",
    (event) => {
      const form = event.target;
      if (!form.matches("form[data-tapped]") || event.defaultPrevented) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      finish(form);
    },
    true,
  );

  // What is entered of each question, as the table would say it.
  function score(form) {
    return [...form.querySelectorAll("[data-numbers]")]
      .filter((box) => !box.closest("[data-told]"))
      .map((box) => [...box.querySelectorAll("input[data-number]")].map((one) => one.value || "0"))
      .map((told) => told.join(told.length === 2 ? " : " : " · "));
  }

  function finish(form) {
    const sheet = form.closest("[data-sheet]");
    if (sheet) sheet.dataset.sentOff = "";
    const told = score(form);
    window.outbox.send(form, new FormData(form), `${form.dataset.label}: ${told[0]}`);
    const note = document.createElement("p");
    note.className = "sent-off";
    note.setAttribute("role", "status");
    const value = document.createElement("strong");
    value.textContent = told.join(", ");
    note.append(`${form.dataset.sending} `, value);
    form.dispatchEvent(new Event("report:sent", { bubbles: true }));
    form.dataset.sentOff = "";
    form.append(note);
    offerNext(form, note);
  }

  // Without network the next hand can be entered too; with it, the answer replaces all this first.
  function offerNext(form, note) {
    const next = window.phone.following(form);
    if (!next) return;
    const start = () => {
      window.phone.goOn(form, next);
      document.getElementById("entry-title").scrollIntoView({ block: "nearest" });
    };
    document.addEventListener(
      "outbox:waiting",
      () => {
        if (!note.isConnected) return;
        const button = document.createElement("button");
        Object.assign(button, { type: "button", className: "button full", onclick: start });
        button.textContent = form.dataset.more.replace("{hand}", [next.label, next.trump].filter(Boolean).join(" · "));
        note.after(button);
        button.scrollIntoView({ block: "nearest" }); // the banner has pushed it down
      },
      { once: true },
    );
  }
})();
