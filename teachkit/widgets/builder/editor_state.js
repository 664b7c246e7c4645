// The state of the editor, independent of the page: the program, the learner's position in it, and
// all edits with the sentences that announce them. `onEdit` and `onSay` notify the page.
//
// Among the top pieces, the routines come first; the start of the program is behind them.
//
// `at` is the path of the selected stop ([] is the start, [2, "else"] an "otherwise"), and `anchor`
// the other end if several neighbours are selected. New cards go after `at`.

import { fill } from "../common/dom.js";
import {
  armsOf, cardNumber, cardsIn, clamp, cleared, fixedIn, holderOf, inserted, isArm, isBracket,
  isInOrder, isRoutine, isWithin, last, moved, nameOf, pieceAt, pieceName, piecesIn, placeAfter,
  placeBefore, removed, renamed, routinesIn, rowAt, rowOf, samePath, stopBefore, stops, toPieces,
  unwrapped, walk, withLast, withoutCalls, wrapped,
} from "./tree.js";

const HISTORY = 200;
const NAME = /^[\p{L}_][\p{L}\p{N}_]*$/u;
const TIMES = /^x\d+$/i; // "x2" is a loop card
export const ROUTINE = "ƒ";
const SYMBOLS = { repeat: "↻", while: "↻", if: "?", define: ROUTINE };
export const kindOf = (head) => Object.keys(SYMBOLS).find((word) => word in head);

export class EditorState {
  constructor({ words, onEdit, onSay }) {
    Object.assign(this, { words, onEdit, onSay });
    Object.assign(this, { given: [], slots: [], tree: [], problems: [], past: [], future: [] });
    Object.assign(this, { reserved: [] });
    Object.assign(this, { isDisabled: false, waits: "" }); // the key of what must be done first
    this.goToEnd();
  }

  /** Return pieces for nodes; an `if` whose tray card has an "otherwise" always shows it. */
  toPieces(nodes, fixed = []) {
    const elses = this.tray.filter(({ node }) => node.else).map(({ node }) => nameOf(node));
    return toPieces(nodes, { fixed, elses });
  }

  // ---- the tray

  /** The given cards, and a card for each routine that calls it. */
  get tray() {
    const calls = routinesIn(this.tree).map((name) => ({
      node: name, symbol: ROUTINE, label: name, kind: "routines", help: this.word("call", { name }),
    }));
    return [...this.given, ...calls];
  }

