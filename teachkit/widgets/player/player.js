// A recorded run over time. Everything is sent once, so nothing here waits for the kernel.

import { change, h, keepKeys, setStyle, uniqueName } from "../common/dom.js";
import { sound } from "../common/sound.js";
import { laneOf, tellBuilders, tellEditor, tellVerdict } from "./messages.js";
import { boardPart } from "./board.js";
import { ghostPart } from "./ghost.js";
import { logPart } from "./log.js";
import { chaptersPart, scoresPart } from "./match.js";
import { Playhead } from "./playhead.js";
import { questionPart } from "./question.js";
import { unfolded } from "./scene.js";
import { sourcePart } from "./source.js";
import { stripPart } from "./strip.js";
import { captionPart, speechPart, textPart } from "./telling.js";
import { timelinePart } from "./timeline.js";
import { iconSwitch, toolsPart, transportPart } from "./transport.js";

const LONGEST_GLIDE = 450; // milliseconds
const FASTEST_HEARD = 5; // times the usual speed
const SAVE_AFTER = 150; // milliseconds without a move

/** All parts of the player for one scene, in one root. */
class View {
  constructor(root, scene, words, head, { beside, isFolded, answer }) {
    this.root = root;
    this.head = head;
    this.pictures = new AbortController();
    const board = boardPart(scene, head, this.pictures.signal);
    const text = textPart(scene, words, head);
    this.textSwitch = iconSwitch("text", words, text.reveal);
    this.turnSwitch = iconSwitch("turn", words, (isOn) => {
      board.board.looksUp = isOn;
      this.show(1);
    });
    const canTurn = scene.pieces.length > 0 && !head.chapters.length; // with one piece to follow
    const switches = canTurn ? [this.textSwitch, this.turnSwitch] : [this.textSwitch];
    this.largeSwitch = iconSwitch("large", words, (isOn) => enlarge(root, isOn));
    change(this.largeSwitch, { "aria-pressed": String(root.hasAttribute("popover")) });
    const scores = scoresPart(scene, board.pictures, words, head);
    const chapters = chaptersPart(scene, words, head);
    const caption = captionPart(scene, words, head);
    const question = questionPart(words, head, board.board.sheet, this.pictures.signal, answer);
    head.refuse = question.focus;
    const transport = transportPart(scene, words, head);
    const isSource = scene.source !== "";
    const strip = (isSource ? sourcePart : stripPart)(scene, words, head, beside);
    const rounds = timelinePart(scene, head);
    const log = logPart(scene, words, head, isFolded);
    const speech = speechPart(scene, words, head);
    this.board = board;
    this.parts = [text, scores, caption, question, transport, chapters, strip, rounds, log, speech];
    this.tellBeside = () => {
      if (beside.length) tellBuilders(root, scene, head);
      tellEditor(root, scene, head);
    };
    const tools = toolsPart(words, head, log.fold, [...switches, this.largeSwitch]);
    this.parts.push(tools);
    // With a builder beside the player, there is no room for a question there.
    const isAsked = head.questions.length > 0 && !beside.length;
    change(root, { "data-asks": isAsked, "data-match": head.chapters.length > 0 });
    const heading = isSource ? words.source : words.program;
    root.replaceChildren(
      h("div", { class: "tk-run-stage", style: { "--width": scene.width } },
        board.element, scores.element, caption.element, question.element, transport.element,
        chapters.element, tools.element),
      h("div", { class: "tk-run-side" },
        strip.element?.childNodes.length ? h("h3", { class: "tk-run-heading" }, heading) : null,
        strip.element, rounds.element, log.element, text.element),
      speech.element, h("p", { class: "tk-run-keys", id: `${root.id}-keys` }, words.keys));
  }

  /** Animate one step, at most for its duration; jump over several steps. */
  show(steps) {
    const glide = Math.min(LONGEST_GLIDE, 0.8 * this.head.clock.interval);
    setStyle(this.root, { "--glide": Math.abs(steps) === 1 ? `${glide}ms` : "0ms" });
    if (steps === 1 && this.head.clock.speed <= FASTEST_HEARD) sound(this.head.stops[this.head.position].skipped ? "skipped" : "step");
    this.board.show();
    this.ghost?.show();
    // Update the words before the same frame is painted, since the board responds to a press
    // immediately.
    cancelAnimationFrame(this.telling);
    this.telling = requestAnimationFrame(() => {
      this.parts.forEach((part) => part.show());
      this.tellBeside();
    });
    tellVerdict(this.root, this.head);
    change(this.root, { "data-position": this.head.position, "data-plays": this.head.plays,
      "data-empty": this.head.stops.filter(({ line }) => line).length < 2,
      "data-seen": String(this.head.furthest === this.head.last) });
  }

  /** Mark a stop to look at, in the log and on the slider; 0 removes the mark. */
  mark(position) {
    for (const part of this.parts) part.mark?.(position);
  }

  /** Show where the piece should be at one stop, or nowhere. */
  haunt(ghost, words) {
    this.board.board.sheet.querySelector(".tk-run-ghost")?.remove();
    this.ghost = ghostPart(ghost, words, this.head, this.board.board.sheet, this.pictures.signal);
    this.ghost.show();
  }

  stop() {
    this.head.clock.stop();
    cancelAnimationFrame(this.telling);
  }

  close() {
    this.stop();
    this.pictures.abort();
  }
}

