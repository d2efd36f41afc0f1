// What a page renews by itself, and what is renewed by an answer in it, is morphed (idiomorph) in place
// of being replaced: whatever somebody has opened, focused, chosen or typed since the request was sent
// stays. In templates this is hx-swap="morph" and hx-swap-oob="morph". Needs htmx and idiomorph.
(() => {
  if (!window.htmx || !window.Idiomorph) return;
  const { htmx, Idiomorph } = window;
  const CONTROLS = "input:not([type=hidden], [type=submit], [type=button], [type=reset], [type=image]), select, textarea";
  const TEXT = "select, textarea, input:not([type=hidden], [type=submit], [type=button], [type=radio], [type=checkbox])";
  const STATEFUL = "details, dialog, form, a[href], button, input, select, textarea";
  const LONGEST = 5000; // milliseconds that a finger holds a renewal up
  const OTHER_EACH_TIME = ["csrfmiddlewaretoken", "key", "seen"];
  const MARK = "renewal:"; // how the ids begin that are lent while two states are compared

  // --- what somebody has done ---------------------------------------------------------------------

  const touched = new WeakMap(); // a control, and when somebody changed it
  function touch({ target }) {
    if (!target.matches?.(CONTROLS)) return;
    const group = target.type === "radio" && target.form ? target.form.elements[target.name] : null;
    for (const control of group instanceof RadioNodeList ? group : [target]) touched.set(control, performance.now());
  }
  for (const kind of ["input", "change"]) document.addEventListener(kind, touch, true);

  function isDirty(control) {
    if (["checkbox", "radio"].includes(control.type)) return control.checked !== control.defaultChecked;
    if (control.type === "file") return control.files.length > 0;
    if (!control.matches("select")) return control.value !== control.defaultValue;
    const options = [...control.options];
    if (!control.multiple && !options.some((option) => option.defaultSelected)) return control.selectedIndex > 0;
    return options.some((option) => option.selected !== option.defaultSelected);
  }

  // --- requests -----------------------------------------------------------------------------------

  const begins = new WeakMap(); // a request, and when it was sent
  document.addEventListener("htmx:beforeSend", ({ detail }) => begins.set(detail.xhr, performance.now()));
  const beginOf = (detail) => begins.get(detail.xhr) ?? performance.now();

  let request = null; // the one whose answer is being swapped
  function describe(detail) {
    const { elt, verb, triggeringEvent } = detail.requestConfig;
    const carries = verb !== "get" || elt.matches("form, [hx-include]");
    request = { begin: beginOf(detail), form: carries ? (elt.closest("form") ?? elt) : null, isSubmit: triggeringEvent?.type === "submit" };
  }

  // A control keeps its own value if it was changed after the request was sent; or if the request did
  // not tell the server of it, and it was changed before or is just being used.
  function keeps(control) {
    if ((touched.get(control) ?? -1) >= request.begin) return true;
    const isFocused = control === document.activeElement && control.matches(TEXT);
    if (request.form?.contains(control)) return isFocused && !request.isSubmit;
    return isFocused || isDirty(control);
  }

  // --- which element of the old state is which of the new one -------------------------------------

  // An element without an id is lent one that says what it is: its kind, where it stands, its name.
  function lend(root) {
    const count = new Map();
    for (const element of root.querySelectorAll(STATEFUL)) {
      if (element.getAttribute("id")) continue;
      const place = element.parentElement?.closest(`[id]:not([id^="${MARK}"])`)?.getAttribute("id") ?? "";
      const form = element.parentElement?.closest("form");
      const words = [place, form && root.contains(form) ? describeElement(form) : "", element.localName, describeElement(element)];
      const key = `${MARK}${words.join(" ").replace(/\s+/g, " ")}`;
      const repeat = (count.get(key) ?? 0) + 1;
      count.set(key, repeat);
      element.setAttribute("id", `${key} ${repeat}`);
    }
  }
  function describeElement(element) {
    if (element.matches("details")) {
      // A fold is called by its first words; what follows says what is in it.
      const words = [...(element.querySelector("summary")?.childNodes ?? [])].map((node) => node.textContent.trim());
      return (words.find(Boolean) ?? "").replace(/\d+/g, "");
    }
    if (element.matches("a")) return element.getAttribute("href").replace(/[?#].*/, "");
    if (element.matches("form")) {
      const told = [...element.querySelectorAll("input[type=hidden]")].filter((input) => !OTHER_EACH_TIME.includes(input.name));
      return [element.getAttribute("action"), ...told.map((input) => `${input.name}=${input.getAttribute("value")}`)].join(" ");
    }
    const value = element.matches("button, [type=radio], [type=checkbox]") ? element.getAttribute("value") : "";
    return `${element.getAttribute("name")}=${value ?? ""}`;
  }
  function takeBack() {
    for (const element of document.querySelectorAll(`[id^="${MARK}"]`)) element.removeAttribute("id");
  }

  // --- the morph ----------------------------------------------------------------------------------

  function snapshot(root) {
    const controls = [...root.querySelectorAll(CONTROLS)].filter(keeps);
    const values = new Map(controls.map((control) => [control, { value: control.value, checked: control.checked }]));
    const focus = root.contains(document.activeElement) ? document.activeElement : null;
    let selection = null;
    try {
      selection = focus?.selectionStart === undefined ? null : [focus.selectionStart, focus.selectionEnd, focus.selectionDirection];
    } catch {
      // not all kinds of input have one
    }
    return { values, focus, selection };
  }

  function restore({ values, focus, selection }) {
    for (const [control, { value, checked }] of values) {
      if (!control.isConnected || control.type === "file") continue;
      if (control.type === "radio" || control.type === "checkbox") {
        if (control.checked !== checked && (checked || control.type === "checkbox")) control.checked = checked;
      } else if (control.value !== value && !(control.matches("select") && ![...control.options].some((option) => option.value === value))) {
        control.value = value;
      }
    }
    if (!focus?.isConnected || document.activeElement === focus) return;
    focus.focus({ preventScroll: true });
    if (selection?.[0] !== null && selection) focus.setSelectionRange?.(...selection);
  }

  function morph(target, fragment) {
    if (!fragment.children.length) return [target]; // another page answered
    const state = snapshot(target);
    const kept = state.values;
    lend(target);
    lend(fragment);
    const beforeAttributeUpdated = (name, element) => {
      if (name === "open" && element.matches("details, dialog")) return false; // opened or closed by somebody
      if (name === "hidden" && element.contains(document.activeElement)) return false;
      const control = element.matches("option") ? element.closest("select") : element;
      return !(["value", "checked", "selected"].includes(name) && kept.has(control));
    };
    // What the browser has already comes as an empty element (data-same).
    const beforeNodeMorphed = (_old, fresh) => !(fresh.nodeType === Node.ELEMENT_NODE && "same" in fresh.dataset);
    try {
      return Idiomorph.morph(target, [...fragment.children], {
        morphStyle: "outerHTML",
        callbacks: { beforeAttributeUpdated, beforeNodeMorphed },
      });
    } finally {
      takeBack();
      restore(state);
    }
  }

  htmx.defineExtension("morph", {
    isInlineSwap: (style) => style === "morph",
    handleSwap: (style, target, fragment) => style === "morph" && morph(target, fragment),
  });

  // --- when an answer is put in its place ---------------------------------------------------------

  const newest = new Map(); // the id of what was renewed, and when that was asked for
  const waiting = new Map(); // the same, and an answer that came at the wrong moment
  let isPressed = false; // a finger is down: what it is on stays there until it is tapped

  // Something that is being typed into would be gone.
  function takesAway(target, response) {
    const control = document.activeElement;
    if (!target.contains(control) || !control.matches(TEXT)) return false;
    const fresh = new DOMParser().parseFromString(`<body><template>${response}</template>`, "text/html").querySelector("template").content;
    if (control.id) return !fresh.querySelector(`[id="${CSS.escape(control.id)}"]`);
    return !fresh.querySelector(`${control.localName}[name="${CSS.escape(control.name)}"]`);
  }

  document.addEventListener("htmx:beforeSwap", (event) => {
    const { detail } = event;
    const style = detail.requestConfig.elt.closest("[hx-swap]")?.getAttribute("hx-swap");
    if (style !== "morph" || !detail.shouldSwap) return;
    const { id } = detail.target;
    // An answer that was asked for before what is shown by now tells what was.
    const isOld = newest.get(id) > beginOf(detail);
    const isOwn = detail.requestConfig.triggeringEvent?.type === "submit";
    const waits = !isOld && (isPressed || (!isOwn && takesAway(detail.target, detail.serverResponse)));
    if (isOld || waits) {
      event.preventDefault();
      event.stopImmediatePropagation();
      if (waits) waiting.set(id, detail);
      return;
    }
    waiting.delete(id);
    newest.set(id, beginOf(detail));
    describe(detail);
  });

  function put(detail) {
    const { requestConfig, target, serverResponse } = detail;
    const { elt } = requestConfig;
    if (!target.isConnected || !htmx.trigger(target, "htmx:beforeSwap", detail)) return;
    htmx.swap(target, serverResponse, { swapStyle: "morph", swapDelay: 0, settleDelay: 20 }, {
      select: elt.closest("[hx-select]")?.getAttribute("hx-select"),
      selectOOB: elt.closest("[hx-select-oob]")?.getAttribute("hx-select-oob"),
      eventInfo: detail,
      contextElement: elt,
    });
  }
  function retry() {
    const details = [...waiting.values()];
    waiting.clear();
    for (const detail of details) put(detail);
  }
  let letGo = 0; // of a bar at the side nobody tells when it was
  const release = () => {
    clearTimeout(letGo);
    isPressed = false;
    setTimeout(retry); // after the click that follows
  };
  document.addEventListener(
    "pointerdown",
    () => {
      isPressed = true;
      clearTimeout(letGo);
      letGo = setTimeout(release, LONGEST);
    },
    true,
  );
  for (const kind of ["pointerup", "pointercancel", "dragend"]) document.addEventListener(kind, release, true);
  window.addEventListener("blur", release);
  document.addEventListener("focusout", () => setTimeout(retry));

  // --- the title of the tab -----------------------------------------------------------------------

  // A part that says what the page is about is called so in the tab, too.
  function name() {
    const words = document.querySelector("[data-title]")?.dataset.title;
    if (words && document.title !== words) document.title = words;
  }
  for (const kind of ["htmx:afterSettle", "phone:placed"]) document.addEventListener(kind, name);
})();
