// The board: background, trail, pieces that glide, and a badge where a card did nothing.

import { change, h, setStyle, svg } from "../common/dom.js";
import { pictureAddress } from "../common/pictures.js";

const TRAIL = { outline: 7, line: 3.5 };

/** The angle nearest to `from` that looks where `to` looks: pieces turn the short way round. */
function nearestAngle(from, to) {
  return from + ((((to - from + 180) % 360) + 360) % 360) - 180;
}

function pieceImage(piece, scene, signal) {
  return h("img", {
    class: "tk-run-piece",
    "data-piece": piece.id,
    "data-upright": Boolean(piece.upright),
    src: pictureAddress(piece.picture, signal),
    alt: piece.label,
    draggable: "false",
    style: {
      width: `${(100 * piece.width) / scene.width}%`,
      height: `${(100 * piece.height) / scene.height}%`,
      "--half-width": piece.width / 2 / scene.width,
      "--half-height": piece.height / 2 / scene.height,
    },
  });
}

/** Letters and numbers of the board: they stay upright in the view from the rover. */
function labelImages({ labels, width, height }, signal) {
  return labels.flatMap(({ picture, size, places }) => {
    const src = pictureAddress(picture, signal);
    return places.map(([x, y]) => h("img", {
      class: "tk-run-sign", src, alt: "", draggable: "false",
      style: {
        left: `${(100 * (x - size / 2)) / width}%`, top: `${(100 * (y - size / 2)) / height}%`,
        width: `${(100 * size) / width}%`, height: `${(100 * size) / height}%`,
      },
    }));
  });
}

/** Put a piece where it is now; what the style sheet glides is the change of its transform. */
function place(image, [x, y, angle, visible], scene) {
  const turned = nearestAngle(Number(image.dataset.angle ?? angle), angle);
  const now = [x, y, turned, visible].join();
  if (image.dataset.now === now) return turned;
  change(image, { "data-angle": turned, "data-now": now });
  change(image, {
    "aria-hidden": Number(visible) === 0 ? "true" : null,
    style: {
      "--x": x / scene.width,
      "--y": y / scene.height,
      "--angle": `${turned}deg`,
      opacity: Number(visible),
    },
  });
  return turned;
}

function twice(draw) {
  return [draw("tk-run-trail-outline", TRAIL.outline), draw("tk-run-trail", TRAIL.line)];
}

/** The way driven up to here; its last leg grows while the piece glides along it. */
function trail(points) {
  if (points.length < 2) return [];
  const driven = points.slice(0, -1).map((point) => point.join()).join(" ");
  const [from, to] = points.slice(-2);
  const legs = twice((name, width) =>
    svg("polyline", { class: name, points: driven, "stroke-width": width }));
  const last = twice((name, width) => svg("line", {
    class: `${name} tk-run-grows`, x1: from[0], y1: from[1], x2: to[0], y2: to[1],
    pathLength: 1, "stroke-width": width,
  }));
  const [cx, cy] = points[0];
  const start = svg("circle", { class: "tk-run-trail-start", cx, cy, r: 5 });
  return [legs[0], last[0], legs[1], last[1], start];
}

/** A round badge with an X beside the piece: something was commanded here, and nothing happened. */
function badge([x, y], piece, isNow) {
  const middle = `translate(${x + piece.width * 0.36} ${y - piece.height * 0.36})`;
  const [radius, arm] = isNow ? [12, 4.5] : [9, 3.2];
  const cross = `M${-arm} ${-arm}L${arm} ${arm}M${arm} ${-arm}L${-arm} ${arm}`;
  return svg("g", { class: isNow ? "tk-run-badge tk-run-now" : "tk-run-badge", transform: middle },
    svg("circle", { r: radius }), svg("path", { d: cross }));
}

export function boardPart(scene, head, signal) {
  const images = scene.pieces.map((piece) => pieceImage(piece, scene, signal));
  const [way, badges] = ["tk-run-way", "tk-run-badges"].map((name) => svg("svg", {
    class: name, viewBox: `0 0 ${scene.width} ${scene.height}`, "aria-hidden": "true",
  }));
  const background = h("img", {
    class: "tk-run-background", src: pictureAddress(scene.background, signal),
    alt: scene.alt, draggable: "false",
  });
  const sheet = h("div", { class: "tk-run-sheet" }, background, ...labelImages(scene, signal), way,
    ...images, badges);
  const element = h("div", {
    class: "tk-run-board", style: { "--width": scene.width, "--height": scene.height },
  }, sheet);
  const board = { element, sheet, images, way, badges, looksUp: false };
  return { element, board, show: () => showBoard(board, scene, head.position) };
}

const placeOf = (piece, stop) => stop.places[piece.id] ?? [0, 0, 0, 0];

/** The way driven up to here, and a badge at each of its skips; a game may have neither. */
function showWay(board, scene, points) {
  const driven = points.join();
  if (board.driven !== driven) board.way.replaceChildren(...trail(points));
  board.driven = driven;
  const isOwn = ({ actor }) => !actor || actor === scene.follow;
  const skips = points.filter((_, i) => scene.stops[i].skipped && isOwn(scene.stops[i]));
  return [...new Map(skips.map((point) => [point.join(), point])).values()];
}

function showBoard(board, scene, position) {
  const stop = scene.stops[position];
  const angles = scene.pieces.map((piece, i) =>
    place(board.images[i], placeOf(piece, stop), scene));
  const followed = Math.max(0, scene.pieces.findIndex((piece) => piece.id === scene.follow));
  const piece = scene.pieces[followed];
  if (!piece) return;
  const turned = board.looksUp ? -angles[followed] : 0;
  if (board.turned !== turned) {
    const isAcross = turned % 180 !== 0; // a board that is wider than high has to shrink then
    const sides = [scene.width, scene.height];
    const shrink = isAcross ? Math.min(...sides) / Math.max(...sides) : 1;
    setStyle(board.sheet, { "--turned": `${turned}deg`, "--shrink": shrink });
  }
  board.turned = turned;
  const points = scene.stops.slice(0, position + 1)
    .map((passed) => placeOf(piece, passed).slice(0, 2));
  const marked = scene.way === false ? [] : showWay(board, scene, points);
  const stopped = scene.pieces.find(({ id }) => id === stop.actor) ?? piece;
  const here = stop.skipped ? [badge(placeOf(stopped, stop), stopped, true)] : [];
  board.badges.replaceChildren(...marked.map((point) => badge(point, piece, false)), ...here);
}
