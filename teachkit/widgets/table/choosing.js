// Choosing by pointing: buttons on the places of the board, and options that look like cards.

import { change, h, icon } from "../common/dom.js";
import { SIDE_OF_KEY, turnedBy } from "../common/squares.js";
import { followBoard } from "../prediction/board.js";

const BESIDE = 0.8; // how far from the middle of a square the button of a side is, in squares
const MANY = 24; // with more places, each is only a dot until it is pointed at
const AHEAD = { north: [0, -1], east: [1, 0], south: [0, 1], west: [-1, 0] };

/** Return the face of a card, as in the tray. */
export function cardFace({ name, symbol, label, note, kind }, attributes = {}, tag = "span") {
  const colour = kind ? `tk-kind-${kind}` : "tk-lay-repeat"; // loops have no kind
  return h(tag, { class: `tk-pick-card ${colour}`, "data-card": name, ...attributes },
    h("span", { class: "tk-pick-symbol", "aria-hidden": "true" }, symbol), h("span", {}, label),
    note ? h("span", { class: "tk-pick-note" }, note) : null);
}

/** Return a list of cards in groups under a name, or nothing; a loop is around a group that has `times`. */
export function cardList(name, groups) {
  if (!groups.length) return [];
  const items = groups.map(({ cards, times }) => h("div", { class: "tk-ask-group", role: "listitem", "data-looped": Boolean(times) },
    times ? h("span", { class: "tk-ask-times" }, `×${times}`) : null, cards.map((face) => cardFace(face, {}, "div"))));
  return [h("div", { class: "tk-ask-hand" }, h("span", { class: "tk-ask-hint", "aria-hidden": "true" }, name),
    h("div", { class: "tk-ask-group", role: "list", "aria-label": name }, items))];
}

/** Return a text whose title, such as the name of a card, is emphasized. */
export function titled(text) {
  const [title, ...rest] = text.split(": ");
  return rest.length ? h("span", {}, h("b", {}, `${title}: `), rest.join(": ")) : text;
}

/** Return the middle of a place; that of a side is beside its square. */
export function pointOf([x, y, angle], [width, height]) {
  if (angle === undefined) return [x, y];
  const turn = (angle * Math.PI) / 180;
  return [x + BESIDE * width * Math.sin(turn), y - BESIDE * height * Math.cos(turn)];
}

/** Return the size of the buttons of places: that of a square, unless columns or rows are closer together. */
export function sizeOf(places, square) {
  return square.map((size, axis) => {
    const lines = [...new Set(places.map((place) => place[axis]))].sort((one, other) => one - other);
    const gaps = lines.slice(1).map((line, before) => line - lines[before]);
    return Math.min(size, ...gaps.filter((gap) => gap > size / 2));
  });
}

/** Return the index of the nearest point on this side of a point, or -1. */
export function nextPoint(points, from, side) {
  const [right, down] = AHEAD[side];
  const far = ([x, y]) => {
    const [across, along] = [x - points[from][0], y - points[from][1]];
    const ahead = across * right + along * down;
    const aside = Math.abs(across * down) + Math.abs(along * right);
    return ahead > 0.001 ? ahead + 2 * aside : Infinity;
  };
  const ways = points.map(far);
  const least = Math.min(...ways);
  return least < Infinity ? ways.indexOf(least) : -1;
}

/** Buttons over the board beside `root`; `take(option)` is called with the number of an option. */
export class Places {
  constructor(root, take, signal) {
    this.take = take;
    this.layer = h("div", { class: "tk-places", role: "group", hidden: true, onkeydown: (event) => this.key(event) });
    followBoard(root, { found: (sheet) => sheet.append(this.layer), signal });
    signal.addEventListener("abort", () => this.layer.remove());
  }

  /** Show a button for each option with a place; `places` has null for all others. */
  show(question, options, { places = [], square = [1, 1] }) {
    const there = places.flatMap((place, option) => (place ? [{ place, option }] : []));
    this.points = there.map(({ place }) => pointOf(place, square));
    this.buttons = there.map(({ place, option }, at) => this.button(place, options[option], option, this.points[at]));
    const [wide, high] = sizeOf(there.map(({ place }) => place), square);
    change(this.layer, { "aria-label": question, hidden: !there.length, "data-many": there.length > MANY,
      style: { "--wide": wide, "--high": high } });
    const squares = new Set(there.filter(({ place }) => place.length > 2).map(({ place: [x, y] }) => `${x} ${y}`));
    this.layer.replaceChildren(...[...squares].map((each) => this.here(...each.split(" "))), ...this.buttons);
    this.reach(0);
  }

  /** The square to which the sides belong. */
  here(x, y) {
    return h("span", { class: "tk-place-here", style: { "--x": x, "--y": y } });
  }

  button([, , angle], label, option, [x, y]) {
    const arrow = angle === undefined ? null : icon("up");
    if (arrow) arrow.style.rotate = `${angle}deg`;
    return h("button", {
      class: "tk-place", "aria-label": label, title: label, "data-option": option,
      "data-side": angle !== undefined, "data-square": /^[a-z]\d+$/.test(label) && label, // its rules
      style: { "--x": x, "--y": y }, onclick: () => this.take(option),
      onfocus: ({ target }) => this.reach(this.buttons.indexOf(target)),
    }, arrow);
  }

  /** Let Tab reach only this one of the buttons. */
  reach(at) {
    this.buttons.forEach((button, each) => { button.tabIndex = each === at ? 0 : -1; });
  }

  /** Give the board the focus, if there is a place to choose; return whether there is. */
  focus() {
    const button = this.buttons?.find(({ tabIndex }) => tabIndex === 0);
    button?.focus();
    return Boolean(button);
  }

  key(event) {
    const side = SIDE_OF_KEY[event.key];
    if (!side || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation(); // otherwise the run would step
    const turned = parseFloat(this.layer.parentElement.style.getPropertyValue("--turned")) || 0;
    const seen = turnedBy(side, -Math.round(turned / 90) % 4); // the board may be turned to a piece's view
    this.buttons[nextPoint(this.points, this.buttons.indexOf(event.target), seen)]?.focus();
  }
}
