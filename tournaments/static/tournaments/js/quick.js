// Who plays, in the order of the chairs: names are tapped or typed, and stand in a list whose chairs
// are changed by drag, by buttons or by arrow keys. That order is sent, with the chair that deals
// first; without this script it is that of the page. The large button says who is missing.
(() => {
  "use strict";
  const form = document.querySelector("[data-quick]");
  const words = form.dataset;
  const name = form.elements.namedItem("name");
  const names = form.querySelector("[data-names]");
  const list = form.querySelector("[data-sitting]");
  const told = form.querySelector("[data-told]");
  const isThere = form.querySelector("[data-is-there]");
  const newOne = form.querySelector("[data-new-one]");
  const button = form.querySelector("[data-play]");
  const firstDeal = form.querySelector("[data-first-deal]");
  const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const put = (text, values) => text.replace(/{(\w+)}/g, (all, key) => values[key] ?? all);
  const boxes = () => [...form.querySelectorAll("input[name=seat]")];
  const called = (box) => box.nextElementSibling.firstChild.textContent.trim();
  const seat = (box) => Number(box.parentElement.dataset.seat || 0);
  const typedNames = () => name.value.split(",").map((one) => one.trim().replace(/\s+/g, " ")).filter(Boolean);
  let order = boxes().filter((box) => box.checked).sort((a, b) => seat(a) - seat(b));
  let held = null; // whose chair is being changed
  let dealer = order[Number(words.dealer)]; // who deals first, if it is not the first of the list

  // --- the list ------------------------------------------------------------------------------------

  const rows = new Map(); // of a box
  function rowOf(box) {
    if (rows.has(box)) return rows.get(box);
    const row = form.querySelector("template[data-row]").content.cloneNode(true).firstElementChild;
    row.box = box;
    row.querySelector(".grow").append(...[...box.nextElementSibling.childNodes].map((one) => one.cloneNode(true)));
    rows.set(box, row);
    return row;
  }
  const place = (box) => ({ name: called(box), place: order.indexOf(box) + 1, all: order.length });

  function drawList() {
    const all = order.map(rowOf);
    for (const row of [...list.children]) if (!all.includes(row)) row.remove();
    if (all.some((row, at) => row !== list.children[at])) {
      // One that is dragged stays where it is, or the finger loses it; the others move around it.
      const at = all.findIndex((row) => row.box === held && row.isConnected);
      for (const row of all.slice(0, Math.max(at, 0))) all[at].before(row);
      list.append(...all.slice(at + 1));
    }
    list.hidden = !order.length;
    for (const row of all) {
      const about = place(row.box);
      row.classList.toggle("held", row.box === held);
      row.querySelector(".no").textContent = about.place;
      row.querySelector("[data-grip]").setAttribute("aria-label", put(words.grip, about));
      row.querySelector("[data-grip]").setAttribute("aria-expanded", String(row.box === held));
      row.querySelector("[data-out]").setAttribute("aria-label", put(words.out, about));
      for (const arrow of row.querySelectorAll("[data-move]")) {
        arrow.hidden = row.box !== held;
        arrow.setAttribute("aria-label", put(arrow.dataset.move === "1" ? words.down : words.up, about));
      }
    }
  }

  function move(box, by) {
    const from = order.indexOf(box);
    const to = Math.max(0, Math.min(order.length - 1, from + by));
    if (to === from) return;
    order.splice(to, 0, ...order.splice(from, 1));
    const focused = document.activeElement;
    show();
    if (list.contains(focused)) focused.focus();
    told.textContent = put(words.place, place(box));
  }
  function takeOut(box) {
    const at = order.indexOf(box);
    box.checked = false;
    order = order.filter((one) => one !== box);
    if (held === box) held = null;
    show();
    const next = order[Math.min(at, order.length - 1)];
    (next ? rowOf(next).querySelector("[data-out]") : name).focus();
  }

  let dragged = false;
  list.addEventListener("pointerdown", (event) => {
    const grip = event.target.closest("button[data-grip]");
    if (!grip || event.button) return;
    const row = grip.closest("li");
    const { clientY } = event;
    dragged = false;
    grip.setPointerCapture(event.pointerId);
    const drag = (moved) => {
      if (!dragged && Math.abs(moved.clientY - clientY) < 8) return;
      dragged = true;
      held = row.box;
      const at = [...list.children].filter((one) => one !== row && middle(one) < moved.clientY).length;
      if (at !== order.indexOf(row.box)) move(row.box, at - order.indexOf(row.box));
      else drawList();
    };
    const end = () => {
      grip.removeEventListener("pointermove", drag);
      if (dragged) held = null;
      drawList();
    };
    grip.addEventListener("pointermove", drag);
    grip.addEventListener("lostpointercapture", end, { once: true });
  });
  const middle = (row) => {
    const { top, height } = row.getBoundingClientRect();
    return top + height / 2;
  };
  list.addEventListener("click", ({ target }) => {
    const row = target.closest("li");
    if (target.closest("button[data-out]")) return takeOut(row.box);
    const arrow = target.closest("[data-move]");
    if (arrow) return move(row.box, Number(arrow.dataset.move));
    if (!target.closest("button[data-grip]")) return;
    if (!dragged) held = held === row.box ? null : row.box;
    dragged = false;
    drawList();
  });
  list.addEventListener("keydown", (event) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const row = event.target.closest("li");
    if (!by || !row) return;
    event.preventDefault();
    move(row.box, by);
  });

  // --- who deals first -----------------------------------------------------------------------------

  const dealing = () => Math.max(order.indexOf(dealer), 0);
  function showDealer() {
    if (!firstDeal) return;
    firstDeal.hidden = order.length < 2;
    if (!firstDeal.hidden) firstDeal.firstElementChild.textContent = put(words.deals, { name: called(order[dealing()]) });
  }
  firstDeal?.querySelector("button").addEventListener("click", () => {
    dealer = order[(dealing() + 1) % order.length];
    showDealer();
  });

  // --- what is shown -------------------------------------------------------------------------------

  const missing = () => {
    if (unsure) return put(words.which, { name: unsure });
    const count = order.length + typedNames().length;
    const [least, most] = [Number(words.least), Number(words.most)];
    if (count < least) return least - count === 1 ? words.oneMore : put(words.more, { n: least - count });
    if (count > most) return count - most === 1 ? words.oneLess : put(words.less, { n: count - most });
    return "";
  };
  function showButton() {
    const lacks = missing();
    button.textContent = lacks || put(words.start, { n: order.length + typedNames().length });
    button.classList.toggle("wanting", lacks !== "");
  }
  const show = () => {
    for (const box of boxes()) {
      const at = order.indexOf(box) + 1;
      if (at) box.parentElement.dataset.seat = at;
      else delete box.parentElement.dataset.seat;
    }
    const sides = Number(words.sides);
    names.hidden = !(sides && order.length > sides);
    if (!names.hidden) {
      const each = Array.from({ length: sides }, (_, side) =>
        order.filter((_box, at) => at % sides === side).map(called).join(" & "),
      );
      names.textContent = each.join(` ${words.against} `);
      names.scrollTop = names.scrollHeight;
      names.tabIndex = names.scrollTop > 0 ? 0 : -1; // the arrow keys reach what is above
    }
    drawList();
    showDealer();
    showButton();
  };

  let searched = false; // the fold of others is open only to find a name
  const look = () => {
    const wanted = plain(name.value.trim());
    for (const box of boxes()) {
      const who = box.parentElement;
      who.hidden = !plain(who.textContent).includes(wanted) && !box.checked;
    }
    const others = form.querySelector("[data-others]");
    if (!others) return;
    if (wanted ? !others.open : searched) others.open = searched = Boolean(wanted);
    others.hidden = Boolean(wanted) && [...others.querySelectorAll("[name=seat]")].every((box) => box.parentElement.hidden);
  };

  // --- who sits down -------------------------------------------------------------------------------

  const seated = (typed) => {
    let box = boxes().find((one) => plain(called(one)) === plain(typed));
    if (!box) {
      const who = form.querySelector("template[data-guest]").content.cloneNode(true).firstElementChild;
      box = who.firstElementChild;
      box.value = `+${typed}`;
      box.nextElementSibling.textContent = typed;
      form.querySelector("[data-guests]").prepend(who);
    }
    box.checked = true;
    order.push(box);
  };
  // A name that sits here already is asked about: it stays in the field until somebody says who it is.
  let unsure = "";
  function askWho(twice) {
    unsure = twice;
    isThere.hidden = newOne.hidden = !twice;
    newOne.textContent = twice ? put(words.new, { name: twice }) : "";
    isThere.textContent = twice ? put(words.there, { name: twice }) : "";
    if (twice) name.setAttribute("aria-invalid", "true");
    else name.removeAttribute("aria-invalid");
    if (twice) name.setAttribute("aria-describedby", "name-there");
    else name.removeAttribute("aria-describedby");
  }

  // Somebody else of that name: told apart by the first number in brackets that nobody has.
  newOne.addEventListener("click", () => {
    const taken = new Set(boxes().map((box) => plain(box.nextElementSibling.textContent).replace(/[\s()]+/g, " ").trim()));
    let number = 2;
    while (taken.has(`${plain(unsure)} ${number}`)) number += 1;
    const rest = typedNames().filter((typed, at, all) => at !== all.findIndex((one) => plain(one) === plain(unsure)));
    seated(`${unsure} (${number})`);
    name.value = rest.join(", ");
    add();
    name.focus();
  });

  const add = () => {
    const twice = [];
    let first = "";
    for (const typed of typedNames()) {
      const there = order.find((box) => plain(called(box)) === plain(typed));
      if (!there) seated(typed);
      else {
        first ||= called(there);
        twice.push(typed);
      }
    }
    name.value = twice.join(", ");
    askWho(first);
    look();
    show();
    if (first) newOne.scrollIntoView({ block: "nearest" });
    return !twice.length;
  };

  form.addEventListener("change", (event) => {
    const box = event.target;
    if (box.name !== "seat") return;
    const byKeys = box.matches(":focus-visible");
    order = order.filter((one) => one !== box);
    if (box.checked) order.push(box);
    if (box.checked && name.value) {
      name.value = "";
      askWho("");
      look();
    }
    show();
    if (box.checked && byKeys) (boxes().find((one) => !one.checked && one.getClientRects().length) ?? name).focus();
  });
  name.addEventListener("input", () => {
    askWho("");
    look();
    showButton();
  });
  let sent = false; // a second tap begins no second table
  form.addEventListener("submit", (event) => {
    const adding = event.submitter && event.submitter.value === "add";
    const waits = !adding && (missing() || !add());
    if (adding || waits || sent) event.preventDefault();
    if (adding) add();
    if (adding || waits) name.focus();
    else {
      sent = true;
      history.replaceState({ seats: order.map((box) => [box.value, called(box)]), dealer: dealing() }, "");
    }
  });
  // Whoever comes back finds the people as they sat, and the way to their game.
  window.addEventListener("pageshow", () => {
    sent = false;
    const { seats, dealer: dealt } = history.state ?? {};
    form.querySelector("[data-begun]").hidden = !seats;
    if (!seats) return;
    order = [];
    for (const [value, typed] of seats) {
      const box = boxes().find((one) => one.value === value);
      if (!box) seated(typed);
      else order.push(box);
    }
    for (const box of boxes()) box.checked = order.includes(box);
    dealer = order[dealt];
    name.value = "";
    askWho("");
    look();
    show();
  });
  form.addEventListener("formdata", (event) => {
    event.formData.delete("seat");
    for (const box of order) event.formData.append("seat", box.value);
    if (firstDeal && order.length) event.formData.set("dealer", dealing());
  });
  form.dataset.ready = "";
  show();
})();
