// A program as a tree of pieces, and its edits. There is no DOM here: each edit returns a new tree.
//
// A piece is a card {key, name, fixed} or a bracket {key, head, arms: {body: [...]}}; `key` never
// changes, so a card can be followed through edits. A path leads to a piece: [2, "body", 0]; as a
// place it means "before that piece". A range is a path and a count of neighbours.
//
// A routine is a bracket {head: {define: name}, arms: {body}}; the routines come before everything
// else, and a card with the name of a routine calls it.

let lastKey = 0;

export const isBracket = (piece) => piece.arms !== undefined;
export const armsOf = (piece) => Object.keys(piece.arms);
export const last = (path) => path[path.length - 1];
export const withLast = (path, end) => [...path.slice(0, -1), end];
export const rowOf = (path) => path.slice(0, -1);
export const samePath = (a, b) => a.join() === b.join();
export const isArm = (path) => typeof last(path) === "string";
export const isRoutine = (piece) => isBracket(piece) && "define" in piece.head;
export const clamp = (number, low, high) => Math.max(low, Math.min(high, number));

// ---- JSON nodes and pieces

/** Return the name that equal cards share: "shove left", "repeat 2", "if blocked", "define". */
export function nameOf(node) {
  if (typeof node === "string") return node;
  if (Array.isArray(node)) return node.join(" ");
  if ("define" in node) return "define";
  const kind = ["repeat", "while", "if"].find((word) => word in node);
  return `${kind} ${node[kind]}`;
}

/** `fixed` are card numbers; `elses` names the ifs that show an "otherwise" even if it is empty. */
export function toPieces(nodes, { fixed = [], elses = [] } = {}) {
  let cards = 0;
  const toPiece = (node) => {
    const key = ++lastKey;
    if (typeof node === "string" || Array.isArray(node)) {
      return { key, name: node, fixed: fixed.includes(++cards) };
    }
    const { body, then, else: otherwise, ...head } = node;
    const arms = "if" in node ? { then: (then ?? []).map(toPiece) } : { body: body.map(toPiece) };
    if (otherwise?.length || elses.includes(nameOf(node))) {
      arms.else = (otherwise ?? []).map(toPiece);
    }
    return { key, head, arms };
  };
  return nodes.map(toPiece);
}

export function toNodes(pieces) {
  return pieces.map((piece) => {
    if (!isBracket(piece)) return piece.name;
    const arms = armsOf(piece).map((arm) => [arm, toNodes(piece.arms[arm])]);
    return { ...piece.head, ...Object.fromEntries(arms) };
  });
}

export const pieceName = (piece) => nameOf(isBracket(piece) ? piece.head : piece.name);

// ---- queries

export function rowAt(tree, path) {
  let row = tree;
  for (let i = 0; i + 1 < path.length; i += 2) row = row[path[i]]?.arms?.[path[i + 1]];
  return row;
}

export const pieceAt = (tree, path) => rowAt(tree, path)?.[last(path)];
export const piecesIn = (tree, { path, count }) =>
  rowAt(tree, path).slice(last(path), last(path) + count);

/** Yield every piece in reading order with its path and, for a card, its number. */
export function walk(tree, path = [], count = { cards: 0 }) {
  return tree.flatMap((piece, index) => {
    const here = [...path, index];
    if (!isBracket(piece)) return [{ piece, path: here, card: ++count.cards }];
    const inside = armsOf(piece).flatMap((arm) =>
      walk(piece.arms[arm], [...here, arm], count));
    return [{ piece, path: here, card: null }, ...inside];
  });
}

export const cardsIn = (tree) => walk(tree).filter((item) => item.card !== null);
export const fixedIn = (tree) => cardsIn(tree).filter(({ piece }) => piece.fixed);
export const fixedNumbers = (tree) => fixedIn(tree).map((item) => item.card);
export const cardNumber = (tree, { key }) => cardsIn(tree).find(({ piece }) => piece.key === key)?.card;

/** The names of the routines, in order. */
export const routinesIn = (tree) => tree.filter(isRoutine).map(({ head }) => head.define);

/**
 * Return whether the routines come first, have different names, and call only routines above them.
 */
export function isInOrder(tree) {
  const names = routinesIn(tree);
  const isCall = ({ piece }) => names.includes(piece.name);
  return new Set(names).size === names.length && tree.every((piece, index) =>
    isRoutine(piece) === index < names.length
    && (!isBracket(piece) || walk(Object.values(piece.arms).flat()).every((inner) =>
      !isRoutine(inner.piece) && !(index < names.length && isCall(inner)
        && names.indexOf(inner.piece.name) >= index))));
}

/** The bracket that contains a piece, if any. */
export const holderOf = (tree, path) => (path.length > 1 ? pieceAt(tree, path.slice(0, -2)) : null);

/**
 * Return all stops of the arrow keys after the start, in reading order: pieces and "otherwise"s.
 */
export function stops(tree, path = []) {
  return tree.flatMap((piece, index) => {
    const here = [...path, index];
    if (!isBracket(piece)) return [here];
    return [here, ...armsOf(piece).flatMap((arm) => {
      const inside = stops(piece.arms[arm], [...here, arm]);
      return arm === "else" ? [[...here, arm], ...inside] : inside;
    })];
  });
}

