// A ghost on the board: where the piece should be at one stop of a run that went wrong.

import { change, fill, h, icon } from "../common/dom.js";
import { pictureAddress } from "../common/pictures.js";
import { placeIn } from "../prediction/board.js";

/** Show the ghost beside the piece at its own stop only. */
export function ghostPart({ stop, place, form }, words, head, sheet, signal) {
  const there = place ? placeIn(place, form) : null;
  if (!there) return { show: () => {} };
  const heading = form.headings.find(({ name }) => name === there.heading);
  const [x, y] = form.squares[there.square];
  const facts = { label: form.label, square: there.square, heading: heading.says };
  const alt = `${words.ghost}: ${fill(words.pointing.stands, facts)}`;
  const image = h("img", { class: "tk-ghost-piece", alt, draggable: "false", src: pictureAddress(form.piece, signal) });
  const ghost = h("div", { class: "tk-ghost", "data-right": "plan" }, image, h("span", { class: "tk-ghost-sign" }, icon("flag")));
  const element = h("div", { class: "tk-point tk-run-ghost", "data-locked": true }, ghost);
  change(element, { style: { "--wide": form.width, "--high": form.height, "pointer-events": "none" } });
  change(ghost, { style: { "--x": x, "--y": y, "--degrees": `${heading.degrees}deg` } });
  sheet.append(element);
  return { show: () => { element.hidden = head.position !== stop; } };
}
