// Keeps the desk alive: listens to the event's stream and lets htmx fetch the desk again. A hidden
// tab closes its stream, because browsers allow only six connections to one host.
(() => {
  "use strict";
  let stream = null;
  let waiting = 0;
  let asking = 0;
  let wanted = NaN; // the version that was told of; NaN: unknown, so any is old
  let last = 0; // when the desk was fetched
  const BETWEEN = 2000; // milliseconds
  const EVERY = 10000; // milliseconds between two questions where no stream can be had

  const desk = () => document.getElementById("desk");

  // The answer to a button of this desk brings the news itself, and says what was done.
  const answering = () => Boolean(document.querySelector(".htmx-request"));

  const look = () => {
    if (answering()) refresh(200);
    else if (!(Number(desk()?.dataset.version) >= wanted)) {
      last = Date.now();
      window.htmx.trigger(desk(), "changed");
    }
  };

  // However many results pour in, the desk is fetched at most once in `BETWEEN`; after a quiet
  // moment the first of them shows at once.
  const refresh = (milliseconds = 120) => {
    window.clearTimeout(waiting);
    waiting = window.setTimeout(look, Math.max(milliseconds, last + BETWEEN - Date.now()));
  };

  const open = () => {
    const here = desk();
    if (stream || !here || !here.dataset.live || document.hidden) return;
    const address = `/live/${encodeURIComponent(here.dataset.live)}/?v=${here.dataset.version}`;
    stream = new EventSource(address);
    stream.addEventListener("open", () => window.clearInterval(asking));
    stream.addEventListener("error", () => {
      if (stream?.readyState !== EventSource.CLOSED) return; // the browser tries again by itself
      close();
      wanted = NaN;
      asking = window.setInterval(() => refresh(), EVERY);
    });
    stream.addEventListener("changed", (event) => {
      const told = JSON.parse(event.data);
      wanted = Number(told.version);
      if (wanted !== Number(desk()?.dataset.version)) refresh();
    });
  };

  const close = () => {
    window.clearInterval(asking);
    stream?.close();
    stream = null;
  };

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

  document.addEventListener("visibilitychange", () => (document.hidden ? close() : open()));
  window.addEventListener("pagehide", close);
  window.addEventListener("pageshow", open);
  open();
})();
