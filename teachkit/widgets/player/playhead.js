// The position in a recorded run, and the clock that advances it. There is no DOM here.

const USUAL_SPEED = 1.5; // stops per second

/**
 * Calls `tick` every `interval` milliseconds, at most once per frame; no stop is left out. The
 * `speed` is a multiple of the usual one.
 */
class Clock {
  constructor(tick) {
    this.tick = tick;
    this.speed = 1;
    this.frame = null;
  }

  get interval() {
    return 1000 / (USUAL_SPEED * this.speed);
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
    this.waited = Math.min(this.waited - this.interval, this.interval);
    this.tick();
  }
}

/** Every move ends in one call of `changed(steps)`, with the number of stops moved. */
export class Playhead {
  constructor(stops, position, changed, chapters = []) {
    this.stops = stops;
    this.chapters = chapters; // of a whole match: `{stop, title}`, in order
    this.last = stops.length - 1;
    this.position = this.clamp(position);
    this.furthest = this.position; // later stops have not been seen yet
    this.breakpoints = []; // card numbers, continued from strip to strip
    this.heldBefore = null; // the card at whose breakpoint the run stopped
    this.questions = []; // `{stop, asks, says, right}`, in order
    this.refuse = () => {}; // called when a question blocks a move
    this.changed = changed;
    this.clock = new Clock(() => this.playOn());
  }

  clamp(position) {
    return Math.max(0, Math.min(this.limit, position));
  }

  /** The first question without an answer. */
  get open() {
    return this.questions?.find(({ right }) => right === null);
  }

  /** The last stop that can be reached: right before an open question. */
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

  /** Return the next stop of this piece; if there is only one piece, simply the next stop. */
  nextOf(actor) {
    if (!actor) return this.next;
    return this.stops.find((stop, i) => i > this.position && stop.actor === actor);
  }

  /** The next skipped card among stops already seen; after the last, the first. */
  get nextSkipped() {
    const seen = this.stops.slice(0, this.furthest + 1);
    const next = seen.findIndex((stop, i) => i > this.position && stop.skipped);
    return next < 0 ? seen.findIndex((stop) => stop.skipped) : next;
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
    if (isAsked) this.refuse(); // the learner must press an answer
  }

  playOn() {
    this.move(this.position + 1);
  }

  start() { this.go(0); }

  back() { this.go(this.position - 1); }

  step() { this.go(this.position + 1); }

  end() { this.go(this.last); }

  /** The number of the current chapter, or -1 before the first one. */
  get chapter() {
    return this.chapters.findLastIndex(({ stop }) => stop <= this.position);
  }

  /** Go to the next chapter (1), or to the start of this one or of the previous one (-1). */
  toChapter(way) {
    const here = this.chapter;
    const isInside = way < 0 && this.position > this.chapters[here]?.stop;
    const next = this.chapters[isInside ? here : here + way];
    this.go(next ? next.stop : way < 0 ? 0 : this.last);
  }

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