/** Return the stop before a piece: its left neighbour, or else the owner of the row. */
export function stopBefore(path) {
  if (last(path) > 0) return withLast(path, last(path) - 1);
  return path[path.length - 2] === "else" ? path.slice(0, -1) : path.slice(0, -2);
}

// ---- editing

/** Return the tree with `change` applied to the row that contains `path`. */
function withRow(tree, path, change) {
  if (path.length === 1) return change(tree);
  const [index, arm, ...rest] = path;
  return tree.map((piece, i) => (i !== index ? piece : {
    ...piece,
    arms: { ...piece.arms, [arm]: withRow(piece.arms[arm], rest, change) },
  }));
}

const spliced = (tree, path, count, pieces) =>
  withRow(tree, path, (row) => row.toSpliced(last(path), count, ...pieces));

export const inserted = (tree, place, pieces) => spliced(tree, place, 0, pieces);
export const removed = (tree, { path, count }) => spliced(tree, path, count, []);

/** Remove a bracket and keep its content. */
export function unwrapped(tree, path) {
  const { arms } = pieceAt(tree, path);
  return spliced(tree, path, 1, Object.values(arms).flat());
}

/** Put a bracket around neighbours. */
export function wrapped(tree, { path, count }, bracket) {
  const [first] = armsOf(bracket);
  const inside = [...piecesIn(tree, { path, count }), ...bracket.arms[first]];
  const around = { ...bracket, arms: { ...bracket.arms, [first]: inside } };
  return spliced(tree, path, count, [around]);
}

/** Return whether this is the path of a piece of the range, or of something inside one. */
export const isWithin = (path, range) => {
  const [depth, first] = [range.path.length - 1, last(range.path)];
  return samePath(path.slice(0, depth), rowOf(range.path))
    && path[depth] >= first && path[depth] < first + range.count;
};

/** Return the path of `place` after the range has been removed. */
function placeWithout(place, { path, count }) {
  const depth = path.length - 1;
  const isSameRow = samePath(place.slice(0, depth), rowOf(path));
  if (!isSameRow || place[depth] <= last(path)) return place;
  return place.with(depth, Math.max(last(path), place[depth] - count));
}

/** Return the range at its new place, as [tree, path]; null if that place is inside the range. */
export function moved(tree, range, place) {
  if (place.length > range.path.length && isWithin(place, range)) return null;
  const target = placeWithout(place, range);
  return [inserted(removed(tree, range), target, piecesIn(tree, range)), target];
}

/** Return the place one step later in reading order, into and out of brackets; null at the end. */
export function placeAfter(tree, { path, count }) {
  const row = rowAt(tree, path);
  const next = last(path) + count;
  if (next < row.length) {
    const into = isBracket(row[next]) && armsOf(row[next])[0];
    return into ? [...withLast(path, next), into, 0] : withLast(path, next + 1);
  }
  if (path.length === 1) return null;
  const holder = path.slice(0, -2);
  const arms = armsOf(pieceAt(tree, holder));
  const arm = arms[arms.indexOf(path[path.length - 2]) + 1];
  return arm ? [...holder, arm, 0] : withLast(holder, last(holder) + 1);
}

/** Return the place one step earlier in reading order; null at the start. */
export function placeBefore(tree, { path }) {
  const row = rowAt(tree, path);
  if (last(path) > 0) {
    const previous = row[last(path) - 1];
    const before = withLast(path, last(path) - 1);
    if (!isBracket(previous)) return before;
    const arm = armsOf(previous).at(-1);
    return [...before, arm, previous.arms[arm].length];
  }
  if (path.length === 1) return null;
  const holder = path.slice(0, -2);
  const { arms } = pieceAt(tree, holder);
  const names = Object.keys(arms);
  const arm = names[names.indexOf(path[path.length - 2]) - 1];
  return arm ? [...holder, arm, arms[arm].length] : holder;
}

/** Return the tree with `change` applied to every row, the innermost first. */
function withRows(tree, change) {
  return change(tree.map((piece) => {
    if (!isBracket(piece)) return piece;
    const arms = armsOf(piece).map((arm) => [arm, withRows(piece.arms[arm], change)]);
    return { ...piece, arms: Object.fromEntries(arms) };
  }));
}

/** Keep only fixed cards, the brackets around them, and the routines that they call. */
export function cleared(tree) {
  const called = fixedIn(tree).map(({ piece }) => piece.name);
  return withRows(tree, (row) => row.filter((piece) =>
    fixedIn([piece]).length || (isRoutine(piece) && called.includes(piece.head.define))));
}

/** Give a routine and its calls a new name. */
export const renamed = (tree, old, name) => withRows(tree, (row) => row.map((piece) => {
  if (isRoutine(piece) && piece.head.define === old) return { ...piece, head: { define: name } };
  return piece.name === old ? { ...piece, name } : piece;
}));

/** Remove the calls of these routines. */
export const withoutCalls = (tree, names) =>
  withRows(tree, (row) => row.filter((piece) => !names.includes(piece.name)));
