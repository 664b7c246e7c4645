// The player: a recorded run, stepped, played, scrubbed, read and heard; and what it tells beside it.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  addresses, all, bench, click, find, focused, frame, isSame, keys, label, labels, named, pass, show, text, texts,
} from "./support/page.mjs";
import { unfolded } from "../../teachkit/widgets/player/scene.js";
import { FORM, SCENE, STATES, widgets } from "./support/states.mjs";

const ENTRY = "player/player.js";
const root = () => find(".tk-player");
const caption = () => texts(".tk-run-caption p").join(" ");
const spoken = () => text("[role=status]");
const position = () => Number(root().dataset.position);
const plays = () => "plays" in root().dataset;

/** Show a player; `scene` is what differs from three steps of a rover. */
function player(scene = {}, traits = {}, place) {
  const model = show(widgets[ENTRY], { ...STATES[ENTRY], scene: { ...SCENE, ...scene }, ...traits }, place);
  frame();
  return model;
}

function press(name) {
  click(named(name));
  frame();
}

function type(...chords) {
  for (const chord of chords) {
    root().focus();
    keys(chord);
    frame();
  }
}

// ---- what is planned, and a celebration

test("a ghost shows where the piece should be, at one stop", () => {
  const model = player();
  model.set("ghost", { stop: 2, place: "b2 north", form: FORM });
  const isShown = () => !find(".tk-run-ghost").hidden;
  press("step");
  assert.equal(isShown(), false);
  press("step");
  assert.deepEqual([isShown(), find(".tk-ghost-piece").alt], [true, "ghost: red rover on b2, to the north"]);
  model.set("ghost", {});
  assert.equal(all(".tk-run-ghost").length, 0);
});

test("a piece celebrates as its game does, beside a star for those who want no motion", () => {
  player({ game: "roborally" });
  assert.deepEqual([root().dataset.game, all("[data-cheers]").map(({ dataset }) => dataset.piece)], ["roborally", ["red"]]);
  assert.equal(find(".tk-run-star").style.left, "38.5%");
});

test("a piece with a large picture shows it while it is pointed at or focused", () => {
  const [rover] = SCENE.pieces;
  player({ pieces: [rover, { ...rover, id: "column", large: new Uint8Array([1]) }] });
  const [plain, column] = all(".tk-run-piece");
  assert.deepEqual([plain.tabIndex, column.tabIndex], [-1, 0]);
  const seen = () => [column.src, "large" in column.dataset];
  const small = seen();
  for (const [begin, end] of [["pointerenter", "pointerleave"], ["focus", "blur"]]) {
    column.dispatchEvent(new Event(begin));
    assert.notEqual(seen()[0], small[0]);
    assert.equal(seen()[1], true);
    column.dispatchEvent(new Event(end));
    assert.deepEqual(seen(), small);
  }
});

// ---- stepping

test("buttons step and jump, and at the ends nothing is left to do", () => {
  player();
  const idle = () => all(".tk-run-transport button[aria-disabled=true]").map(label);
  assert.deepEqual([position(), idle()], [0, ["start", "back"]]);
  for (const [name, at] of [["step", 1], ["step", 2], ["back", 1], ["end", 3], ["step", 3]]) {
    press(name);
    assert.equal(position(), at);
  }
  assert.deepEqual([idle(), focused()], [["step", "end"], "step"]);
  press("start");
  press("back");
  assert.deepEqual([position(), focused()], [0, "back"]);
});

test("keys do the same, wherever the focus is in the player", () => {
  player();
  for (const [key, at] of [["n", 0], ["End", 3], ["Home", 0], ["ArrowRight", 1], ["ArrowLeft", 0], ["n", 3], ["N", 3]]) {
    type(key);
    assert.equal(position(), at, key);
  }
  named("play").focus();
  assert.equal(keys("ArrowLeft").defaultPrevented, true);
  assert.equal(position(), 2);
  assert.equal(keys("Control+ArrowLeft").defaultPrevented, false);
  assert.equal(position(), 2);
});

test("Space on a button presses the button", () => {
  player();
  named("step").focus();
  keys("Space");
  assert.deepEqual([position(), plays()], [1, false]);
});

test("play shows every stop; the button pauses", () => {
  player();
  type("Space");
  assert.deepEqual([named("pause").className, plays()], ["tk-button tk-primary", true]);
  pass(700);
  assert.equal(position(), 1);
  press("pause");
  pass(3000);
  assert.equal(position(), 1);
  press("play");
  pass(3000);
  assert.deepEqual([position(), root().dataset.seen, labels(".tk-primary")], [3, "true", ["play"]]);
});

