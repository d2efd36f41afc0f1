// Keeps the screen of a wall, and of a pad while its game is going (data-playing), awake. Browsers lend
// a wake lock to safe addresses alone; on plain http a silent, invisible video plays, which keeps a
// screen awake as a film does. If neither works, it says once how to switch the sleep off; for a wall
// of the same browser the page that controls it says so, too, until somebody has read it.
(() => {
  const STORE = "awake";
  const SHOWN = 20000; // milliseconds
  const video = document.querySelector("[data-awake-video]");
  const note = document.querySelector("[data-awake-note]");
  const entry = document.querySelector("[data-awake]"); // a pad has a switch
  const remote = document.querySelector("[data-awake-remote]");
  let lock = null;
  let isOn = false;

  const read = () => {
    try {
      return JSON.parse(localStorage.getItem(STORE) ?? "{}");
    } catch {
      return {}; // a browser that keeps nothing
    }
  };
  const keep = (values) => {
    try {
      localStorage.setItem(STORE, JSON.stringify({ ...read(), ...values }));
    } catch {
      // then it holds until the page is left
    }
  };

  function remind() {
    const { wall, known } = read();
    remote.hidden = !wall || Boolean(known);
  }
  if (remote) {
    remote.querySelector("button").addEventListener("click", () => {
      keep({ known: true });
      remind();
    });
    window.addEventListener("storage", remind); // another tab, the wall's, has written
    remind();
  }
  if (!video) return;

  const isWanted = () => !document.hidden && document.querySelector("[data-playing]") && entry?.getAttribute("aria-checked") !== "false";

  // What a sleeping screen would say is said by the page: once on a phone, at each opening on a wall.
  function tell() {
    if (!note || (entry && read().told)) return;
    keep(entry ? { told: true } : { wall: true });
    note.hidden = false;
    setTimeout(() => (note.hidden = true), SHOWN);
  }

  async function play() {
    video.hidden = false;
    try {
      await video.play();
      if (!isOn) stop();
    } catch (problem) {
      if (!isOn || problem.name === "AbortError") return; // it was let go meanwhile
      if (problem.name !== "NotAllowedError") return tell();
      document.addEventListener("pointerup", () => isOn && video.play().catch(tell), { once: true });
    }
  }

  function stop() {
    video.pause();
    video.hidden = true;
  }

  async function begin() {
    isOn = true;
    try {
      const own = await navigator.wakeLock.request("screen"); // there is none on plain http
      if (!isOn) return own.release();
      lock = own;
      own.addEventListener("release", () => {
        if (lock === own) lock = null;
      });
    } catch {
      if (isOn) play();
    }
  }

  function end() {
    isOn = false;
    lock?.release();
    lock = null;
    stop();
  }

  function follow() {
    if (!isWanted()) {
      if (isOn) end();
    } else if (!isOn || (!lock && video.paused)) begin();
  }

  if (entry) {
    entry.hidden = false;
    entry.setAttribute("aria-checked", String(!read().off));
    entry.addEventListener("click", () => {
      const off = entry.getAttribute("aria-checked") === "true";
      entry.setAttribute("aria-checked", String(!off));
      keep({ off });
      follow();
    });
  }
  document.addEventListener("visibilitychange", follow);
  for (const news of ["htmx:afterSwap", "phone:placed"]) document.addEventListener(news, follow);
  follow();
})();
