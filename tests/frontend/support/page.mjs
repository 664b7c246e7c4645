// A page without a browser: happy-dom's document, a clock that only tests move, and a model such as
// Jupyter gives a widget. Import this before anything that draws.

import assert from "node:assert/strict";
import { afterEach } from "node:test";
import { Window } from "happy-dom";

const window = new Window({ url: "http://localhost/" });
const BROWSER = ["document", "localStorage", "CustomEvent", "Event", "KeyboardEvent", "MouseEvent", "PointerEvent",
  "MutationObserver", "ResizeObserver", "DOMParser", "CSS"];
for (const name of BROWSER) globalThis[name] = window[name];
globalThis.navigator ??= window.navigator;
globalThis.getSelection = () => window.getSelection();
globalThis.getComputedStyle = (element) => window.getComputedStyle(element);

/** What a test may set: whether the learner wants less motion, and where elements are. */
export const settings = { reducedMotion: false, boxOf: () => null };
globalThis.matchMedia = () => ({ matches: settings.reducedMotion });

// What happy-dom does not do: lay out, animate, and show a popover.
const { prototype } = window.HTMLElement;
const box = (left, top, width, height) =>
  ({ left, top, width, height, x: left, y: top, right: left + width, bottom: top + height });
prototype.getBoundingClientRect = function () { return box(...settings.boxOf(this) ?? [0, 0, 0, 0]); };
prototype.animate = function (frames, how) { (this.animations ??= []).push({ frames, how }); };
prototype.scrollIntoView = function () { settings.scrolledTo = this; };
globalThis.IntersectionObserver = class {
  constructor(see) { settings.see = (isIntersecting = true) => see([{ isIntersecting }], this); }

  observe() {}

  disconnect() {}
};
prototype.showPopover = function () {};
prototype.setPointerCapture = function () {};
Object.defineProperty(prototype, "ariaPressed", { get() { return this.getAttribute("aria-pressed"); } });

/** The addresses of pictures that are not given back yet. */
export const addresses = new Set();
let lastAddress = 0;
URL.createObjectURL = () => {
  addresses.add(`blob:${++lastAddress}`);
  return `blob:${lastAddress}`;
};
URL.revokeObjectURL = (address) => addresses.delete(address);

// ---- time

let now = 0;
let lastId = 0;
const timers = new Map();
const frames = new Map();

function later(call, wait = 0, every = null) {
  timers.set(++lastId, { call, at: now + wait, every });
  return lastId;
}

performance.now = Date.now = () => now;
globalThis.setTimeout = (call, wait) => later(call, wait);
globalThis.setInterval = (call, wait) => later(call, wait, wait);
globalThis.clearTimeout = globalThis.clearInterval = (id) => timers.delete(id);
globalThis.requestAnimationFrame = (call) => {
  frames.set(++lastId, call);
  return lastId;
};
globalThis.cancelAnimationFrame = (id) => frames.delete(id);

/** The next frame of the browser, so many milliseconds later, after the timers that are due. */
export function frame(milliseconds = 16) {
  now += milliseconds;
  const due = [...timers.keys()].filter((id) => timers.get(id).at <= now);
  for (const id of due) {
    const timer = timers.get(id); // none, if one before it was the end of it
    if (timer?.every) timer.at += timer.every;
    else timers.delete(id);
    timer?.call();
  }
  const drawn = [...frames.keys()];
  for (const id of drawn) {
    const call = frames.get(id);
    frames.delete(id);
    call?.(now);
  }
}

/** Time goes by, frame by frame. */
export function pass(milliseconds) {
  for (let left = milliseconds; left > 0; left -= 16) frame(Math.min(16, left));
}

// ---- the model

/** A widget's traits; `told` holds what they were at each save. */
export class Model {
  constructor(state) {
    this.state = state;
    this.told = [];
    this.listeners = [];
  }

  get(name) {
    return this.state[name];
  }

