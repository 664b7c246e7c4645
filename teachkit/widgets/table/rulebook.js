// The rules, over the table, at the page about a card or a square.

import { change, h, icon, keepKeys, uniqueName } from "../common/dom.js";
import { squareAt } from "../common/squares.js";

const CARD = "[data-card]";
const BOARD = ".tk-run-sheet";

/** A dialog with the rules about one topic, and buttons for the other topics. */
export class Rulebook {
  constructor(model, root, signal) {
    this.model = model;
    this.root = root;
    this.words = model.get("words");
    this.topics = model.get("book").topics;
    const title = uniqueName("rules");
    this.topicButtons = this.topics.map(([label], topic) =>
      h("button", { class: "tk-button", onclick: () => this.show(topic) }, label));
    this.all = h("button", { class: "tk-button", onclick: () => this.show(null) }, this.words.all_rules);
    this.heading = h("h3", { tabindex: "-1" });
    this.cards = h("div", { class: "tk-rules-cards" });
    this.list = h("ul", { class: "tk-rules-list" });
    this.dialog = h("dialog", { class: "tk-rules", "aria-labelledby": title, onclick: (event) => this.press(event) },
      h("header", {}, h("h2", { id: title }, this.words.rules),
        h("button", { class: "tk-button", "aria-label": this.words.close, onclick: () => this.dialog.close() },
          icon("remove"))),
      h("div", { class: "tk-rules-topics", role: "group", "aria-label": this.words.topics }, this.topicButtons, this.all),
      h("div", { class: "tk-rules-page" }, this.heading, this.cards, this.list),
      h("p", { class: "tk-rules-help" }, this.words.rules_help));
    keepKeys(this.dialog);
    root.append(this.dialog);
    const options = { capture: true, signal };
    document.addEventListener("keydown", (event) => this.key(event), options);
    document.addEventListener("contextmenu", (event) => this.ask(event), options);
    for (const kind of ["pointerdown", "focusin"]) {
      document.addEventListener(kind, (event) => this.remember(event), options);
    }
  }

  title(topic) {
    return this.topics[topic]?.[0] ?? this.words.card;
  }

  /** Open the rules about a topic and these cards, or else about the card or square that was used last. */
  open(topic = this.last ?? this.model.get("book").turn, cards = []) {
    this.show(topic, cards);
    if (!this.dialog.open) this.dialog.showModal();
    this.heading.focus();
  }

  show(topic, cards = []) {
    const { rules } = this.model.get("book");
    const ids = this.topics[topic]?.[1] ?? Object.keys(rules);
    this.topicButtons.forEach((button, at) => change(button, { "aria-pressed": String(at === topic) }));
    change(this.all, { "aria-pressed": String(topic === null) });
    this.heading.textContent = topic === null ? this.words.all_rules : this.title(topic);
    this.cards.replaceChildren(...cards.map(({ label, says }) =>
      h("p", {}, h("b", {}, label), ` ${says || this.words.hidden}`)));
    this.list.replaceChildren(...ids.map((id) => {
      const says = rules[id].slice(id.length).trim();
      return h("li", {}, h("span", { class: "tk-rules-id" }, id), ` ${says}`);
    }));
    this.heading.parentElement.scrollTop = 0;
  }

  /** Close when the space around the dialog is pressed. */
  press(event) {
    if (event.target !== this.dialog) return;
    const { left, right, top, bottom } = this.dialog.getBoundingClientRect();
    const { clientX: x, clientY: y } = event;
    if (x < left || x > right || y < top || y > bottom) this.dialog.close();
  }

  // ---- what is pointed at

  isHere(event) {
    const bench = this.root.closest(".tk-bench");
    return bench?.contains(event.target) && !this.dialog.contains(event.target);
  }

  /** Return the topic of the card or square under an event, or undefined. */
  topicAt({ target, clientX, clientY }) {
    const { cards } = this.model.get("book");
    const card = target.closest(CARD)?.dataset.card;
    if (card in cards) return cards[card] ?? undefined;
    const sheet = target.closest(BOARD);
    if (!sheet || clientX === undefined) return this.topicOf(target.dataset.square);
    const { left, top, width, height } = sheet.getBoundingClientRect();
    return this.topicOf(squareAt(this.model.get("floor"), [(clientX - left) / width, (clientY - top) / height])?.square);
  }

  topicOf(square) {
    return this.model.get("floor").topics[square]?.[0];
  }

  remember(event) {
    if (this.isHere(event)) this.last = this.topicAt(event) ?? this.last;
  }

  /** Open the rules on a press of "?", unless somebody writes. */
  key(event) {
    if (event.key !== "?" || !this.isHere(event) || event.target.matches("input, textarea")) return;
    event.preventDefault();
    event.stopPropagation();
    this.open(this.topicAt(event));
  }

  /** Open the rules on a right click or a long press on a card or square. */
  ask(event) {
    const isBoard = this.isHere(event) && event.target.closest(BOARD);
    const topic = this.isHere(event) ? this.topicAt(event) : undefined;
    if (topic === undefined && !isBoard) return;
    event.preventDefault();
    event.stopPropagation(); // or JupyterLab's menu would open
    this.open(topic);
  }
}
