// On a phone the tabs of an event are wider than the screen: show the one that is open.
(() => {
  "use strict";
  const open = document.querySelector(".tabs [aria-current]");
  const row = open?.closest(".tabs");
  if (row) row.scrollLeft = open.offsetLeft - row.offsetLeft - (row.clientWidth - open.offsetWidth) / 2;
})();
