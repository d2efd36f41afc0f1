// Reading a board: a total that is tapped tells how it came about, lines stand by score or by seat as
// this device remembers, what was unfolded stays so, and what has changed is seen to change: totals
// count up, then lines change places. Everything is there without this.
(() => {
  const COUNT = 300;
  const MOVE = 300;
  const still = matchMedia("(prefers-reduced-motion: reduce)");

  // --- why -----------------------------------------------------------------------------------------

  const sheet = document.getElementById("why");
  document.addEventListener("click", async (event) => {
    const total = event.target.closest?.("a[data-why]");
    if (!total || !sheet || !window.sheets || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    try {
      const answer = await fetch(total.href, { headers: { "HX-Request": "true" } });
      if (!answer.ok) throw new Error(`server says ${answer.status}`);
      sheet.querySelector("[data-why-here]").innerHTML = await answer.text();
      window.sheets.show(sheet);
    } catch {
      location.assign(total.href);
    }
  });

  // --- by score or by seat -------------------------------------------------------------------------

  const KEPT = "lines-by";
  const recall = () => {
    try {
      return localStorage.getItem(KEPT) === "seat";
    } catch {
      return false; // a browser that keeps nothing
    }
  };
  const remember = (seat) => {
    try {
      if (seat) localStorage.setItem(KEPT, "seat");
      else localStorage.removeItem(KEPT);
    } catch {} // then it holds until the page is left
  };
  let bySeat = recall();

  const rowsOf = (list) => [...list.children].filter((row) => row.dataset.line);
  const allLists = () => document.querySelectorAll("ol.lines[data-list]");

  function arrange(list) {
    const key = (row) => Number(bySeat ? row.dataset.seat : row.dataset.at);
    const rows = rowsOf(list);
    rows.forEach((row, at) => (row.dataset.at ??= at));
    const wanted = [...rows].sort((one, other) => key(one) - key(other));
    if (wanted.some((row, at) => row !== rows[at])) list.append(...wanted);
  }

  function arrangeAll() {
    allLists().forEach(arrange);
    for (const button of document.querySelectorAll("[data-by]")) {
      button.hidden = !allLists().length; // an ending has its podium in their place
      button.textContent = bySeat ? button.dataset.score : button.dataset.seat;
    }
  }

  document.addEventListener("click", (event) => {
    if (!event.target.closest?.("[data-by]")) return;
    const before = look();
    bySeat = !bySeat;
    remember(bySeat);
    arrangeAll();
    move(before, 0);
  });

  // --- what has changed ----------------------------------------------------------------------------

  function look() {
    const seen = new Map();
    allLists().forEach((list) => {
      for (const row of rowsOf(list)) {
        const total = row.querySelector("[data-value]");
        seen.set(`${list.dataset.list} ${row.dataset.line}`, {
          top: row.getBoundingClientRect().top - list.getBoundingClientRect().top,
          value: Number(total?.dataset.value),
        });
      }
    });
    return seen;
  }

  function move(before, wait) {
    if (still.matches) return;
    allLists().forEach((list) => {
      const start = list.getBoundingClientRect().top;
      for (const row of rowsOf(list)) {
        const was = before.get(`${list.dataset.list} ${row.dataset.line}`);
        const by = was ? was.top - (row.getBoundingClientRect().top - start) : 0;
        if (!by) continue;
        const from = { transform: `translateY(${by}px)` };
        const frames = wait ? [from, { ...from, offset: wait / (wait + MOVE) }, { transform: "none" }] : [from, { transform: "none" }];
        row.animate(frames, { duration: wait + MOVE, easing: "ease-out" });
      }
    });
  }

  const MINUS = "−";
  const written = (number) => (number < 0 ? `${MINUS}${-number}` : String(number));

  function count(place, from, to) {
    const words = [...place.childNodes].find((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
    if (!words || words.data.trim() !== written(to)) return; // "out"
    let begun; // by the first frame's clock: it may stand a little before that of the script
    const step = (now) => {
      begun ??= now;
      const part = Math.min(1, (now - begun) / COUNT);
      words.data = written(Math.round(from + (to - from) * (1 - (1 - part) ** 2)));
      if (part < 1 && place.isConnected) requestAnimationFrame(step);
      else words.data = written(to);
    };
    requestAnimationFrame(step);
  }

  function show(before) {
    let counted = false;
    allLists().forEach((list) => {
      for (const row of rowsOf(list)) {
        const was = before.get(`${list.dataset.list} ${row.dataset.line}`);
        const total = row.querySelector("[data-value]");
        const value = Number(total?.dataset.value);
        if (!was || !total || was.value === value) continue;
        counted = true;
        if (!still.matches) count(total, was.value, value);
      }
    });
    move(before, counted ? COUNT : 0);
  }

  // --- what the server sends -----------------------------------------------------------------------

  let before = new Map();
  let open = new Set();
  function leave() {
    before = look();
    open = new Set([...document.querySelectorAll("details[data-keep][open]")].map((one) => one.id));
  }
  function arrive() {
    for (const id of open) {
      const one = document.getElementById(id);
      if (one) one.open = true;
    }
    arrangeAll();
    show(before);
  }
  // On a pad without a network (pad.js).
  document.addEventListener("lines:ranked", () => {
    arrangeAll();
    move(before, 0);
  });
  document.addEventListener("htmx:beforeSwap", leave);
  document.addEventListener("htmx:afterSwap", arrive);
  document.addEventListener("phone:leaving", leave);
  document.addEventListener("phone:placed", arrive);
  arrangeAll();
})();
