// Player and builder of one workbench talk here, in the page: it costs no kernel, and needs none.
//
// With every step the player sends the builder "tk-step"; its `detail` is {program, ran, next,
// stops}: the cards that run, as JSON nodes, the stop that is shown, the one that follows (or
// nothing), and the numbers of the cards before which Play stops. The builder answers with
// "tk-stop-before", {card}, when a learner wants Play to stop there, or no more.

/** Tell the builder beside this player where the run is; without one nobody listens. */
function tellBuilder(root, scene, head) {
  const builder = root.closest(".tk-bench")?.querySelector(".tk-builder");
  if (!builder) return;
  const isOurs = ({ actor }) => !actor || actor === scene.follow;
  const stop = scene.stops[head.position];
  const next = scene.strips.length ? head.nextOf(scene.follow) : head.next;
  const detail = {
    program: scene.program, ran: isOurs(stop) ? stop : {}, next, stops: head.breakpoints,
  };
  builder.dispatchEvent(new CustomEvent("tk-step", { detail }));
}
