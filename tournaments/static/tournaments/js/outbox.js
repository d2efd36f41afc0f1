// Forms marked data-outbox are sent by this queue: kept on the phone until the server has answered,
// sent again after a lost network or a reload, counted once by the server (each has its own key).
// Needs phone.js, which shows what was answered; without it the browser sends the forms.
(() => {
  const STORE = "outbox";
  let memory = "[]"; // where storage is switched off, entries live as long as the page
  let sending = ""; // the key of the entry that is on its way
  let timer = 0;
  let wait = 1000;

  const load = () => {
    try {
      return JSON.parse(localStorage.getItem(STORE) ?? memory);
    } catch {
      return JSON.parse(memory);
    }
  };
  const save = (items) => {
    memory = JSON.stringify(items);
    try {
      localStorage.setItem(STORE, memory);
    } catch {
      // kept in memory above
    }
    show();
  };
  const drop = (key) => save(load().filter((item) => item.key !== key));
  const newKey = () =>
    Array.from(crypto.getRandomValues(new Uint8Array(18)), (n) => n.toString(16).padStart(2, "0")).join("");
  const cookie = (name) =>
    document.cookie.split("; ").find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1) ?? "";
  const tell = (name, detail) => document.dispatchEvent(new CustomEvent(`outbox:${name}`, { detail }));

  // When the first of them was tried in vain, as the page writes times: "8:41 p.m."; "" if none was.
  function since() {
    const times = load().flatMap(({ failed }) => failed ?? []);
    if (!times.length) return "";
    const time = new Date(Math.min(...times));
    const written = time.toLocaleTimeString(document.documentElement.lang, { hour: "numeric", minute: "2-digit" });
    return written.replace(/\s([AP])M$/, (_, half) => ` ${half.toLowerCase()}.m.`);
  }

  function show() {
    const banner = document.getElementById("outbox");
    if (!banner) return;
    const items = load();
    const waiting = items.some((item) => item.tries > 0) ? items : []; // the first try is not worth a word
    const text = waiting.length === 1 ? banner.dataset.one : banner.dataset.many;
    banner.hidden = !waiting.length;
    banner.querySelector("[data-text]").textContent = waiting.length
      ? `${text.replace("{n}", waiting.length).replace("{time}", since())} (${[...new Set(waiting.map((item) => item.label))].join(", ")})`
      : "";
  }

  // The last entry brings back what the table looks like now, if its page is the one that is open; or
  // only what it adds to the page with that tag.
  function asks(item) {
    if (item.page !== location.pathname || load().length > 1) return { "X-Outbox": "1" };
    const tag = window.phone?.tagFor(item);
    return tag ? { "X-Outbox": "hand", "X-Seen": tag } : { "X-Outbox": "state" };
  }

  async function post(item) {
    const answer = await fetch(item.url, {
      method: "POST",
      body: new URLSearchParams(item.body),
      headers: { ...asks(item), "X-CSRFToken": cookie("csrftoken"), Accept: "application/json" },
      signal: AbortSignal.timeout?.(15000),
    });
    if (answer.status === 403) {
      await fetch(item.page, { cache: "no-store" }); // brings a fresh CSRF cookie
      throw new Error("forbidden for now");
    }
    // A server that has too much to do says in how many seconds to come again: not all phones at once.
    const again = answer.status === 503 && Number(answer.headers.get("Retry-After"));
    if (again > 0) throw Object.assign(new Error("too much at once"), { pause: (Math.min(again, 60) + Math.random()) * 1000 });
    // Only the server's own word on this very entry counts: log-in pages of a Wi-Fi answer as well.
    const data = await answer.json();
    if (data?.key !== item.key || typeof data.saved !== "boolean") throw new Error("somebody else answered");
    return { status: answer.status, data };
  }

  // On a pad nothing is sent after an entry that was refused before somebody has put that right: the
  // rounds follow from each other.
  const waitsBehind = (item, place, all) => all.slice(0, place + 1).some((other) => other.held && other.page === item.page);
  const nextItem = () => load().find((item, place, all) => !waitsBehind(item, place, all));

  async function flush() {
    clearTimeout(timer);
    if (sending) return;
    try {
      for (let item = nextItem(); item; item = nextItem()) {
        sending = item.key;
        const { status, data } = await post(item);
        sending = "";
        wait = 1000;
        settle(item, status, data);
      }
    } catch (error) {
      const key = sending;
      sending = "";
      save(load().map((item) => (item.key === key ? { ...item, tries: item.tries + 1, failed: item.failed ?? Date.now() } : item)));
      tell("waiting", { items: load() });
      timer = setTimeout(flush, error.pause ?? wait);
      if (!error.pause) wait = Math.min(wait * 2, 15000);
    }
  }

  function settle(item, status, data) {
    const behind = load().filter((other) => other.page === item.page && other.key !== item.key);
    const isMended = !data.saved && behind.some((other) => other.mends === item.key);
    const isEarly = !data.saved && data.problems?.some(({ code }) => code === "round.unknown");
    const isHeld = !data.saved && item.chained && (behind.length || isEarly) && ![404, 410].includes(status);
    if (isMended) return save(load().filter((other) => other.key !== item.key).map((other) => (other.mends === item.key ? asFirst(other, item) : other)));
    if (isHeld) save(load().map((other) => (other.key === item.key ? { ...other, held: true, early: isEarly } : other)));
    else drop(item.key);
    // What came before its round (that was undone, or discarded) is sent again after it.
    if (data.saved) save(load().map((other) => (other.early && other.page === item.page ? { ...other, held: false, early: false } : other)));
    tell(data.saved ? "saved" : "refused", { item, status, data });
  }

  const valueOf = (item, name) => new URLSearchParams(item.body).get(name);
  function withValues(item, values) {
    const body = new URLSearchParams(item.body);
    for (const [name, value] of Object.entries(values)) body.set(name, value);
    return { ...item, body: body.toString() };
  }
  // What was to mend an entry that was refused takes its place.
  const asFirst = (item, refused) => ({ ...withValues(item, { seen: valueOf(refused, "seen") }), mends: "" });

  function itemOf(url, fields, label) {
    const key = newKey();
    fields.delete("csrfmiddlewaretoken");
    fields.set("key", key);
    const chained = Boolean(document.querySelector("#state[data-later]"));
    return { key, url, label, body: new URLSearchParams(fields).toString(), page: location.pathname, tries: 0, chained };
  }

  // `fields`: a FormData; `label`: what the banner calls it. Returns the entry's key. What puts a
  // refused entry right takes its place; anything else is sent before it.
  function add(url, fields, label) {
    const item = itemOf(url, fields, label);
    const items = load();
    const place = items.findIndex((other) => other.held && other.page === item.page);
    const isRight = place >= 0 && (url.endsWith("/keep/") || (url === items[place].url && valueOf(item, "deal") === valueOf(items[place], "deal")));
    items.splice(place < 0 ? items.length : place, isRight ? 1 : 0, item);
    save(items);
    go(items);
    return item.key;
  }

  // Changes an entry that waits. One that was tried may have arrived: then the change is a second one.
  function mend(key, url, fields, label) {
    const items = load();
    const place = items.findIndex((other) => other.key === key);
    const old = items[place];
    const seen = Number(old ? valueOf(old, "seen") : fields.get("seen"));
    const item = itemOf(url, fields, label);
    if (!old) items.push(withValues(item, { seen: seen + 1 }));
    else if (old.tries || sending === key) items.splice(place + 1, 0, { ...withValues(item, { seen: seen + 1, step: "apply" }), mends: key });
    else items[place] = { ...withValues(item, { seen, ...(old.mends && { step: "apply" }) }), mends: old.mends };
    save(items);
    go(items);
  }

  // Where others wait already, the page need not wait for this one's first try.
  function go(items) {
    if (items.some((item) => item.tries)) setTimeout(() => tell("waiting", { items: load() }));
    flush();
  }

  // An entry of a form; `data-mends` is the key of one that it changes.
  function send(form, fields, label) {
    const { mends } = form.dataset;
    return mends ? mend(mends, form.action, fields, label) : add(form.action, fields, label);
  }
  function discard(key) {
    drop(key);
    flush();
    tell("waiting", { items: load() });
  }

  window.outbox = { add, discard, flush, send, since, waiting: load };
  document.addEventListener("submit", (event) => {
    const form = event.target.closest("form[data-outbox]");
    if (!form || !window.phone || event.defaultPrevented) return;
    event.preventDefault();
    send(form, new FormData(form, event.submitter), form.dataset.label ?? "");
    for (const button of form.querySelectorAll("button")) button.disabled = true;
  });
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-retry]")) flush();
  });
  addEventListener("online", flush);
  addEventListener("beforeunload", (event) => {
    if (load().length) event.preventDefault();
  });
  save(load().map((item) => ({ ...item, held: false }))); // it is refused again, with its form
  flush();
})();