  set(name, value) {
    const differs = JSON.stringify(this.state[name]) !== JSON.stringify(value);
    this.state[name] = value;
    if (!differs) return;
    const heard = this.listeners.filter(([event]) => event === `change:${name}`);
    for (const [, listener] of heard) listener();
  }

  on(event, listener) {
    this.listeners.push([event, listener]);
  }

  off(event, listener) {
    this.listeners = this.listeners.filter(([name, other]) => name !== event || other !== listener);
  }

  save_changes() {
    this.told.push({ ...this.state });
  }

  /** A trait as it was saved last. */
  saved(name) {
    return this.told.at(-1)?.[name];
  }
}

/** Show a widget with these traits in `main`, and return its model; `model.stop()` ends it. */
export function show(widget, state, place = main()) {
  const model = new Model(state);
  const el = document.createElement("div");
  place.append(el);
  model.stop = widget.render({ model, el });
  return model;
}

/** A workbench: widgets that are shown in it find each other. */
export function bench() {
  const element = Object.assign(document.createElement("div"), { className: "tk-bench" });
  main().append(element);
  return element;
}

function main() {
  return document.querySelector("main") ?? document.body.appendChild(document.createElement("main"));
}

afterEach(() => {
  document.body.replaceChildren();
  localStorage.clear();
  frames.clear();
  timers.clear();
  addresses.clear();
  Object.assign(settings, { reducedMotion: false, boxOf: () => null });
});

// ---- looking and doing

export const find = (selector, within = document) => within.querySelector(selector);
export const all = (selector, within = document) => [...within.querySelectorAll(selector)];
export const text = (selector, within = document) => find(selector, within).textContent;
export const texts = (selector, within = document) => all(selector, within).map(({ textContent }) => textContent);
export const label = (element) => element.getAttribute("aria-label");
export const labels = (selector, within = document) => all(selector, within).map(label);
/** Whether both are the very same element. (A failing `assert.equal` would print all of both.) */
export const isSame = (one, other) => assert.ok(one === other, `${one?.outerHTML} is not ${other?.outerHTML}`);
export const focused = () => label(document.activeElement);

/** The element of this kind with this accessible name. */
export function named(name, selector = "button", within = document) {
  const found = all(selector, within).find((each) => (label(each) ?? each.textContent) === name);
  if (!found) throw new Error(`no ${selector} is called ${name}; there are: ${labels(selector, within)}`);
  return found;
}

/** A whole press by mouse: down, the focus, up, and the click. */
export function click(element, more = {}) {
  pointer("pointerdown", element);
  element.closest("button, input, textarea, select, summary, [tabindex]")?.focus();
  pointer("pointerup", element);
  element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1, ...more }));
}

/** Press these keys, such as "Shift+ArrowRight", where the focus is. Return the last event. */
export function keys(...chords) {
  let event;
  for (const chord of chords) {
    const held = chord.split("+");
    const key = held.pop();
    event = new KeyboardEvent("keydown", {
      key: key === "Space" ? " " : key, bubbles: true, cancelable: true, ctrlKey: held.includes("Control"),
      metaKey: held.includes("Meta"), altKey: held.includes("Alt"), shiftKey: held.includes("Shift"),
    });
    const target = document.activeElement;
    target.dispatchEvent(event);
    const isPress = ["Enter", "Space"].includes(key) && target.matches("button") && !held.length;
    if (isPress && !event.defaultPrevented) click(target);
  }
  return event;
}

/** Write into a field, as by hand. */
export function write(field, value) {
  field.value = value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

export function pointer(kind, element, more = {}) {
  const event = new PointerEvent(kind, {
    bubbles: true, cancelable: true, pointerId: 1, pointerType: "mouse", button: 0, ...more,
  });
  for (const name of ["offsetX", "offsetY", "timeStamp"]) {
    if (name in more) Object.defineProperty(event, name, { value: more[name] });
  }
  element.dispatchEvent(event);
  return event;
}
