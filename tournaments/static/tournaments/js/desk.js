// Keeps the desk alive: htmx looks for news, and gets the desk anew if there are any. Needs looks.js.
(() => {
  "use strict";
  const EVERY = 1000; // milliseconds between two looks
  const BETWEEN = 2000; // and after news: however many results pour in, the desk is fetched no more often
  const pauses = window.looks.pauses(10000);
  let timer = 0;

  const desk = () => document.getElementById("desk");

  // The answer to a button of this desk brings the news itself, and says what was done.
  const answering = () => Boolean(document.querySelector(".htmx-request"));

  const again = (milliseconds) => {
    window.clearTimeout(timer);
    timer = window.setTimeout(look, milliseconds);
  };

  function look() {
    again(EVERY);
    if (desk() && !document.hidden && !answering()) window.htmx.trigger(desk(), "look");
  }

  document.addEventListener("htmx:configRequest", ({ target, detail }) => {
    if (target.id === "desk") detail.timeout = window.looks.PATIENCE;
  });
  document.addEventListener("htmx:beforeSend", ({ target }) => target.id === "desk" && again(window.looks.PATIENCE + EVERY));
  document.addEventListener("htmx:afterRequest", ({ target, detail: { xhr } }) => {
    if (target.id !== "desk") return;
    // Whoever is signed out is refused until somebody reloads the page.
    const status = xhr.status < 400 ? xhr.status : 0;
    again(pauses.after(status, xhr.getResponseHeader("Retry-After"), status === 200 ? BETWEEN : EVERY));
  });

  // How long is left, second by second; without this script it says until when.
  const count = () => {
    const ends = desk()?.querySelector("[data-ends]");
    if (!ends) return;
    const left = Math.max(0, Math.ceil((Date.parse(ends.dateTime) - Date.now()) / 1000));
    ends.parentElement.classList.add("runs");
    ends.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  };
  window.setInterval(count, 1000);
  count();

  document.addEventListener("visibilitychange", look);
  window.addEventListener("pageshow", look);
  window.addEventListener("online", look);
  again(EVERY);
})();
