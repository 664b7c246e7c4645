// What all widgets share: elements, icons, names, the keys they keep, and what was handed over.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Model, addresses, find, focused, keys } from "./support/page.mjs";
import { change, fill, h, icon, keepKeys, neighbour, roving, savedIn, saving, svg, uniqueName } from "../../teachkit/widgets/common/dom.js";
import { pictureAddress } from "../../teachkit/widgets/common/pictures.js";

test("an element has its attributes, its children and no holes", () => {
  const element = h("p", { class: "x", hidden: true, title: null, lang: false, "data-n": 0, style: { "--n": 1 } },
    "one", [null, h("b", {}, "two")], undefined);
  assert.equal(element.outerHTML, '<p class="x" hidden="" data-n="0" style="--n: 1;">one<b>two</b></p>');
});

test("what can have the focus keeps JupyterLab's shortcuts away", () => {
  const marked = ["button", "input", "select", "textarea", "a", "summary", "div"].filter((tag) => h(tag).dataset.lmSuppressShortcuts);
  assert.deepEqual(marked, ["button", "input", "select", "textarea", "a", "summary"]);
  assert.equal(h("div", { tabindex: "0" }).dataset.lmSuppressShortcuts, "true");
  assert.equal(h("button").type, "button");
});

test("an attribute goes with null, false and undefined", () => {
  const element = h("p", { a: "1", b: "2", c: "3" });
  change(element, { a: null, b: false, c: undefined, d: true });
  assert.equal(element.outerHTML, '<p d=""></p>');
});

test("icons are drawings that are not read; closed lines are filled", () => {
  const drawn = icon("play");
  assert.deepEqual([drawn.getAttribute("aria-hidden"), drawn.namespaceURI], ["true", "http://www.w3.org/2000/svg"]);
  assert.deepEqual(["play", "add"].map((name) => find("path", icon(name)).getAttribute("fill")), ["currentColor", "none"]);
  assert.equal(svg("g", { id: 1 }, svg("path")).childNodes.length, 1);
});

test("holes are filled with facts; one without a fact stays", () => {
  assert.equal(fill("{a} of {b}, {c}", { a: 0, b: "x" }), "0 of x, {c}");
  assert.equal(fill("none"), "none");
});

test("names are never the same twice", () => {
  assert.match(uniqueName("log"), /^tk-log-\d+-\d+$/);
  assert.notEqual(uniqueName("log"), uniqueName("log"));
});

test("keys inside stay inside, and the ground can have the focus", () => {
  const root = document.body.appendChild(h("div", {}, h("input", { "aria-label": "field" })));
  keepKeys(root);
  let heard = 0;
  document.body.addEventListener("keydown", () => { heard += 1; });
  find("input").focus();
  keys("d", "d");
  root.focus();
  keys("x");
  assert.deepEqual([heard, root.tabIndex, root.dataset.lmSuppressShortcuts], [0, -1, "true"]);
});

test("what was handed over is counted, by the kernel too, in all of an exercise", () => {
  const [one, two] = [h("div"), h("div")];
  const model = new Model({ saves: 3 });
  const save = saving(model, one);
  saving(new Model({ saves: 4 }), two);
  save();
  model.set("saves", 7);
  assert.deepEqual([model.saved("saves"), one.dataset.saves, savedIn(h("div", {}, one, two)), savedIn(null)], [4, "7", 11, 0]);
});

test("a neighbour is looked for as far as the ends", () => {
  const found = [-Infinity, -2, -1, 1, 2, Infinity].map((by) => neighbour(["a", "b", "c"], "b", by));
  assert.deepEqual(found, ["a", "a", "a", "c", "c", "c"]);
});

test("of many buttons one is reached by Tab, the others by arrows", () => {
  const buttons = ["a", "b", "c"].map((name) => h("button", { "aria-label": name }));
  const choose = roving(document.body.appendChild(h("div", {}, buttons)), buttons);
  const reached = () => buttons.flatMap((button, at) => (button.tabIndex === 0 ? [at] : []));
  assert.deepEqual(reached(), [0]);
  buttons[0].focus();
  keys("ArrowUp", "ArrowDown", "ArrowDown");
  assert.deepEqual([focused(), reached()], ["c", [2]]);
  keys("ArrowDown");
  assert.equal(keys("ArrowRight").defaultPrevented, false);
  choose(buttons[1]);
  assert.deepEqual([focused(), reached()], ["c", [1]]);
});

test("equal pictures have one address, which is given back when nobody shows them any more", () => {
  const [first, second, other] = [1, 2, 3].map(() => new AbortController());
  const address = pictureAddress(new Uint8Array([60]), first.signal);
  assert.equal(pictureAddress(new Uint8Array([60]), second.signal), address);
  assert.notEqual(pictureAddress(new Uint8Array([61]), other.signal), address);
  other.abort();
  first.abort();
  assert.deepEqual([...addresses], [address]);
  second.abort();
  assert.equal(addresses.size, 0);
  assert.notEqual(pictureAddress(new Uint8Array([60]), new AbortController().signal), address);
});
