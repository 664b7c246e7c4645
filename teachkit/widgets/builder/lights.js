// Highlights for the cards while the player of the same workbench runs them. Its messages are
// described in `player/messages.js`; a program that has changed since is not highlighted.

import { change, h } from "../common/dom.js";
import { cardNumber, piecesIn, toNodes } from "./tree.js";

/** Return the numbers of the cards that called the routine of a stop. */
const callsOf = (stop, told) => (stop?.calls ?? []).map((place) => place - (told.before ?? 0));

/** Mark the cards that ran, come next, or have a breakpoint; none if nothing is known. */
function lightCards(cards, told) {
  const { ran = {}, next = {}, stops = [], skipped = [] } = told ?? {};
  const calls = callsOf(ran, told);
  cards.forEach((element, index) => {
    const card = index + 1;
    const hasRun = ran.card === card;
    change(element, {
      "data-ran": hasRun && !ran.skipped,
      "data-skipped": hasRun ? Boolean(ran.skipped) : skipped.includes(card),
      "data-next": next?.card === card,
      "data-calling": calls.includes(card),
      "data-stop": stops.includes(card),
    });
  });
}

/** Show the turn of a loop in its heading: the loop is around the card, or around its call. */
function lightTurn(strip, cards, told) {
  for (const shown of strip.querySelectorAll(".tk-lay-turn")) shown.remove();
  const stop = told?.next?.card ? told.next : told?.ran;
  const { card, turn } = stop ?? {};
  const bracket = !turn ? null : [card, ...callsOf(stop, told).reverse()].map((number) =>
    cards[number - 1]?.closest(".tk-lay-bracket:not(.tk-lay-define)")).find(Boolean);
  bracket?.querySelector(".tk-lay-band").append(h("span", { class: "tk-lay-turn" }, turn));
}

/** Highlight the bracket that asked, with its answer; one that will ask next has a frame. */
function lightQuestion(brackets, told) {
  const { ran, next } = told ?? {};
  brackets.forEach((element, at) => {
    element.querySelector(".tk-lay-answer")?.remove();
    const hasAsked = ran?.bracket === at + 1;
    change(element, { "data-asked": hasAsked, "data-asks": next?.bracket === at + 1 });
    if (hasAsked) {
      element.querySelector(".tk-lay-band").append(h("span", { class: "tk-lay-answer" }, ran.answer));
    }
  });
}

/** Scroll the strip along with the run, and nothing else on the page. */
function followLight(cards, brackets, told) {
  const stop = told?.next ?? told?.ran;
  const shown = cards[(stop?.card ?? 0) - 1] ?? brackets[(stop?.bracket ?? 0) - 1];
  const strip = shown?.closest(".tk-lay-strip");
  if (!strip || strip.scrollHeight <= strip.clientHeight) return;
  const [inner, outer] = [shown.getBoundingClientRect(), strip.getBoundingClientRect()];
  if (inner.top < outer.top) strip.scrollTop += inner.top - outer.top - 12;
  else if (inner.bottom > outer.bottom) strip.scrollTop += inner.bottom - outer.bottom + 12;
}

/** The highlights of one builder: the last message of its player, if it is about these cards. */
export class Lights {
  constructor(builder) {
    this.builder = builder;
    this.told = null;
    builder.root.addEventListener("tk-step", ({ detail }) => {
      this.told = detail;
      this.show();
      builder.showButtons();
    });
  }

  get run() {
    const { editor } = this.builder;
    const print = (pieces) => JSON.stringify(toNodes(pieces));
    const isOurs = this.told && print(editor.toPieces(this.told.program)) === print(editor.tree);
    return isOurs ? this.told : null;
  }

  show() {
    const { strips } = this.builder;
    const cards = [...strips.querySelectorAll(".tk-lay-instruction")];
    const brackets = [...strips.querySelectorAll(".tk-lay-bracket")];
    const { run } = this;
    lightCards(cards, run);
    lightTurn(strips, cards, run);
    lightQuestion(brackets, run);
    followLight(cards, brackets, run);
  }

  stopsBefore(card) {
    return Boolean(this.run?.stops.includes(card));
  }

  /** Set or remove a breakpoint before the selected card. */
  stopBefore() {
    const { editor, root, model } = this.builder;
    const [piece] = piecesIn(editor.tree, editor.range);
    const detail = { card: cardNumber(editor.tree, piece), actor: model.get("actor") };
    const player = root.closest(".tk-bench").querySelector(".tk-player");
    player.dispatchEvent(new CustomEvent("tk-stop-before", { detail }));
  }
}
