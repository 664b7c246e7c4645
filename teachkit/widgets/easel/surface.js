// The picture of the board, on which strokes are made by mouse, finger and keys.

import { change, h, icon, setStyle, uniqueName } from "../common/dom.js";
import { pictureAddress } from "../common/pictures.js";
import { besideSquare, pointOn, SIDE_OF_KEY, sideOf, SIDES, squareAt, turnedBy } from "../common/squares.js";

const ERASING = [".", "Delete", "Backspace"];
const PRESSING = ["Enter", " "];
const AIMED = 0.3; // how far a drag within a square must lead to choose a heading, in squares
const BESIDE = 0.3; // how far from the middle the eraser is for an edge
const STEP = 0.4; // how far two points of a fast drag may be apart

/** Split a place, such as `c3 north`, into its square and its side. */
export const partsOf = (where) => where.split(" ");

/**
 * The board. `brush` says what is painted: {tile, heading, detail}, where the tile of the eraser
 * is `null`. `act` has the functions `paint(places)`, `erase(places)`, `aim(heading)`, `pick(tile)`,
 * `detail(by)`, `type(digit)` and `move(square)`.
 */
export class Surface {
  constructor(words, signal, act) {
    Object.assign(this, { words, signal, act, marks: [], cursor: "", isAimed: false, waiting: new Map() });
    this.image = h("img", { class: "tk-easel-picture", alt: "", draggable: "false" });
    this.frame = h("div", { class: "tk-easel-cursor", hidden: true });
    this.hover = h("div", { class: "tk-easel-hover", hidden: true });
    this.found = h("div", { class: "tk-easel-found", hidden: true });
    this.fresh = h("div", { class: "tk-easel-fresh" });
    this.later = h("div", { class: "tk-easel-later" });
    const keys = uniqueName("keys");
    this.element = h("div", {
      class: "tk-easel-board", role: "application", tabindex: "0", "aria-label": words.board, "aria-describedby": keys,
      onpointerdown: (event) => this.press(event), onpointermove: (event) => this.drag(event),
      onpointerup: (event) => this.release(event), onpointercancel: () => this.cancel(),
      onpointerleave: () => { this.hover.hidden = true; }, onkeydown: (event) => this.key(event),
    }, this.image, this.later, this.fresh, this.found, this.hover, this.frame, h("span", { class: "tk-unseen", id: keys }, words.keys));
  }

  /** Show the picture in `canvas`; `marks` that are not on it yet are shown above it. */
  show(canvas, marks) {
    this.marks = marks;
    const [now, drawn] = [marks, canvas.marks].map((each) => new Set(each.map((mark) => mark.join())));
    const newer = marks.filter((mark) => !drawn.has(mark.join()));
    const older = canvas.marks.filter((mark) => !now.has(mark.join()));
    if (this.form !== canvas) this.redrawPicture(canvas);
    const placeOf = ([thing, where]) => (this.act.tile(thing)?.place === "edge" ? where : partsOf(where)[0]);
    this.later.replaceChildren(...older.map((mark) => this.chip(placeOf(mark), null)),
      ...newer.map(([thing, where]) => this.chip(where, this.act.tile(thing))));
  }

  redrawPicture(canvas) {
    this.form = canvas;
    const address = new AbortController();
    const old = this.address;
    this.address = address;
    this.image.onload = () => old?.abort();
    this.signal.addEventListener("abort", () => address.abort());
    change(this.image, { src: pictureAddress(canvas.picture, address.signal), alt: canvas.alt });
    setStyle(this.element, { "--ratio": canvas.ratio, "--square-wide": canvas.width, "--square-high": canvas.height });
    this.goTo(canvas.squares[this.cursor] ? this.cursor : Object.keys(canvas.squares)[0]);
  }

  /** Be a picture that nothing can be painted on. */
  rest() {
    change(this.element, { role: null, tabindex: null, "aria-label": null, "aria-describedby": null });
    for (const each of [this.frame, this.element.lastChild]) each.remove();
  }

  /** Highlight a square or an edge that somebody speaks of. */
  highlight(where) {
    this.put(this.found, where);
  }

  /** Put an element on a square or on one of its sides; without a place, hide it. */
  put(element, where) {
    const [square, side] = partsOf(where);
    const spot = this.form?.squares[square];
    change(element, { hidden: !spot, "data-side": side });
    if (spot) setStyle(element, { "--x": spot[0], "--y": spot[1] });
  }

  goTo(square) {
    if (!square) return;
    this.cursor = square;
    this.drawCursor();
  }

  drawCursor() {
    const { tile, heading } = this.act.brush();
    const isAimed = this.isAimed || (tile && tile.place !== "square");
    this.put(this.frame, isAimed ? `${this.cursor} ${heading}` : this.cursor);
    change(this.frame, { "data-edge": isAimed && tile?.place !== "heading" });
  }

  // ---- strokes that wait for an answer

  /** Show marks at once, until the stroke `n` is answered. */
  expect(n, drawn) {
    this.waiting.set(n, drawn);
    this.fresh.append(...drawn);
  }