test("the speed is kept for the next run", () => {
  const model = player();
  const speed = find(".tk-run-speed");
  speed.value = 5;
  speed.dispatchEvent(new Event("input"));
  assert.equal(speed.getAttribute("aria-valuetext"), "20× the usual speed");
  model.set("scene", { ...SCENE, alt: "Another." });
  assert.equal(find(".tk-run-speed").value, "5");
  type("Space");
  pass(400);
  assert.equal(position(), 3);
});

test("a piece glides over one step, not longer than the step lasts, and jumps over more", () => {
  player();
  const glide = () => root().style.getPropertyValue("--glide");
  press("step");
  assert.equal(glide(), "450ms");
  press("end");
  assert.equal(glide(), "0ms");
  find(".tk-run-speed").value = 3;
  find(".tk-run-speed").dispatchEvent(new Event("input"));
  press("back");
  assert.equal(Math.round(parseFloat(glide())), 107);
});

// ---- words

test("the caption says what happened and what comes next", () => {
  player();
  assert.equal(caption(), "Now start. Next is card 1: Forward");
  press("step");
  assert.equal(caption(), "Card 1 ran. Next is card 2: Left, turn 1 of 2");
  press("step");
  assert.equal(caption(), "Card 2 ran. Next is card 2: Left, turn 2 of 2");
  press("step");
  assert.equal(caption(), "Card 2: a wall. over");
  assert.ok(find(".tk-run-caption [data-skipped] .tk-icon"));
});

test("every step is spoken, with where everything stands", () => {
  player({ over: "It never ends." });
  assert.equal(spoken(), "");
  press("step");
  assert.equal(spoken(), "Card 1 ran. Now one.");
  press("end");
  assert.equal(spoken(), "Card 2: a wall. Now three. It never ends.");
  assert.equal(texts(".tk-run-next").join(), "It never ends.");
});

test("a question of the program is a step; its bracket asks and then has the answer", () => {
  const stops = [{ ...SCENE.stops[0] }, { ...SCENE.stops[1], card: null, bracket: 1, answer: "no", asks: "if blocked", says: ['The answer to "if blocked" is no.'] }];
  player({ program: [{ if: "blocked", then: ["left"] }], stops });
  const bracket = find(".tk-run-bracket");
  assert.equal(text(".tk-run-next"), "Next is a question: if blocked?");
  assert.deepEqual(["data-asks", "data-asked"].map((name) => bracket.hasAttribute(name)), [true, false]);
  press("step");
  assert.deepEqual(["data-asks", "data-asked"].map((name) => bracket.hasAttribute(name)), [false, true]);
  assert.deepEqual([text(".tk-run-answer"), caption()], ["no", 'The answer to "if blocked" is no. over']);
  press("back");
  assert.equal(text(".tk-run-answer"), "");
});

test("the board as text follows the run; it is folded until it is asked for", () => {
  player();
  const section = find("pre").parentElement;
  assert.equal(section.className, "tk-unseen");
  for (const { board } of SCENE.stops) {
    assert.equal(section.textContent, board);
    type("ArrowRight");
  }
  type("t");
  assert.deepEqual([section.className, label(find("[aria-pressed=true]"))], ["tk-run-text-board", "text"]);
  type("T");
  assert.equal(section.className, "tk-unseen");
});

test("nothing in the page tells the future", () => {
  player();
  for (const [at, { board }] of SCENE.stops.entries()) {
    assert.equal(position(), at);
    const shown = root().outerHTML;
    assert.ok(shown.includes(board));
    const known = SCENE.stops.slice(0, at + 1).flatMap(({ says }) => says);
    for (const later of SCENE.stops.slice(at + 1)) {
      for (const says of [...later.says, later.board]) assert.ok(known.includes(says) || !shown.includes(`>${says}`), says);
    }
    assert.equal(text(".tk-run-counter"), at === 3 ? "3 / 3" : String(at));
    type("ArrowRight");
  }
});

test("a run without a step or a piece is shown", () => {
  player({ program: [], pieces: [], stops: [{ ...SCENE.stops[0], places: {} }] });
  type("Space", "End", "Home", "n", "r");
  assert.deepEqual([position(), caption()], [0, "Now start. before"]);
  assert.deepEqual(all(".tk-run-tools [aria-pressed]").map(label), ["text", "large"]);
});

