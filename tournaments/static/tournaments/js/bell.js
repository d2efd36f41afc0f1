// The bell of a set on a table's phone: the time that is left, and a call when it is over. There is
// a sound only where somebody has asked for it with a tap; without this file the page says when.
(() => {
  let audio = null;
  let told = false;

  const bell = () => document.querySelector("[data-bell]");

  function ring() {
    if (!audio) return;
    for (const [at, pitch] of [[0, 880], [0.5, 660], [1, 880]]) {
      const tone = audio.createOscillator();
      const volume = audio.createGain();
      const begins = audio.currentTime + at;
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0.2, begins);
      volume.gain.exponentialRampToValueAtTime(0.001, begins + 0.45);
      tone.connect(volume).connect(audio.destination);
      tone.start(begins);
      tone.stop(begins + 0.45);
    }
  }

  function show() {
    const shown = bell();
    const button = shown?.querySelector("[data-ring]");
    if (button?.hidden && window.AudioContext) button.hidden = false;
    button?.setAttribute("aria-pressed", String(audio !== null));
    const ends = shown?.dataset.ends;
    if (!ends) return;
    const left = Math.max(0, Math.ceil((Date.parse(ends) - Date.now()) / 1000));
    const clock = shown.querySelector("[data-left]");
    const words = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    if (clock && clock.textContent !== words) clock.textContent = words;
    if (left) {
      told = false;
      return;
    }
    const call = shown.querySelector("[data-words]");
    shown.classList.add("rung");
    if (call.textContent !== call.dataset.words) call.textContent = call.dataset.words;
    if (!told) ring();
    told = true;
  }

  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-ring]")) return;
    if (audio) {
      audio.close();
      audio = null;
    } else audio = new AudioContext();
    show();
  });
  for (const placed of ["phone:placed", "htmx:afterSwap"]) document.addEventListener(placed, show);
  setInterval(show, 500);
  show();
})();
