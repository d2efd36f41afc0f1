// How long a page waits until it looks for news again: a table's phone, a wall, a desk.
(() => {
  const [LONGEST, PATIENCE] = [30000, 15000]; // milliseconds
  // A server's Retry-After in milliseconds.
  const milliseconds = (text) => Math.min(Math.max(0, Number(text) || 0) * 1000, 2 * LONGEST);

  // The pauses of one page, none longer than `longest` by itself. `after` takes the status of an answer (0: there was none), its
  // Retry-After, and the milliseconds between two looks. A page that is refused, or that nobody
  // answers, waits longer each time; not all of them come back at the same moment.
  function pauses(longest = LONGEST) {
    let wait = 0;
    return {
      after(status, retryAfter, every) {
        const least = milliseconds(retryAfter);
        if (status && status < 500) {
          wait = 0;
          return Math.max(least, every);
        }
        wait = Math.min(Math.max(wait, every) * 2, longest);
        return Math.max(least, wait) * (1 + Math.random() / 2);
      },
    };
  }

  window.looks = { PATIENCE, milliseconds, pauses };
})();