test("a run without places begins with a sentence, and a single line is left to the editor", () => {
  const line = (number) => ({ ...SCENE.stops[1], line: number, frames: [] });
  const start = { ...SCENE.stops[0], says: [], spoken: "", frames: [] };
  const model = player({ source: "a\nb", stops: [start, line(1), line(2)] });
  assert.deepEqual([texts(".tk-run-line"), "empty" in root().dataset], [["0before"], false]);
  model.set("scene", { ...SCENE, source: "a\nb", stops: [start, line(2)] });
  assert.equal("empty" in root().dataset, true);
});

// ---- the log and the slider

test("the log grows with the run and leads to each moment", () => {
  player();
  const lines = () => texts(".tk-run-line");
  assert.deepEqual(lines(), ["0Now start."]);
  press("step");
  press("back");
  assert.deepEqual(lines(), ["0Now start.", "1Card 1 ran."]);
  press("end");
  assert.deepEqual(lines().at(-1), "3Card 2: a wall.");
  click(all(".tk-run-line")[1]);
  frame();
  assert.deepEqual([position(), texts(".tk-run-log [aria-current=step] .tk-run-line")], [1, ["1Card 1 ran."]]);
});

test("the log folds away", () => {
  player();
  const fold = find(".tk-run-fold");
  click(fold);
  assert.deepEqual([find(".tk-run-log").hidden, fold.getAttribute("aria-expanded")], [true, "false"]);
  click(fold);
  assert.equal(find(".tk-run-log").hidden, false);
  find("main").replaceChildren();
  player({}, { folded: true });
  assert.equal(find(".tk-run-log").hidden, true);
});

test("the log scrolls to its moment, and nothing else does", () => {
  player();
  const log = find(".tk-run-log");
  Object.defineProperty(log, "clientHeight", { value: 100 });
  press("end");
  Object.defineProperties(all("li", log)[2], { offsetTop: { value: 300 }, offsetHeight: { value: 20 } });
  press("back");
  frame();
  assert.equal(log.scrollTop, 260);
});

test("arrows up and down walk cards and lines, not the run", () => {
  player();
  press("end");
  press("start");
  for (const kind of [".tk-run-card", ".tk-run-line"]) {
    all(kind)[0].focus();
    keys("ArrowDown");
    isSame(document.activeElement, all(kind)[1]);
    keys("ArrowUp", "ArrowUp");
    isSame(document.activeElement, all(kind)[0]);
  }
  assert.equal(position(), 0);
});

test("the slider goes over what was played, and at its end one step on", () => {
  player();
  const slider = find(".tk-run-slider");
  slider.focus();
  keys("ArrowRight");
  assert.equal(position(), 1);
  frame();
  assert.deepEqual([slider.max, slider.value, slider.getAttribute("aria-valuetext")], ["1", "1", "step 1: Card 1 ran."]);
  press("end");
  slider.value = 2;
  slider.dispatchEvent(new Event("input"));
  frame();
  assert.deepEqual([position(), slider.getAttribute("aria-valuetext")], [2, "step 2 of 3: Card 2 ran."]);
  slider.focus();
  assert.equal(keys("ArrowRight").defaultPrevented, false); // the slider itself moves
});

test("a tick on the slider is where a card did nothing, once that was seen", () => {
  player();
  const ticks = () => all(".tk-run-tick:not([data-mark])").map(({ hidden }) => hidden);
  assert.deepEqual(ticks(), [true]);
  press("end");
  assert.deepEqual([ticks(), find(".tk-run-tick").style.getPropertyValue("--share")], [[false], "1"]);
});

test("a stop that is worth a look is marked, and the stop before it is shown", () => {
  const model = player();
  const flag = find(".tk-run-tick[data-mark]");
  model.set("mark", 2);
  frame();
  assert.deepEqual([position(), texts(".tk-run-log li[data-marked] .tk-run-line"), flag.hidden], [1, ["2Card 2 ran.mark"], false]);
  model.set("mark", 0);
  frame();
  assert.deepEqual([position(), texts(".tk-run-look"), flag.hidden], [1, [], true]);
});

// ---- the program

