// Player and builder of one workbench talk here, in the page: it costs no kernel, and needs none.
//
// With every step the player sends each builder "tk-step"; its `detail` is {program, ran, next,
// stops}: the cards of that builder's piece as they run, as JSON nodes, the stop that is shown if
// one of them ran, the one that follows (or nothing), and the numbers of those before which Play
// stops. A builder sends back "tk-stop-before", {card, actor}, when a learner wants Play to stop
// there, or no more; in a bug hunt the player sends it "tk-mark", {card}, when a line was marked.
//
// What shows the verdict is sent "tk-run", {isOver}: it waits for the end of the run. It sends the
// player "tk-skip" when somebody does not want to wait.

import { change } from "../common/dom.js";
import { cardFaces } from "./strip.js";

/** The piece whose cards these are, its program, and how many cards count before them. */
export function laneOf(scene, actor) {
  const at = scene.strips.findIndex((strip) => strip.actor === actor);
  if (at < 0) return { actor: "", program: scene.program, before: 0 };
  const earlier = scene.strips.slice(0, at).flatMap(({ program }) => cardFaces(program, scene));
  return { ...scene.strips[at], before: earlier.length };
}

/** Tell what shows the verdict whether the run has come to its end. */
export function tellVerdict(root, head) {
  const detail = { isOver: !head.next };
  change(root, { "data-over": String(detail.isOver) });
  const verdict = root.closest(".tk-bench")?.querySelector(".tk-feedback");
  verdict?.dispatchEvent(new CustomEvent("tk-run", { detail }));
}

/** The card of a line is marked, in the builder of the piece whose card it is. */
export function tellMark(line, card, actor) {
  for (const builder of line.closest(".tk-bench")?.querySelectorAll(".tk-builder") ?? []) {
    if (["", actor].includes(builder.dataset.actor)) {
      builder.dispatchEvent(new CustomEvent("tk-mark", { detail: { card } }));
    }
  }
}

/** Tell the builders beside this player where the run is; without one nobody listens. */
export function tellBuilders(root, scene, head) {
  for (const builder of root.closest(".tk-bench")?.querySelectorAll(".tk-builder") ?? []) {
    const { actor, program, before } = laneOf(scene, builder.dataset.actor || scene.follow);
    const stop = scene.stops[head.position];
    const ran = !actor || stop.actor === actor ? stop : {};
    const stops = head.breakpoints.map((place) => place - before);
    const detail = { program, ran, next: head.nextOf(actor), stops };
    builder.dispatchEvent(new CustomEvent("tk-step", { detail }));
  }
}
