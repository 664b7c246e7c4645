// The players beside the board, the aim of the game, and the way to its rules.

import { fill, h, icon, keepKeys } from "../common/dom.js";
import { pictureAddress } from "../common/pictures.js";
import { Rulebook } from "./rulebook.js";

class View {
  constructor(model, root, signal) {
    this.model = model;
    this.words = model.get("words");
    this.signal = signal;
    this.pictures = new AbortController();
    this.rulebook = new Rulebook(model, root, signal);
    this.aim = h("button", { class: "tk-aim-says", title: this.words.aim,
      onclick: () => this.rulebook.open(model.get("book").aim) });
    this.team = h("div", { class: "tk-aim-team" });
    const rules = h("button", { class: "tk-button", "aria-keyshortcuts": "?", title: this.words.rules_help,
      onclick: () => this.rulebook.open() }, icon("help"), h("span", {}, this.words.rules));
    this.seats = h("ul", { class: "tk-seats", "aria-label": this.words.seats });
    this.own = h("ul", { class: "tk-own", "aria-label": this.words.own });
    root.append(h("div", { class: "tk-aim" }, this.team, this.aim, model.get("book").topics.length ? rules : null), this.seats, this.own);
  }

  draw() {
    const old = this.pictures;
    this.pictures = new AbortController();
    const seats = this.model.get("seats");
    const { round, counters, holdings } = this.model.get("team");
    this.aim.textContent = this.model.get("aim");
    this.team.replaceChildren(
      round ? h("b", {}, fill(this.words.round, { round })) : "",
      ...counters.map((counter) => this.counter(counter)));
    this.seats.replaceChildren(...seats.map((seat) => this.seat(seat)));
    const own = [...holdings, ...seats.find(({ isHere }) => isHere)?.holdings ?? []];
    this.own.replaceChildren(...own.map((held) => h("li", {}, this.card(held, true))));
    old.abort(); // last, so that a picture that is still shown keeps its address
  }

  seat(seat) {
    const { words } = this;
    const { name, piece, picture, colour, plays, points, status, counters, holdings } = seat;
    const face = picture.byteLength ? h("img", { src: pictureAddress(picture, this.pictures.signal), alt: "" })
      : h("span", { class: "tk-seat-disc" }, piece.label.slice(0, 1));
    const state = seat.isWinner ? "wins" : seat.isHere ? "here" : status;
    return h("li", {
      class: "tk-seat", "data-piece": piece.id, "data-state": state, style: { "--tk-of": colour },
      "aria-current": seat.isHere ? "true" : null,
    },
    h("span", { class: "tk-seat-face", "aria-hidden": "true" }, face),
    h("div", { class: "tk-seat-who", title: name }, h("b", {}, name), h("span", {}, piece.label)),
    points === null ? null : h("b", { class: "tk-seat-points", title: words.points },
      h("span", { class: "tk-unseen" }, `${words.points}: `), `${points}`),
    h("div", { class: "tk-seat-facts" },
      plays === "person" ? null : h("span", { class: "tk-seat-plays" }, words[plays]),
      state ? h("span", { class: "tk-seat-state" }, STATES[state] ? icon(STATES[state]) : null, words[state]) : null,
      ...counters.map((counter) => this.counter(counter)),
      seat.isHere || !holdings.length ? null : this.back(name, holdings)));
  }

  counter([label, value]) {
    return h("span", { class: "tk-counter" }, `${label} `, h("b", {}, `${value}`));
  }

  /** The cards of somebody else: a stack, with their number. */
  back(name, holdings) {
    const label = fill(this.words.backs, { name, number: holdings.length });
    return h("button", { class: "tk-back", "aria-label": label, title: label,
      onclick: () => this.rulebook.open(holdings[0].topic, holdings) },
    h("span", { "aria-hidden": "true" }), `${holdings.length}`);
  }

  /** A card with its name, and with its sentence if it is the viewer's own; a press opens the rules about it. */
  card(held, isOwn = false) {
    return h("button", { class: "tk-card", "data-kind": held.kind, title: held.says,
      onclick: () => this.rulebook.open(held.topic, [held]) },
    h("b", {}, held.label), isOwn && held.says ? ` ${held.says}` : null);
  }
}

const STATES = { here: "play", answered: "check", wins: "star" };

function render({ model, el }) {
  const root = h("section", { class: "tk-root tk-panels", "aria-label": model.get("words").panels });
  keepKeys(root);
  const ending = new AbortController();
  const view = new View(model, root, ending.signal);
  const draw = () => view.draw();
  draw();
  el.append(root);
  for (const name of ["seats", "team", "aim"]) model.on(`change:${name}`, draw);
  return () => {
    ending.abort();
    view.pictures.abort();
    for (const name of ["seats", "team", "aim"]) model.off(`change:${name}`, draw);
  };
}

export default { render };
