// A quiet clock for one turn, on this phone alone: it begins anew when it is tapped and when
// something is saved. What was chosen stays on the phone; there is no sound unless it is wanted.
(() => {
  const clock = document.querySelector("[data-clock]");
  const entry = document.querySelector("[data-timer]");
  if (!clock || !entry) return;
  const STORE = "turn-timer";
  const left = clock.querySelector("[data-left]");
  const limit = clock.querySelector("[data-limit]");
  const sound = clock.querySelector("[data-sound]");
  let chosen = { on: false, limit: "60", sound: false };
  let begun = Date.now();
  let rung = false;

  try {
    chosen = { ...chosen, ...JSON.parse(localStorage.getItem(STORE) ?? "{}") };
  } catch {} // a browser that keeps nothing
  const keep = () => {
    try {
      localStorage.setItem(STORE, JSON.stringify(chosen));
    } catch {} // then it holds until the page is left
  };

  const begin = () => {
    begun = Date.now();
    rung = false;
    show();
  };

  // It stands on the felt, which is new after each look for news.
  const place = () => {
    const now = document.querySelector("#state .now > .grow") ?? document.querySelector("#state .now");
    if (now && clock.parentElement !== now) now.append(clock);
    clock.hidden = !chosen.on || !now;
    entry.setAttribute("aria-pressed", String(chosen.on));
    const value = entry.querySelector(".value");
    value.textContent = chosen.on ? limit.selectedOptions[0].textContent : value.dataset.off;
    show();
  };

  function show() {
    if (clock.hidden) return;
    const seconds = Number(chosen.limit) - Math.floor((Date.now() - begun) / 1000);
    const shown = Math.abs(seconds);
    left.textContent = `${seconds < 0 ? "+" : ""}${Math.floor(shown / 60)}:${String(shown % 60).padStart(2, "0")}`;
    clock.classList.toggle("over", seconds < 0);
    if (seconds < 0 && !rung) ring();
  }

  function ring() {
    rung = true;
    if (!chosen.sound || !window.AudioContext) return;
    const audio = new AudioContext();
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    volume.gain.setValueAtTime(0.15, audio.currentTime);
    volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.6);
    tone.connect(volume).connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + 0.6);
    tone.addEventListener("ended", () => audio.close());
  }

  entry.hidden = false;
  limit.value = chosen.limit;
  sound.checked = chosen.sound;
  entry.addEventListener("click", () => {
    chosen.on = !chosen.on;
    keep();
    entry.closest("details").open = false;
    begin();
    place();
  });
  clock.addEventListener("click", (event) => event.target.closest("[data-again]") && begin());
  clock.addEventListener("change", () => {
    chosen.limit = limit.value;
    chosen.sound = sound.checked;
    keep();
    begin();
    place();
  });
  document.addEventListener("outbox:saved", begin);
  // Before the old felt goes, the clock leaves it; where a look brings no news, it comes back.
  document.addEventListener("htmx:beforeSwap", () => document.body.append(clock));
  for (const placed of ["phone:placed", "htmx:afterSwap", "htmx:afterRequest"]) document.addEventListener(placed, place);
  setInterval(show, 250);
  place();
})();
