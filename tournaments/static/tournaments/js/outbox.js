// Forms marked data-outbox are sent by this queue: kept on the phone until the server has answered,
// sent again after a lost network or a reload, counted once by the server (each has its own key).
// Needs phone.js, which shows what was answered; without it the browser sends the forms.
(() => {
  const STORE = "outbox";
  let memory = "[]"; // where storage is switched off, entries live as long as the page
  let sending = false;
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

  function show() {
    const banner = document.getElementById("outbox");
    if (!banner) return;
    const items = load();
    const waiting = items.some((item) => item.tries > 0) ? items : []; // the first try is not worth a word
    const text = waiting.length === 1 ? banner.dataset.one : banner.dataset.many;
    banner.hidden = !waiting.length;
    banner.querySelector("[data-text]").textContent = waiting.length
      ? `${text.replace("{n}", waiting.length)} (${waiting.map((item) => item.label).join(", ")})`
      : "";
  }

  // The last entry brings back what the table looks like now, if its page is the one that is open;
  // one that is sent again only has to arrive.
  const asks = (item) => (item.page === location.pathname && !item.tries && load().length === 1 ? "state" : "1");

  async function post(item) {
    const answer = await fetch(item.url, {
      method: "POST",
      body: new URLSearchParams(item.body),
      headers: { "X-Outbox": asks(item), "X-CSRFToken": cookie("csrftoken"), Accept: "application/json" },
      signal: AbortSignal.timeout?.(15000),
    });
    if (answer.status === 403) {
      await fetch(item.page, { cache: "no-store" }); // brings a fresh CSRF cookie
      throw new Error("forbidden for now");
    }
    // A server that has too much to do says in how many seconds to come again; not all phones at once.
    const again = answer.status === 503 && Number(answer.headers.get("Retry-After"));
    if (again > 0) throw Object.assign(new Error("too much at once"), { pause: Math.min(again, 60) * (1 + Math.random()) * 1000 });
    // Only the server's own word on this very entry counts: log-in pages of a Wi-Fi answer as well.
    const data = await answer.json();
    if (data?.key !== item.key || typeof data.saved !== "boolean") throw new Error("somebody else answered");
    return { status: answer.status, data };
  }

  async function flush() {
    clearTimeout(timer);
    if (sending) return;
    sending = true;
    try {
      for (let item = load()[0]; item; item = load()[0]) {
        const { status, data } = await post(item);
        drop(item.key);
        wait = 1000;
        tell(data.saved ? "saved" : "refused", { item, status, data });
      }
    } catch (error) {
      save(load().map((item, i) => (i ? item : { ...item, tries: item.tries + 1 })));
      tell("waiting", { items: load() });
      timer = setTimeout(flush, error.pause ?? wait);
      if (!error.pause) wait = Math.min(wait * 2, 15000);
    } finally {
      sending = false;
    }
  }

  // `fields`: a FormData; `label`: what the banner calls it. Returns the entry's key.
  function add(url, fields, label) {
    const key = newKey();
    fields.delete("csrfmiddlewaretoken");
    fields.set("key", key);
    const item = { key, url, label, body: new URLSearchParams(fields).toString(), page: location.pathname, tries: 0 };
    save([...load(), item]);
    flush();
    return key;
  }

  window.outbox = { add, flush, waiting: load };
  document.addEventListener("submit", (event) => {
    const form = event.target.closest("form[data-outbox]");
    if (!form || !window.phone || event.defaultPrevented) return;
    event.preventDefault();
    add(form.action, new FormData(form, event.submitter), form.dataset.label ?? "");
    for (const button of form.querySelectorAll("button")) button.disabled = true;
  });
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-retry]")) flush();
  });
  addEventListener("online", flush);
  addEventListener("beforeunload", (event) => {
    if (load().length) event.preventDefault();
  });
  show();
  flush();
})();
