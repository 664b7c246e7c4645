// A builder on the page of a test.

import { all, find, keys, named, show } from "./page.mjs";
import { STATES, widgets } from "./states.mjs";

const ENTRY = "builder/builder.js";
export const NESTED = STATES[ENTRY].program;

/** Show a builder with this program and return its model. */
export function builder(program = [], traits = {}, place) {
  return show(widgets[ENTRY], { ...STATES[ENTRY], program, ...traits }, place);
}

/** The element of a card or bracket in the program, by its path. */
export const at = (...path) => find(`[data-path="${path.join(".")}"]`);
export const card = (number) => all(".tk-lay-strip .tk-lay-instruction")[number - 1];
export const inTray = (index) => find(`[data-tray="${index}"]`);
export const says = () => find(".tk-lay-status").textContent;
export const button = (name) => named(name, ".tk-lay-bar button");

/** Press keys with the focus on this element. */
export function keysOn(element, ...chords) {
  element.focus();
  return keys(...chords);
}
