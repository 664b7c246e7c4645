// Drawing of cards, brackets and the tray. It reads the editor's state and never changes it; `held`
// is the tray card that was picked up, or null.

import { change, h } from "../common/dom.js";
import { kindOf } from "./editor_state.js";
import { armsOf, cardNumber, isArm, isBracket, isRoutine } from "./tree.js";

export const toText = (path) => path.join(".");
export const toPath = (text) =>
  (text === "" ? [] : text.split(".").map((part) => (/^\d+$/.test(part) ? Number(part) : part)));

// ---- the tray

/** A long name makes its card wider, so that it fits on two or three lines. */
const drawFace = ({ symbol, label, note }) => [
  h("span", { class: "tk-lay-symbol" }, symbol),
  h("span", { class: "tk-lay-name", style: { "--letters": label.length } }, label),
  note ? h("span", { class: "tk-lay-note" }, note) : null,
];

function drawTrayCard(editor, held, entry, index) {
  const left = editor.left(index);
  const kind = typeof entry.node === "object" && !Array.isArray(entry.node)
    ? kindOf(entry.node) : "instruction";
  const isUncounted = left === Infinity || (entry.note && left === 1); // it exists only once
  const count = isUncounted ? null : h("span", { class: "tk-lay-count" }, `${left}`);
  const label = isUncounted ? editor.called(entry)
    : editor.word(left ? "left" : "none_left", { label: editor.called(entry), left });
  const isOff = left === 0 || editor.isDisabled;
  return h("button", {
    class: `tk-lay-card tk-lay-tray-card tk-lay-${kind} tk-kind-${entry.kind}`, "data-tray": index, "data-card": entry.name ?? entry.id,
    "aria-label": label, "aria-disabled": isOff ? "true" : null,
    "aria-pressed": held === index ? "true" : null, tabindex: -1,
  }, ...drawFace(entry), count);
}

export function drawTray(editor, held) {
  const isHidden = (index) => editor.hidesUsed && editor.left(index) === 0;
  return editor.tray.flatMap((entry, index) =>
    (isHidden(index) ? [] : [drawTrayCard(editor, held, entry, index)]));
}

// ---- the strip

/** Attributes of everything that arrow keys visit in the strip. */
const stopAttributes = (path, label) => ({
  role: "treeitem", "data-path": toText(path), "aria-label": label, tabindex: -1,
  "aria-level": path.filter((part) => typeof part === "number").length + isArm(path) || 1,
  "aria-selected": "false",
});

export function drawStrip(editor, held) {
  const start = h("div", { ...stopAttributes([], editor.word("start")), class: "tk-lay-start" },
    h("span", { class: "tk-lay-flag", "aria-hidden": "true" }));
  const items = [start, ...(editor.slots.length ? drawSlots : drawRow)(editor, held, editor.tree, [])];
  numberItems(items);
  return items;
}

/** The routines, each with a field for its name. */
export function drawRoutines(editor, held) {
  const items = editor.tree.slice(0, editor.first).map((piece, index) =>
    drawBracket(editor, held, piece, [index]));
  numberItems(items);
  return items;
}

/** The field for a routine's name; each letter renames it, so that no press finds it unsaved. */
function drawName(editor, { key, head: { define } }, path) {
  const fault = h("span", { class: "tk-lay-complaint", role: "alert" });
  const rename = () => {
    fault.textContent = editor.rename(path, field.value.trim().normalize("NFKC"));
    change(field, { "aria-invalid": fault.textContent ? "true" : null });
  };
  const field = h("input", {
    "aria-label": editor.word("routine_name"), "data-name": key, type: "text", value: define, size: 10,
    maxlength: 20, spellcheck: "false", autocapitalize: "off", autocomplete: "off",
    readonly: editor.isDisabled, oninput: rename, onchange: rename,
  });
  return [field, fault];
}

function numberItems(elements) {
  const items = elements.filter((element) => element.getAttribute("role") === "treeitem");
  items.forEach((item, index) => {
    item.setAttribute("aria-posinset", index + 1);
    item.setAttribute("aria-setsize", items.length);
  });
}

/** The pieces of one row; while a card is held, with a place to tap between them. */
function drawRow(editor, held, row, path) {
  const first = path.length ? 0 : editor.first; // the routines are in a strip of their own
  const gap = (index) => (held === null ? [] : [drawGap([...path, index])]);
  const pieces = row.flatMap((piece, index) => (index < first ? []
    : [...gap(index), drawPiece(editor, held, piece, [...path, index])]));
  if (row.length > first) return [...pieces, ...gap(row.length)];
  const hint = editor.word(path.length ? "lay_inside" : "lay_here");
  return [h("div", { class: "tk-lay-slot", "data-place": toText([...path, first]) }, hint)];
}

