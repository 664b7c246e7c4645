// The state of the editor, independent of the page: the program, the learner's position in it, and
// all edits with the sentences that announce them. `onEdit` and `onSay` notify the page.
//
// `at` is the path of the selected stop ([] is the start, [2, "else"] an "otherwise"), and `anchor`
// the other end if several neighbours are selected. New cards go after `at`.

import { fill } from "../common/dom.js";
import {
  armsOf, cardNumber, cardsIn, clamp, cleared, fixedIn, holderOf, inserted, isArm, isBracket,
  isWithin, last, moved, nameOf, pieceAt, pieceName, piecesIn, placeAfter, placeBefore, removed,
  rowAt, rowOf, samePath, stopBefore, stops, toPieces, unwrapped, walk, withLast, wrapped,
} from "./tree.js";

const HISTORY = 200;
const SYMBOLS = { repeat: "↻", while: "↻", if: "?" };
export const kindOf = (head) => Object.keys(SYMBOLS).find((word) => word in head);

export class EditorState {
  constructor({ words, onEdit, onSay }) {
    Object.assign(this, { words, onEdit, onSay });
    Object.assign(this, { tray: [], slots: [], tree: [], problems: [], past: [], future: [] });
    Object.assign(this, { isDisabled: false, waits: "" }); // the key of what must be done first
    this.goToEnd();
  }

  /** Return pieces for nodes; an `if` whose tray card has an "otherwise" always shows it. */
  toPieces(nodes, fixed = []) {
    const elses = this.tray.filter(({ node }) => node.else).map(({ node }) => nameOf(node));
    return toPieces(nodes, { fixed, elses });
  }

  // ---- the tray

  entryNamed(name) {
    return this.tray.find(({ node }) => nameOf(node) === name);
  }

  /** Return the tray card of a piece: for "shove left" the card "shove", unless it has its own. */
  trayName(piece) {
    const name = pieceName(piece);
    return isBracket(piece) || this.entryNamed(name) ? name : name.split(" ")[0];
  }

  /** Return how many pieces of the program have one of these names. */
  countLaid(names) {
    return walk(this.tree).filter(({ piece }) => names.includes(this.trayName(piece))).length;
  }

  /**
   * Return how many of this tray card are left; a group shares its limit, equal cards go in order.
   */
  left(index) {
    const { node, limit, group } = this.tray[index];
    const name = nameOf(node);
    const shared = this.tray.filter((entry) => group && entry.group === group);
    let used = this.countLaid([name, ...shared.map((entry) => nameOf(entry.node))]);
    for (const earlier of this.tray.slice(0, index)) {
      if (nameOf(earlier.node) === name) used -= Math.min(used, earlier.limit ?? Infinity);
    }
    return Math.max(0, (limit ?? Infinity) - used);
  }

  /** Return a new piece from the tray; if none is left, announce why and return null. */
  take(index) {
    if (this.refuses() || !this.tray[index]) return null;
    if (this.isFull && !this.exchanged) this.onSay("full");
    else if (this.left(index) > 0) return this.toPieces([this.tray[index].node])[0];
    else this.onSay("no_more", { label: this.called(this.tray[index]) });
    return null;
  }

  // ---- slots, in games whose programs have a place for each card

  /** The slots that cards can fill, in order; the others keep their card. */
  get freeSlots() {
    return this.slots.filter((slot) => !slot.locked);
  }

  get isFull() {
    return this.slots.length > 0 && cardsIn(this.tree).length >= this.freeSlots.length;
  }

  /** Return the slot of a card; `undefined` if there are no slots, or too few. */
  slotOf(card) {
    return this.freeSlots[card - 1];
  }

  // ---- words

  word(key, facts) {
    return fill(this.words[key], facts);
  }

  /** Return the symbol and label of a piece: from its tray card, or else in plain words. */
  faceOf(piece) {
    const name = pieceName(piece);
    const entry = this.entryNamed(name);
    if (entry) return entry;
    if (!isBracket(piece)) {
      const [word, ...choices] = name.split(" ");
      const { symbol = "▢", label = word, kind } = this.entryNamed(word) ?? {};
      return { symbol, kind, label: [label, ...choices].join(" ") };
    }
    const kind = kindOf(piece.head);
    return { symbol: SYMBOLS[kind], label: this.word(kind, { of: piece.head[kind] }) };
  }

