// A table for several people: who is asked, what can be answered, and the bar that sends it in time.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { all, bench, click, find, isSame, keys, named, pass, settings, show, text, texts, write } from "./support/page.mjs";
import { STATES, widgets } from "./support/states.mjs";

let place;
beforeEach(() => { place = bench(); });

const shown = (entry, traits) => show(widgets[entry], { ...STATES[entry], ...traits }, place);
const asking = (traits) => shown("table/asking.js", traits);
const bar = (traits) => shown("table/bar.js", traits);
const answers = () => texts(".tk-ask-answers button");
const button = (words) => all("button").find(({ textContent }) => textContent.startsWith(words));
const pressed = (model) => {
  const { button: name, fact, after } = model.saved("pressed");
  return [name, fact, after];
};

// ---- what is asked

const SENTENCES = [
  [{}, "Ada: Which card?", ["left", "right"]],
  [{ coming: ["Bo"] }, "It is your turn, Bo.", ["I am Bo"]],
  [{ coming: ["Ada", "Bo"] }, "Who plays now?", ["I am Ada", "I am Bo"]],
  [{ outcome: "Bo wins.", coming: ["Bo"] }, "over Bo wins.", []],
  [{ form: { shape: "program" }, options: [] }, "Ada: Which card?", []],
];
for (const [traits, sentence, buttons] of SENTENCES) {
  test(`it is asked: ${sentence}${buttons}`, () => {
    asking(traits);
    assert.deepEqual([text(".tk-ask"), answers()], [sentence, buttons]);
  });
}

test("one of several is one press", () => {
  const model = asking();
  click(button("right"));
  assert.deepEqual(pressed(model), ["option", 1, 0]);
});

test("one of many is chosen in a list", () => {
  const model = asking({ form: { shape: "list" } });
  find("select").value = "1";
  click(find(".tk-primary"));
  assert.deepEqual(pressed(model), ["option", 1, 0]);
});

test("a person sits down", () => {
  const model = asking({ coming: ["Bo"] });
  assert.equal(button("I am Bo").style.getPropertyValue("--tk-of"), "#2fa36b");
  click(button("I am Bo"));
  assert.deepEqual(pressed(model), ["sit", "Bo", 0]);
});

test("some of several lie there until they are sent", () => {
  const model = asking({ form: { shape: "some", least: 0, most: 2 }, options: ["a", "b", "c"] });
  for (const name of ["a", "b", "c", "b"]) click(button(name));
  assert.deepEqual(all(".tk-ask-answers button").map((each) => each.getAttribute("aria-pressed")), ["true", "false", "true"]);
  assert.deepEqual([find(".tk-asking").dataset.fact, text(".tk-ask-many"), model.told], ["[0,2]", "0 to 2", []]);
});

test("a line that is written lies there until it is sent", () => {
  asking({ form: { shape: "line", example: "a1" } });
  write(find("input"), "b2");
  assert.deepEqual([find(".tk-asking").dataset.fact, text("label")], ['"b2"', "Like a1"]);
});

test("what is asked anew has the focus, unless somebody is busy elsewhere", () => {
  const model = asking();
  model.set("question", "And now?");
  model.set("shown", 2);
  isSame(document.activeElement, find(".tk-ask"));
  assert.deepEqual([text(".tk-ask"), find(".tk-asking").dataset.shown], ["Ada: And now?", "2"]);
  const elsewhere = document.body.appendChild(document.createElement("input"));
  elsewhere.focus();
  model.set("shown", 3);
  isSame(document.activeElement, elsewhere);
});

test("a question out of sight brings its table back, once everything is laid out", () => {
  const model = asking();
  for (const [count, isSeen, scrolled] of [[2, true, null], [3, false, place]]) {
    settings.scrolledTo = null;
    model.set("shown", count);
    pass(200);
    settings.see(isSeen);
    isSame(settings.scrolledTo, scrolled);
  }
});

test("what was wrong with an answer is told, and told again", () => {
  const model = asking();
  for (const refused of [1, 2]) {
    model.set("says", "Two at most.");
    model.set("refused", refused);
    assert.equal(text("[role=alert]").trim(), "");
    pass(200);
    assert.equal(text("[role=alert]"), "Two at most.");
  }
  model.set("says", ""); // something else was placed
  assert.equal(text("[role=alert]"), "");
  model.stop();
  assert.deepEqual(model.listeners, []);
});

test("a run goes on to the question when it is over, or skipped", () => {
  const model = asking({ moment: "watching", skips: true });
  assert.deepEqual([text(".tk-ask"), answers(), find(".tk-asking").dataset.moment], ["watch", ["skip"], "watching"]);
  const run = (isOver) => find(".tk-asking").dispatchEvent(new CustomEvent("tk-run", { detail: { isOver } }));
  run(true);
  run(false); // somebody looks back
  pass(5000);
  assert.deepEqual(model.told, []);
  run(true);
  pass(900);
  assert.deepEqual(model.told, []);
  pass(200);
  assert.deepEqual(pressed(model), ["watched", null, 0]);
  click(button("skip"));
  assert.equal(model.told.length, 2);
  model.set("moment", "choosing");
  model.set("skips", false);
  model.set("shown", 2);
  run(true);
  pass(5000);
  assert.equal(model.told.length, 2);
});

// ---- the bar

