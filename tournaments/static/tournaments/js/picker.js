// The picker (templates/rules/_picker.html): opened by buttons with data-picker, it lets cards
// (or tiles, or dice) be tapped, has the server count them as they are, and types the answer into the
// form's input. Which of them there are stands in data-deck, as the counting page's address has it.
// Cards stay picked until the page is left, so that a slip can be mended. All words are the page's.
(() => {
  const dialog = document.getElementById("card-picker");
  if (!dialog || !window.sheets) return;
  const part = (name) => dialog.querySelector(`[data-${name}]`);
  const [deck, picked, result, sides] = ["deck", "picked", "result", "sides"].map(part);
  const use = dialog.querySelector("[data-do=use]");
  const CORNERS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "DR", "RV", "SK"];
  const PLAIN = 13; // ranks; those after them are the Extended Deck's
  const BEYOND = 20; // a suit of that deck has a second number, so much higher, for the others
  const cards = new Map(); // of the deck that is played with: text -> its key
  const words = (template, values) =>
    Object.entries(values).reduce((text, [name, value]) => text.replace(`{${name}}`, value), template);
  const kept = new Map(); // target's id -> { hand, table }
  let opener, asked, address, state, side, place, timer, waiting;
  const deckOf = (name) => address.get(name) ?? "";

  // --- opening ----------------------------------------------------------------------------------

  const input = (id) => (id ? document.getElementById(id) : null);
  const typed = (field) => {
    const text = field?.value.toUpperCase() ?? "";
    const found = PIECES[asked.counter] ? text.split(/[\s,/]+/) : (text.match(/(DR|RV|SK|10|[2-9AJQKT])\w|JK/g) ?? []).map((one) => one.replace("T", "10"));
    return found.filter((one) => cards.has(one));
  };

  // Keys for the suits that are asked for; two decks may call different suits by one letter.
  function deal() {
    const suits = deckOf("suits").split(".");
    const without = deckOf("without").split(".");
    const ranks = deck.dataset.ranks.split(" ");
    cards.clear();
    deck.classList.remove("sixteen");
    for (const group of deck.querySelectorAll(".picker-suit")) {
      for (const key of group.querySelectorAll("button")) key.remove();
      const { suit, letter } = group.dataset;
      if (PIECES[asked.counter] || "pieces" in group.dataset) group.hidden = !PIECES[asked.counter] || !("pieces" in group.dataset);
      else group.hidden = suit ? !suits.includes(suit) : !Number(deckOf("jokers"));
      if (group.hidden) continue;
      if ("pieces" in group.dataset) PIECES[asked.counter](group);
      else if (!suit) keyFor(group, "JK", deck.dataset.corner, deck.dataset.joker, deck.dataset.joker);
      else {
        CORNERS.forEach((corner, at) => {
          const there = at < PLAIN || suits.includes(`${Number(suit) + BEYOND}`);
          if (!there || without.includes(corner + letter)) return;
          if (at >= PLAIN) deck.classList.add("sixteen");
          keyFor(group, corner + letter, corner, corner, words(deck.dataset.card, { rank: ranks[at], suit: group.getAttribute("aria-label") }));
        });
      }
    }
  }

  // What is tapped where there are no cards: all tiles of the set but the one in the middle, or what
  // a die can show.
  const PIECES = {
    tiles(group) {
      const [highest, middle] = deckOf("of").split(".").map(Number);
      for (let high = 0; high <= highest; high += 1) {
        for (let low = 0; low <= high; low += 1) {
          if (high === middle && low === middle) continue;
          const tile = `${high}-${low}`;
          keyFor(group, tile, tile, tile, words(dialog.dataset.tile, { name: tile }));
        }
      }
    },
    dice(group) {
      for (let die = 1; die <= 6; die += 1) keyFor(group, `${die}`, `${die}`, `${die}`, words(dialog.dataset.die, { name: die }));
    },
    ranks(group) {
      const names = deck.dataset.ranks.split(" ");
      CORNERS.forEach((corner, at) => keyFor(group, corner, corner, corner, words(dialog.dataset.rank, { name: names[at] })));
    },
  };

  function keyFor(group, card, corner, text, name) {
    const key = document.createElement("button");
    key.type = "button";
    key.dataset.card = card;
    key.dataset.corner = corner;
    key.setAttribute("aria-label", name);
    key.append(drawn(corner) ?? text);
    group.append(key);
    cards.set(card, key);
  }

  // A rank that has a drawing instead of a letter.
  const drawn = (corner) => part(`face="${corner}"`)?.content.cloneNode(true);

  // The other's melds are asked for only where cards may be laid off on them; what lies on the table,
  // where it counts.
  function mayLayOff() {
    if ("tableTarget" in asked || asked.counter === "points") return true;
    if (!asked.tableWhen) return false;
    const [key, ...values] = asked.tableWhen.split(" ");
    const field = opener.closest("form, [data-report]")?.querySelector(`[data-field="${CSS.escape(key)}"]`);
    return values.includes(field?.querySelector("input:checked")?.value);
  }

  function open(button) {
    [opener, asked] = [button, button.dataset];
    side = asked.counter === "points" ? "table" : "hand";
    address = new URLSearchParams(asked.deck);
    deal();
    const known = kept.get(asked.target) ?? { hand: [], table: [] };
    const told = "cards" in asked ? typed(input(asked.target)) : [];
    const again = !told.length && asked.counter !== "plain"; // a play is tapped anew
    state = { hand: again ? known.hand : told, table: known.table };
    if (asked.counter === "dice" && !("cards" in asked)) state.hand = []; // every roll is another one
    if (grid()) state.hand = Array.from({ length: most() }, (_, at) => state.hand[at] ?? "");
    kept.set(asked.target, state);
    part("title").textContent = button.getAttribute("aria-label") ?? button.textContent;
    sides.hidden = !mayLayOff();
    place = free(state.hand);
    show();
    window.sheets.show(dialog);
    count();
  }

  // --- what is picked ---------------------------------------------------------------------------

  const grid = () => Number(deckOf("rows")) > 0;
  const here = () => state[side];
  const all = (list = here()) => list.filter(Boolean);
  const often = (card) => [...all(state.hand), ...all(state.table)].filter((one) => one === card).length;
  const most = () => Number(deckOf("most"));
  const least = () => Number(deckOf("least"));
  function held(card) {
    if (asked.counter === "ranks") return Number(deckOf("packs"));
    if (PIECES[asked.counter]) return asked.counter === "dice" ? most() : 1;
    return Number(deckOf(card === "JK" ? "jokers" : "packs"));
  }
  // Of a grid the next free place, from one on; below 0 where it is full.
  const free = (list, from = 0) => Math.max(list.indexOf("", from), list.indexOf(""));

  function tap(card) {
    const list = here();
    const at = list.indexOf(card);
    if ("one" in asked) {
      list.splice(0, list.length, card);
      show();
      return answer();
    }
    if (grid()) {
      if (place < 0 || often(card) >= held(card)) return;
      list[place] = card;
      place = free(list, place);
    } else if (held(card) === 1 && at >= 0) list.splice(at, 1);
    else if (often(card) < held(card) && list.length < most()) list.push(card);
    else return;
    changed();
  }

  function remove(at) {
    if (grid()) {
      if (state.hand[at]) state.hand[at] = "";
      place = at;
    } else here().splice(at, 1);
    changed();
    const left = picked.querySelectorAll("button");
    (left[Math.min(at, left.length - 1)] ?? use).focus();
  }

  function changed() {
    show();
    clearTimeout(timer);
    timer = setTimeout(count, 200);
  }

  // --- showing ----------------------------------------------------------------------------------

  function face(card) {
    const key = cards.get(card);
    const box = document.createElement("span");
    box.setAttribute("aria-hidden", "true");
    box.append(drawn(key.dataset.corner) ?? key.dataset.corner);
    const sign = key.parentElement.querySelector(".picker-sign svg");
    if (sign) box.append(sign.cloneNode(true));
    return box;
  }

  function slot(card, at) {
    const button = document.createElement("button");
    const name = card ? cards.get(card).getAttribute("aria-label") : dialog.dataset.nothing;
    const wide = Number(asked.columns) || 1;
    button.type = "button";
    button.className = card ? "playing-card" : "playing-card none";
    button.dataset.at = at;
    if (card) button.append(face(card));
    button.setAttribute(
      "aria-label",
      grid()
        ? words(dialog.dataset.place, { row: Math.floor(at / wide) + 1, place: (at % wide) + 1, card: name })
        : words(dialog.dataset.remove, { card: name }),
    );
    if (grid()) button.setAttribute("aria-pressed", String(at === place));
    return button;
  }

  function show() {
    picked.replaceChildren(...here().map(slot));
    picked.classList.toggle("in-rows", grid());
    for (const [card, key] of cards) {
      const mine = all().filter((one) => one === card).length;
      key.setAttribute("aria-pressed", String(mine > 0));
      key.toggleAttribute("data-many", mine > 1);
      key.dataset.times = mine > 1 ? words(dialog.dataset.copies, { n: mine }) : "";
      key.setAttribute("aria-description", key.dataset.times);
      const full = often(card) >= held(card) || (!grid() && here().length >= most());
      key.disabled = full && !(held(card) === 1 && mine);
      if (grid()) key.disabled = place < 0 || often(card) >= held(card);
    }
    for (const button of sides.querySelectorAll("[data-side]")) {
      button.textContent = asked.counter === "points" ? button.dataset.points : button.dataset.melds;
      button.setAttribute("aria-pressed", String(button.dataset.side === side));
    }
  }

  function settle(value) {
    const given = all(state.hand).length;
    const right = given >= least() && given <= most();
    use.dataset.value = value ?? "";
    if ("cards" in asked) {
      use.disabled = !right;
      use.textContent = dialog.dataset.take;
    } else {
      const { min, max } = input(asked.target)?.dataset ?? {};
      const counted = value !== undefined && value !== "";
      const beyond = counted && ((min && Number(value) < min) || (max && Number(value) > max));
      use.disabled = !counted || beyond;
      const n = counted ? String(value).replace("-", "−") : "";
      use.textContent = words(beyond ? dialog.dataset.beyond : dialog.dataset.use, { n }).trim();
    }
  }

  // --- counting ---------------------------------------------------------------------------------

  async function count() {
    clearTimeout(timer);
    waiting?.abort();
    const given = all(state.hand).length;
    settle();
    if (asked.counter === "plain") return; // cards are named, not counted
    if (given < least() || !(given || state.table.length)) {
      result.textContent = given ? words(dialog.dataset.some, { n: given, most: most() }) : "";
      return;
    }
    const query = new URLSearchParams([...address, ["part", 1], ["cards", all(state.hand).join(" ")]]);
    if (asked.wild) query.set("rank", wildRank());
    if (asked.counter === "dice") query.set("before", input(asked.before ?? asked.target)?.value || 0);
    if (!sides.hidden && state.table.length) query.set("table", state.table.join(" "));
    waiting = new AbortController();
    const { signal } = waiting;
    try {
      const answer = await fetch(`${dialog.dataset.url}${asked.counter}/?${query}`, { signal });
      if (answer.status >= 500 || answer.status === 404) throw new Error(`server says ${answer.status}`);
      const html = await answer.text();
      if (signal.aborted) return;
      result.innerHTML = html;
      settle(result.querySelector("[data-value]")?.dataset.value);
    } catch {
      if (!signal.aborted) result.textContent = dialog.dataset.away;
    }
  }

  // The rank that the same form says is wild.
  function wildRank() {
    const form = opener.closest("form, [data-report]");
    const field = form?.querySelector(`[data-field="${CSS.escape(asked.wild)}"] input:checked`);
    return field?.value ?? form?.elements?.[asked.wild]?.value ?? "";
  }

  // --- using ------------------------------------------------------------------------------------

  function put(target, value) {
    if (!target) return;
    // A key for the sign beside the number would turn it round.
    target.closest(".count-input")?.querySelector("[data-sign]")?.setAttribute("aria-pressed", String(value < 0));
    target.value = value;
    for (const type of ["input", "change"]) target.dispatchEvent(new Event(type, { bubbles: true }));
  }

  function answer() {
    const target = input(asked.target);
    if ("cards" in asked) {
      const wide = grid() ? Number(asked.columns) : most();
      const rows = [];
      for (let at = 0; at < state.hand.length; at += wide) rows.push(all(state.hand.slice(at, at + wide)).join(" "));
      put(target, rows.join(" / "));
    } else put(target, use.dataset.value);
    if (asked.tableTarget) put(input(asked.tableTarget), state.table.join(" "));
    dialog.close(); // back to the button: in the input, a phone would show its keyboard
    if ("submit" in asked) opener.form.requestSubmit();
  }

  dialog.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    const { card, at, side: other, do: deed, take } = button.dataset;
    if (take) {
      put(input(asked.target), take);
      dialog.close();
    } else if (card) tap(card);
    else if (at) remove(Number(at));
    else if (other) {
      side = other;
      show();
    } else if (deed === "clear") {
      if (grid()) state.hand.fill("");
      else here().length = 0;
      place = 0;
      changed();
    } else if (deed === "close") dialog.close();
    else if (deed === "use") answer();
  });
  dialog.addEventListener("close", () => waiting?.abort());
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-picker]");
    if (button) open(button);
  });
  const ready = () => document.querySelectorAll("[data-picker]").forEach((button) => (button.hidden = false));
  for (const news of ["htmx:afterSwap", "phone:placed"]) document.addEventListener(news, ready);
  ready();
})();