  answer(n) {
    for (const [stroke, drawn] of this.waiting) {
      if (stroke > n) continue;
      for (const each of drawn) each.remove();
      this.waiting.delete(stroke);
    }
  }

  chip(where, tile) {
    const [, side] = partsOf(where);
    const shown = tile ? h("img", { src: tile.address, alt: "", draggable: "false" }) : icon("remove");
    const chip = h("div", { class: "tk-easel-chip", "data-place": tile ? tile.place : side ? "edge" : "erased" }, shown);
    this.put(chip, where);
    if (tile?.place === "heading") setStyle(chip, { "--degrees": `${90 * SIDES.indexOf(side)}deg` });
    return chip;
  }

  // ---- by mouse and finger

  at(event) {
    return squareAt(this.form, pointOn(this.element, event));
  }

  press(event) {
    const spot = event.button ? null : this.at(event);
    if (!spot || this.stroke) return;
    this.element.setPointerCapture(event.pointerId);
    this.hover.hidden = true;
    this.stroke = {
      finger: event.pointerId, from: spot, point: pointOn(this.element, event), places: [], drawn: [], isDrag: false, last: spot.square,
    };
    this.isAimed = false;
    this.goTo(spot.square);
    this.extend(spot);
  }

  drag(event) {
    if (!this.stroke) return this.over(event);
    if (this.stroke.finger !== event.pointerId) return undefined;
    const events = event.getCoalescedEvents?.() ?? [];
    for (const each of events.length ? events : [event]) this.through(pointOn(this.element, each));
    return undefined;
  }

  /** Extend the stroke to a point, with each square on the way. */
  through(to) {
    const { form, stroke } = this;
    const { point: from } = stroke;
    const [across, down] = [to[0] - from[0], to[1] - from[1]];
    const steps = Math.ceil(Math.max(Math.abs(across) / form.width, Math.abs(down) / form.height) / STEP);
    for (let step = 1; step <= steps; step += 1) {
      const spot = squareAt(form, [from[0] + (across * step) / steps, from[1] + (down * step) / steps]);
      if (spot) this.extend(spot);
    }
    stroke.point = to;
  }

  release(event) {
    const { stroke } = this;
    if (stroke?.finger !== event.pointerId) return;
    this.through(pointOn(this.element, event));
    this.stroke = null;
    this.finish(stroke);
  }

  cancel() {
    for (const each of this.stroke?.drawn ?? []) each.remove();
    this.stroke = null;
  }

  /** Add a point to the stroke. Each kind of thing has its own way of following a finger. */
  extend(spot) {
    const { stroke } = this;
    const { tile, heading } = this.act.brush();
    if (spot.square !== stroke.from.square) stroke.isDrag = true;
    if (!tile?.single || tile.place === "square") stroke.last = spot.square;
    const [dx, dy] = this.offset(stroke.from, spot);
    if (Math.hypot(dx, dy) > AIMED) stroke.way = sideOf(dx, dy);
    if (!tile) this.add(this.erasedAt(spot));
    else if (tile.place === "edge") this.add(this.edgeAt(spot));
    else if (tile.place === "square") this.add(spot.square, tile.single);
    else if (tile.single) this.add(`${stroke.from.square} ${stroke.way ?? heading}`, true);
    else this.follow(spot.square, stroke.way ?? heading);
  }

  /** Return how far `spot` is from another one, in squares. */
  offset(from, spot) {
    const { squares, width, height } = this.form;
    const [[x, y], [toX, toY]] = [squares[from.square], squares[spot.square]];
    return [(toX - x) / width + spot.across - from.across, (toY - y) / height + spot.down - from.down];
  }

  /** Add a place to the stroke, or let it be the only one. */
  add(where, isOnly = false) {
    const { stroke } = this;
    if (!where || stroke.places.includes(where)) return;
    if (isOnly) stroke.places.length = 0;
    stroke.places.push(where);
    this.redraw();
  }

  /** Things with a heading follow a drag: each one faces the next. */
  follow(square, heading) {
    const { places } = this.stroke;
    const last = places.at(-1);
    const [before] = last ? partsOf(last) : [];
    if (before === square) places.pop();
    else if (last) {
      const way = SIDES.find((side) => besideSquare(this.form, before, side) === square) ?? heading;
      places[places.length - 1] = `${before} ${way}`;
      this.stroke.way = way;
      return this.pushed(square, way);
    }
    return this.pushed(square, places.length ? partsOf(places.at(-1))[1] : heading);
  }

  pushed(square, way) {
    const { places } = this.stroke;
    const at = places.findIndex((where) => partsOf(where)[0] === square);
    if (at >= 0) places.splice(at, 1);
    places.push(`${square} ${way}`);
    this.redraw();
  }

  /** Draw the marks of the stroke, before it ends. */
  redraw() {
    const { tile } = this.act.brush();
    for (const each of this.stroke.drawn) each.remove();
    this.stroke.drawn = this.stroke.places.map((where) => this.chip(where, tile));
    this.fresh.append(...this.stroke.drawn);
  }

