// Shared by all widgets: elements, icons, templates, and the handling of keys inside a widget.

const FOCUSABLE = new Set(["button", "input", "select", "textarea", "a", "summary"]);

/** Make an element: `h("button", {class: "tk-button", onclick: press}, icon("play"))`. */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  // JupyterLab respects this mark only on the focused element itself, not on its ancestors.
  if (FOCUSABLE.has(tag) || "tabindex" in attributes) element.dataset.lmSuppressShortcuts = "true";
  if (tag === "button") element.type = "button";
  change(element, attributes);
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/** Set attributes; `null` and `false` remove one, and a name with "on" adds a listener. */
export function change(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    const isGone = value === null || value === undefined || value === false;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "style") setStyle(element, value);
    else if (isGone) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? "" : value);
  }
  return element;
}

export function setStyle(element, style) {
  for (const [name, value] of Object.entries(style)) element.style.setProperty(name, value);
}

/** Make an SVG element: `svg("path", {d: "M0 0h10"})`. */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

// Line drawings in a square of 24 units; a path that ends in Z is filled as well.
const ICONS = {
  start: ["M6 5v14", "M19 5 9 12l10 7Z"],
  back: ["M15 5 6 12l9 7Z", "M18.5 5v14"],
  play: ["M7 4.5 19 12 7 19.5Z"],
  pause: ["M8 5v14", "M16 5v14"],
  step: ["M5.5 5v14", "M9 5l9 7-9 7Z"],
  end: ["M18 5v14", "M5 5l10 7-10 7Z"],
  rewind: ["M12 6 4 12l8 6Z", "M20 6l-8 6 8 6Z"],
  forward: ["M12 6l8 6-8 6Z", "M4 6l8 6-8 6Z"],
  attention: ["M12 3.5 22 20.5H2L12 3.5", "M12 10v5", "M12 17.7v.3"],
  nextAttention: ["M8.5 6.5 15.5 19h-14L8.5 6.5", "M8.5 11.5v3", "M8.5 16.6v.2",
    "M17.5 3l4.5 5-4.5 5"],
  text: ["M4 5h16v14H4V5", "M7.5 9.5h9", "M7.5 12.5h9", "M7.5 15.5h5"],
  turn: ["M19 12a7 7 0 1 1-2.2-5.1", "M17.5 2.5v4.8h-4.8"],
  large: ["M4 9V4h5", "M15 4h5v5", "M20 15v5h-5", "M9 20H4v-5"],
  speed: ["M4 17a8.5 8.5 0 1 1 16 0", "M12 15l4-5.5"],
  add: ["M12 5v14", "M5 12h14"],
  remove: ["M6 6l12 12", "M18 6 6 18"],
  mirror: ["M12 4v16", "M9 7v10H3L9 7", "M15 7v10h6l-6-10Z"],
  dice: ["M5 5h14v14H5V5", "M9 9v.1", "M15 9v.1", "M12 12v.1", "M9 15v.1", "M15 15v.1"],
  eraser: ["M9 19 3.5 13.5 13 4l7 7-8 8H9", "M8 9l7 7", "M12 19h8.5"],
  bin: ["M4.5 7h15", "M9 7V4.5h6V7", "M6.5 7l1 13h9l1-13", "M10 11v5.5", "M14 11v5.5"],
  undo: ["M9 5 4.5 9.5 9 14", "M4.5 9.5H14a5 5 0 0 1 0 10h-3"],
  redo: ["M15 5l4.5 4.5L15 14", "M19.5 9.5H10a5 5 0 0 0 0 10h3"],
  copy: ["M8.5 8.5h11v11h-11v-11", "M5 15.5h-.5v-11h11V5"],
  more: ["M4 8h6v8H4V8", "M14 12h7", "M17.5 8.5v7"],
  unwrap: ["M7 4H4v16h3", "M17 4h3v16h-3", "M9 12h6"],
  up: ["M12 19V5", "M6 11l6-6 6 6"],
  down: ["M12 5v14", "M6 13l6 6 6-6"],
  left: ["M19 12H5", "M11 6l-6 6 6 6"],
  right: ["M5 12h14", "M13 6l6 6-6 6"],
  grip: ["M9 6v.1", "M15 6v.1", "M9 12v.1", "M15 12v.1", "M9 18v.1", "M15 18v.1"],
  repeat: ["M4 11V9.5A3.5 3.5 0 0 1 7.5 6H19", "M16 3l3 3-3 3",
    "M20 13v1.5a3.5 3.5 0 0 1-3.5 3.5H5", "M8 21l-3-3 3-3"],
  check: ["M5 12.5l4.5 4.5L19 7"],
  hand: ["M8.5 3.5h7l5 5v7l-5 5h-7l-5-5v-7l5-5", "M9 12h6"],
  flag: ["M6 21V4", "M6 4.5h12l-3 4 3 4H6Z"],
  star: ["M12 3l2.8 5.8 6.2.9-4.5 4.4 1.1 6.3-5.6-3-5.6 3 1.1-6.3L3 9.7l6.2-.9Z"],
  medal: ["M6 3h12l-4 7h-4Z", "M12 10.5a5 5 0 1 1-.01 0Z"],
  help: ["M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4", "M12 17.7v.3"],
  save: ["M12 4v11", "M7 10.5l5 5 5-5", "M4.5 19.5h15"],
};