  /** Return a face in words: "Move 2 670" has a note, its priority. */
  called({ label, note }) {
    return note ? `${label} ${note}` : label;
  }

  problemsOf(card) {
    return this.problems.filter((problem) => problem.card === card);
  }

  /** Return the text for a screen reader: "Left, card 2 of 3, fixed". */
  spoken(piece) {
    const label = this.called(this.faceOf(piece));
    const numbers = cardsIn([piece]).map(({ piece: card }) => cardNumber(this.tree, card));
    if (isBracket(piece)) {
      const word = ["bracket_empty", "bracket_one"][numbers.length] ?? "bracket_many";
      return this.word(word, { label, first: numbers[0], last: numbers.at(-1) });
    }
    const [card] = numbers;
    const slot = this.slotOf(card)?.label;
    const parts = [slot ? this.word("in_slot", { label, slot })
      : this.word("card", { label, card, cards: cardsIn(this.tree).length })];
    if (piece.fixed) parts.push(this.word("fixed"));
    return [...parts, ...this.problemsOf(card).map(({ says }) => says)].join(", ");
  }

  nameOfRange({ path, count }) {
    return count > 1 ? this.word("several", { count })
      : this.called(this.faceOf(pieceAt(this.tree, path)));
  }

  // ---- the learner's position

  goTo(path, isChosen = false) {
    this.at = this.anchor = path;
    this.isChosen = isChosen;
    this.hasGap = false;
  }

  goToEnd() {
    this.goTo(this.tree.length ? [this.tree.length - 1] : []);
  }

  stops() {
    return [[], ...stops(this.tree)];
  }

  /** The selected piece or neighbours; null at the start or an "otherwise". */
  get range() {
    if (!this.at.length || isArm(this.at)) return null;
    const [low, high] = [last(this.at), last(this.anchor)].sort((a, b) => a - b);
    return { path: withLast(this.at, low), count: high - low + 1 };
  }

  isInRange(path) {
    const { range } = this;
    return range !== null && path.length === range.path.length && isWithin(path, range);
  }

  /** The place of the next card: after the selection, or in a bracket that is still empty. */
  get place() {
    if (!this.range) return [...this.at, 0];
    const { path, count } = this.range;
    const piece = pieceAt(this.tree, path);
    const arm = count === 1 && isBracket(piece) && armsOf(piece)[0];
    if (arm && piece.arms[arm].length === 0) return [...path, arm, 0];
    return withLast(path, last(path) + count);
  }

  step(by) {
    const all = this.stops();
    const here = all.findIndex((stop) => samePath(stop, this.at));
    this.goTo(all[clamp(here + by, 0, all.length - 1)], true);
  }

  /** Extend or shrink the selection by one neighbour in the same row. */
  stretch(by) {
    if (!this.range) return this.step(by);
    const end = rowAt(this.tree, this.at).length - 1;
    return this.stretchTo(withLast(this.at, clamp(last(this.at) + by, 0, end)));
  }

  stretchTo(path) {
    const isNeighbour = this.range && path.length && samePath(rowOf(path), rowOf(this.at));
    if (!isNeighbour) return this.goTo(path, true);
    this.at = path;
    this.isChosen = true;
    return this.onSay("chosen", { count: this.range.count });
  }

  chooseNext() {
    const { path, count } = this.range;
    if (last(path) + count === rowAt(this.tree, path).length) return void this.onSay("at_end");
    this.anchor = path;
    this.at = withLast(path, last(path) + count - 1);
    this.stretch(1);
  }

  // ---- edits

  /** The chosen card, if a tray card takes its place; after a removal, the next one fills the gap. */
  get exchanged() {
    const { range, replaces, isChosen, hasGap } = this;
    return replaces && isChosen && !hasGap && range?.count === 1 && !isBracket(pieceAt(this.tree, range.path)) ? range : null;
  }

  /** Put a tray card after the selection, or in its place; a bracket goes around it. */
  add(index) {
    const piece = this.take(index);
    if (!piece) return;
    const { range, place, exchanged } = this;
    if (exchanged && !isBracket(piece)) return void this.exchange(exchanged, piece);
    const isBehind = range && place.length === range.path.length;
    if (this.isChosen && isBehind && isBracket(piece)) this.wrap(range, piece);
    else this.insert(place, piece);
  }