test("cards are named with what ran and what is next", () => {
  player();
  assert.deepEqual(labels(".tk-run-card"), ["Card 1: Forward, is_next", "Card 2: Left"]);
  press("step");
  assert.deepEqual(labels(".tk-run-card"), ["Card 1: Forward, just_ran", "Card 2: Left, is_next"]);
  assert.equal(text(".tk-run-turn"), "turn 1 of 2");
  press("end");
  assert.deepEqual(labels(".tk-run-card"), ["Card 1: Forward", "Card 2: Left, did_nothing"]);
  assert.equal(text(".tk-run-turn"), "turn 2 of 2");
});

test("cards are numbered in reading order", () => {
  const asks = { if: "blocked", then: ["left"], else: ["right", "forward"] };
  player({ program: ["forward", { while: "not blocked", body: [asks] }, ["shove", "left"]],
    cards: { ...SCENE.cards, shove: { symbol: "⇥", label: "Shove" } }, stops: [SCENE.stops[0]] });
  assert.deepEqual(labels(".tk-run-card"), ["Card 1: Forward", "Card 2: Left", "Card 3: right", "Card 4: Forward", "Card 5: Shove left"]);
  assert.deepEqual(texts(".tk-run-bracket-title"), ["While not blocked", "If blocked", "else"]);
});

test("a card that is pressed stops the play before it", () => {
  const model = player();
  const second = all(".tk-run-card")[1];
  click(second);
  frame();
  assert.equal(second.getAttribute("aria-pressed"), "true");
  type("Space");
  pass(3000);
  assert.deepEqual([position(), text(".tk-run-next")], [1, "Stopped before card 2."]);
  assert.deepEqual(model.saved("breakpoints"), [2]);
  click(second);
  frame();
  assert.equal(second.getAttribute("aria-pressed"), "false");
});

test("a program in Python has its line lit, and what is known there", () => {
  const stops = [
    { ...SCENE.stops[0], line: 0, frames: [{ name: "", variables: {} }] },
    { ...SCENE.stops[1], line: 3, frames: [{ name: "", variables: { n: "1" } }], around: [2] },
    { ...SCENE.stops[2], line: 4, wrong: true,
      frames: [{ name: "", variables: { n: "1" } }, { name: "swap", variables: { n: "1", m: "2" } }] },
  ];
  player({ source: "\n\nfor n in 1,:\n    m = 2\n\n", stops });
  const lit = (sign) => all(`.tk-run-code-line[data-${sign}]`).map((line) => text(".tk-run-number", line));
  assert.deepEqual(texts(".tk-run-code-line code"), ["for n in 1,:", "    m = 2"]);
  assert.deepEqual([lit("next"), text(".tk-run-next"), find("[role=group] .tk-run-next").hidden], [["3"], "Next is line 3", false]);
  press("step");
  assert.deepEqual([lit("ran"), lit("next"), texts(".tk-run-variable[data-new]")], [["3"], ["4"], ["n1"]]);
  press("step");
  assert.deepEqual([lit("ran"), lit("skipped"), texts(".tk-run-variable[data-new]")], [[], ["4"], ["n1", "m2"]]);
  assert.deepEqual(texts(".tk-run-frame"), ["n1", "swapn1m2"]);
  assert.equal(find("[role=group] .tk-run-next").hidden, true);
  assert.equal(text(".tk-run-heading"), "source");
});

// ---- the board

test("pieces stand where the stop says, in parts of the board", () => {
  player();
  const style = (name) => find(".tk-run-piece").style.getPropertyValue(name);
  assert.deepEqual(["--x", "--y", "--angle", "width"].map(style), ["0.25", "0.5", "90deg", "30%"]);
  press("step");
  assert.equal(style("--x"), "0.75");
});

test("a piece turns the short way round", () => {
  const angles = [90, 180, 270, 0, 90, 0];
  player({ program: [], stops: angles.map((angle, at) => ({ ...SCENE.stops[1], card: at, places: { red: [50, 50, angle, true] } })) });
  const turned = angles.map(() => {
    const angle = Number(find(".tk-run-piece").dataset.angle);
    press("step");
    return angle;
  });
  assert.deepEqual(turned, [90, 180, 270, 360, 450, 360]);
});

test("a piece that has gone is not seen and not read", () => {
  player({ stops: [SCENE.stops[0], { ...SCENE.stops[1], places: {} }] });
  press("step");
  const piece = find(".tk-run-piece");
  assert.deepEqual([piece.getAttribute("aria-hidden"), piece.style.opacity], ["true", "0"]);
});

