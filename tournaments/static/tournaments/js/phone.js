// A table's phone: what the server answers is put in the place of #state; the page's own look for
// news waits while somebody is in the middle of something. The form's own keys are report.js, and the
// sheet it lies in is sheets.js. Needs outbox.js and looks.js; without them the browser sends the forms,
// and the page is as new as it was loaded.
(() => {
  if (!window.outbox?.add || !window.looks) return; // without its file this is the element of that id
  const stateNow = () => document.getElementById("state");

  // --- what the server answers ------------------------------------------------------------------

  function place(fragment, address) {
    const state = stateNow();
    if (!fragment || !state) return location.assign(address);
    history.replaceState(history.state, "", address);
    const holder = document.createElement("template");
    holder.innerHTML = fragment;
    const fresh = holder.content.firstElementChild;
    const wasEntering = state.querySelector("#entry[open]");
    document.dispatchEvent(new Event("phone:leaving"));
    state.replaceWith(fresh);
    window.htmx?.process(fresh);
    document.dispatchEvent(new Event("phone:placed"));
    if (fresh.contains(document.activeElement)) return; // what is wrong with a form (refusal.js)
    // As from a sheet that is closed by hand: to what opens it again.
    if (wasEntering) (fresh.querySelector("#entry > summary") ?? fresh.querySelector("#main"))?.focus({ preventScroll: true });
    // At once: all is new, and what glides past a thumb for half a second is tapped wrongly.
    fresh.scrollIntoView({ block: "start" });
  }

  // What was kept changes the page; the answer to the last of several entries that waited shows them
  // all. Where it does not say so (it was sent again, say), the page is asked for.
  async function renew(address, told) {
    if (window.outbox.waiting().length || begunAnew()) return;
    if (told) return place(told, address);
    try {
      const answer = await fetch(`${address}state/`, {
        cache: "no-store",
        headers: { "HX-Request": "true" },
        signal: AbortSignal.timeout?.(15000),
      });
      if (answer.status === 404 || answer.status === 410) return location.assign(address);
      if (!answer.ok) throw Object.assign(new Error(`server says ${answer.status}`), { pause: window.looks.milliseconds(answer.headers.get("Retry-After")) });
      const fragment = await answer.text();
      if (!window.outbox.waiting().length && !begunAnew()) place(fragment, address);
    } catch (error) {
      // It is kept; only the look at it is missing.
      setTimeout(renew, Math.max(2000, error.pause ?? 0) * (1 + Math.random() / 2), address);
    }
  }

  document.addEventListener("outbox:saved", ({ detail: { item, data } }) => {
    if (item.page !== location.pathname) return;
    for (const one of document.querySelectorAll("[data-untold]")) one.remove();
    if (data.hand) return addHand(item, data.hand);
    renew(item.page, data.fragment);
  });
  document.addEventListener("outbox:refused", ({ detail: { item, status, data } }) => {
    if (item.page === location.pathname && data.fragment) return place(data.fragment, item.page);
    const banner = document.getElementById("outbox");
    const why = data.problems?.map((problem) => problem.message).join(" ") || String(status);
    const notice = document.createElement("div");
    notice.className = "notice bad";
    notice.setAttribute("role", "alert");
    const words = document.createElement("p");
    words.textContent = `${banner.dataset.refused} ${item.label}. ${why} `;
    if (status !== 404 && status !== 410) {
      const link = document.createElement("a");
      link.href = item.page;
      link.textContent = item.label;
      words.append(link);
    }
    notice.append(words);
    banner.after(notice);
  });

  // --- the look for news ------------------------------------------------------------------------

  // It must not take away what somebody is in the middle of, nor overtake the outbox: not when it
  // is sent, nor when its answer comes to somebody who has begun meanwhile.
  const edited = () => document.querySelector("form[data-entry][data-edited], form[data-entry][data-sent]");
  const busy = () =>
    document.activeElement?.matches("#state input") || document.querySelector("[data-sheet][open]") || edited();
  const stays = () => document.hidden || busy() || window.outbox.waiting().length;

  // What happened without a change to what is shown here is not looked for again.
  let seen = "";
  document.addEventListener("htmx:configRequest", ({ target, detail }) => {
    if (target.id === "state" && seen) detail.path = detail.path.replace(/seen=[^&]*/, `seen=${seen}`);
  });
  document.addEventListener("htmx:afterRequest", ({ target, detail }) => {
    if (target.id === "state" && detail.xhr.status === 204) seen = (detail.xhr.getResponseHeader("ETag") ?? seen).replaceAll('"', "");
  });
  document.addEventListener("htmx:afterSwap", () => (seen = ""));
  document.addEventListener("phone:placed", () => (seen = ""));

  // Each answer says in how many seconds the next look is to come.
  // Where several answers are shown, somebody at the table is about to choose.
  const PATIENCE = window.looks.PATIENCE;
  const every = () => (stateNow()?.querySelector(".two-answers, .contested") ? 1000 : 4000);
  const pauses = window.looks.pauses();
  let timer = 0;
  const again = (pause) => {
    clearTimeout(timer);
    timer = setTimeout(look, pause);
  };
  function look() {
    again(every()); // without a look, and where the page does not look by itself
    if (stateNow() && !stays()) window.htmx?.trigger(stateNow(), "look");
  }
  document.addEventListener("htmx:configRequest", ({ target, detail }) => {
    if (target.id === "state") detail.timeout = PATIENCE;
  });
  document.addEventListener("htmx:beforeSend", ({ target }) => target.id === "state" && again(PATIENCE + every()));
  document.addEventListener("htmx:afterRequest", ({ target, detail: { xhr } }) => {
    if (target.id === "state") again(pauses.after(xhr.status, xhr.getResponseHeader("Retry-After"), every()));
  });
  again(every());
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.target.id === "state" && stays()) event.preventDefault();
  });
  document.addEventListener("input", (event) => {
    const form = event.target.closest("form[data-entry]");
    if (form) form.dataset.edited = "";
  });

  // Something that was begun after the last entry was sent; that one's answer then waits.
  const begunAnew = () => document.querySelector("[data-sheet][open]:not([data-sent-off]) form[data-entry]");

  // --- the hand after one that waits --------------------------------------------------------------

  // Forms as they came, before anybody has answered anything: the next hand is entered in a copy.
  const blanks = new WeakMap();
  function remember(event) {
    for (const form of document.querySelectorAll("form[data-entry]:not([data-change], [data-sent])")) {
      if (event?.type === "htmx:afterSwap" || !blanks.has(form)) blanks.set(form, form.cloneNode(true));
    }
  }
  for (const news of ["htmx:afterSwap", "phone:placed"]) document.addEventListener(news, remember);
  remember();

  // What may be entered after the hand of a form while that waits; nothing after the last.
  function following(form) {
    const later = blanks.has(form) ? JSON.parse(form.querySelector("#later-deals")?.textContent ?? "[]") : [];
    return later.find((hand) => hand.deal > Number(form.elements.deal.value));
  }

  // The head and the table show the hand that is asked for now: what is trump, who deals, who leads.
  function showHead(reported, { title, sign, dealer, leader }) {
    const state = stateNow();
    const heading = state.querySelector(".now h1");
    state.dataset.title = title + state.dataset.title.slice(heading.textContent.length);
    heading.textContent = title;
    state.querySelectorAll(".now .steps i")[reported - 1]?.classList.add("y");
    for (const trump of state.querySelectorAll(":is(.around, .e-head) .card-face")) if (sign) trump.innerHTML = sign;
    for (const [words, chair] of [["[data-deals]", dealer], ["[data-leads]", leader]]) {
      const turn = state.querySelector(`.around ${words}`);
      if (turn && chair !== null) state.querySelector(`.around .seat.at-${chair}`).append(turn);
      else turn?.remove();
    }
  }

  // Ask for that hand in the place of the one that was sent off: the questions are the same.
  function goOn(form, next) {
    const fresh = blanks.get(form).cloneNode(true);
    const around = form.closest("[data-sheet]");
    blanks.set(fresh, blanks.get(form));
    fresh.elements.deal.value = next.deal;
    fresh.elements.seen.value = next.seen;
    const later = fresh.querySelector("#later-deals");
    const left = JSON.parse(later.textContent).filter((hand) => hand.deal > next.deal);
    if (left.length) later.textContent = JSON.stringify(left);
    else later.remove();
    for (const name of ["label", "plain"]) fresh.dataset[name] = fresh.dataset[name].replace(/\d+/, next.deal);
    const button = fresh.querySelector("[data-submit]");
    button.textContent = button.textContent.replace(/\d+/, next.deal);
    for (const note of around.querySelectorAll(".e-head .note")) note.textContent = next.beside;
    around.dataset.goOn = around.dataset.goOn.replace(/\d+/, next.deal);
    for (const words of around.querySelectorAll(".when-closed")) words.textContent = words.textContent.replace(/\d+/, next.deal);
    around.querySelector("h2").textContent = next.title;
    form.replaceWith(fresh);
    showHead(Number(form.elements.deal.value), next);
    document.dispatchEvent(new Event("phone:placed"));
  }

  // With network it does the same, if the hand changes nothing else here. The page asks for that under
  // its own tag, so that the server knows whether it has shown all that had happened before.
  const stated = () => new URLSearchParams(stateNow().getAttribute("hx-get")?.split("?")[1]).get("seen");
  const faces = () => stateNow().querySelectorAll(":is(.around, .e-head) .card-face").length;
  function tagFor(item) {
    const form = stateNow()?.querySelector("#entry form[data-entry]");
    if (!form || item.url !== form.action || !item.body.includes(`&deal=${form.elements.deal.value}&`)) return "";
    const next = following(form);
    const isPlain = next && stateNow().querySelector(".around") && !stateNow().querySelector("[role=alert]");
    return isPlain && faces() === (next.sign ? 2 : 0) ? seen || stated() : "";
  }

  // What the server says of such a hand: it waits for a yes, and is a row of the list.
  function addHand(item, { tag, waiting, row, sums, hands }) {
    if (window.outbox.waiting().length || begunAnew()) return;
    const state = stateNow();
    const form = state.querySelector("#entry form[data-entry]");
    const deal = Number(form?.elements.deal.value);
    if (!form || deal !== Number(new URLSearchParams(item.body).get("deal"))) return renew(item.page);
    const around = state.querySelector(".around");
    around.insertAdjacentHTML("beforebegin", waiting);
    const token = around.previousElementSibling.querySelector("[name=csrfmiddlewaretoken]");
    token.replaceWith(form.elements.csrfmiddlewaretoken.cloneNode());
    if (hands) around.insertAdjacentHTML("afterend", hands);
    else {
      const rows = [...state.querySelectorAll("#hands tbody tr:not(.noted)")];
      rows.find(({ cells }) => Number(cells[0].textContent) === deal).outerHTML = row;
      state.querySelectorAll("#hands dd").forEach((total, place) => (total.textContent = sums[place]));
    }
    const sheet = form.closest("[data-sheet]");
    sheet.open = false;
    delete sheet.dataset.sentOff;
    goOn(form, following(form));
    seen = tag;
    state.scrollIntoView({ block: "start" });
  }

  // Without network the entry waits in the outbox, and the next one can be made; after the last its
  // sheet makes room for a word about that.
  document.addEventListener("submit", (event) => {
    const form = event.target.closest("form[data-entry]");
    if (!form) return;
    delete form.dataset.edited;
    delete form.dataset.sent;
    const sheet = form.closest("[data-sheet]");
    sheet.dataset.sentOff = "";
    document.addEventListener(
      "outbox:waiting",
      () => {
        if (!form.isConnected) return;
        const next = following(form);
        sheet.open = false;
        if (next) {
          delete sheet.dataset.sentOff;
          return goOn(form, next);
        }
        const note = document.createElement("p");
        note.className = "notice";
        note.setAttribute("role", "status");
        note.textContent = form.dataset.waits;
        sheet.replaceWith(note);
      },
      { once: true },
    );
  });

  // --- who deals, by lot -----------------------------------------------------------------------

  // The server has drawn; the names light up in turn, slower and slower, until it is the right one.
  let drawing = false;
  document.addEventListener("submit", ({ submitter }) => (drawing = Boolean(submitter?.matches("[data-draw]"))));
  document.addEventListener("phone:placed", async () => {
    const names = document.querySelector("[data-drawn]");
    if (!drawing || !names) return;
    drawing = false;
    names.hidden = false;
    const all = [...names.children];
    const last = all.findIndex((name) => name.matches(".on"));
    if (last < 0 || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const steps = all.length * 2 + last;
    for (let step = 0; step <= steps; step++) {
      all.forEach((name, place) => name.classList.toggle("on", place === step % all.length));
      await new Promise((done) => setTimeout(done, 40 + (160 * step) / steps));
    }
  });

  // The button of the dealer's sheet says who deals; what is sent from there closes it.
  function nameDealer() {
    const form = document.querySelector("[data-dealer-form]");
    const chosen = form?.querySelector("[name=first]:checked")?.closest("label").textContent.trim();
    const button = form?.querySelector("[data-deals]");
    if (chosen) button.textContent = button.dataset.deals.replace("{name}", chosen);
  }
  for (const news of ["change", "sheet:shown", "phone:placed"]) document.addEventListener(news, nameDealer);
  document.addEventListener("submit", ({ target }) => target.matches("[data-dealer-form]") && target.closest("dialog").close());

  // What has gone since (the game is over, say) is not offered any more, and the rest has its present
  // value.
  document.addEventListener("click", (event) => {
    if (!event.target.closest?.(".more > summary")) return;
    for (const value of document.querySelectorAll(".menu [data-value-of]")) {
      value.textContent = stateNow()?.dataset[value.dataset.valueOf] ?? "";
    }
    for (const link of document.querySelectorAll('.menu a[href^="#"]')) link.hidden = !document.querySelector(link.hash);
  });

  window.phone = { tagFor };
})();
