// Where we are in a recorded run, and the clock that moves us on. No DOM here.

const USUAL_SPEED = 1.5; // stops a second

/** Calls `tick` every `interval` milliseconds, at most once a frame: no stop is left out. */
class Clock {
  constructor(tick) {
    this.tick = tick;
    this.speed = USUAL_SPEED;
    this.frame = null;
  }

  get interval() {
    return 1000 / this.speed;
  }

  get runs() {
    return this.frame !== null;
  }

  start() {
    this.stop();
    this.last = performance.now();
    this.waited = 0;
    this.frame = requestAnimationFrame((now) => this.advance(now));
  }

  stop() {
    cancelAnimationFrame(this.frame);
    this.frame = null;
  }

  advance(now) {
    this.waited += now - this.last;
    this.last = now;
    this.frame = requestAnimationFrame((later) => this.advance(later));
    if (this.waited < this.interval) return;
    this.waited = 0;
    this.tick();
  }
}

/** Every move ends in one call of `changed(steps)`: how far it went. */
export class Playhead {
  constructor(stops, position, changed) {
    this.stops = stops;
    this.last = stops.length - 1;
    this.position = this.clamp(position);
    this.furthest = this.position; // what lies behind it was not seen yet
    this.breakpoints = []; // places: card numbers, counted on from strip to strip
    this.heldBefore = null; // the card whose breakpoint ended the play
    this.questions = []; // at which the run waits: `{stop, asks, says, right}`, in their order
    this.refuse = () => {}; // called where a move is held by a question
    this.changed = changed;
    this.clock = new Clock(() => this.playOn());
  }

  clamp(position) {
    return Math.max(0, Math.min(this.limit, position));
  }

  /** The first question that nobody has answered yet. */
  get open() {
    return this.questions?.find(({ right }) => right === null);
  }

  /** As far as one can go: right before an open question. */
  get limit() {
    return this.open ? this.open.stop - 1 : this.last;
  }

  /** The open question, if it is about the next step. */
  get question() {
    return this.open && this.position === this.limit ? this.open : null;
  }

  get plays() {
    return this.clock.runs;
  }

  get next() {
    return this.stops[this.position + 1];
  }

  /** The next stop of this piece; of a piece that is alone, simply the next one. */
  nextOf(actor) {
    if (!actor) return this.next;
    return this.stops.find((stop, i) => i > this.position && stop.actor === actor);
  }

  /** Of what was seen already: where the run will get stuck, nobody is told. */
  get nextSkipped() {
    return this.stops.findIndex((stop, i) =>
      i > this.position && i <= this.furthest && stop.skipped);
  }

  go(position) {
    this.clock.stop();
    const isHeld = this.open && position > this.limit;
    this.move(position);
    if (isHeld) this.refuse();
  }

  move(position) {
    const from = this.position;
    this.position = this.clamp(position);
    this.furthest = Math.max(this.furthest, this.position);
    this.heldBefore = null;
    if (this.plays && this.breakpoints.includes(this.next?.place)) this.heldBefore = this.next.card;
    const isAsked = this.plays && this.question?.choices.length > 0;
    if (!this.next || this.heldBefore || this.question) this.clock.stop();
    this.changed(this.position - from);
    if (isAsked) this.refuse(); // there is nothing else to do than to press one
  }

  playOn() {
    this.move(this.position + 1);
  }

  start() { this.go(0); }

  back() { this.go(this.position - 1); }

  step() { this.go(this.position + 1); }

  end() { this.go(this.last); }

  toNextSkipped() {
    this.go(this.nextSkipped < 0 ? this.position : this.nextSkipped);
  }

  /** Play, from the start if the run is over; or pause. */
  play() {
    if (this.plays || this.last <= 0) return this.go(this.position);
    if (this.question) return this.refuse();
    if (!this.next) this.move(0);
    this.heldBefore = null;
    this.clock.start();
    return this.changed(0);
  }

  toggleBreakpoint(place) {
    const others = this.breakpoints.filter((other) => other !== place);
    const had = others.length < this.breakpoints.length;
    this.breakpoints = had ? others : [...others, place].sort((a, b) => a - b);
    this.changed(0);
  }
}