/** The slots in order, each with its card, empty, or locked. */
function drawSlots(editor, held, row, path) {
  let laid = 0;
  const isAtGap = held !== null && row.length < editor.freeSlots.length;
  const places = editor.slots.flatMap((slot) => {
    if (slot.locked) return [drawLocked(editor, slot)];
    const place = [...path, laid];
    const piece = row[laid++];
    if (!piece) return [drawEmpty(slot, [...path, row.length])];
    return [...(isAtGap ? [drawGap(place)] : []), drawPiece(editor, held, piece, place)];
  });
  const rest = row.slice(laid).map((piece, i) => drawPiece(editor, held, piece, [...path, laid + i]));
  return [...places, ...rest];
}

const drawEmpty = (slot, place) =>
  h("div", { class: "tk-lay-slot", "data-place": toText(place) },
    h("span", { class: "tk-lay-number", "aria-hidden": "true" }, `${slot.number}`), slot.label);

function drawLocked(editor, { number, label, face }) {
  const told = editor.word("locked", { slot: label, label: face ? editor.called(face) : "–" });
  const seen = h("div", { class: "tk-lay-locked-face", "aria-hidden": "true" },
    h("span", { class: "tk-lay-number" }, `${number}`), ...(face ? drawFace(face) : []),
    h("span", { class: "tk-lay-lock" }));
  return h("div", { class: `tk-lay-card tk-lay-fixed tk-lay-locked tk-kind-${face?.kind}` }, seen,
    h("span", { class: "tk-unseen" }, told));
}

const drawGap = (place) =>
  h("div", { class: "tk-lay-gap", "data-place": toText(place), "aria-hidden": "true" }, "+");

const drawPiece = (editor, held, piece, path) =>
  (isBracket(piece) ? drawBracket(editor, held, piece, path) : drawCard(editor, piece, path));

function drawCard(editor, piece, path) {
  const card = cardNumber(editor.tree, piece);
  const isWrong = editor.problemsOf(card).length > 0;
  const signs = ["instruction", isWrong && "wrong", piece.fixed && "fixed"].filter(Boolean);
  const face = editor.faceOf(piece);
  return h("div", {
    ...stopAttributes(path, editor.spoken(piece)), "data-key": piece.key, "data-card": face.name,
    class: ["tk-lay-card", `tk-kind-${face.kind}`, ...signs.map((sign) => `tk-lay-${sign}`)].join(" "),
  }, h("span", { class: "tk-lay-number" }, `${editor.slotOf(card)?.number ?? card}`),
  ...drawFace(face),
  piece.fixed ? h("span", { class: "tk-lay-lock" }) : null,
  isWrong ? h("span", { class: "tk-lay-alarm" }, "!") : null);
}

function drawBracket(editor, held, piece, path) {
  const arms = armsOf(piece).map((arm) => drawArm(editor, held, piece, arm, path));
  const visited = ":scope > *, :scope > .tk-lay-row > *";
  numberItems(arms.flatMap((arm) => [...arm.querySelectorAll(visited)]));
  return h("div", {
    ...stopAttributes(path, editor.spoken(piece)), "data-key": piece.key, "aria-expanded": "true",
    class: `tk-lay-bracket tk-lay-${kindOf(piece.head)}`,
  }, h("div", { role: "group", class: "tk-lay-arms" }, arms));
}

/** A row of a bracket under its heading; an "otherwise" can be selected by itself. */
function drawArm(editor, held, piece, arm, path) {
  const here = [...path, arm];
  const { symbol, label } = editor.faceOf(piece);
  const otherwise = stopAttributes(here, editor.word("otherwise"));
  const band = arm === "else"
    ? h("div", { ...otherwise, class: "tk-lay-band tk-lay-otherwise" }, otherwise["aria-label"])
    : isRoutine(piece) ? h("div", { class: "tk-lay-band" },
      h("span", { class: "tk-lay-band-symbol", "aria-hidden": "true" }, symbol),
      h("span", { "aria-hidden": "true" }, editor.word("routine")), drawName(editor, piece, path))
    : h("div", { class: "tk-lay-band", "aria-hidden": "true" },
      h("span", { class: "tk-lay-band-symbol" }, symbol), h("span", {}, label));
  const row = h("div", { role: "none", class: "tk-lay-row" },
    drawRow(editor, held, piece.arms[arm], here));
  return h("div", { role: "none", class: "tk-lay-arm" }, band, row);
}

// ---- movement that can be followed with the eye

export const placesOf = (strip) => new Map([...strip.querySelectorAll("[data-key]")].map((element) =>
  [element.dataset.key, element.getBoundingClientRect()]));

/** Animate every piece from its old position; the content of a bracket moves with the bracket. */
export function glide(strip, before) {
  if (!before.size || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const shifts = new Map();
  for (const element of strip.querySelectorAll("[data-key]")) {
    const old = before.get(element.dataset.key);
    const now = element.getBoundingClientRect();
    const outer = shifts.get(element.parentElement.closest("[data-key]")) ?? { x: 0, y: 0 };
    const shift = old ? { x: old.x - now.x, y: old.y - now.y } : outer;
    shifts.set(element, shift);
    const [x, y] = [shift.x - outer.x, shift.y - outer.y];
    const from = old ? { translate: `${x}px ${y}px` } : { scale: 0.8, opacity: 0.4 };
    if (!old || x || y) element.animate([from, {}], { duration: 180, easing: "ease-out" });
  }
}
