// Squares on a picture of a board. A form is {squares, width, height}: the middle of each square by
// name, and the size of one, as fractions of the picture from its top left.

export const SIDES = ["north", "east", "south", "west"];
export const SIDE_OF_KEY = { ArrowUp: "north", ArrowRight: "east", ArrowDown: "south", ArrowLeft: "west" };

/** Return the side that is `by` quarters clockwise from `side`. */
export const turnedBy = (side, by) => SIDES[(SIDES.indexOf(side) + by + 8) % 4];

/** Return the square at a point, and the offset from its middle in squares; or null. */
export function squareAt({ squares, width, height }, [x, y]) {
  for (const [square, [middleX, middleY]] of Object.entries(squares)) {
    const [across, down] = [(x - middleX) / width, (y - middleY) / height];
    if (Math.abs(across) <= 0.5 && Math.abs(down) <= 0.5) return { square, across, down };
  }
  return null;
}

/** Return the point of an event on `element`, as fractions of its width and height. */
export const pointOn = (element, { offsetX, offsetY }) =>
  [offsetX / element.offsetWidth, offsetY / element.offsetHeight];

/** Return the side to which an offset leads. */
export function sideOf(across, down) {
  if (Math.abs(across) > Math.abs(down)) return across > 0 ? "east" : "west";
  return down > 0 ? "south" : "north";
}

/** Return the next square on this side, or the same one at the edge. */
export function besideSquare({ squares, width, height }, square, side) {
  const [x, y] = squares[square];
  const [toX, toY] = { north: [x, y - height], south: [x, y + height], east: [x + width, y],
    west: [x - width, y] }[side];
  const near = ([, [otherX, otherY]]) =>
    Math.abs(otherX - toX) < width / 2 && Math.abs(otherY - toY) < height / 2;
  return Object.entries(squares).find(near)?.[0] ?? square;
}
