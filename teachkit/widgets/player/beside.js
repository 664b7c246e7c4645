// Player and builder of one workbench talk here, in the page: it costs no kernel, and needs none.
//
// With every step the player sends each builder "tk-step"; its `detail` is {program, ran, next,
// stops}: the cards of that builder's piece as they run, as JSON nodes, the stop that is shown if
// one of them ran, the one that follows (or nothing), and the numbers of those before which Play
// stops. A builder sends back "tk-stop-before", {card, actor}, when a learner wants Play to stop
// there, or no more.

/** The piece whose cards these are, its program, and how many cards count before them. */
function laneOf(scene, actor) {
  const at = scene.strips.findIndex((strip) => strip.actor === actor);
  if (at < 0) return { actor: "", program: scene.program, before: 0 };
  const earlier = scene.strips.slice(0, at).flatMap(({ program }) => cardFaces(program, scene));
  return { ...scene.strips[at], before: earlier.length };
}

/** Tell the builders beside this player where the run is; without one nobody listens. */
function tellBuilders(root, scene, head) {
  for (const builder of root.closest(".tk-bench")?.querySelectorAll(".tk-builder") ?? []) {
    const { actor, program, before } = laneOf(scene, builder.dataset.actor || scene.follow);
    const stop = scene.stops[head.position];
    const ran = !actor || stop.actor === actor ? stop : {};
    const stops = head.breakpoints.map((place) => place - before);
    const detail = { program, ran, next: head.nextOf(actor), stops };
    builder.dispatchEvent(new CustomEvent("tk-step", { detail }));
  }
}
