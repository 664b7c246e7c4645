// A row of cards as it lies there, with the places where a chosen card can go.

import { fill, h } from "../common/dom.js";

/** What is drawn of a card, and what is said of it. */
export class Row {
  constructor(cards, loops, faces, words) {
    Object.assign(this, { cards, loops, faces, words });
  }

  face(name) {
    return this.faces[name] ?? { symbol: name, label: name };
  }

  loopAt(card) {
    return this.loops.find(({ first, last }) => first <= card && card <= last);
  }

  spoken(card) {
    const { label } = this.face(this.cards[card - 1]);
    const times = this.loopAt(card)?.times;
    return fill(times ? this.words.card_looped : this.words.card, { card, label, times });
  }

  /** Items of a list: cards, and between them the places that `at(first, last)` draws. */
  draw(at = () => null) {
    if (!this.cards.length && !at(1, 0)) return [h("li", { class: "tk-edit-none" }, this.words.empty)];
    const items = this.cards.flatMap((name, index) => {
      const card = index + 1;
      return [this.gap(at, card), this.card(card, at(card, card))];
    });
    return [...items, this.gap(at, this.cards.length + 1)].filter(Boolean);
  }

  /** The places between two cards: for a card to be put there, or for what lies around both. */
  gap(at, card) {
    const places = [at(card, card - 1), card > 1 && at(card - 1, card)].filter(Boolean);
    const loop = this.loopAt(card);
    const isInside = card <= this.cards.length && loop && loop === this.loopAt(card - 1);
    return places.length ? h("li", { class: "tk-edit-gap", "data-looped": isInside }, places) : null;
  }

  card(card, place) {
    const { symbol, label } = this.face(this.cards[card - 1]);
    const loop = this.loopAt(card);
    const drawn = [
      h("span", { class: "tk-lay-number", "aria-hidden": "true" }, `${card}`),
      h("span", { class: "tk-lay-symbol", "aria-hidden": "true" }, symbol),
      h("span", { class: "tk-lay-name", "aria-hidden": "true" }, label),
    ];
    const face = h("span", { class: "tk-lay-card", role: "img", "aria-label": this.spoken(card) }, drawn);
    const band = loop?.first === card
      ? h("span", { class: "tk-edit-times", "aria-hidden": "true" }, `×${loop.times}`) : null;
    return h("li", { class: "tk-edit-card", "data-looped": Boolean(loop), "data-last": loop?.last === card },
      band, face, place);
  }
}