/** Make an icon for a button, whose own `aria-label` describes it. */
export function icon(name) {
  const paths = ICONS[name].map((d) =>
    svg("path", { d, fill: d.endsWith("Z") ? "currentColor" : "none" }));
  return svg("svg", { class: "tk-icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, ...paths);
}

/**
 * Return a function that saves changes of a widget and counts them; presses wait for this count.
 */
export function saving(model, root) {
  const count = () => { root.dataset.saves = model.get("saves"); };
  model.on("change:saves", count);
  count();
  return () => {
    model.set("saves", model.get("saves") + 1);
    model.save_changes();
  };
}

/** Return the number of changes saved by all widgets of an exercise. */
export const savedIn = (bench) => [...bench?.querySelectorAll("[data-saves]") ?? []]
  .reduce((sum, { dataset }) => sum + Number(dataset.saves), 0);

/**
 * Return a unique id. Every widget loads its own copy of this module, so a counter would not do.
 */
export function uniqueName(what) {
  return `tk-${what}-${crypto.getRandomValues(new Uint32Array(2)).join("-")}`;
}

/** Return a template with its fields filled in: `fill("Card {card}", {card: 3})` is "Card 3". */
export function fill(template, facts = {}) {
  return template.replace(/\{(\w+)\}/g, (hole, name) => String(facts[name] ?? hole));
}

/**
 * Keep keys typed inside a widget from the notebook around it. A press anywhere in the widget takes
 * the focus; otherwise JupyterLab's cell would have it, where keys delete or move cells.
 */
export function keepKeys(root) {
  if (!root.hasAttribute("tabindex")) root.tabIndex = -1;
  root.dataset.lmSuppressShortcuts = "true";
  for (const kind of ["keydown", "keypress", "keyup"]) {
    root.addEventListener(kind, (event) => event.stopPropagation());
  }
}

/**
 * Draw the fields in `root` again. The one with the focus, known by its `data-name`, keeps what has
 * been typed but not saved; `draw` notes in `data-drawn` what each field has said at first.
 */
export function redraw(root, draw) {
  const old = root.contains(document.activeElement) ? document.activeElement : null;
  // A field that is removed while someone types in it would be saved half-way.
  old?.addEventListener("change", (event) => event.stopImmediatePropagation(), { capture: true });
  draw();
  for (const field of root.querySelectorAll("input, textarea")) field.dataset.drawn = field.value;
  const now = old?.dataset.name && root.querySelector(`[data-name="${CSS.escape(old.dataset.name)}"]`);
  if (!now || now === old) return;
  now.focus({ preventScroll: true });
  if ("drawn" in old.dataset && old.value !== old.dataset.drawn) { // what is chosen from a list is saved already
    now.value = old.value;
    const save = () => now.value !== now.dataset.drawn && now.dispatchEvent(new Event("change"));
    now.addEventListener("blur", save, { once: true }); // the browser takes it for unchanged
  }
  if (old.tagName === "TEXTAREA" || old.type === "text") now.setSelectionRange(old.selectionStart, old.selectionEnd);
}

/** Return whether the learner has asked for reduced motion. */
export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Show the exercise of which `part` is a part, or the end of the lesson, and give it the focus. */
export function goTo(part) {
  const whole = part.closest(".tk-bench") ?? part;
  whole.scrollIntoView({ block: "start", behavior: isStill() ? "instant" : "smooth" });
  (whole.querySelector(".tk-task") ?? part).focus({ preventScroll: true });
}

/** Return the element `by` places further on, at most the first or the last. */
export function neighbour(elements, here, by) {
  return elements[Math.max(0, Math.min(elements.length - 1, elements.indexOf(here) + by))];
}

/** Make one of many buttons reachable by Tab, and the others from it by arrow up and down. */
export function roving(container, buttons) {
  for (const button of buttons) button.tabIndex = -1;
  let reachable = buttons[0];
  const choose = (chosen) => {
    if (reachable) reachable.tabIndex = -1;
    if (chosen) chosen.tabIndex = 0;
    reachable = chosen;
  };
  container.addEventListener("focusin", (event) => {
    if (buttons.includes(event.target)) choose(event.target);
  });
  container.addEventListener("keydown", (event) => {
    const way = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const next = way && buttons[buttons.indexOf(event.target) + way];
    if (way) event.preventDefault();
    next?.focus();
  });
  choose(buttons[0]);
  return choose;
}
