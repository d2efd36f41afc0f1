// Prizes are dragged by their grip to another place; the buttons beside it do the same.
"use strict";

for (const list of document.querySelectorAll("[data-drag]")) {
    const form = document.querySelector("form[data-move]");
    const places = () => [...list.children];

    function drag(grip) {
        const item = grip.closest("li");
        let from = -1;

        grip.hidden = false;
        grip.addEventListener("pointerdown", (event) => {
            if (event.button) return;
            event.preventDefault();
            grip.setPointerCapture(event.pointerId);
            from = places().indexOf(item);
            item.classList.add("dragged");
        });
        grip.addEventListener("pointermove", (event) => {
            if (from < 0) return;
            const below = places().find((other) => {
                const box = other.getBoundingClientRect();
                return other !== item && event.clientY < box.top + box.height / 2;
            });
            const after = item.nextElementSibling;
            if (below !== after && below !== item) {
                list.insertBefore(item, below ?? null);
                grip.setPointerCapture(event.pointerId); // lost where an item moves
            }
        });
        for (const kind of ["pointerup", "pointercancel"]) {
            grip.addEventListener(kind, () => {
                if (from < 0) return;
                const to = places().indexOf(item);
                const before = from;
                from = -1;
                item.classList.remove("dragged");
                if (kind === "pointercancel") {
                    const others = places().filter((other) => other !== item);
                    list.insertBefore(item, others[before] ?? null);
                } else if (to !== before) {
                    form.elements.prize.value = item.dataset.prize;
                    form.elements.to.value = to + 1;
                    form.requestSubmit();
                }
            });
        }
    }

    for (const grip of list.querySelectorAll(".grip")) drag(grip);
}
