// The run in words: under the board, as a text board, and for screen readers.

import { change, fill, h, icon } from "../common/dom.js";
import { cardFaces } from "./strip.js";

/** Return the sentences of a stop; at the start, where nothing has happened yet, any places. */
export function sentences(scene, position, words) {
  const { says, spoken } = scene.stops[position];
  return says.length || position > 0 ? says : [spoken || words.before];
}

export function captionPart(scene, words, head) {
  const facesOf = new Map(scene.strips.map(({ label, actor, program }) =>
    [actor, { label, faces: cardFaces(program, scene) }]));
  const faces = cardFaces(scene.program, scene);
  const said = h("p", { class: "tk-run-said" });
  const next = h("p", { class: "tk-run-next" });
  const foretold = ({ card, turn, actor, line, asks }) => {
    if (line) return fill(words.next_line, { line });
    const whose = facesOf.get(actor);
    if (asks) {
      const question = whose ? words.next_question_of : words.next_question;
      return fill(question, { asks, actor: whose?.label });
    }
    const label = (whose?.faces ?? faces)[card - 1]?.label;
    const sentence = whose ? words.next_of : words.next;
    const coming = label === undefined ? "" : fill(sentence, { card, label, actor: whose?.label });
    return [coming, turn].filter(Boolean).join(", ");
  };
  const show = () => {
    const { skipped } = scene.stops[head.position];
    const now = sentences(scene, head.position, words).join(" ");
    said.replaceChildren(...(skipped ? [icon("attention")] : []), h("span", {}, now));
    change(said, { "data-skipped": skipped });
    if (head.heldBefore) next.textContent = fill(words.held, { card: head.heldBefore });
    else if (head.next) next.textContent = foretold(head.next);
    else if (head.last > 0) next.textContent = scene.over || words.over;
    else next.textContent = now === words.before ? "" : words.before; // once is enough
  };
  return { element: h("div", { class: "tk-run-caption" }, said, next), show };
}

/** The board as text: always there for screen readers, and shown to others on request. */
export function textPart(scene, words, head) {
  const text = h("pre", { "data-lm-suppress-shortcuts": "true" });
  const element = h("div", { role: "group", "aria-label": words.text }, text);
  const reveal = (isOn) => {
    change(element, { class: isOn ? "tk-run-text-board" : "tk-unseen" });
    change(text, { tabindex: isOn ? "0" : null });
  };
  reveal(false);
  return { element, reveal, show: () => { text.textContent = scene.stops[head.position].board; } };
}

/** The live region: the last events, and the place of every piece; silent until the first move. */
export function speechPart(scene, words, head) {
  const first = head.position;
  const element = h("div", { class: "tk-unseen", role: "status", "aria-live": "polite" });
  const show = () => {
    if (head.position === first && !element.textContent) return;
    const { says, spoken } = scene.stops[head.position];
    const held = head.heldBefore && fill(words.held, { card: head.heldBefore });
    const over = !head.next && scene.over;
    const now = [...says, spoken, held, head.question?.asks, over].filter(Boolean).join(" ");
    if (element.textContent !== now) element.textContent = now; // otherwise it would be read again
  };
  return { element, show };
}