test("the view from the rover turns the board, and a wide one shrinks", () => {
  player();
  const sheet = (name) => find(".tk-run-sheet").style.getPropertyValue(name);
  type("r");
  assert.deepEqual([sheet("--turned"), sheet("--shrink")], ["-90deg", "0.5"]);
  type("End");
  assert.deepEqual([sheet("--turned"), sheet("--shrink")], ["0deg", "1"]);
  type("r", "Home");
  assert.equal(sheet("--turned"), "0deg");
});

test("the way is drawn, with a badge where a card did nothing", () => {
  player();
  press("end");
  assert.deepEqual(all(".tk-run-way polyline").map((line) => line.getAttribute("points")), ["50,50 150,50 150,50", "50,50 150,50 150,50"]);
  assert.deepEqual(all(".tk-run-badge").length, 1);
  press("start");
  assert.deepEqual(all(".tk-run-way *, .tk-run-badge").length, 0);
});

test("a game without a way draws none", () => {
  player({ way: null });
  press("end");
  assert.equal(all(".tk-run-way *").length, 0);
});

test("letters of the board are images at their places", () => {
  player({ labels: [{ picture: new Uint8Array(), size: 20, places: [[50, 50], [150, 50]] }] });
  assert.deepEqual(all(".tk-run-sign").map(({ style }) => [style.left, style.top, style.width, style.height]),
    [["20%", "40%", "10%", "20%"], ["70%", "40%", "10%", "20%"]]);
});

test("the board is made large and small again", () => {
  player();
  type("l");
  assert.equal(root().getAttribute("popover"), "manual");
  type("ArrowRight");
  assert.equal(position(), 1);
  type("Escape");
  assert.equal(root().hasAttribute("popover"), false);
  type("Escape");
  assert.equal(root().hasAttribute("popover"), false);
});

// ---- several pieces

const cell = (stop, card, symbol, label, nothing = "") => ({
  stop, known: stop, card, symbol, title: `Card ${card}: ${label}`, says: `Card ${card}: ${label}${nothing}`,
  skipped: Boolean(nothing), note: label.split(" ")[1] || "",
});
const LANES = {
  program: ["forward"],
  strips: [{ actor: "red", label: "Red", program: ["forward"] }, { actor: "green", label: "Green", program: ["forward", "left"] }],
  pieces: [SCENE.pieces[0], { ...SCENE.pieces[0], id: "green", label: "green rover" }],
  stops: [
    { ...SCENE.stops[0], places: { red: [50, 50, 90, true], green: [150, 50, 0, true] } },
    { ...SCENE.stops[1], actor: "red", card: 1, place: 1, skipped: true, places: { red: [50, 50, 90, true], green: [150, 50, 0, true] } },
    { ...SCENE.stops[1], actor: "green", card: 1, place: 2, badges: [], places: { red: [50, 50, 90, true], green: [150, 150, 0, true] } },
    { ...SCENE.stops[1], actor: "green", card: 2, place: 3, skipped: true, badges: [[171, 128, 8]], places: { red: [50, 50, 90, true], green: [150, 150, 0, true] } },
  ],
  timeline: {
    rounds: 2, heads: [{ number: 1, label: "Round 1" }, { number: 2, label: "Round 2" }],
    rows: [{ label: "Red", cells: [cell(1, 1, "↑", "Forward", ", skipped"), { known: 3, says: "no card" }] },
      { label: "Green", cells: [cell(2, 1, "↑", "Forward 670"), cell(3, 2, "↶", "Left")] }],
  },
};
const lane = (whose) => named(`Program of ${whose}`, "[role=group]");

test("each strip marks its own card that is about to run", () => {
  player(LANES);
  assert.deepEqual(texts(".tk-run-lane-name"), ["Red", "Green"]);
  assert.deepEqual([labels("[data-next]", lane("Red")), labels("[data-next]", lane("Green"))],
    [["Card 1: Forward, is_next"], ["Card 1: Forward, is_next"]]);
  press("step");
  press("step");
  assert.deepEqual([labels("[data-ran], [data-skipped]", lane("Red")), labels("[data-ran]", lane("Green"))],
    [["Card 1: Forward, did_nothing"], ["Card 1: Forward, just_ran"]]); // a skipped card stays marked
});

test("the words say whose card is next", () => {
  player(LANES);
  assert.equal(text(".tk-run-next"), "Next is Red, card 1: Forward");
  press("step");
  assert.equal(text(".tk-run-next"), "Next is Green, card 1: Forward");
});

