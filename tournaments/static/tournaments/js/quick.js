// Tapping people in the order of their seats. The order is sent as the order of the seats; without
// this script it is that of the page. A name that is typed finds people, or becomes a new one.
(() => {
  "use strict";
  const form = document.querySelector("[data-quick]");
  const name = form.elements.namedItem("name");
  const names = form.querySelector("[data-names]");
  const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const boxes = () => [...form.querySelectorAll("input[name=seat]")];
  const called = (box) => box.nextElementSibling.firstChild.textContent.trim();
  const seat = (box) => Number(box.parentElement.dataset.seat || 0);
  let order = boxes().filter((box) => box.checked).sort((a, b) => seat(a) - seat(b));

  const show = () => {
    for (const box of boxes()) {
      const place = order.indexOf(box) + 1;
      if (place) box.parentElement.dataset.seat = place;
      else delete box.parentElement.dataset.seat;
    }
    const sides = Number(form.dataset.sides);
    if (sides && order.length > sides) {
      const each = Array.from({ length: sides }, (_, side) =>
        order.filter((_box, place) => place % sides === side).map(called).join(" & "),
      );
      names.textContent = each.join(` ${form.dataset.against} `);
    } else {
      names.textContent = order.map(called).join(", ") || form.dataset.chosen;
    }
    names.scrollTop = names.scrollHeight;
    names.tabIndex = names.scrollTop > 0 ? 0 : -1; // the arrow keys reach what is above
  };

  const look = () => {
    const wanted = plain(name.value.trim());
    for (const box of boxes()) {
      const who = box.parentElement;
      who.hidden = !plain(who.textContent).includes(wanted) && !box.checked;
    }
    const others = form.querySelector("[data-others]");
    if (others && wanted) others.open = true;
  };

  const seated = (typed) => {
    let box = boxes().find((one) => plain(called(one)) === plain(typed));
    if (!box) {
      const who = form.querySelector("template").content.cloneNode(true).firstElementChild;
      box = who.firstElementChild;
      box.value = `+${typed}`;
      box.nextElementSibling.textContent = typed;
      form.querySelector("[data-guests]").prepend(who);
    }
    box.checked = true;
    if (!order.includes(box)) order.push(box);
  };

  const add = () => {
    for (const typed of name.value.split(",")) {
      const one = typed.trim().replace(/\s+/g, " ");
      if (one) seated(one);
    }
    name.value = "";
    look();
    show();
  };

  form.addEventListener("change", (event) => {
    const box = event.target;
    if (box.name !== "seat") return;
    order = order.filter((one) => one !== box);
    if (box.checked) order.push(box);
    if (box.checked && name.value) {
      name.value = "";
      look();
    }
    show();
  });
  name.addEventListener("input", look);
  let sent = false; // a second tap begins no second table
  form.addEventListener("submit", (event) => {
    const adding = event.submitter && event.submitter.value === "add";
    if (adding || sent) event.preventDefault();
    if (adding) {
      add();
      name.focus();
    } else {
      sent = true;
    }
  });
  window.addEventListener("pageshow", () => {
    sent = false;
  });
  form.addEventListener("formdata", (event) => {
    event.formData.delete("seat");
    for (const box of order) event.formData.append("seat", box.value);
  });
  form.dataset.ready = "";
  show();
})();
