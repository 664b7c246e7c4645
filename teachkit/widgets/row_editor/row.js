// A row of cards, with the places where a selected card can go.

import { fill, h } from "../common/dom.js";

/** The picture and the spoken text of a row of cards. */
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

  /** Return list items: cards, and the places between them that `at(first, last)` draws. */
  draw(at = () => null) {
    if (!this.cards.length && !at(1, 0)) return [h("li", { class: "tk-edit-none" }, this.words.empty)];
    const items = this.cards.flatMap((name, index) => {
      const card = index + 1;
      return [this.gap(at, card), this.card(card, at(card, card))];
    });
    return [...items, this.gap(at, this.cards.length + 1)].filter(Boolean);
  }

  /** Return the places between two cards: to insert a card, or to change what is around both. */
  gap(at, card) {
    const places = [at(card, card - 1), card > 1 && at(card - 1, card)].filter(Boolean);
    const loop = this.loopAt(card);
    const isInside = card <= this.cards.length && loop && loop === this.loopAt(card - 1);
    return places.length ? h("li", { class: "tk-edit-gap", "data-looped": isInside }, places) : null;
  }

  card(card, place) {
    const { symbol, label, kind } = this.face(this.cards[card - 1]);
    const loop = this.loopAt(card);
    const drawn = [
      h("span", { class: "tk-lay-number", "aria-hidden": "true" }, `${card}`),
      h("span", { class: "tk-lay-symbol", "aria-hidden": "true" }, symbol),
      h("span", { class: "tk-lay-name", "aria-hidden": "true" }, label),
    ];
    const face = h("span", { class: `tk-lay-card tk-kind-${kind}`, role: "img", "aria-label": this.spoken(card) }, drawn);
    const band = loop?.first === card
      ? h("span", { class: "tk-edit-times", "aria-hidden": "true" }, `×${loop.times}`) : null;
    return h("li", { class: "tk-edit-card", "data-looped": Boolean(loop), "data-last": loop?.last === card },
      band, face, place);
  }
}