test("a breakpoint is of one strip", () => {
  const model = player(LANES);
  click(all(".tk-run-card", lane("Green"))[1]);
  frame();
  assert.deepEqual(all("[aria-pressed=true]", lane("Red")).length, 0);
  type("Space");
  pass(4000);
  assert.deepEqual([position(), text(".tk-run-next"), model.saved("breakpoints")], [2, "Stopped before card 2.", [3]]);
});

test("the badges of skips are at the places that Python sent", () => {
  player(LANES);
  press("end");
  const now = all(".tk-run-badge").map((badge) => ["x", "y", "width"].map((name) => Number(badge.getAttribute(name))));
  assert.deepEqual(now, [[167, 124, 8]]);
  press("back");
  assert.equal(all(".tk-run-badge").length, 0);
});

test("the table of rounds grows with the run and leads to its stops", () => {
  player(LANES);
  const columns = () => all("th[scope=col]").filter(({ hidden }) => !hidden).length;
  const grown = [];
  for (const at of [0, 1, 2, 3]) {
    grown.push([at, labels(".tk-run-cell").length, columns()]);
    type("ArrowRight");
  }
  assert.deepEqual(grown, [[0, 0, 0], [1, 1, 1], [2, 2, 1], [3, 3, 2]]);
  assert.deepEqual(labels(".tk-run-cell"), ["Card 1: Forward, skipped", "Card 1: Forward 670", "Card 2: Left"]);
  assert.deepEqual(labels("table [role=img]"), ["no card"]);
  click(named("Card 1: Forward 670"));
  frame();
  assert.deepEqual([position(), labels("table [aria-current=step]")], [2, ["Card 1: Forward 670"]]);
  type("Home", "ArrowRight");
  find("table [tabindex='0']").focus();
  keys("ArrowDown", "Enter");
  assert.equal(position(), 2);
});

test("one piece alone has no table of rounds", () => {
  player();
  isSame(find("table"), null);
});

// ---- the kernel

test("the kernel learns the last stop, not every one, and moves the run itself", () => {
  const model = player();
  type("ArrowRight", "ArrowRight", "End");
  assert.deepEqual(model.told, []);
  pass(200);
  assert.deepEqual([model.told.length, model.saved("position")], [1, 3]);
  model.set("position", 1);
  assert.equal(position(), 1);
  model.set("breakpoints", [2]);
  frame();
  assert.equal(all(".tk-run-card")[1].getAttribute("aria-pressed"), "true");
  model.set("plays", 1);
  assert.ok(plays());
});

test("another scene is shown at the same stop, and pictures of the old one are given back", () => {
  const model = player({}, { position: 2 });
  const before = [...addresses];
  model.set("scene", { ...SCENE, alt: "Another." });
  frame();
  assert.deepEqual([position(), find(".tk-run-background").alt], [2, "Another."]);
  assert.deepEqual([...addresses], before); // equal pictures keep their addresses
  model.stop();
  assert.equal(addresses.size, 0);
});

test("after its end a player plays and tells no more", () => {
  const model = player();
  type("Space");
  model.stop();
  pass(3000);
  assert.deepEqual([position(), model.told, model.listeners], [0, [], []]);
});

// ---- what lies beside

/** A bench with this player, and what its builders and its verdict were told. */
function beside(scene = {}, traits = {}, actors = [""]) {
  const place = bench();
  const heard = [];
  const listen = (className, kind, actor) => {
    const element = place.appendChild(Object.assign(document.createElement("div"), { className }));
    if (actor !== undefined) element.dataset.actor = actor;
    element.addEventListener(kind, ({ detail }) => heard.push([actor ?? className, detail]));
  };
  for (const actor of actors) listen("tk-builder", "tk-step", actor);
  for (const actor of actors) listen("tk-builder", "tk-mark", actor);
  listen("tk-feedback", "tk-run");
  const model = player(scene, { beside: actors, ...traits }, place);
  return { heard, model, place };
}

test("a program that lies beside is not shown again, and its builder follows the run", () => {
  const { heard } = beside();
  assert.deepEqual(all(".tk-run-card").length, 0);
  heard.length = 0;
  press("step");
  const [, builder] = heard;
  assert.deepEqual(heard[0], ["tk-feedback", { isOver: false, speed: 1 }]);
  assert.deepEqual([builder[1].program, builder[1].ran.card, builder[1].next.card, builder[1].stops], [SCENE.program, 1, 2, []]);
  heard.length = 0;
  press("end");
  assert.deepEqual(heard[0], ["tk-feedback", { isOver: true, speed: 1 }]);
  assert.deepEqual([root().dataset.over, heard[1][1].next], ["true", undefined]);
});