  set tray(given) {
    this.given = given;
  }

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
    else if (this.left(index) > 0) return this.toPieces([this.newNode(this.tray[index])])[0];
    else this.onSay("no_more", { label: this.called(this.tray[index]) });
    return null;
  }

  /** Return the node of a tray card; a new routine gets a name that is still free. */
  newNode({ node }) {
    if (!node.define) return node;
    let name = node.define;
    for (let number = 2; this.nameFault(name); number += 1) name = `${node.define}${number}`;
    return { ...node, define: name };
  }

  // ---- routines

  /** The number of routines, which is the place of the first card of the program. */
  get first() {
    return routinesIn(this.tree).length;
  }

  isRoutineAt(path) {
    return path.length === 1 && path[0] < this.first;
  }

  /** Return whether pieces may go to a place: only routines stand before the program. */
  fits(place, pieces) {
    if (pieces.some(isRoutine)) return place.length === 1 && place[0] <= this.first;
    return place.length > 1 || place[0] >= this.first;
  }

  /** Return the place at the end of a routine, or at the start of the program. */
  placeIn(path) {
    return path.length ? [...path, "body", pieceAt(this.tree, path).arms.body.length] : [this.first];
  }

  /** Return why a routine cannot have this name, as the key of a sentence, or "". */
  nameFault(name) {
    if (!NAME.test(name)) return "name_odd";
    const isTaken = TIMES.test(name) || this.reserved.includes(name.toLowerCase())
      || this.entryNamed(name) || walk(this.tree).some(({ piece }) => piece.name === name);
    return isTaken ? "name_taken" : "";
  }

  /** Rename a routine and its calls; return why that is not possible, or "". */
  rename(path, name) {
    const old = pieceAt(this.tree, path).head.define;
    const fault = name === old ? "" : this.nameFault(name);
    if (!fault && name !== old) this.edit(renamed(this.tree, old, name), this.at, "renamed", { old, name });
    return fault && this.word(fault, { name });
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
    if (entry && !isRoutine(piece)) return entry;
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
    const routine = this.tree.find((each) => isRoutine(each) && cardNumber([each], piece));
    const facts = { label, slot, card, cards: cardsIn(this.tree).length, of: routine?.head.define };
    const parts = [this.word(slot ? "in_slot" : routine ? "in_routine" : "card", facts)];
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
    this.goTo(this.tree.length > this.first ? [this.tree.length - 1] : []);
  }

  stops() {
    const all = stops(this.tree);
    const start = all.findIndex(([index]) => index >= this.first);
    return all.toSpliced(start < 0 ? all.length : start, 0, []);
  }

  /** The selected piece or neighbours; null at the start or an "otherwise". */
  get range() {
    if (!this.at.length || isArm(this.at)) return null;
    const [low, high] = [last(this.at), last(this.anchor)].sort((a, b) => a - b);
    return { path: withLast(this.at, low), count: high - low + 1 };
  }

  /** Return the stop before a piece; before the first card of the program, it is the start. */
  stopBefore(path) {
    return path.length === 1 && path[0] === this.first ? [] : stopBefore(path);
  }

  isInRange(path) {
    const { range } = this;
    return range !== null && path.length === range.path.length && isWithin(path, range);
  }

  /** The place of the next card: after the selection, or in a bracket that is still empty. */
  get place() {
    if (!this.range) return this.at.length ? [...this.at, 0] : [this.first];
    const { path, count } = this.range;
    if (this.isRoutineAt(path)) return this.placeIn(withLast(path, last(path) + count - 1));
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
    const [low, high] = this.rowEnds();
    return this.stretchTo(withLast(this.at, clamp(last(this.at) + by, low, high)));
  }

  /** Return the first and the last index in the row of the selection. */
  rowEnds() {
    const end = rowAt(this.tree, this.at).length - 1;
    if (this.at.length > 1) return [0, end];
    return this.isRoutineAt(this.at) ? [0, this.first - 1] : [this.first, end];
  }

  stretchTo(path) {
    const isNeighbour = this.range && path.length && samePath(rowOf(path), rowOf(this.at))
      && this.isRoutineAt(path) === this.isRoutineAt(this.at);
    if (!isNeighbour) return this.goTo(path, true);
    this.at = path;
    this.isChosen = true;
    return this.onSay("chosen", { count: this.range.count });
  }

  chooseNext() {
    const { path, count } = this.range;
    if (last(path) + count > this.rowEnds()[1]) return void this.onSay("at_end");
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
    if (isRoutine(piece)) return void this.insert([this.first], piece);
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
    const next = by > 0 ? placeAfter : placeBefore;
    const pieces = piecesIn(this.tree, range);
    let place = next(this.tree, range);
    while (place && !this.fits(place, pieces)) place = next(this.tree, { path: place, count: 0 });
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
    const gone = routinesIn(piecesIn(this.tree, range));
    const fixed = fixedIn(this.tree).find(({ piece }) => gone.includes(piece.name));
    if (fixed) return void this.onSay("stays", { card: fixed.card });
    const isOff = range.count === 1 && !withContents && !gone.length
      && isBracket(pieceAt(this.tree, range.path));
    if (!isOff) {
      const tree = withoutCalls(removed(this.tree, range), gone);
      const says = gone.length ? "removed_routine" : "removed";
      this.edit(tree, this.stopBefore(range.path), says, facts, { isChosen });
      this.hasGap = true;
      return;
    }
    const tree = unwrapped(this.tree, range.path);
    const path = pieceAt(tree, range.path) ? range.path : this.stopBefore(range.path);
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
    if (!isInOrder(tree)) return void this.onSay("calls_itself");
    const isTyping = says === "renamed" && this.renamed === facts.old;
    if (!isTyping) this.remember();
    this.renamed = facts.name; // undo takes back a whole name, not its last letter
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
    this.renamed = null;
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