  /** Return the edge at a point; a drag goes along the line on which it began. */
  edgeAt({ square, across, down }) {
    const { line } = this.stroke;
    if (!line) {
      const side = sideOf(across, down);
      this.stroke.line = { isFlat: side === "north" || side === "south", at: this.lineOf(square, side) };
      return `${square} ${side}`;
    }
    const side = line.isFlat ? (down > 0 ? "south" : "north") : across > 0 ? "east" : "west";
    return Math.abs(this.lineOf(square, side) - line.at) < 0.25 ? `${square} ${side}` : null;
  }

  /** Return the position of the line on which a side is, in squares. */
  lineOf(square, side) {
    const { squares, width, height } = this.form;
    const [x, y] = squares[square];
    if (side === "north" || side === "south") return y / height + (side === "south" ? 0.5 : -0.5);
    return x / width + (side === "east" ? 0.5 : -0.5);
  }

  /** Return what the eraser removes at a point: something on a near edge, or on the square. */
  erasedAt({ square, across, down }) {
    const side = sideOf(across, down);
    const isNear = Math.max(Math.abs(across), Math.abs(down)) > BESIDE;
    const edge = isNear && this.edgeMark(square, side);
    const [first] = this.stroke.places;
    const isEdge = first ? Boolean(partsOf(first)[1]) : Boolean(edge);
    return isEdge ? edge : square;
  }

  /** Return the place of what is on this side of a square, in either of its names, or null. */
  edgeMark(square, side) {
    const beside = besideSquare(this.form, square, side);
    const names = [`${square} ${side}`, beside === square ? "" : `${beside} ${turnedBy(side, 2)}`];
    return names.find((name) => this.marks.some(([thing, where]) =>
      where === name && this.act.tile(thing)?.place !== "heading")) ?? null;
  }

  /** Send a finished stroke. A tap on a thing with a heading turns it. */
  finish({ places, drawn, isDrag, way, last }) {
    const { tile, heading } = this.act.brush();
    for (const each of drawn) each.remove();
    if (!places.length) return;
    this.goTo(last);
    if (!tile) {
      this.act.erase(places);
      return;
    }
    if (tile.place !== "heading") {
      this.act.paint(places);
      return;
    }
    const [square] = partsOf(places[0]);
    const old = !isDrag && !way ? this.headingOf(square, tile) : null;
    const faces = old ? turnedBy(old, 1) : partsOf(places.at(-1))[1];
    if (faces !== heading) this.act.aim(faces);
    this.act.paint(old ? [`${square} ${faces}`] : places);
  }

  /** Return the facing of a thing that is on a square already, or null. */
  headingOf(square, tile) {
    const mark = this.marks.find(([thing, where]) => thing === tile.name && partsOf(where)[0] === square);
    return mark ? partsOf(mark[1])[1] : null;
  }

  over(event) {
    const spot = event.pointerType === "mouse" ? this.at(event) : null;
    const { tile } = this.act.brush();
    const edge = spot && (tile ? tile.place === "edge" && `${spot.square} ${sideOf(spot.across, spot.down)}`
      : Math.max(Math.abs(spot.across), Math.abs(spot.down)) > BESIDE
        && this.edgeMark(spot.square, sideOf(spot.across, spot.down)));
    this.put(this.hover, spot ? edge || spot.square : "");
  }

  // ---- by keys

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.cursor) return;
    const side = SIDE_OF_KEY[event.key];
    const { tile, heading } = this.act.brush();
    const named = this.act.lettered(event.key);
    if (side && event.shiftKey) this.aim(side);
    else if (side) this.walk(side);
    else if (ERASING.includes(event.key)) this.eraseHere(heading);
    else if (PRESSING.includes(event.key)) this.paintHere(tile, heading);
    else if (event.key === "PageUp" || event.key === "PageDown") this.act.detail(event.key === "PageDown" ? 1 : -1);
    else if (named) {
      this.act.pick(named);
      this.paintHere(named, heading);
    } else if (/^\d$/.test(event.key)) this.act.type(event.key);
    else return;
    event.preventDefault();
  }

  aim(side) {
    this.isAimed = true;
    this.act.aim(side);
    this.drawCursor();
  }

  walk(side) {
    this.isAimed = false;
    this.goTo(besideSquare(this.form, this.cursor, side));
    this.act.move(this.cursor);
  }

  eraseHere(heading) {
    this.act.erase([(this.isAimed && this.edgeMark(this.cursor, heading)) || this.cursor]);
  }

  paintHere(tile, heading) {
    if (!tile) {
      this.eraseHere(heading);
      return;
    }
    const isAgain = tile.place === "heading" && this.headingOf(this.cursor, tile) === heading;
    const way = isAgain ? turnedBy(heading, 1) : heading;
    if (isAgain) this.act.aim(way);
    this.act.paint([tile.place === "square" ? this.cursor : `${this.cursor} ${way}`]);
    this.drawCursor();
  }
}
