// The data about a run. Python sends each picture once, a fact of a stop only if it is unusual, and a
// place, a score or a line of the board only if it differs from the stop before.

/** Return `scene` with complete pieces and stops. */
export function unfolded(scene) {
  if (!scene.usual) return scene;
  let [places, scores, lines] = [{}, {}, {}];
  const stops = scene.stops.map((stop) => {
    places = { ...places, ...stop.places };
    scores = { ...scores, ...stop.scores };
    lines = { ...lines, ...stop.board };
    const board = Object.values(lines).filter((line) => line !== null).join("\n");
    return { ...scene.usual, ...stop, places, scores, board };
  });
  const pictureOf = (number) => scene.pictures[number] ?? number;
  const pieces = scene.pieces.map((piece) =>
    ({ ...piece, picture: pictureOf(piece.picture), large: pictureOf(piece.large) }));
  return { ...scene, pieces, stops };
}
