// The wall screen: turns its slides, fits names into their places, and looks for news. Only what has
// changed is exchanged. Needs looks.js.
(() => {
  const wall = document.getElementById("wall");
  const away = document.getElementById("away");
  const turn = Number(wall.dataset.seconds) * 1000;
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const seen = new Set();
  let current = 0;
  let paused = false;
  let turning = 0;
  let endsAt = null;

  const frame = () => wall.querySelector(".slides");
  const all = () => [...wall.querySelectorAll(".slide")];
  const version = () => frame().dataset.version;

  // --- names ----------------------------------------------------------------------------------------

  const FLOOR = 0.8; // of the size: below it names are shortened where they may be, then they wrap
  const LEAST = 0.6; // on several lines
  const SMALLEST = 0.4; // only where nothing else helps
  const upright = matchMedia("(orientation: portrait)");
  const readable = () => (upright.matches ? 0 : 0.026 * innerHeight); // pixels, from the back of a hall

  // "Björk Guðmundsdóttir" becomes "Björk G.", with a number or a note in brackets behind it, two on
  // one line "David + Sarah" or "Bo & Di", unless somebody else would be called so, too. Initials are
  // capitals.
  const PAIR = /( [&+] )/;
  const NOTE = /\s+(?:\d+|\([^)]*\))$/;
  function short(name) {
    const people = name.split(PAIR);
    if (people.length > 1) return people.map((one, at) => (at % 2 ? one : one.split(/\s+/)[0])).join("");
    const note = NOTE.exec(name)?.[0] ?? "";
    const words = name.slice(0, name.length - note.length).split(/\s+/);
    const initial = [...words.at(-1)][0];
    return words.length > 1 && initial !== initial.toLowerCase() ? `${words[0]} ${initial}.${note}` : name;
  }

  function shorten(spans) {
    const names = spans.map((span) => (span.dataset.name ??= span.textContent));
    for (const span of spans.filter(wide)) {
      const own = short(span.dataset.name);
      const alone = names.every((name) => name === span.dataset.name || (name !== own && short(name) !== own));
      if (!alone) continue;
      span.textContent = own;
      span.title = span.dataset.name;
    }
  }

  // A name that has no room even so loses letters before its end, "Wolfeschlegelst…f", of two the longer
  // one, and stays another than those beside it. The size is that of all but one in five of them.
  function cut(spans, least, floor) {
    const size = (value) => spans.forEach((span) => span.style.setProperty("--fit", value));
    size(1);
    const needs = spans.map((span) => span.scrollWidth / Math.max(1, span.clientWidth)).sort((one, other) => one - other);
    size(Math.min(floor, Math.max(least, 0.99 / needs[Math.floor(0.8 * needs.length)])));
    const names = new Set(spans.map((span) => span.textContent));
    for (const span of spans.filter(wide)) {
      const people = span.textContent.split(PAIR).map((name) => [...name]);
      const most = Math.max(...people.map((letters) => letters.length));
      span.title = span.dataset.name;
      for (let more = 1; more < most; more++) {
        const ends = people.map((letters) => [...(NOTE.exec(letters.join(""))?.[0] ?? "")].length + more);
        const begins = people.map((letters, at) => Math.max(0, letters.length - ends[at]));
        do {
          begins[begins.indexOf(Math.max(...begins))] -= 1;
          const part = (letters, at) => {
            if (begins[at] + ends[at] >= letters.length) return letters.join("");
            return `${letters.slice(0, begins[at]).join("").trimEnd()}…${letters.slice(-ends[at]).join("")}`;
          };
          span.textContent = people.map(part).join("");
        } while (Math.max(...begins) > 1 && wide(span));
        if (!names.has(span.textContent)) break;
      }
      names.add(span.textContent);
    }
  }

  // On several lines: who has room for it there has the whole name again.
  function lengthen(spans, around) {
    for (const span of spans.filter((one) => one.dataset.name !== one.textContent)) {
      const short = span.textContent;
      span.textContent = span.dataset.name;
      if (!fits(spans, around)) span.textContent = short;
    }
  }

  const boxes = (spans) => new Set(spans.map((span) => span.closest("[data-box]")).filter(Boolean));
  const wide = (span) => span.scrollWidth > span.clientWidth + 1;

  // Letters reach a little below their line: that much is no overflow.
  function fits(spans, around) {
    if (spans.some(wide)) return false;
    const below = 0.14 * Number.parseFloat(getComputedStyle(spans[0]).fontSize) + 1;
    return ![...around].some((box) => box.scrollHeight > box.clientHeight + below || box.scrollWidth > box.clientWidth + 1);
  }

  // One size for a kind of name on a slide: smaller, then on several lines, at last inside a word.
  function fit(spans) {
    const root = spans[0].closest(".slide, .rail");
    const size = (value) => spans.forEach((span) => span.style.setProperty("--fit", value));
    const lines = (kind) =>
      spans.forEach((span) => {
        span.style.whiteSpace = kind;
        span.style.overflowWrap = "";
      });
    size(1);
    lines("");
    for (const span of spans) if (span.dataset.name) span.textContent = span.dataset.name;
    const around = boxes(spans);
    const smallest = Math.max(...spans.map((span) => readable() / Number.parseFloat(getComputedStyle(span).fontSize)));
    const floor = Math.min(1, Math.max(FLOOR, smallest));
    const least = Math.min(1, Math.max(LEAST, smallest));
    const need = () => Math.max(...spans.map((span) => span.scrollWidth / Math.max(1, span.clientWidth)));
    const wrapping = spans[0].dataset.fit === "wrap" || root.matches(".rail");
    const shrink = (lowest, within) => {
      for (let value = 1; value >= lowest; value *= 0.94) {
        size(value.toFixed(3));
        if (fits(spans, within)) return true;
      }
      return false;
    };
    // On one line each, no smaller than `lowest`.
    const single = (lowest) => {
      lines("");
      size(1);
      size(Math.min(1, Math.max(lowest, 0.99 / need())));
      return fits(spans, around);
    };
    const several = (lowest) => {
      lines("normal");
      return shrink(lowest, around);
    };
    if (!wrapping && single(floor)) return;
    if (spans[0].dataset.fit === "short" && !several(floor)) {
      single(floor);
      shorten(spans);
      if (single(floor)) return;
      if (several(floor)) return lengthen(spans, around);
      if (single(least)) return;
      if (spans.some((span) => PAIR.test(span.textContent)) && several(least)) return;
      lines("");
      cut(spans, least, floor);
      if (fits(spans, around)) return;
    }
    if (several(least)) return;
    for (const span of spans) if (wide(span)) span.style.overflowWrap = "anywhere"; // a word wider than its place
    const lowest = Math.max(SMALLEST, Math.min(LEAST, smallest));
    if (shrink(least, around) || shrink(lowest, around)) return;
    size(lowest);
    for (const box of around) shrinkAlone(spans.filter((span) => box.contains(span)), [box]);
    shrinkAlone(spans.filter((span) => !span.closest("[data-box]")), []);
  }

  // Names that have no room at that size are smaller in their own card, and nowhere else.
  function shrinkAlone(spans, around) {
    if (!spans.length || fits(spans, around)) return;
    const sizes = spans.map((span) => Number(span.style.getPropertyValue("--fit")));
    const scale = (part) => spans.forEach((span, at) => span.style.setProperty("--fit", (sizes[at] * part).toFixed(3)));
    for (const within of [around, []]) {
      for (let part = 1; part > SMALLEST; part *= 0.94) {
        scale(part);
        if (fits(spans, within)) return;
      }
    }
  }

  // A list goes down its columns, of which a narrow screen has fewer.
  function fill(root) {
    for (const list of root.querySelectorAll(".rank")) {
      list.style.setProperty("--rows", list.children.length); // or what is too much makes columns of its own
      const columns = getComputedStyle(list).gridTemplateColumns.split(" ").length;
      list.style.setProperty("--rows", Math.ceil(list.children.length / columns));
    }
  }

  function fitAll(root) {
    fill(root);
    for (const name of root.querySelectorAll(".total-card > .who")) name.style.minHeight = ""; // of another window
    const kinds = new Map();
    for (const span of root.querySelectorAll("[data-fit]")) {
      const kind = span.dataset.fit + span.tagName + (span.closest(".head") ? "head" : "");
      if (!kinds.has(kind)) kinds.set(kind, []);
      kinds.get(kind).push(span);
    }
    const isLong = ([span]) => span.dataset.fit === "wrap"; // and takes what room there is
    for (const spans of [...kinds.values()].sort((one, other) => isLong(other) - isLong(one))) fit(spans);
    level(root);
  }

  // Beside each other, totals stand level although a name takes more lines than another.
  function level(root) {
    const names = [...root.querySelectorAll(".total-card > .who")];
    const rows = new Map();
    for (const name of names) {
      const top = Math.round(name.parentElement.getBoundingClientRect().top);
      rows.set(top, [...(rows.get(top) ?? []), name]);
    }
    for (const row of rows.values()) {
      const high = Math.max(...row.map((name) => name.clientHeight));
      for (const name of row) name.style.minHeight = `${high}px`;
      for (const name of row) if (!fits([name], boxes([name]))) name.style.minHeight = "";
    }
  }

  // --- turning --------------------------------------------------------------------------------------

  const held = () => all().findIndex((slide) => slide.dataset.slide === frame().dataset.held);

  // `still`: the page was open already, so neither its animation nor its time starts anew.
  function show(index, still = false) {
    const slides = all();
    if (!slides.length) return;
    current = (index + slides.length) % slides.length;
    const now = slides[current];
    now.classList.toggle("still", still);
    slides.forEach((slide, i) => slide.classList.toggle("on", i === current));
    frame().classList.toggle("bare", "bare" in now.dataset);
    const dots = wall.querySelector(".rail-dots");
    const several = slides.length > 1 ? slides : [];
    dots.replaceChildren(...several.map((_, i) => Object.assign(document.createElement("i"), { className: i === current ? "on" : "" })));
    fitAll(now);
    if (!still) fitAll(wall.querySelector(".rail"));
    if (still && turning) return;
    clearTimeout(turning);
    const stays = "read" in now.dataset ? READ : turn;
    turning = paused || holds(now) ? 0 : setTimeout(() => show(following()), stays);
  }

  // Pages of names come twice before what follows: whoever looks up in the middle has to wait less.
  const READ = 12000;
  let again = false;
  function following() {
    const slides = all();
    const isRead = (slide) => slide !== undefined && "read" in slide.dataset;
    const ends = isRead(slides[current]) && !isRead(slides[current + 1]);
    if (!isRead(slides[current])) again = false;
    if (!ends || again) return current + 1;
    again = true;
    return slides.findIndex(isRead);
  }

  // The host holds the wall, or a page stays until its time is over.
  function holds(slide) {
    if (held() === current) return true;
    if (!("holds" in slide.dataset)) return false;
    const until = slide.querySelector("[data-until]");
    return !until || Number(until.dataset.until) * 1000 > Date.now();
  }

  // What has just happened is shown at once; otherwise the page that was open stays open.
  function arrive(first, before) {
    const slides = all();
    const news = slides.findIndex((slide) => slide.dataset.now && !seen.has(slide.dataset.now));
    for (const slide of slides) if (slide.dataset.now) seen.add(slide.dataset.now);
    const same = slides.findIndex((slide) => slide.dataset.slide === before);
    tick();
    if (held() >= 0) {
      clearTimeout(turning);
      turning = 0;
      show(held(), !first && held() === same);
    } else if (first) show(0);
    else if (news >= 0) show(news, news === same);
    else if (same >= 0) show(same, true);
    else show(0);
  }

  // --- what has changed -----------------------------------------------------------------------------

  const plain = (part) => part.outerHTML.replace(/\s+/g, " ").replace(/data-ends="\d+"/g, "");
  const kept = new Map(); // what each slide, and the rail, was made of
  const keyOf = (part) => part.dataset.slide ?? "rail";

  function keep(root) {
    for (const part of root.children) kept.set(keyOf(part), plain(part));
    const ends = root.querySelector("[data-ends]");
    endsAt = ends ? Date.now() + Number(ends.dataset.ends) * 1000 : null;
  }

  // Exchanges the slides that differ, and nothing else: what is open does not blink. Returns where
  // the lines of the open one stood, if it is one of them.
  function exchange(html) {
    const box = document.createElement("template");
    box.innerHTML = html;
    const next = box.content.querySelector(".slides");
    const old = frame();
    const before = new Map([...old.children].map((part) => [keyOf(part), part]));
    const open = all()[current];
    let moves = null;
    const known = new Map(kept);
    keep(next);
    const parts = [...next.children].map((part) => {
      const same = before.get(keyOf(part));
      if (!same || known.get(keyOf(part)) !== kept.get(keyOf(part))) return part;
      return same;
    });
    if (open && !parts.includes(open)) moves = places(open);
    for (const name of ["version", "held", "every"]) {
      if (name in next.dataset) old.dataset[name] = next.dataset[name];
      else delete old.dataset[name];
    }
    const keys = [...before.keys()].join();
    if (keys === parts.map(keyOf).join()) [...old.children].forEach((part, i) => part === parts[i] || part.replaceWith(parts[i]));
    else old.replaceChildren(...parts);
    return moves;
  }

  // --- totals count up, lines change places ---------------------------------------------------------

  function places(slide) {
    const found = new Map();
    for (const line of slide.querySelectorAll("[data-line]")) {
      const total = line.querySelector("[data-value]");
      found.set(line.dataset.line, { box: line.getBoundingClientRect(), total: total && Number(total.dataset.value) });
    }
    return found;
  }

  function move(slide, before) {
    if (calm.matches || !before) return;
    for (const line of slide.querySelectorAll("[data-line]")) {
      const was = before.get(line.dataset.line);
      if (!was) continue;
      const box = line.getBoundingClientRect();
      const way = [was.box.left - box.left, was.box.top - box.top];
      if (way[0] || way[1]) line.animate([{ transform: `translate(${way[0]}px, ${way[1]}px)` }, { transform: "none" }], { duration: 300, delay: 300, easing: "ease-out", fill: "backwards" });
      const total = line.querySelector("[data-value]");
      if (total && was.total !== null) count(total, was.total, Number(total.dataset.value));
    }
  }

  function count(cell, from, to) {
    const words = cell.textContent;
    if (from === to || !/\d/.test(words)) return;
    let start; // by the first frame's clock: it may stand a little before that of the script
    const step = (time) => {
      start ??= time;
      const part = Math.min(1, (time - start) / 300);
      cell.textContent = part < 1 ? String(Math.round(from + (to - from) * part)).replace("-", "−") : words;
      if (part < 1) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  // --- the look for news ----------------------------------------------------------------------------

  const EVERY = 1000; // milliseconds between two looks, unless the page says otherwise (the reveal)
  const BETWEEN = 2000; // and after news: however many results pour in, the slides are fetched no more often
  const AWAY = 2; // looks without an answer, after which the wall says so
  const pauses = window.looks.pauses(10000);
  let timer = 0;
  let looking = false;
  let failures = 0;

  function renew(html) {
    const before = all()[current]?.dataset.slide;
    const moves = exchange(html);
    arrive(false, before);
    const open = all()[current];
    if (open.dataset.slide === before) move(open, moves);
  }

  // The status of the answer, and its Retry-After.
  async function fetchSlides() {
    try {
      const signal = AbortSignal.timeout?.(window.looks.PATIENCE);
      const answer = await fetch(`${wall.dataset.slides}?v=${version()}`, { signal });
      if (answer.status === 200) renew(await answer.text());
      else if (answer.status === 404 || answer.status === 410) location.reload();
      return [answer.status, answer.headers.get("Retry-After")];
    } catch {
      return [0, null];
    }
  }

  async function look() {
    clearTimeout(timer);
    if (looking || document.hidden) return;
    looking = true;
    const [status, retryAfter] = await fetchSlides();
    looking = false;
    failures = status && status < 500 ? 0 : failures + 1;
    away.hidden = failures < AWAY;
    const every = Number(frame().dataset.every ?? EVERY);
    const rest = status === 200 ? Math.max(every, every < EVERY ? 0 : BETWEEN) : every;
    timer = setTimeout(look, pauses.after(status, retryAfter, rest));
  }

  function tick() {
    if (endsAt === null) return;
    const left = Math.max(0, Math.round((endsAt - Date.now()) / 1000));
    const words = left ? `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}` : wall.dataset.over;
    for (const timer of wall.querySelectorAll("[data-ends]")) {
      timer.classList.toggle("over", !left);
      if (timer.textContent !== words) timer.textContent = words;
    }
    const call = wall.querySelector("[data-bell]");
    if (call && !left && call.textContent !== call.dataset.bell) call.textContent = call.dataset.bell;
  }

  document.addEventListener("visibilitychange", look);
  addEventListener("pagehide", () => clearTimeout(timer));
  addEventListener("pageshow", look);
  addEventListener("online", look);

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
  keep(frame());
  setInterval(tick, 1000);
  arrive(true);
  // A face that comes late, or another window, has other widths.
  const refit = () => {
    fitAll(all()[current]);
    fitAll(wall.querySelector(".rail"));
  };
  document.fonts?.ready.then(refit);
  addEventListener("resize", refit);
  timer = setTimeout(look, EVERY);
})();
