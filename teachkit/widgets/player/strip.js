// The program as cards in nested brackets: which card just ran, which comes next, and breakpoints.

import { change, fill, h, icon, roving } from "../common/dom.js";

/**
 * Return the symbol and label of a card, and its `rest`, the text after its name. A card without a
 * description is its own label.
 */
function cardFace(node, scene) {
  const [name, ...rest] = [node].flat();
  const face = scene.cards[[name, ...rest].join(" ")];
  if (face) return face;
  const call = { symbol: "ƒ", kind: "routines" };
  const { symbol = "", label = name, kind } = scene.cards[name] ?? (isCall(name, scene) ? call : {});
  return { symbol, kind, label: [label, ...rest].join(" "), rest: rest.join(" ") };
}

/** Return whether a program of the run defines a routine with this name. */
const isCall = (name, scene) => [scene.program, ...scene.strips.map(({ program }) => program)]
  .some((program) => program.some((node) => node.define === name));

const isBracketNode = (node) => typeof node === "object" && !Array.isArray(node);
const bodyOf = (node) => node.body ?? node.then ?? [];

/** Return the faces of all cards in reading order: card 1 first. */
export function cardFaces(nodes, scene) {
  return nodes.flatMap((node) => (isBracketNode(node)
    ? [...cardFaces(bodyOf(node), scene), ...cardFaces(node.else ?? [], scene)]
    : [cardFace(node, scene)]));
}

/** Return the numbers of the cards that `actor`, or anybody, has skipped so far. */
export function skippedCards(scene, head, actor) {
  const passed = scene.stops.slice(0, head.position + 1);
  return passed.filter((stop) => stop.skipped && (!actor || stop.actor === actor)).map(({ card }) => card);
}

function bracketTitle(node, words) {
  if ("repeat" in node) return fill(words.repeat, { times: node.repeat });
  if ("define" in node) return fill(words.define, { name: node.define });
  if ("while" in node) return fill(words.while, { sensor: node.while });
  return fill(words.if, { sensor: node.if });
}

function cardButton(face, number, press) {
  return h("button", { class: `tk-run-card tk-kind-${face.kind}`, onclick: () => press(number) },
    h("span", { class: "tk-run-number" }, String(number)),
    h("span", { class: "tk-run-symbol" }, face.symbol),
    h("span", { class: "tk-run-label", "data-rest": face.rest || null }, face.label),
    h("span", { class: "tk-run-mark" }));
}

function bracketBox(node, words, drawRow) {
  const title = bracketTitle(node, words);
  const heading = h("div", { class: "tk-run-bracket-title" },
    h("span", {}, title), h("span", { class: "tk-run-answer" }), h("span", { class: "tk-run-turn" }));
  const body = drawRow(bodyOf(node)); // first, since drawing numbers the cards
  const otherwise = node.else?.length
    ? [h("div", { class: "tk-run-bracket-title" }, words.else), drawRow(node.else)] : [];
  const isRoutine = "define" in node;
  return h("div", { class: "tk-run-bracket", role: "group", "aria-label": title, "data-routine": isRoutine },
    heading, body, ...otherwise);
}

/** Highlight the bracket that asked, with its answer; one that will ask next has a frame. */
function lightQuestion(brackets, { ran, next, actor }, put) {
  const isOurs = (stop) => stop?.bracket && (!actor || stop.actor === actor);
  brackets.forEach((element, at) => {
    const hasAsked = isOurs(ran) && ran.bracket === at + 1;
    const willAsk = isOurs(next) && next.bracket === at + 1;
    change(element, { "data-asked": hasAsked, "data-asks": willAsk });
    put(element, hasAsked ? ran.answer : "");
  });
}

/**
 * Return the cards' buttons, card 1 first, and the element that contains them; routines are above
 * the program.
 */
function programCards(program, scene, words, press) {
  const buttons = [];
  const drawCard = (node) => {
    buttons.push(cardButton(cardFace(node, scene), buttons.length + 1, press));
    return buttons.at(-1);
  };
  const drawRow = (nodes) => h("div", { class: "tk-run-row" }, nodes.map((node) =>
    (isBracketNode(node) ? bracketBox(node, words, drawRow) : drawCard(node))));
  const routines = program.filter((node) => "define" in Object(node));
  if (!routines.length) return { element: drawRow(program), buttons };
  const rows = [routines, program.filter((node) => !routines.includes(node))].map(drawRow);
  return { element: h("div", { class: "tk-run-with-routines" }, rows), buttons };
}