test("each builder hears of its own piece, and counts its own cards", () => {
  const { heard } = beside(LANES, { breakpoints: [3] }, ["red", "green"]);
  heard.length = 0;
  press("step");
  const told = Object.fromEntries(heard.filter(([actor]) => actor !== "tk-feedback"));
  assert.deepEqual([told.red.ran.card, told.red.stops, told.red.next], [1, [3], undefined]);
  assert.deepEqual([told.green.ran, told.green.next.card, told.green.stops], [{}, 1, [2]]);
});

test("a builder sets and takes away a breakpoint, and the verdict skips to the end", () => {
  const { model } = beside(LANES, {}, ["red", "green"]);
  const stopBefore = () => root().dispatchEvent(new CustomEvent("tk-stop-before", { detail: { card: 2, actor: "green" } }));
  stopBefore();
  pass(200);
  assert.deepEqual(model.saved("breakpoints"), [3]);
  stopBefore();
  pass(200);
  assert.deepEqual(model.saved("breakpoints"), []);
  root().dispatchEvent(new CustomEvent("tk-skip"));
  assert.equal(position(), 3);
});

test("a line of the log marks its card in the builder of its piece", () => {
  const { heard } = beside(LANES, {}, ["red", "green"]);
  press("end");
  heard.length = 0;
  assert.deepEqual(labels(".tk-run-flag"), ["Mark card 1", "Mark card 1", "Mark card 2"]);
  click(all(".tk-run-flag").at(-1));
  assert.deepEqual(heard, [["green", { card: 2 }]]);
});

// ---- routines

const FETCH = { define: "fetch", body: ["forward", "left"] };
const CALLS = [FETCH, "jump", { repeat: 2, body: ["fetch"] }];
const ran = (card, calls, turn = "turn 1 of 2") => ({ ...SCENE.stops[1], card, calls, turn, says: [`Card ${card}.`] });
const STOPS = [SCENE.stops[0], ran(3, [], ""), ran(4, []), ran(1, [4]), ran(2, [4])];
const callers = (mark = "calling") => all(`.tk-run-card[data-${mark}] .tk-run-number`).map(({ textContent }) => textContent);

test("a routine is above the program, and a card that calls it is a card with its name", () => {
  player({ program: CALLS, stops: STOPS });
  assert.deepEqual(labels(".tk-run-with-routines > .tk-run-row:first-child > [role=group]"), ["Routine fetch"]);
  assert.deepEqual(texts(".tk-run-card .tk-run-label"), ["Forward", "Left", "jump", "fetch"]);
  assert.deepEqual(texts(".tk-run-card .tk-run-symbol"), ["↑", "↶", "", "ƒ"]);
});

test("while a card of a routine runs, the card that called it is marked too, also a step back", () => {
  const model = player({ program: CALLS, stops: STOPS, strips: [] });
  const seen = () => [callers("ran"), callers(), texts(".tk-run-turn").join("")];
  const marks = [];
  for (const name of ["step", "step", "step", "step", "back"]) {
    press(name);
    marks.push(seen());
  }
  assert.deepEqual(marks, [[["3"], [], "turn 1 of 2"], [["4"], [], "turn 1 of 2"], [["1"], ["4"], "turn 1 of 2"],
    [["2"], ["4"], "turn 1 of 2"], [["1"], ["4"], "turn 1 of 2"]]);
  assert.deepEqual(label(all(".tk-run-card")[3]), "Card 4: fetch, is_calling");
  assert.equal(all(".tk-run-bracket")[0].textContent.includes("turn"), false);
  press("start");
  assert.deepEqual([model.get("position"), callers()], [0, []]);
});

test("among several programs the calls are numbered through", () => {
  const strips = [{ actor: "green", label: "Green", program: ["jump", "jump"] }, { actor: "red", label: "Red", program: CALLS }];
  const stops = STOPS.map((stop) => ({ ...stop, actor: "red", calls: (stop.calls ?? []).map((card) => card + 2) }));
  player({ strips, stops });
  for (const name of ["step", "step", "step"]) press(name);
  assert.deepEqual(callers(), ["4"]);
});

// ---- a whole match

