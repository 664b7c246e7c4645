// While the player of the same workbench runs these very cards, they light up. What it tells is
// described in `player/beside.js`; a program that was changed since is not lit.

import { change, h } from "../common/dom.js";
import { cardNumber, piecesIn, toNodes } from "./tree.js";

/** Set what `told` says of each card: it ran, it is next, Play stops there. Nothing, if unknown. */
function lightCards(cards, told) {
  const { ran = {}, next = {}, stops = [] } = told ?? {};
  cards.forEach((element, index) => {
    const card = index + 1;
    const hasRun = ran.card === card;
    change(element, {
      "data-ran": hasRun && !ran.skipped,
      "data-skipped": hasRun && Boolean(ran.skipped),
      "data-next": next?.card === card,
      "data-stop": stops.includes(card),
    });
  });
}

/** The turn of a loop stands in the band of the bracket right around the card it was said of. */
function lightTurn(strip, cards, told) {
  for (const shown of strip.querySelectorAll(".tk-lay-turn")) shown.remove();
  const { card, turn } = (told?.next?.card ? told.next : told?.ran) ?? {};
  const bracket = turn ? cards[card - 1]?.closest(".tk-lay-bracket") : null;
  bracket?.querySelector(".tk-lay-band").append(h("span", { class: "tk-lay-turn" }, turn));
}

/** The bracket that asked is lit, with its answer in its band; one that will ask has a frame. */
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

/** In a strip that scrolls, go along with the run; nothing else on the page moves. */
function followLight(strip, cards, brackets, told) {
  const stop = told?.next ?? told?.ran;
  const shown = cards[(stop?.card ?? 0) - 1] ?? brackets[(stop?.bracket ?? 0) - 1];
  if (!shown || strip.scrollHeight <= strip.clientHeight) return;
  const [inner, outer] = [shown.getBoundingClientRect(), strip.getBoundingClientRect()];
  if (inner.top < outer.top) strip.scrollTop += inner.top - outer.top - 12;
  else if (inner.bottom > outer.bottom) strip.scrollTop += inner.bottom - outer.bottom + 12;
}

/** The lights of one builder: what its player told last, as long as it is about these cards. */
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
    const { desk } = this.builder;
    const print = (pieces) => JSON.stringify(toNodes(pieces));
    const isOurs = this.told && print(desk.toPieces(this.told.program)) === print(desk.tree);
    return isOurs ? this.told : null;
  }

  show() {
    const { strip } = this.builder;
    const cards = [...strip.querySelectorAll(".tk-lay-instruction")];
    const brackets = [...strip.querySelectorAll(".tk-lay-bracket")];
    const { run } = this;
    lightCards(cards, run);
    lightTurn(strip, cards, run);
    lightQuestion(brackets, run);
    followLight(strip, cards, brackets, run);
  }

  stopsBefore(card) {
    return Boolean(this.run?.stops.includes(card));
  }

  /** Play stops before the chosen card, or no more. */
  stopBefore() {
    const { desk, root, model } = this.builder;
    const [piece] = piecesIn(desk.tree, desk.range);
    const detail = { card: cardNumber(desk.tree, piece), actor: model.get("actor") };
    const player = root.closest(".tk-bench").querySelector(".tk-player");
    player.dispatchEvent(new CustomEvent("tk-stop-before", { detail }));
  }
}
