// Messages between the player and the builder of one workbench, sent in the page without the
// kernel.
//
// With every step the player sends each builder "tk-step"; its `detail` is {program, ran, next,
// before, stops, skipped}: the cards of that builder's piece as JSON nodes, the shown stop if one of
// them ran, the next stop (if any), the number of cards counted before them, and the numbers of the
// cards with breakpoints, and of those that were skipped so far. A builder sends "tk-stop-before", {card, actor}, when a learner sets or removes a
// breakpoint; in a bug hunt the player sends it "tk-mark", {card}, when a line is marked.
//
// An editor beside the player is sent "tk-lines", {source, marks}: the lines to light.
//
// The feedback, and the question and the bots of a table are sent "tk-run", {isOver, speed}, and wait for the end of the
// run. The feedback sends the player "tk-skip" when the learner does not want to wait.

import { change } from "../common/dom.js";
import { cardFaces, skippedCards } from "./strip.js";

/** Return the piece of these cards, its program, and the number of cards counted before them. */
export function laneOf(scene, actor) {
  const at = scene.strips.findIndex((strip) => strip.actor === actor);
  if (at < 0) return { actor: "", program: scene.program, before: 0 };
  const earlier = scene.strips.slice(0, at).flatMap(({ program }) => cardFaces(program, scene));
  return { ...scene.strips[at], before: earlier.length };
}

/** Tell the feedback, or the question and the bots of a table, whether the run has ended. */
export function tellVerdict(root, head) {
  const detail = { isOver: !head.next, speed: head.clock.speed };
  change(root, { "data-over": String(detail.isOver) });
  const parts = root.closest(".tk-bench")?.querySelectorAll(".tk-feedback, .tk-asking, .tk-bots") ?? [];
  for (const part of parts) part.dispatchEvent(new CustomEvent("tk-run", { detail }));
}

/** Mark the card of a line in the builder of the card's piece. */
export function tellMark(line, card, actor) {
  for (const builder of line.closest(".tk-bench")?.querySelectorAll(".tk-builder") ?? []) {
    if (["", actor].includes(builder.dataset.actor)) {
      builder.dispatchEvent(new CustomEvent("tk-mark", { detail: { card } }));
    }
  }
}

/** Send the editor beside this player the lines of the shown stop. */
export function tellEditor(root, scene, head) {
  const editor = root.closest(".tk-bench")?.querySelector(".tk-code-editor");
  const detail = { source: scene.source, marks: litLines(scene.stops, head.position) };
  editor?.dispatchEvent(new CustomEvent("tk-lines", { detail }));
}

/**
 * Return the lines to light at a stop, `{line, kind, from, to, says}`: those that called a function
 * that still runs, the next one, and the one that ran; `from` and `to` mark where it went wrong.
 */
export function litLines(stops, position) {
  const { line, around = [], skipped, wrong, column = 0, end_column: end = 0, says } = stops[position];
  const lit = new Map(around.map((number) => [number, { kind: "around" }]));
  lit.set(stops[position + 1]?.line, { kind: "next" });
  const how = wrong ? { from: column, to: end, says: says.join(" ") } : {};
  lit.set(line, { kind: wrong || skipped ? "skipped" : "ran", ...how });
  return [...lit].filter(([number]) => number)
    .map(([number, mark]) => ({ line: number, from: 0, to: 0, says: "", ...mark }))
    .sort((one, other) => one.line - other.line);
}

/** Send the builders beside this player the state of the run. */
export function tellBuilders(root, scene, head) {
  for (const builder of root.closest(".tk-bench")?.querySelectorAll(".tk-builder") ?? []) {
    const { actor, program, before } = laneOf(scene, builder.dataset.actor || scene.follow);
    const stop = scene.stops[head.position];
    const ran = !actor || stop.actor === actor ? stop : {};
    const stops = head.breakpoints.map((place) => place - before);
    const skipped = skippedCards(scene, head, actor);
    const detail = { program, ran, next: head.nextOf(actor), before, stops, skipped };
    builder.dispatchEvent(new CustomEvent("tk-step", { detail }));
  }
}