/**
 * One strip, or one for each piece with a known program; none for programs in builders `beside`.
 */
export function stripPart(scene, words, head, beside) {
  if (!scene.strips.length) {
    if (beside.length) return { element: null, show: () => {} };
    return oneStrip({ actor: "", program: scene.program, before: 0 }, scene, words, head);
  }
  let before = 0;
  const isShown = ({ actor }) => !beside.includes(actor);
  const parts = scene.strips.flatMap((strip) => {
    const part = oneStrip({ ...strip, before }, scene, words, head);
    before += cardFaces(strip.program, scene).length;
    return isShown(strip) ? [part] : [];
  });
  const labels = scene.strips.filter(isShown).map(({ label }) => label);
  const element = h("div", { class: "tk-run-strips" }, parts.map((part, i) =>
    h("div", { class: "tk-run-lane" },
      h("div", { class: "tk-run-lane-name" }, labels[i]), part.element)));
  return { element, show: () => parts.forEach((part) => part.show()) };
}

/** `before` is the number of cards in the strips above, since breakpoints are numbered through. */
function oneStrip({ actor, label, program, before }, scene, words, head) {
  const toggle = (card) => head.toggleBreakpoint(before + card);
  const { element, buttons } = programCards(program, scene, words, toggle);
  const faces = cardFaces(program, scene);
  const choose = roving(element, buttons);
  const brackets = [...element.querySelectorAll(".tk-run-bracket")];
  const putAnswer = (bracket, answer) => {
    bracket.querySelector(".tk-run-answer").textContent = answer;
  };

  const mark = (button, card, skipped) => {
    const ran = scene.stops[head.position];
    const isNext = head.nextOf(actor)?.card === card;
    const hasRun = ran.card === card && (!actor || ran.actor === actor);
    const isSkipped = hasRun ? ran.skipped : skipped.includes(card);
    const isCalling = callsOf(ran).includes(card) && (!actor || ran.actor === actor);
    const states = [isSkipped ? words.did_nothing : hasRun && words.just_ran,
      isCalling && words.is_calling, isNext && words.is_next];
    const name = fill(words.card, { card, label: faces[card - 1].label });
    change(button, {
      "data-next": isNext,
      "data-ran": hasRun && !ran.skipped,
      "data-skipped": isSkipped,
      "data-calling": isCalling,
      "aria-pressed": String(head.breakpoints.includes(before + card)),
      "aria-label": [name, ...states.filter(Boolean)].join(", "),
      title: words.breakpoint,
    });
    const sign = isSkipped ? [icon("attention")] : [];
    button.querySelector(".tk-run-mark").replaceChildren(...sign);
  };
  const callsOf = (stop) => (stop?.calls ?? []).map((place) => place - before);
  /** The turn belongs to the loop directly around its card, or around the card that called it. */
  const showTurn = (stop) => {
    const { card, turn } = stop;
    for (const shown of element.querySelectorAll(".tk-run-turn")) shown.textContent = "";
    const bracket = [card, ...callsOf(stop).reverse()].map((number) =>
      buttons[number - 1]?.closest(".tk-run-bracket:not([data-routine])")).find(Boolean);
    if (bracket) bracket.querySelector(".tk-run-turn").textContent = turn;
  };
  let marked = buttons.map((_, i) => i + 1); // the cards that may look different from before
  const show = () => {
    const [ran, coming] = [scene.stops[head.position], head.nextOf(actor)];
    const stopped = head.breakpoints.map((place) => place - before);
    const skipped = skippedCards(scene, head, actor);
    const now = [ran.card, coming?.card, ...callsOf(ran), ...stopped, ...skipped];
    for (const card of new Set([...marked, ...now])) if (buttons[card - 1]) mark(buttons[card - 1], card, skipped);
    marked = now;
    if (coming || !actor || ran.actor === actor) showTurn(coming?.card ? coming : ran);
    lightQuestion(brackets, { ran, next: coming, actor }, putAnswer);
    const next = buttons[coming?.card - 1];
    if (next && !element.contains(document.activeElement)) choose(next);
  };
  const name = actor ? fill(words.program_of, { actor: label }) : words.program;
  change(element, { role: "group", "aria-label": name });
  return { element, show };
}