/** Show the board with its sentence and buttons in the whole window, for projectors. */
function enlarge(root, isOn) {
  if (isOn) {
    root.setAttribute("popover", "manual"); // above everything, whatever contains it
    root.showPopover();
  } else root.removeAttribute("popover");
  root.focus();
}

/** Return the action of a key, unless the focused control handles it. */
function keyAction(event, { head, view }) {
  const isLetter = event.key.length === 1;
  const ownsKey = event.target.matches("select")
    || (event.target.matches("input") ? !isLetter || event.target.type === "text"
      : event.target.matches("button") && event.key === " ");
  if (ownsKey || event.ctrlKey || event.altKey || event.metaKey) return undefined;
  const actions = {
    Escape: () => view.largeSwitch.ariaPressed === "true" && view.largeSwitch.click(),
    ArrowLeft: () => head.back(), ArrowRight: () => head.step(),
    Home: () => head.start(), End: () => head.end(), " ": () => head.play(),
    ...(head.chapters.length ? { PageUp: () => head.toChapter(-1), PageDown: () => head.toChapter(1) } : {}),
    n: () => head.toNextSkipped(), t: () => view.textSwitch.click(),
    r: () => view.turnSwitch.click(), l: () => view.largeSwitch.click(),
  };
  return actions[isLetter ? event.key.toLowerCase() : event.key];
}

/** The player in `root`, bound to the model: changes here are sent to Python, and vice versa. */
class Player {
  constructor(model, root) {
    this.model = model;
    this.root = root;
    root.addEventListener("keydown", (event) => {
      const action = keyAction(event, this);
      if (!action) return;
      event.preventDefault();
      action();
    });
  }

  load() {
    clearTimeout(this.saving); // it belongs to the previous run
    const old = this.view;
    old?.stop();
    const [scene, words] = [unfolded(this.model.get("scene")), this.model.get("words")];
    this.scene = scene;
    const speed = this.head?.clock.speed;
    this.head = new Playhead(scene.stops, this.model.get("position"), (steps) => {
      this.view.show(steps);
      this.tell();
    }, scene.chapters);
    this.head.clock.speed = speed ?? this.head.clock.speed;
    this.head.breakpoints = this.model.get("breakpoints");
    this.head.questions = this.model.get("questions");
    this.view = new View(this.root, scene, words, this.head, {
      beside: this.model.get("beside"), isFolded: this.model.get("folded"),
      answer: (stop, text) => this.answer(stop, text),
    });
    this.view.show(0);
    this.mark(this.model.get("mark"));
    change(this.root, { "data-game": scene.game });
    this.haunt();
    old?.close(); // last, so that a picture that is still shown keeps its address
  }

  haunt() {
    this.view.haunt(this.model.get("ghost") ?? {}, this.model.get("words"));
  }

  tell() {
    clearTimeout(this.saving);
    this.saving = setTimeout(() => {
      this.model.set("position", this.head.position);
      this.model.set("breakpoints", this.head.breakpoints);
      this.model.save_changes();
    }, SAVE_AFTER);
  }

  /** Python has moved the position; our own changes come back here too, without effect. */
  follow() {
    const position = this.head.clamp(this.model.get("position"));
    if (position !== this.head.position) this.head.go(position);
  }

  /** A coming mistake is shown from the stop before it. */
  followMark() {
    const position = this.model.get("mark");
    this.mark(position);
    if (position) this.head.go(position - 1);
  }

  /** Mark a stop, which may then be seen even if it has not been played yet. */
  mark(position) {
    this.head.furthest = Math.max(this.head.furthest, this.head.clamp(position));
    this.view.mark(position);
  }

  answer(stop, text) {
    this.model.set("said", { stop, text, n: Date.now() });
    this.model.save_changes();
  }

  /** An answer was read: show the step it was about. An invalid answer is explained. */
  followQuestions() {
    const asked = this.head.question;
    this.head.questions = this.model.get("questions");
    if (asked && this.head.open?.stop !== asked.stop) {
      this.head.step();
      this.root.focus();
    } else this.view.show(0);
  }

  followBreakpoints() {
    this.head.breakpoints = this.model.get("breakpoints");
    this.view.show(0);
  }
}

function render({ model, el }) {
  const id = uniqueName("player");
  const root = h("div", {
    class: "tk-root tk-player", id, role: "region", tabindex: "0",
    "aria-label": model.get("words").player, "aria-describedby": `${id}-keys`,
  });
  const player = new Player(model, root);
  const listeners = {
    "change:scene": () => player.load(),
    "change:position": () => player.follow(),
    "change:breakpoints": () => player.followBreakpoints(),
    "change:mark": () => player.followMark(),
    "change:ghost": () => player.haunt(),
    "change:questions": () => player.followQuestions(),
    "change:plays": () => player.head.clock.runs || player.head.play(),
  };
  root.addEventListener("tk-stop-before", ({ detail: { card, actor } }) => {
    const { scene } = player;
    player.head.toggleBreakpoint(laneOf(scene, actor || scene.follow).before + card);
  });
  root.addEventListener("tk-skip", () => player.head.end());
  keepKeys(root);
  player.load();
  el.append(root);
  for (const [event, listener] of Object.entries(listeners)) model.on(event, listener);
  return () => {
    for (const [event, listener] of Object.entries(listeners)) model.off(event, listener);
    clearTimeout(player.saving); // the model may have been removed too
    player.view.close();
  };
}

export default { render };
