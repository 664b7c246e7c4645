// The board: background, path, moving pieces, and a badge where a card was skipped.

import { change, h, icon, setStyle, svg } from "../common/dom.js";
import { pictureAddress } from "../common/pictures.js";

/**
 * Return the angle equivalent to `to` that is nearest to `from`, so that pieces turn the short way.
 */
function nearestAngle(from, to) {
  return from + ((((to - from + 180) % 360) + 360) % 360) - 180;
}

/** Show a piece's large picture while the piece is pointed at or focused. */
function growing(image, large) {
  const small = image.src;
  const show = (isLarge) => () => change(image, { src: isLarge ? large : small, "data-large": isLarge });
  const rest = () => show(document.activeElement === image)();
  return change(image, {
    tabindex: "0", "data-lm-suppress-shortcuts": "true", "data-grows": true,
    onpointerenter: show(true), onpointerleave: rest, onfocus: show(true), onblur: show(false),
  });
}

function pieceImage(piece, scene, src, signal) {
  const image = h("img", {
    class: "tk-run-piece",
    "data-piece": piece.id,
    "data-cheers": piece.id === scene.follow || scene.pieces.length === 1,
    "data-upright": Boolean(piece.upright),
    src,
    alt: piece.label,
    draggable: "false",
    style: {
      width: `${(100 * piece.width) / scene.width}%`,
      height: `${(100 * piece.height) / scene.height}%`,
      "--half-width": piece.width / 2 / scene.width,
      "--half-height": piece.height / 2 / scene.height,
    },
  });
  return piece.large ? growing(image, pictureAddress(piece.large, signal)) : image;
}

/** Letters and numbers of the board, which stay upright in the rover's view. */
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

/** Put a piece in its place; the style sheet animates the change of its transform. */
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
      visibility: Number(visible) ? "visible" : "hidden",
    },
  });
  return turned;
}

/** Draw the path up to here; its last part grows while the piece moves along it. */
function trail(points, { lines, begin }) {
  if (points.length < 2) return [];
  const driven = points.slice(0, -1).map((point) => point.join()).join(" ");
  const [from, to] = points.slice(-2);
  const legs = lines.flatMap(([stroke, width]) => [
    svg("polyline", { class: "tk-run-trail", points: driven, stroke, "stroke-width": width }),
    svg("line", {
      class: "tk-run-trail tk-run-grows", x1: from[0], y1: from[1], x2: to[0], y2: to[1],
      pathLength: 1, stroke, "stroke-width": width,
    })]);
  const [cx, cy] = points[0];
  return [...legs, ...begin.map(([fill, r]) => svg("circle", { cx, cy, r, fill }))];
}

/** Draw a badge for a card that was skipped here. */
function badge([x, y, width], href) {
  const place = { x: x - width / 2, y: y - width / 2, width, height: width };
  return svg("image", { class: "tk-run-badge", href, ...place });
}

/** Return the address of each piece's picture, by the piece's id; many pieces look alike. */
function pictureAddresses({ pieces }, signal) {
  const known = new Map();
  return new Map(pieces.map(({ id, picture }) => {
    if (!known.has(picture)) known.set(picture, pictureAddress(picture, signal));
    return [id, known.get(picture)];
  }));
}

export function boardPart(scene, head, signal) {
  const pictures = pictureAddresses(scene, signal);
  const images = scene.pieces.map((piece) => pieceImage(piece, scene, pictures.get(piece.id), signal));
  const [way, badges] = ["tk-run-way", "tk-run-badges"].map((name) => svg("svg", {
    class: name, viewBox: `0 0 ${scene.width} ${scene.height}`, "aria-hidden": "true",
  }));
  const background = h("img", {
    class: "tk-run-background", src: pictureAddress(scene.background, signal),
    alt: scene.alt, draggable: "false",
  });
  const star = h("span", { class: "tk-run-star", "aria-hidden": "true" }, icon("star"));
  const sheet = h("div", { class: "tk-run-sheet" }, background, ...labelImages(scene, signal), way,
    ...images, badges, star);
  const element = h("div", {
    class: "tk-run-board",
    style: { "--width": scene.width, "--height": scene.height,
      "--trimmed-width": scene.trimmed[0], "--trimmed-height": scene.trimmed[1] },
    hidden: scene.alt === "", // a function runs without a board
  }, sheet);
  const sign = pictureAddress(scene.badge, signal);
  const board = { element, sheet, images, way, badges, star, badge: sign, looksUp: false };
  return { element, board, pictures, show: () => showBoard(board, scene, head.position) };
}

const placeOf = (piece, stop) => stop.places[piece.id] ?? [0, 0, 0, 0];

/** Draw the path only if it has changed; otherwise its last part would grow again. */
function showWay(board, scene, points) {
  const driven = points.join();
  if (board.driven !== driven) board.way.replaceChildren(...trail(points, scene.way));
  board.driven = driven;
}

function showBoard(board, scene, position) {
  const stop = scene.stops[position];
  const angles = scene.pieces.map((piece, i) =>
    place(board.images[i], placeOf(piece, stop), scene));
  const followed = Math.max(0, scene.pieces.findIndex((piece) => piece.id === scene.follow));
  const piece = scene.pieces[followed];
  if (!piece) return;
  const [x, y] = placeOf(piece, stop);
  const [right, up] = [x + 0.45 * piece.width, y - 0.45 * piece.height];
  setStyle(board.star, { left: `${(100 * right) / scene.width}%`, top: `${(100 * up) / scene.height}%` });
  const turned = board.looksUp ? -angles[followed] : 0;
  if (board.turned !== turned) {
    const isAcross = turned % 180 !== 0; // a board that is wider than high must shrink
    const sides = [scene.width, scene.height];
    const shrink = isAcross ? Math.min(...sides) / Math.max(...sides) : 1;
    setStyle(board.sheet, { "--turned": `${turned}deg`, "--shrink": shrink });
  }
  board.turned = turned;
  if (scene.way) {
    const passed = scene.stops.slice(0, position + 1);
    showWay(board, scene, passed.map((each) => placeOf(piece, each).slice(0, 2)));
  }
  board.badges.replaceChildren(...stop.badges.map((each) => badge(each, board.badge)));
}
