// A phone at a score pad: the sheet with the entry, and what must not be taken away while somebody
// is at it. What the server answers is put in place by phone.js, the form's own keys are scheme.js.
(() => {
  const edited = () => document.querySelector("form[data-pad-entry][data-edited], form[data-pad-entry][data-sent]");

  window.phone.busy.push(() => document.querySelector("[data-sheet][open]") || edited());

  window.phone.holds = () => document.querySelector("[data-sheet][open]:not([data-sent-off])");

  document.addEventListener("input", (event) => {
    const form = event.target.closest("form[data-pad-entry]");
    if (form) form.dataset.edited = "";
  });

  // Only one sheet is open; it begins at its top, and Escape closes it.
  document.addEventListener(
    "toggle",
    (event) => {
      const sheet = event.target;
      if (!sheet.matches?.("[data-sheet]") || !sheet.open) return;
      for (const other of document.querySelectorAll("[data-sheet][open]")) if (other !== sheet) other.open = false;
      sheet.scrollTop = 0;
    },
    true,
  );
  document.addEventListener("keydown", (event) => {
    const sheet = event.target.closest?.("[data-sheet][open]");
    if (event.key !== "Escape" || !sheet || event.defaultPrevented) return;
    sheet.open = false;
    sheet.querySelector("summary").focus();
  });

  // Without network the entry waits in the outbox; its form makes room for a word about that.
  document.addEventListener("submit", (event) => {
    const form = event.target.closest("form[data-pad-entry]");
    if (!form) return;
    delete form.dataset.edited;
    delete form.dataset.sent;
    const sheet = form.closest("[data-sheet]");
    if (sheet) sheet.dataset.sentOff = "";
    document.addEventListener(
      "outbox:waiting",
      () => {
        if (!form.isConnected) return;
        const note = document.createElement("p");
        note.className = "notice";
        note.setAttribute("role", "status");
        note.textContent = form.dataset.sending;
        form.replaceWith(note);
        if (!sheet) return;
        sheet.open = false;
        sheet.replaceWith(note);
      },
      { once: true },
    );
  });

  document.addEventListener("phone:placed", () => window.scheme.enhance());
})();
