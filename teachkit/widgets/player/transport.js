// The controls below the board: buttons, a slider over the stops played so far, and the speed.

import { change, fill, h, icon, setStyle } from "../common/dom.js";
import { sentences } from "./telling.js";

const SIGNS = { // icons with other names
  next_skipped: "nextAttention", mark_card: "flag", chapter_back: "rewind", chapter_next: "forward",
};
const SPEEDS = [0.5, 1, 2, 5, 10, 20, 30]; // times the usual speed

/** What is in a button: an icon, and a short form of its name below. */
const faceOf = (name, words) =>
  [icon(SIGNS[name] ?? name), h("span", { class: "tk-run-word" }, words.short[name])];

/** A button; `name` is the key of its name in `words`, and of its icon. */
export function iconButton(name, words, press, attributes = {}) {
  return h("button", {
    class: "tk-button", "aria-label": words[name], title: words[name], onclick: press, ...attributes,
  }, faceOf(name, words));
}

/** A toggle button; it calls `use(isOn)`. */
export function iconSwitch(name, words, use) {
  const press = () => {
    const isOn = element.getAttribute("aria-pressed") === "false";
    change(element, { "aria-pressed": String(isOn) });
    use(isOn);
  };
  const element = iconButton(name, words, press, { "aria-pressed": "false" });
  return element;
}

function rangeInput(attributes) {
  const share = () => element.value / Math.max(1, element.max);
  const element = h("input", { type: "range", ...attributes });
  const tell = (text) => change(element, { "aria-valuetext": text, style: { "--share": share() } });
  return { element, tell };
}

/**
 * The slider over the stops played so far, with a tick where a card was skipped. It does not reveal
 * how many are left; at its end the arrow key plays one more step. In a whole match it goes to the
 * end, without ticks.
 */
function scrubPart(scene, words, head) {
  const { element: slider, tell } = rangeInput({
    class: "tk-run-slider", min: 0, max: 1, value: 0, "aria-label": words.position,
    oninput: () => head.go(Number(slider.value)),
    onkeydown: (event) => {
      if (event.key !== "ArrowRight" || head.position < head.furthest) return;
      event.preventDefault();
      head.step();
    },
  });
  const isMatch = head.chapters.length > 0;
  const ticks = isMatch ? [] : scene.stops.flatMap(({ skipped }, at) =>
    skipped ? [{ at, tick: h("span", { class: "tk-run-tick" }) }] : []);
  const flag = h("span", { class: "tk-run-tick", "data-mark": true, hidden: true });
  const counter = h("span", { class: "tk-run-counter", "aria-hidden": "true" });
  const element = h("div", { class: "tk-run-scrub" },
    h("div", { class: "tk-run-track" }, slider, ...ticks.map(({ tick }) => tick), flag), counter);

  let marked = 0;
  const put = (part, at) => {
    part.hidden = !at || at > head.furthest;
    setStyle(part, { "--share": at / Math.max(1, head.furthest) });
  };
  const show = () => {
    const isAll = isMatch || head.furthest === head.last;
    const place = fill(isAll ? words.place : words.place_so_far,
      { step: head.position, steps: head.last });
    slider.max = Math.max(1, isMatch ? head.last : head.furthest);
    slider.value = head.position;
    for (const { at, tick } of ticks) put(tick, at);
    put(flag, marked);
    tell(`${place}: ${sentences(scene, head.position, words).join(" ")}`);
    counter.textContent = isAll ? `${head.position} / ${head.last}` : String(head.position);
  };
  const mark = (position) => {
    marked = position;
    show();
  };
  return { element, show, mark };
}

function speedControl(words, clock) {
  const { element, tell } = rangeInput({
    class: "tk-run-slider tk-run-speed", min: 0, max: SPEEDS.length - 1,
    value: SPEEDS.indexOf(clock.speed), "aria-label": words.speed, title: words.speed,
    oninput: () => set(),
  });
  const face = h("span", { class: "tk-run-face", "aria-hidden": "true" });
  const set = () => {
    clock.speed = SPEEDS[Number(element.value)];
    tell(fill(words.speed_value, { speed: clock.speed }));
    face.replaceChildren(icon("speed"), h("span", { class: "tk-run-word" }, `${clock.speed}×`));
  };
  set();
  return h("div", { class: "tk-run-speed-control" }, face, element);
}

function playButton(words, head) {
  const element = iconButton("play", words, () => head.play(), {
    class: "tk-button tk-primary",
  });
  const show = () => {
    if (element.dataset.plays === String(head.plays)) return;
    element.dataset.plays = head.plays;
    const name = head.plays ? "pause" : "play";
    change(element, { "aria-label": words[name], title: words[name] });
    element.replaceChildren(...faceOf(name, words));
  };
  return { element, show };
}

/** Make buttons without a use look disabled; they keep the focus. */
function dim(buttons, isIdle) {
  for (const button of buttons) change(button, { "aria-disabled": isIdle ? "true" : null });
}

const buttonRow = (...buttons) => h("div", { class: "tk-run-buttons" }, ...buttons);

/** The main row: back and forward, Play, and the slider. */
export function transportPart(scene, words, head) {
  const scrub = scrubPart(scene, words, head);
  const play = playButton(words, head);
  const toStart = [
    iconButton("start", words, () => head.start()),
    iconButton("back", words, () => head.back()),
  ];
  const toEnd = [
    iconButton("step", words, () => head.step()),
    iconButton("end", words, () => head.end()),
  ];
  const element = h("div", { class: "tk-run-transport" },
    buttonRow(...toStart, play.element, ...toEnd), scrub.element);
  const show = () => {
    scrub.show();
    play.show();
    dim(toStart, head.position === 0);
    dim(toEnd, head.position === head.limit);
    dim([play.element], head.last === 0 || head.question !== null);
  };
  return { element, show, mark: scrub.mark };
}

/** The secondary row: the log, other views of the board, and the speed. */
export function toolsPart(words, head, fold, switches) {
  const skipped = iconButton("next_skipped", words, () => head.toNextSkipped());
  const element = h("div", { class: "tk-run-tools" }, fold,
    buttonRow(skipped, ...switches, speedControl(words, head.clock)));
  return { element, show: () => dim([skipped], head.nextSkipped < 0) };
}