const MATCH = {
  names: { red: "Ada", green: "Bo" }, together: false, way: null, follow: "",
  chapters: [{ stop: 1, title: "Round 1" }, { stop: 3, title: "Round 2" }],
  stops: SCENE.stops.map((each, at) => ({ ...each, scores: { red: [0, 0, 3, 3][at], green: [0, 1, 1, 0][at] } })),
};
const scores = () => all(".tk-run-scores > li").map((item) => item.textContent);
const leaders = () => texts(".tk-run-scores > [data-leads] .tk-run-name > span");

test("names and points are shown at every step, and what changed them", () => {
  player(MATCH);
  assert.deepEqual([scores(), leaders()], [["Adared rover0", "Bo0"], []]);
  press("step");
  assert.deepEqual([scores(), leaders()], [["Adared rover0", "Bo1+1"], ["Bo"]]);
  press("step");
  assert.deepEqual([scores(), leaders()], [["Adared rover3+3", "Bo1"], ["Ada"]]);
  press("step");
  assert.deepEqual(scores(), ["Adared rover3", "Bo0−1"]);
});

test("a team has one number of points", () => {
  player({ ...MATCH, together: true });
  press("end");
  assert.deepEqual([scores(), leaders()], [["Ada, Bo3"], []]);
});

test("a run has no points and no rounds", () => {
  player();
  assert.equal(all(".tk-run-scores, .tk-run-chapters").length, 0);
  type("PageDown");
  assert.equal(position(), 0);
});

test("rounds can be chosen, and stepped by buttons and keys", () => {
  player(MATCH);
  const list = find(".tk-run-chapters select");
  const shown = () => [position(), list.options[list.selectedIndex].textContent];
  assert.deepEqual(shown(), [0, "beginning"]);
  list.value = "1";
  list.dispatchEvent(new Event("change"));
  frame();
  assert.deepEqual(shown(), [3, "Round 2"]);
  press("chapter_back");
  press("step");
  assert.deepEqual(shown(), [2, "Round 1"]);
  press("chapter_back"); // first to the start of the same round
  assert.deepEqual(shown(), [1, "Round 1"]);
  for (const [key, at] of [["PageUp", 0], ["PageUp", 0], ["PageDown", 1], ["PageDown", 3], ["PageDown", 3]]) {
    type(key);
    assert.equal(position(), at, key);
  }
  list.focus();
  assert.equal(keys("ArrowUp").defaultPrevented, false); // the list's own key
});

test("the slider of a match goes to its end at once", () => {
  player(MATCH);
  assert.deepEqual([find(".tk-run-slider").max, text(".tk-run-counter")], ["3", "0 / 3"]);
  assert.equal(labels("button").includes("turn"), false); // there is no single piece to follow
});

test("a match can be watched thirty times as fast", () => {
  player({ ...MATCH, stops: Array.from({ length: 91 }, () => MATCH.stops[1]) });
  const speed = find(".tk-run-speed");
  speed.value = speed.max;
  speed.dispatchEvent(new Event("input"));
  press("play");
  pass(2100);
  assert.equal(position(), 90);
});

test("what is sent only once is complete again", () => {
  const usual = { says: [], skipped: false, badges: [], calls: [] };
  const more = { ...SCENE, usual, pictures: [new Uint8Array([1]), new Uint8Array([2])] };
  const pieces = [0, 1, 1].map((picture, at) => ({ ...SCENE.pieces[0], id: `p${at}`, picture }));
  const stops = [
    { board: { 0: "a", 1: "b", 2: "c" }, places: { p0: [1, 1, 0, 1], p1: [2, 2, 0, 1] }, scores: { red: 1 }, says: ["x"] },
    { board: { 1: "B", 2: null }, places: { p1: [3, 3, 0, 0] }, scores: {}, skipped: true },
  ];
  const { stops: [first, second], pieces: whole } = unfolded({ ...more, pieces, stops });
  assert.deepEqual([first.board, second.board], ["a\nb\nc", "a\nB"]);
  assert.deepEqual(second.places, { p0: [1, 1, 0, 1], p1: [3, 3, 0, 0] });
  assert.deepEqual([second.scores, second.says, first.skipped, second.skipped], [{ red: 1 }, [], false, true]);
  assert.deepEqual(whole.map(({ picture }) => picture[0]), [1, 2, 2]);
  player({ ...more, pieces, stops });
  assert.equal(new Set(all(".tk-run-piece").map(({ src }) => src)).size, 2);
});
