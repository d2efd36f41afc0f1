// What all phones at tables share: what the server answers is put in the place of #state, and the
// page's own look for news waits while somebody is in the middle of something.
(() => {
  // Others add what must not be disturbed (table.js, pad.js).
  const busy = [() => document.activeElement?.matches("#state input")];

  function place(fragment, address) {
    const state = document.getElementById("state");
    if (!fragment || !state) return location.assign(address);
    history.replaceState(null, "", address);
    const holder = document.createElement("template");
    holder.innerHTML = fragment;
    const fresh = holder.content.firstElementChild;
    state.replaceWith(fresh);
    window.htmx?.process(fresh);
    document.dispatchEvent(new Event("phone:placed"));
    const wrong = fresh.querySelector("[role=alert]");
    (wrong ?? fresh).scrollIntoView({ block: wrong ? "center" : "start", behavior: "smooth" });
  }

  // What was kept changes the page; the last of several entries that waited shows them all.
  async function renew(address) {
    if (window.outbox.waiting().length) return;
    try {
      const answer = await fetch(`${address}state/`, {
        cache: "no-store",
        headers: { "HX-Request": "true" },
        signal: AbortSignal.timeout?.(15000),
      });
      if (answer.status === 404 || answer.status === 410) return location.assign(address);
      if (!answer.ok) throw new Error(`server says ${answer.status}`);
      const fragment = await answer.text();
      if (!window.outbox.waiting().length && !window.phone.holds()) place(fragment, address);
    } catch {
      setTimeout(renew, 2000, address); // it is kept; only the look at it is missing
    }
  }

  document.addEventListener("outbox:saved", ({ detail: { item } }) => {
    if (item.page === location.pathname) renew(item.page);
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

  // The poll must not take away what somebody is in the middle of, nor overtake the outbox: not
  // when it is sent, nor when its answer comes to somebody who has begun meanwhile.
  for (const moment of ["htmx:beforeRequest", "htmx:beforeSwap"]) {
    document.addEventListener(moment, (event) => {
      if (event.target.id !== "state") return;
      const stays = document.hidden || busy.some((test) => test());
      if (stays || window.outbox.waiting().length) event.preventDefault();
    });
  }

  // `holds`: whether something was begun after the last entry was sent; its answer then waits.
  window.phone = { busy, holds: () => false };
})();
