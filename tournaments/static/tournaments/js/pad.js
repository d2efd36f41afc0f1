// A pad without a network goes on: what waits is counted into the totals, as far as that can be told in
// advance (addends.js), the head and the form are those of the next round, and what waits can be
// changed. All that was fetched in advance; the server's page takes the place of it once all is sent.
// With it come the rounds in their fold, which only a whole page contains. Needs outbox.js, phone.js and addends.js; without it an entry waits, and nothing more.
(() => {
  const banner = document.getElementById("outbox");
  if (!banner || !window.outbox?.add || !window.phone || !window.addends) return;
  const STORE = `later ${location.pathname}`;
  const stateNow = () => document.querySelector("#state[data-later]");
  const words = banner.dataset;
  const make = (tag, attributes = {}, ...parts) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...parts);
    return element;
  };

  // --- the deals that come, fetched in advance ----------------------------------------------------

  let later = recall(); // { mark, deals, addends, rounds }; the mark says for which state of the page
  let timer = 0;

  function recall() {
    try {
      return JSON.parse(sessionStorage.getItem(STORE));
    } catch {
      return null;
    }
  }
  function keep(answer) {
    later = answer;
    try {
      sessionStorage.setItem(STORE, JSON.stringify(answer));
    } catch {
      // a browser that keeps nothing: until the page is left
    }
  }
  async function fetchLater() {
    clearTimeout(timer);
    const state = stateNow();
    const mark = state?.getAttribute("hx-get");
    if (!mark || document.hidden || later?.mark === mark) return;
    if (window.outbox.waiting().length) return sayAway();
    try {
      const answer = await fetch(state.dataset.later, { cache: "no-store", signal: AbortSignal.timeout?.(15000) });
      if (!answer.ok || drawn) return;
      keep({ ...(await answer.json()), mark });
      showFolded();
    } catch {
      sayAway(); // they come with the next page
    }
  }
  const fetchSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(fetchLater, 1000 + 2000 * Math.random());
  };
  document.addEventListener("visibilitychange", fetchSoon);
  document.addEventListener("sheet:shown", ({ target }) => target.closest("#entry") && fetchLater());

  // --- the rounds in their fold -------------------------------------------------------------------

  let folded = { box: null, mark: "" }; // what the page shows of them, and of which state of it

  // Those of the state before stay until the new ones are here.
  function placeFolded() {
    const fold = stateNow()?.querySelector("#rounds[data-rounds]");
    const box = fold?.querySelector(".folded-rounds");
    if (!box) return (folded = { box: null, mark: "" });
    if (box === folded.box || ("same" in box.dataset && folded.box)) {
      for (const row of folded.box.querySelectorAll("tr.waiting")) row.remove();
      if (box !== folded.box) box.replaceWith(folded.box);
    } else folded = { box, mark: "same" in box.dataset ? "" : stateNow().getAttribute("hx-get") };
    showFolded();
    if (fold.open) fetchLater();
  }
  function showFolded() {
    const mark = stateNow()?.getAttribute("hx-get");
    if (!mark || !folded.box?.isConnected || later?.mark !== mark || folded.mark === mark) return;
    window.Idiomorph.morph(folded.box, later.rounds, { morphStyle: "innerHTML" });
    folded.mark = mark;
  }
  // The network went before any of them were here.
  function sayAway() {
    const note = folded.mark ? null : folded.box?.querySelector(".note");
    if (note && folded.box.dataset.away) note.textContent = folded.box.dataset.away;
  }
  document.addEventListener("toggle", ({ target }) => target.matches?.("#rounds[data-rounds]") && target.open && fetchLater(), true);

  const dealOf = (number) => later?.deals.find(({ deal }) => deal === number);

  // --- what waits ---------------------------------------------------------------------------------

  let first = 0; // the deal that the server's page asks for
  let sent = []; // entries that have been saved since that page came

  // A round each, in their order, as it was entered last. One that comes before what the page asks
  // for has arrived, and only its answer was lost.
  function rounds() {
    const all = new Map();
    for (const item of [...sent, ...window.outbox.waiting()]) {
      if (item.page !== location.pathname || !item.url.endsWith("/report/")) continue;
      const fields = new URLSearchParams(item.body);
      const deal = Number(fields.get("deal"));
      if (deal < first) continue;
      all.set(deal, { ...item, deal, fields, isEarly: fields.has("early"), isLast: fields.has("final"), isSent: sent.includes(item) });
    }
    return [...all.values()];
  }

  // Whether something that waits changes what the server's page shows already.
  const changesPast = () =>
    window.outbox.waiting().some(({ page, url, body }) => {
      const fields = new URLSearchParams(body);
      const isChange = url.endsWith("/report/") && Number(fields.get("deal")) < first && fields.get("seen") !== "0";
      return page === location.pathname && (isChange || /\/(undo|withdraw)\/$/.test(url));
    });

  // Gives each round its gains (null: for the rules, and so is all that follows), and the totals.
  function count(list, totals) {
    let isKnown = !changesPast();
    for (const round of list.filter(({ isEarly }) => !isEarly)) {
      const addends = later.addends[dealOf(round.deal)?.addends];
      round.gains = isKnown && addends && !round.isLast ? window.addends.gains(addends, round.fields, totals) : null;
      isKnown = round.gains !== null;
      if (isKnown) totals = totals.map((total, scorer) => total + round.gains[scorer]);
    }
    return totals;
  }

  // What is entered after these: the rest of a hand of which the bids wait, or the next deal.
  function following(list) {
    const last = list.at(-1);
    if (!last || last.isLast) return undefined;
    return later.deals.find(({ deal }) => (last.isEarly ? deal === last.deal : deal > last.deal));
  }

  // --- what is shown ------------------------------------------------------------------------------

  let drawn = ""; // what is shown, by its keys
  let undo = []; // how the page was before
  let slot = ""; // which form stands in the place of the page's own
  let own = null; // the page's own one
  let isOwn = false; // the news is of this file

  const erase = () => {
    for (const step of undo.reverse()) step();
    undo = [];
  };
  function write(element, text) {
    if (!element) return;
    const nodes = [...element.childNodes];
    undo.push(() => element.replaceChildren(...nodes));
    element.replaceChildren(...(Array.isArray(text) ? text : [text]));
  }
  function remove(element) {
    const place = document.createComment("");
    element.replaceWith(place);
    undo.push(() => place.replaceWith(element));
  }

  function append(element, added) {
    undo.push(() => added.remove());
    element.append(added);
  }

  function draw() {
    const state = stateNow();
    const waiting = window.outbox.waiting().filter((item) => item.page === location.pathname);
    if (!state || !later || (!drawn && !waiting.some((item) => item.tries || item.held))) return;
    const list = rounds();
    const undone = waiting.some(({ url }) => url.endsWith("/undo/"));
    const sign = JSON.stringify([undone, list.map(({ key, held, isSent }) => [key, held, isSent])]);
    if (sign === drawn || (!drawn && !list.length && !undone)) return;
    document.dispatchEvent(new Event("phone:leaving"));
    erase();
    drawn = sign;
    show(state, list, undone);
    document.dispatchEvent(new Event("lines:ranked"));
  }

  function show(state, list, undone) {
    if (undone) for (const form of state.querySelectorAll(".saved form")) write(form, words.undone);
    if (!list.length) return putBack();
    const isHeld = list.some(({ held }) => held);
    if (!isHeld) showTotals(state, list);
    if (!isHeld) showRows(state, list);
    showList(state, list, isHeld);
    if (isHeld) return;
    const next = following(list);
    if (next) showHead(state, next);
    else if (list.at(-1).isLast) showClosed(state);
    showNext();
  }

  const written = (number) => String(number).replace("-", "−").replace(/\.5$/, "½");

  function showTotals(state, list) {
    const lines = [...state.querySelectorAll("ol.lines[data-list] > li[data-line]")];
    const totals = [];
    for (const line of lines) totals[line.dataset.line] = Number(line.querySelector("[data-value]")?.dataset.value);
    if (!lines.length || totals.includes(undefined) || totals.some(Number.isNaN)) return;
    const sums = count(list, totals);
    if (!list.some(({ gains }) => gains)) return;
    const foot = state.querySelector("#rounds table.rounds:not(.grouped) > tfoot > tr");
    totals.forEach((before, scorer) => {
      const cell = foot?.cells[scorer + 1];
      if (cell?.textContent.trim() === written(before)) write(cell, [written(sums[scorer])]);
    });
    for (const line of lines) {
      const scorer = Number(line.dataset.line);
      const total = line.querySelector("[data-value]");
      const gain = sums[scorer] - totals[scorer];
      write(total, [written(sums[scorer]), ...[...total.children].map((one) => one.cloneNode(true))]);
      undo.push(() => (total.dataset.value = totals[scorer]));
      total.dataset.value = sums[scorer];
      const mark = list.every(({ isSent }) => isSent) ? [] : [make("small", { class: "waits" }, words.mark)];
      write(line.querySelector(".gain"), [gain < 0 ? written(gain) : `+${written(gain)}`, ...mark]);
      for (const standing of line.querySelectorAll(".sub, .crown")) remove(standing);
      showWay(line, sums[scorer]);
      if (line.classList.contains("lead")) {
        line.classList.remove("lead");
        undo.push(() => line.classList.add("lead"));
      }
    }
    if (list.every(({ gains, isEarly }) => gains || isEarly)) showStanding(lines, sums);
  }

  // How far it is to the goal.
  function showWay(line, sum) {
    const way = line.querySelector(".goal");
    if (!way) return;
    const [all, done, ...pieces] = way.querySelectorAll("rect");
    if (!all || pieces.length || !later.target) return remove(way);
    const percent = 100 * Math.max(0, Math.min(1, sum / later.target));
    const [width, label] = [done.getAttribute("width"), way.getAttribute("aria-label")];
    undo.push(() => {
      done.setAttribute("width", width);
      way.setAttribute("aria-label", label);
    });
    done.setAttribute("width", percent);
    way.setAttribute("aria-label", words.way.replace("{part}", Math.round(percent)));
  }

  const nameOf = (line) => {
    const name = line.querySelector(".name").cloneNode(true);
    for (const word of name.querySelectorAll(".deals")) word.remove();
    return [...name.childNodes].map((node) => node.textContent.trim()).filter(Boolean).join(" & ");
  };
  const listed = new Intl.ListFormat(document.documentElement.lang);
  const FEW = 2; // so many who are level with somebody are named

  // Once all that waits is in the totals, the lines stand in their order, with who leads and by how
  // much. Those who are level share the crown, unless they are more than half of all.
  function showStanding(lines, sums) {
    if (!later.wins) return;
    const sumOf = (line) => (later.wins === "low" ? 1 : -1) * sums[line.dataset.line];
    const isOut = (line) => line.matches(".out");
    const order = [...lines].sort((one, other) => isOut(one) - isOut(other) || sumOf(one) - sumOf(other) || one.dataset.seat - other.dataset.seat);
    const first = order.filter((line) => !isOut(line) && sumOf(line) === sumOf(order[0]));
    const next = order[first.length];
    const isLevel = first.length > 1 && 2 * first.length > lines.length;
    order.forEach((line, at) => {
      const former = line.dataset.at ?? lines.indexOf(line);
      undo.push(() => (line.dataset.at = former));
      line.dataset.at = at;
      if (isOut(line)) return;
      const leads = first.includes(line);
      const others = first.filter((other) => other !== line).map(nameOf);
      const names = others.length > FEW ? words.others.replace("{n}", others.length) : listed.format(others);
      const gap = Math.abs(sumOf(leads ? (next ?? line) : first[0]) - sumOf(line));
      const text = leads && others.length ? words.level.replace("{names}", names) : (leads ? words.leads : words.behind).replace("{n}", written(gap));
      append(line, make("div", { class: "sub" }, text));
      if (!leads || isLevel) return;
      line.classList.add("lead");
      undo.push(() => line.classList.remove("lead"));
      const crown = banner.querySelector("template").content.cloneNode(true);
      write(line.querySelector(".name"), [crown, ...line.querySelector(".name").childNodes]);
    });
  }

  // What waits stands among the rounds, the newest first: a shaded row each. Not where a table has
  // other columns than one for each total.
  function showRows(state, list) {
    const title = state.querySelector("#rounds > summary");
    const counted = Number(title?.dataset.counted);
    const more = list.filter(({ isEarly }) => !isEarly).length;
    const all = counted + more;
    if (counted && more) write(title, all === 2 ? title.dataset.both : title.dataset.later.replace("{n}", all));
    const body = state.querySelector("#rounds table.rounds:not(.grouped) > tbody");
    const model = body?.rows[0];
    if (!model) return;
    for (const { deal, gains, isSent } of list) {
      if (isSent || !gains || model.cells.length !== gains.length + 1) continue;
      const row = make("tr", { class: "waiting" }, make("th", { scope: "row" }, String(deal), make("span", { class: "visually-hidden" }, ` ${words.mark}`)));
      gains.forEach((gain, scorer) => {
        const { name } = model.cells[scorer + 1].dataset;
        row.append(make("td", name ? { "data-name": name } : {}, written(gain)));
      });
      body.prepend(row);
      undo.push(() => row.remove());
    }
  }

  function showHead(state, next) {
    for (const word of state.querySelectorAll(".lines :is(.deals, .due)")) remove(word); // of the round before
    const heading = state.querySelector(".now h1");
    const title = state.dataset.title;
    undo.push(() => (state.dataset.title = title));
    state.dataset.title = next.title + title.slice(heading.textContent.length);
    const beside = heading.nextElementSibling;
    write(heading, next.title);
    if (beside) write(beside, [...(next.summary ? [make("b", {}, next.summary)] : []), ` ${next.note}`]);
    // What closes the game comes after what waits.
    for (const form of state.querySelectorAll("form[data-entry]:has([name=final])")) {
      const [{ deal }, { label }] = [form.elements, form.dataset];
      const { value } = deal;
      undo.push(() => {
        deal.value = value;
        form.dataset.label = label;
      });
      deal.value = next.deal;
      form.dataset.label = next.label;
    }
  }

  // Nothing is played any more: what closes the game waits, and only the rules know how it ended.
  function showClosed(state) {
    const heading = state.querySelector(".now h1");
    const { title } = state.dataset;
    undo.push(() => (state.dataset.title = title));
    state.dataset.title = words.closed + title.slice(heading.textContent.length);
    if (heading.nextElementSibling) remove(heading.nextElementSibling);
    write(heading, words.closed);
  }

  function showList(state, list, isHeld) {
    const rows = list.filter(({ isSent }) => !isSent).map((round) => row(round, isHeld, round === list.at(-1)));
    if (!rows.length) return;
    const box = make("section", { class: "waiting-rounds", role: "status", "aria-label": words.here }, ...headOf(rows.length, list, isHeld), make("ul", { role: "list" }, ...rows));
    const place = state.querySelector("ol.lines")?.closest("section") ?? state.querySelector("main").firstElementChild;
    place.after(box);
    undo.push(() => box.remove());
    // Nothing is undone behind what waits.
    for (const form of state.querySelectorAll(".saved form:has(button)")) remove(form);
  }
  // How many wait, since when, and that the game goes on, in place of the word at the top of the page.
  function headOf(count, list, isHeld) {
    const time = window.outbox.since();
    if (isHeld || !time) return [];
    const isCounted = list.every(({ gains, isEarly }) => gains || isEarly);
    const counted = count === 1 ? words.countedOne : words.counted;
    const why = make("p", {}, `${words.since.replace("{time}", time)} ${isCounted ? counted : words.uncounted}`);
    const button = banner.querySelector("[data-retry]");
    const again = button.cloneNode(true);
    again.className = "link";
    button.hidden = true;
    banner.classList.add("visually-hidden");
    undo.push(() => {
      button.hidden = false;
      banner.classList.remove("visually-hidden");
    });
    return [make("div", { class: "row between tight" }, make("p", { class: "strong" }, count === 1 ? words.round : words.rounds.replace("{n}", count)), again), why];
  }
  function row(round, isHeld, isLast) {
    const { label } = dealOf(round.deal) ?? round;
    const hidden = make("span", { class: "visually-hidden" }, ` ${label}`);
    const is = round.held ? words.refusedHere : round.gains || round.isEarly || isHeld ? words.mark : words.unknown;
    const line = make("li", {}, make("span", { class: "grow" }, make("b", {}, label), ` · ${is}`));
    const button = (name, text) => make("button", { type: "button", class: "link", [name]: round.key }, ...[text].flat());
    if (round.held) line.append(button("data-discard", words.discard.replace("{deal}", label)));
    else if (!isHeld && !round.isEarly && !round.isLast && dealOf(round.deal)) line.append(button("data-change-waiting", [words.change, hidden]));
    if (isLast && !isHeld) line.append(button("data-discard", [words.undo, hidden.cloneNode(true)]));
    return line;
  }

  // --- the form -----------------------------------------------------------------------------------

  function showNext() {
    const list = rounds();
    const next = following(list);
    const last = list.at(-1);
    if (next) put(`next ${next.deal}`, next, last.isEarly ? last.fields : null);
    else if (slot || last?.isLast) slotNow()?.remove();
  }

  const slotNow = () => stateNow()?.querySelector(".bar > #entry")?.parentElement;

  // Puts the form of a deal in the place of the one that is there, with the answers in `fields`.
  function put(name, deal, fields, change) {
    const old = slotNow();
    if (!old || slot === name) return;
    const hadFocus = old.contains(document.activeElement) || document.activeElement === document.body;
    const holder = document.createElement("template");
    holder.innerHTML = deal.form;
    const fresh = holder.content.firstElementChild;
    const form = fresh.querySelector("form[data-entry]");
    if (fields) fill(form, fields);
    if (change) change(fresh, form);
    old.querySelector("dialog[open]")?.close();
    if (!slot) own = old;
    old.replaceWith(make("div", { class: "bar" }, fresh));
    slot = name;
    tellPlaced();
    const opens = fresh.querySelector("summary");
    if (hadFocus && opens && !fresh.open) opens.focus({ preventScroll: true });
    return fresh;
  }
  // The page's own form again, as it came: all that waited has been undone.
  function putBack() {
    if (!slot) return;
    slotNow()?.replaceWith(own);
    slot = "";
    const sheet = own.querySelector("[data-sheet]");
    if (sheet) sheet.open = false;
    if (sheet) delete sheet.dataset.sentOff;
    for (const form of own.querySelectorAll("form[data-entry]")) {
      form.reset();
      for (const button of form.querySelectorAll("button")) button.disabled = false;
    }
    tellPlaced();
  }
  function tellPlaced() {
    isOwn = true;
    document.dispatchEvent(new Event("phone:placed"));
    isOwn = false;
  }

  // As if the form had come with these answers: a draft of it has only what differs.
  function fill(form, fields) {
    for (const input of form.querySelectorAll("[data-report] :is(input:not([type=hidden]), select)")) {
      const values = fields.getAll(input.name);
      if (["radio", "checkbox"].includes(input.type)) input.defaultChecked = values.includes(input.value);
      else if (input.matches("select")) for (const option of input.options) option.defaultSelected = option.value === values[0];
      else input.defaultValue = values[0] ?? "";
    }
  }

  function change(key) {
    const round = rounds().find((one) => one.key === key);
    const deal = round && dealOf(round.deal);
    if (!deal) return;
    const fresh = put(`change ${deal.deal}`, deal, round.fields, (around, form) => {
      Object.assign(form.dataset, { change: "", mends: round.key });
      for (const heading of around.querySelectorAll("h2, .when-closed")) heading.textContent = deal.change;
    });
    if (fresh) fresh.open = true;
  }
  document.addEventListener("click", ({ target }) => {
    const changes = target.closest?.("[data-change-waiting]");
    if (changes) change(changes.dataset.changeWaiting);
    const discards = target.closest?.(".waiting-rounds [data-discard]");
    if (!discards) return;
    const isHeld = window.outbox.waiting().some(({ key, held }) => held && key === discards.dataset.discard);
    window.outbox.discard(discards.dataset.discard);
    // The page's form is of what was refused.
    if (isHeld && !window.outbox.waiting().length && navigator.onLine) location.assign(location.pathname);
  });
  // Left as it is.
  document.addEventListener(
    "close",
    ({ target }) => {
      const form = target.querySelector?.("form[data-mends]");
      if (form && !target.closest("[data-sent-off]")) setTimeout(() => form.isConnected && showNext());
    },
    true,
  );

  // --- what happens -------------------------------------------------------------------------------

  document.addEventListener("outbox:waiting", draw);
  document.addEventListener("outbox:saved", ({ detail: { item } }) => {
    if (!drawn || item.page !== location.pathname) return;
    sent.push(item);
    draw();
  });
  function begin() {
    if (isOwn) return;
    [drawn, slot, undo, sent] = ["", "", [], []];
    first = Number(stateNow()?.querySelector("form[data-entry] [name=deal]")?.value ?? 0);
    placeFolded();
    fetchSoon();
    draw();
  }
  for (const news of ["htmx:afterSwap", "phone:placed"]) document.addEventListener(news, begin);
  begin();
})();
