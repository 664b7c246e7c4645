// Pointing at a board: at a square and a facing, with a ghost of the piece.
//
// The board is the player's, in the same workbench; it is found in the page, so that pointing needs
// no kernel. A place is {square, heading}, with the names that Python sent.

import { change, fill, h, icon, setStyle, uniqueName } from "../common/dom.js";
import { pictureAddress } from "../common/pictures.js";
import { besideSquare, pointOn, SIDE_OF_KEY, sideOf, SIDES, squareAt, turnedBy } from "../common/squares.js";

const TOGETHER = ".tk-bench";

/**
 * `found(sheet)` is called with the board beside `root` and with each one that replaces it;
 * `seen(isSeen)` with whether the run on it was seen to its end.
 */
export function followBoard(root, { found, seen = () => {}, signal }) {
  let known = null;
  const look = (together) => {
    const sheet = together.querySelector(".tk-run-sheet");
    if (!sheet) return;
    if (sheet !== known) found(sheet);
    known = sheet;
    seen(sheet.closest(".tk-player").dataset.seen === "true");
  };
  const begin = () => {
    if (signal.aborted) return;
    if (!root.isConnected) {
      requestAnimationFrame(begin);
      return;
    }
    const together = root.closest(TOGETHER);
    if (!together) return;
    const observer = new MutationObserver(() => look(together));
    observer.observe(together, { childList: true, subtree: true, attributeFilter: ["data-seen"] });
    signal.addEventListener("abort", () => observer.disconnect());
    look(together);
  };
  begin();
}

/** Return the place in a text, whose heading is a name from Python or in the learner's language. */
export const placeIn = (said, { headings }) => {
  const [square, ...rest] = said.split(" ");
  const written = rest.join(" ");
  const heading = headings?.find(({ name, says }) => [name, says, says.toLowerCase()].includes(written))?.name;
  return heading ? { square, heading } : null;
};
export const saidOf = ({ square, heading }) => `${square} ${heading}`;

/** Return a written answer as Python stores it: the heading is a name in every language. */
export function asStored(written, form) {
  const place = placeIn(written, form);
  return place ? saidOf(place) : written;
}

/** Return a stored answer as learners read it. */
export function asShown(stored, form) {
  const place = placeIn(stored, form);
  return place ? `${place.square} ${form.headings.find(({ name }) => name === place.heading).says}` : stored;
}

/** A layer over the board for pointing; `take(place, isEntered)` is called with each place. */
export class Pointer {
  constructor(words, signal, take) {
    this.words = words;
    this.signal = signal;
    this.take = take;
    this.place = null;
    this.image = h("img", { class: "tk-ghost-piece", alt: "", draggable: "false" });
    this.sign = h("span", { class: "tk-ghost-sign", "aria-hidden": "true" });
    const sides = SIDES.map((side) => h("span", { class: "tk-ghost-side", "data-side": side }));
    this.ghost = h("div", { class: "tk-ghost", hidden: true }, this.image, sides, this.sign);
    this.hover = h("div", { class: "tk-point-hover", hidden: true });
    const keys = uniqueName("keys");
    this.element = h("div", {
      class: "tk-point", role: "application", tabindex: "0", "aria-label": words.board, "aria-describedby": keys,
      onpointerdown: (event) => this.press(event), onpointerup: (event) => this.release(event),
      onpointermove: (event) => this.over(event), onpointerleave: () => { this.hover.hidden = true; },
      onpointercancel: () => { this.pressed = null; }, onkeydown: (event) => this.key(event),
    }, h("span", { class: "tk-unseen", id: keys }, words.keys), this.hover, this.ghost);
  }

  /** Set the squares to point at, and the piece of the ghost. */
  show(form) {
    this.form = form;
    if (!form.squares) return;
    this.image.src = pictureAddress(form.piece, this.signal);
    setStyle(this.element, { "--wide": form.width, "--high": form.height });
  }

  /** Draw the ghost at a place; `isWaiting` if there is no answer yet and it can only be turned. */
  draw(place, { isWaiting = false, right = null } = {}) {
    this.place = place;
    this.ghost.hidden = !place;
    if (!place) return;
    const heading = this.form.headings.find(({ name }) => name === place.heading);
    this.put(this.ghost, place.square);
    change(this.ghost, {
      "data-waiting": isWaiting, "data-right": right === null ? null : String(right),
      style: { "--degrees": `${heading.degrees}deg` },
    });
    this.image.alt = isWaiting ? "" : `${this.words.prediction}: ${this.spoken(place)}`;
    this.sign.replaceChildren(...(right === null ? [] : [icon(right ? "check" : "remove")]));
  }

  spoken({ square, heading }) {
    const { says } = this.form.headings.find(({ name }) => name === heading);
    return fill(this.words.stands, { label: this.form.label, square, heading: says });
  }

  put(element, square) {
    const [x, y] = this.form.squares[square];
    setStyle(element, { "--x": x, "--y": y });
  }

  lock(isLocked) {
    change(this.element, { "data-locked": isLocked, "aria-disabled": isLocked ? "true" : null });
    this.isLocked = isLocked;
  }

  // ---- by finger or mouse

  at(event) {
    return squareAt(this.form, pointOn(this.element, event));
  }

  press(event) {
    this.pressed = this.isLocked || event.button ? null : this.at(event);
    this.hover.hidden = true;
  }

  /**
   * A tap on a different square moves there; a tap on a side of its own square, or a drag, turns.
   */
  release(event) {
    const from = this.pressed;
    this.pressed = null;
    const to = from && this.at(event);
    if (!to) return;
    const isDrag = to.square !== from.square;
    const isTurn = isDrag || from.square === this.place?.square;
    const heading = isTurn ? this.side(from, to, isDrag) : this.place?.heading ?? this.first.heading;
    this.take({ square: from.square, heading }, true);
  }

  get first() {
    return placeIn(this.form.start, this.form);
  }

  side(from, to, isDrag) {
    const [start, end] = [from, to].map(({ square }) => this.form.squares[square]);
    const across = isDrag ? (end[0] - start[0]) / this.form.width : to.across;
    const down = isDrag ? (end[1] - start[1]) / this.form.height : to.down;
    return sideOf(across, down);
  }

  over(event) {
    const square = event.pointerType === "mouse" && !this.isLocked && this.at(event)?.square;
    this.hover.hidden = !square || square === this.place?.square;
    if (!this.hover.hidden) this.put(this.hover, square);
  }

  // ---- by keys

  key(event) {
    if (this.isLocked || event.ctrlKey || event.altKey || event.metaKey) return;
    const now = this.place ?? this.first;
    const side = SIDE_OF_KEY[event.key];
    const heading = SIDES.find((name) => name[0] === event.key.toLowerCase());
    if (event.key === "Enter") this.take(now, true, true);
    else if (heading) this.take({ ...now, heading }, false);
    else if (side) this.take({ ...now, square: besideSquare(this.form, now.square, this.seenAs(side)) }, false);
    else return;
    event.preventDefault();
    event.stopPropagation(); // otherwise the run would step
  }

  /** Return the side of the board as shown: the board may be turned to a piece's view. */
  seenAs(side) {
    const turned = parseFloat(this.element.parentElement.style.getPropertyValue("--turned")) || 0;
    return turnedBy(side, -Math.round(turned / 90) % 4);
  }
}
