// The wall screen: turns its slides, and fetches them anew as soon as the live stream says so.
(() => {
  const wall = document.getElementById("wall");
  const turn = Number(wall.dataset.seconds) * 1000;
  const seen = new Set();
  let current = 0;
  let paused = false;
  let turning = 0;
  let stream = null;
  let polling = 0;
  let fetching = false;
  let again = 0;
  let last = 0;
  let wanted = 0; // the version that was told of last
  const between = 2000;
  let endsAt = null;

  const all = () => [...wall.querySelectorAll(".slide")];
  const version = () => wall.querySelector(".slides").dataset.version;

  // `still`: the page was open already, so neither its animation nor its time starts anew.
  function show(index, still = false) {
    const slides = all();
    if (!slides.length) return;
    current = (index + slides.length) % slides.length;
    slides.forEach((slide, i) => slide.classList.toggle("on", i === current));
    const dots = wall.querySelector(".wall-dots");
    dots.replaceChildren(...slides.map((_, i) => Object.assign(document.createElement("i"), { className: i === current ? "on" : "" })));
    slides[current].classList.toggle("still", still);
    if (still && turning) return;
    clearTimeout(turning);
    turning = paused ? 0 : setTimeout(() => show(current + 1), turn);
  }

  // What has just happened is shown at once; otherwise the page that was open stays open.
  function arrive(first, before) {
    const slides = all();
    const news = slides.findIndex((slide) => slide.dataset.now && !seen.has(slide.dataset.now));
    for (const slide of slides) if (slide.dataset.now) seen.add(slide.dataset.now);
    const same = slides.findIndex((slide) => slide.dataset.slide === before);
    const ends = wall.querySelector("[data-ends]");
    endsAt = ends ? Date.now() + Number(ends.dataset.ends) * 1000 : null;
    tick();
    if (news >= 0) show(first ? 0 : news);
    else if (same >= 0) show(same, true);
    else show(0);
  }

  // However many results pour in, the slides are fetched at most once in `between` milliseconds.
  async function refresh() {
    const wait = last + between - Date.now();
    if (fetching || wait > 0) {
      again ||= setTimeout(
        () => {
          again = 0;
          refresh();
        },
        Math.max(wait, 100),
      );
      return;
    }
    fetching = true;
    last = Date.now();
    try {
      const answer = await fetch(`${wall.dataset.slides}?v=${version()}`);
      if (answer.status === 200) {
        const before = all()[current]?.dataset.slide;
        wall.innerHTML = await answer.text();
        arrive(false, before);
      } else if (answer.status === 404 || answer.status === 410) location.reload();
    } catch {
      // the stream or the poll comes again
    } finally {
      fetching = false;
      if (wanted > Number(version())) refresh(); // what came was some moments old
    }
  }

  function tick() {
    const timer = wall.querySelector("[data-ends]");
    if (!timer || endsAt === null) return;
    const left = Math.max(0, Math.round((endsAt - Date.now()) / 1000));
    timer.classList.toggle("over", !left);
    timer.textContent = left ? `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}` : wall.dataset.over;
  }

  function listen() {
    if (stream || document.hidden) return;
    stream = new EventSource(`${wall.dataset.live}?v=${version()}`);
    stream.addEventListener("changed", (event) => {
      wanted = Number(JSON.parse(event.data).version);
      refresh();
    });
    stream.addEventListener("open", () => {
      clearInterval(polling);
      polling = 0;
    });
    stream.addEventListener("error", () => {
      // While the browser reconnects by itself, and where it has given up, ask now and then.
      if (!polling) polling = setInterval(refresh, 5000);
      if (stream?.readyState !== EventSource.CLOSED) return;
      stream = null;
      setTimeout(listen, 10000);
    });
  }

  function rest() {
    stream?.close();
    stream = null;
    clearInterval(polling);
    polling = 0;
  }

  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return rest();
    listen();
    refresh();
    stayAwake();
  });
  addEventListener("pagehide", rest);

  // Only where the address is safe enough for the browser (https or this machine).
  function stayAwake() {
    navigator.wakeLock?.request("screen").catch(() => {});
  }

  const deeds = {
    back: () => show(current - 1),
    on: () => show(current + 1),
    full: () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()),
    pause: (button) => {
      paused = !paused;
      button.textContent = paused ? wall.dataset.go : wall.dataset.pause;
      show(current);
    },
  };
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-do]");
    if (button) deeds[button.dataset.do](button);
  });
  addEventListener("keydown", (event) => {
    if (event.key === "ArrowRight") deeds.on();
    if (event.key === "ArrowLeft") deeds.back();
  });
  let stirred = 0;
  addEventListener("pointermove", () => {
    document.body.classList.add("stirred");
    clearTimeout(stirred);
    stirred = setTimeout(() => document.body.classList.remove("stirred"), 3000);
  });

  document.body.classList.add("turning");
  setInterval(tick, 1000);
  arrive(true);
  listen();
  stayAwake();
})();