test("the last round is watched again, if there was one", () => {
  const model = bar();
  click(button("watch"));
  assert.deepEqual(pressed(model), ["watch", null, 0]);
  model.set("watches", false);
  assert.ok(button("watch").hidden);
});

test("what lies there is sent along, with how much was handed over before", () => {
  asking({ form: { shape: "line", example: "a1" } });
  write(find("input"), "b2");
  for (const saves of [2, 3]) place.appendChild(Object.assign(document.createElement("div"))).dataset.saves = saves;
  const model = bar();
  click(button("send"));
  assert.deepEqual(pressed(model), ["send", "b2", 5]);
});

test("without anything to send there is no button", () => {
  const model = bar({ sends: false });
  assert.ok(button("send").hidden);
  model.set("sends", true);
  assert.ok(!button("send").hidden);
});

test("the last answer can be taken back by its name; with none it says so", () => {
  const model = bar();
  const back = button("Undo");
  assert.equal(back.textContent, "Undo: Ada");
  click(back);
  assert.deepEqual(pressed(model), ["back", null, 0]);
  model.set("back", "");
  assert.deepEqual([back.hidden, back.getAttribute("aria-disabled")], [false, "true"]); // it has the focus
  click(back);
  assert.deepEqual([text(".tk-bar-says"), model.told.length], ["no_back", 1]);
  back.blur();
  model.set("sends", false);
  assert.ok(back.hidden);
});

test("Control and Enter send from anywhere at the table", () => {
  const model = bar();
  const field = place.appendChild(document.createElement("input"));
  for (const chord of ["Control+Enter", "Meta+Enter"]) {
    field.focus();
    assert.equal(keys(chord).defaultPrevented, true);
  }
  assert.equal(model.told.length, 2);
  keys("Enter");
  document.body.appendChild(document.createElement("input")).focus();
  keys("Control+Enter");
  model.set("sends", false);
  field.focus();
  keys("Control+Enter");
  assert.equal(model.told.length, 2);
  model.set("sends", true);
  model.stop();
  keys("Control+Enter");
  assert.equal(model.told.length, 2);
});

test("silence is told, and an answer ends it", () => {
  const model = bar();
  click(button("send"));
  pass(4900);
  assert.equal(text(".tk-bar-says"), "");
  pass(200);
  assert.equal(text(".tk-bar-says"), "silent");
  model.set("back", "Bo");
  assert.equal(text(".tk-bar-says"), "");
  click(button("send"));
  model.set("back", "Ada");
  pass(6000);
  assert.equal(text(".tk-bar-says"), "");
});

test("the clock counts down, some seconds are read out, and at nought it sends", () => {
  const model = bar({ clock: { left: 61.5 } });
  const [clock, spoken] = [find("[role=timer]"), find(".tk-unseen[aria-live]")];
  assert.deepEqual([clock.textContent, spoken.textContent], ["Seconds left: 62", ""]);
  const read = new Set();
  for (let second = 0; second < 61; second += 1) {
    pass(1000);
    read.add(spoken.textContent);
  }
  assert.deepEqual([...read], ["", "Seconds left: 60", "Seconds left: 30", "Seconds left: 10"]);
  assert.deepEqual([clock.textContent, model.told], ["Seconds left: 1", []]);
  pass(1000);
  assert.deepEqual([pressed(model), model.told.length], [["time_up", null, 0], 1]);
  pass(5000);
  assert.equal(model.told.length, 1);
});

test("more time and no clock are asked for; without a clock there is none", () => {
  const model = bar({ clock: { left: 20 } });
  click(button("more_time"));
  assert.deepEqual(pressed(model), ["more_time", null, 0]);
  model.set("clock", { left: 50 });
  assert.equal(find("[role=timer]").textContent, "Seconds left: 50");
  click(button("no_clock"));
  model.set("clock", {});
  assert.deepEqual([find("[role=timer]"), button("more_time"), button("no_clock")].map(({ hidden }) => hidden), [true, true, true]);
  pass(60000);
  assert.equal(model.told.length, 2);
});

test("after its end the clock is silent", () => {
  const model = bar({ clock: { left: 2 } });
  model.stop();
  pass(5000);
  assert.deepEqual([model.told, model.listeners], [[], []]);
});

test("the bar is named", () => isSame(bar() && named("bar", "section"), find(".tk-bar")));

test("a game in another tab is followed while it can be seen, and goes on here at a press", () => {
  const model = bar({ elsewhere: false, follows: 0, calls: 0 });
  pass(4100);
  assert.deepEqual([button("host").hidden, model.saved("follows")], [true, undefined]);
  model.set("elsewhere", true);
  pass(4100);
  assert.deepEqual([button("host").hidden, model.saved("follows")], [false, 2]);
  click(button("host"));
  assert.deepEqual(pressed(model), ["host", null, 0]);
});

test("a tab that is called answers that it is there, unless it has been closed", () => {
  const model = bar({ elsewhere: false, follows: 0, calls: 0 });
  model.set("calls", 1);
  assert.deepEqual(pressed(model), ["here", null, 0]);
  model.stop();
  const told = model.told.length;
  model.set("calls", 2);
  assert.equal(model.told.length, told);
});

test("a game without a kernel has words for the message and for its button", () => {
  bar({ words: { ...STATES["table/bar.js"].words, asleep: "Asleep.", wake: "Wake it up" } });
  const { asleep, wake } = find(".tk-bar").dataset;
  assert.deepEqual([asleep, wake], ["Asleep.", "Wake it up"]);
});