  exchange(range, piece) {
    if (!this.mayMove(range)) return;
    const facts = { label: this.nameOfRange(range) };
    const tree = inserted(removed(this.tree, range), range.path, [piece]);
    this.edit(tree, range.path, "replaced", facts, { isChosen: true });
  }

  insert(place, piece) {
    if (piece) this.edit(inserted(this.tree, place, [piece]), place, "added");
  }

  wrap(range, bracket) {
    if (!bracket || !this.mayMove(range)) return;
    this.edit(wrapped(this.tree, range, bracket), range.path, "added");
  }

  /** Move the selection one step along the program, into and out of brackets. */
  shift(by) {
    const { range } = this;
    if (!range) return;
    const place = (by > 0 ? placeAfter : placeBefore)(this.tree, range);
    if (place) this.move(range, place);
    else this.onSay(by > 0 ? "at_end" : "at_start");
  }

  move(range, place) {
    if (!this.mayMove(range)) return;
    const outcome = moved(this.tree, range, place);
    if (!outcome) return void this.onSay("put_back");
    const [tree, path] = outcome;
    const [left, entered] = [holderOf(this.tree, range.path), holderOf(tree, path)];
    const isDeeper = entered && path.length >= range.path.length;
    const says = left?.key === entered?.key ? "moved" : isDeeper ? "moved_in" : "moved_out";
    const bracket = isDeeper ? entered : left;
    const facts = { bracket: bracket && this.faceOf(bracket).label };
    this.edit(tree, path, says, facts, { isChosen: this.isChosen, count: range.count });
  }

  removeChosen(withContents) {
    if (this.range) this.remove(this.range, withContents);
  }

  /** Remove the selection. A single bracket is removed without its cards, unless `withContents`. */
  remove(range, withContents) {
    if (!this.mayMove(range)) return;
    const facts = { label: this.nameOfRange(range) };
    const { isChosen } = this;
    const isOff = range.count === 1 && !withContents && isBracket(pieceAt(this.tree, range.path));
    if (!isOff) {
      const tree = removed(this.tree, range);
      this.edit(tree, stopBefore(range.path), "removed", facts, { isChosen });
      this.hasGap = true;
      return;
    }
    const tree = unwrapped(this.tree, range.path);
    const path = pieceAt(tree, range.path) ? range.path : stopBefore(range.path);
    this.edit(tree, path, "unwrapped", facts, { isChosen });
  }

  clear() {
    this.edit(cleared(this.tree), [], "cleared");
  }

  /** Return whether editing is disabled, and announce what must be done first. */
  refuses() {
    if (this.isDisabled && this.waits) this.onSay(this.waits);
    return this.isDisabled;
  }

  /** Return whether a range may move: fixed cards and the brackets around them may not. */
  mayMove(range) {
    if (this.refuses()) return false;
    const [fixed] = fixedIn(piecesIn(this.tree, range));
    if (fixed) this.onSay("stays", { card: cardNumber(this.tree, fixed.piece) });
    return !fixed;
  }

  /** Finish an edit: store the old program for undo, set the new one, and announce it. */
  edit(tree, path, says, facts = {}, { isChosen = false, count = 1 } = {}) {
    if (this.refuses()) return;
    this.remember();
    this.tree = tree;
    this.goTo(path, isChosen);
    if (count > 1) this.at = withLast(path, last(path) + count - 1);
    const what = this.range && (count > 1 ? this.nameOfRange(this.range)
      : this.spoken(pieceAt(tree, path)));
    this.onEdit(says, { what, ...facts });
  }

  // ---- undo and redo

  remember() {
    this.past.push({ tree: this.tree, at: this.at });
    this.past.splice(0, this.past.length - HISTORY);
    this.future = [];
  }

  undo() {
    this.travel(this.past, this.future, "undone");
  }

  redo() {
    this.travel(this.future, this.past, "redone");
  }

  travel(from, to, says) {
    if (this.refuses() || !from.length) return;
    to.push({ tree: this.tree, at: this.at });
    const { tree, at } = from.pop();
    this.tree = tree;
    this.goTo(at, this.isChosen);
    this.onEdit(says);
  }

  /** Replace the program from outside; the selection stays if that place still exists. */
  replace(tree) {
    this.remember();
    this.tree = tree;
    if (this.stops().some((stop) => samePath(stop, this.at))) this.goTo(this.at, this.isChosen);
    else this.goToEnd();
  }
}
