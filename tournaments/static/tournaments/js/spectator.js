// Remembers on this phone who its owner is, and filters names while they are typed.
(() => {
  const store = (token) => `me:${token}`;
  const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLocaleLowerCase();
  const recall = (token) => {
    try {
      return JSON.parse(localStorage.getItem(store(token)) ?? "null");
    } catch {
      return null;
    }
  };

  function enhance() {
    for (const link of document.querySelectorAll("[data-remembered]")) {
      const me = recall(link.dataset.remembered);
      if (!me?.path.startsWith("/s/")) continue;
      link.href = me.path;
      link.querySelector("[data-name]").textContent = me.name;
      link.hidden = false;
    }
    for (const button of document.querySelectorAll("[data-this-is-me]")) {
      button.hidden = recall(button.dataset.thisIsMe)?.path === location.pathname;
    }
    const own = recall(document.querySelector("[data-me]")?.dataset.me ?? "")?.path.match(/\/players\/(\d+)\/$/)?.[1];
    if (!own) return;
    const line = document.querySelector(`:is(tr, li)[data-entry="${own}"]`);
    line?.classList.add("me");
    // On which of many pages one stands oneself.
    const mine = document.querySelector("[data-mine]");
    if (!mine || !document.querySelector(".paging")) return;
    mine.querySelector("a").href = line ? `#entry-${own}` : `${mine.dataset.mine}?of=${own}`;
    mine.hidden = false;
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-this-is-me]");
    if (!button) return;
    try {
      localStorage.setItem(store(button.dataset.thisIsMe), JSON.stringify({ name: button.dataset.name, path: location.pathname }));
      button.textContent = button.dataset.done;
      button.disabled = true;
    } catch {
      button.hidden = true; // nothing can be kept on this phone
    }
  });

  // Of a list that has more pages the server looks for a name.
  function filter() {
    const box = document.getElementById("q");
    if (!box || document.querySelector(".paging")) return;
    const wanted = plain(box.value.trim());
    for (const link of document.querySelectorAll("[data-person]")) {
      link.parentElement.hidden = !plain(link.dataset.person).includes(wanted);
    }
  }
  document.addEventListener("input", ({ target }) => target.id === "q" && filter());

  // Nothing is renewed where nobody looks.
  document.addEventListener("htmx:beforeRequest", (event) => document.hidden && event.preventDefault());
  document.addEventListener("htmx:afterSwap", () => {
    enhance();
    filter();
  });
  enhance();
})();
