// The palette bar: a button for each thing, in groups, and what is chosen about the thing in use.

import { change, fill, h, icon, neighbour } from "../common/dom.js";
import { pictureAddress } from "../common/pictures.js";
import { SIDE_OF_KEY } from "../common/squares.js";

const ARROWS = { north: "up", east: "right", south: "down", west: "left" };
const MANY = 9; // details that have a button each; more are in a list
const STEPS = { north: -1, west: -1, east: 1, south: 1 };

/** The things to paint with. `tile` is the one in use; the eraser is `null`. */
export class Palette {
  constructor(tiles, words, signal, chosen) {
    this.words = words;
    this.chosen = chosen;
    this.tiles = tiles.map((tile) => ({ ...tile, address: pictureAddress(tile.picture, signal) }));
    this.tile = this.tiles[0] ?? null;
    this.heading = "north";
    this.detail = "";
    this.typed = ""; // digits of the detail, since the last stroke
    const groups = [...new Set(this.tiles.map((tile) => this.groupOf(tile)))];
    const together = groups.flatMap((group) => this.tiles.filter((tile) => this.groupOf(tile) === group));
    this.buttons = new Map(together.map((tile) => [tile, this.button(tile)]));
    this.element = h("div", {
      class: "tk-easel-palette", role: "toolbar", "aria-label": words.palette, onkeydown: (event) => this.key(event),
    }, ...this.buttons.values());
    const says = fill(words.tile, { says: words.eraser, letter: "." });
    this.eraser = h("button", {
      class: "tk-button", "aria-label": says, title: says, "aria-keyshortcuts": ".", onclick: () => this.pick(null),
    }, icon("eraser"), h("span", { class: "tk-easel-name", "aria-hidden": "true" }, words.eraser));
    this.tool = h("div", { class: "tk-easel-tool" });
    this.pick(this.tile);
  }

  /** All edges are together, and so are the things of one field of the file. */
  groupOf({ place, key }) {
    if (place === "edge") return place;
    return this.tiles.filter((tile) => tile.key === key).length > 1 ? key : "others";
  }

  button(tile) {
    const { says, letter, picture, address } = tile;
    const name = fill(this.words.tile, { says, letter });
    const face = picture.byteLength ? h("img", { src: address, alt: "", draggable: "false" })
      : h("b", { class: "tk-easel-letter" }, letter.toUpperCase());
    return h("button", {
      class: "tk-easel-tile", "aria-label": name, title: name,
      "aria-keyshortcuts": letter, onclick: () => this.pick(tile),
    }, face, h("span", { class: "tk-easel-name" }, says), h("kbd", {}, letter));
  }

  /** Return the tile of a thing, or of a letter. */
  of(name) {
    return this.tiles.find((tile) => tile.name === name);
  }

  lettered(key) {
    return this.tiles.find(({ letter }) => letter === key) ?? this.tiles.find(({ letter }) => letter === key.toLowerCase());
  }

  pick(tile) {
    if (tile !== this.tile && (tile?.numbered || !tile?.details.includes(this.detail))) this.detail = "";
    this.tile = tile;
    change(this.eraser, { "aria-pressed": String(!tile) });
    for (const [other, button] of this.buttons) {
      change(button, { "aria-pressed": String(other === tile) });
      if (tile) change(button, { tabindex: other === tile ? "0" : "-1" });
    }
    this.draw();
    this.chosen();
  }

  key(event) {
    const side = SIDE_OF_KEY[event.key];
    if (!side) return;
    event.preventDefault();
    neighbour([...this.buttons.values()], event.target, STEPS[side]).focus();
  }

  turn(heading) {
    this.heading = heading;
    this.draw();
    this.chosen();
  }

  /** Choose the next or the previous detail; the first choice leaves it to the palette. */
  next(by) {
    const details = this.choices;
    this.detail = details[Math.max(0, Math.min(details.length - 1, details.indexOf(this.detail) + by))] ?? "";
    this.draw();
    this.chosen();
  }

  /** Choose the detail that is written with one more digit, or with this one alone. */
  type(digit) {
    const typed = [`${this.typed}${digit}`, digit].find((each) => this.choices.includes(each));
    if (typed === undefined) return false;
    this.detail = this.typed = typed;
    this.draw();
    return true;
  }

  /** The name of the thing in use, with its detail. */
  get named() {
    const says = this.tile?.says ?? this.words.eraser;
    return this.detail ? `${says} ${this.detail}` : says;
  }

  get choices() {
    const { tile } = this;
    if (!tile?.details.length) return [];
    return tile.numbered ? ["", ...tile.details] : tile.details;
  }

  list(choose, shown) {
    const list = h("select", {
      class: "tk-field", "data-name": "details", "aria-label": this.words.detail, onchange: ({ target }) => choose(target.value),
    }, this.choices.map((detail) => h("option", { value: detail }, detail)));
    list.value = shown;
    return list;
  }

  /** Draw the line above the board: the thing in use, its heading and its details. */
  draw() {
    const { tile, words } = this;
    const focused = this.tool.contains(document.activeElement) && document.activeElement.dataset.name;
    const choice = (name, says, isOn, press, face) => h("button", {
      class: "tk-button", "data-name": name, "aria-label": says, title: says, "aria-pressed": String(isOn), onclick: press,
    }, face);
    const headings = !tile || tile.place === "square" ? [] : Object.entries(ARROWS).map(([side, sign]) =>
      choice(side, words[side], side === this.heading, () => this.turn(side), icon(sign)));
    const shown = this.choices.includes(this.detail) ? this.detail : this.choices[0];
    const choose = (detail) => { this.detail = detail; this.draw(); };
    const details = this.choices.length > MANY ? [this.list(choose, shown)]
      : this.choices.map((detail) => choice(`detail ${detail}`, detail || words.next, detail === shown,
        () => choose(detail), detail || words.next));
    const group = (label, buttons) => (buttons.length ? [h("div", { class: "tk-easel-choice", role: "group", "aria-label": label }, buttons)] : []);
    this.tool.replaceChildren(h("b", {}, tile?.says ?? words.eraser),
      ...group(words.heading, headings), ...group(words.detail, details));
    if (focused) this.tool.querySelector(`[data-name="${focused}"]`)?.focus();
  }
}
