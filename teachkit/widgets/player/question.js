// A question at which the run waits until it is answered; the kernel reads the answer. It may be
// answered by pointing, as in a prediction: at the board, a facing or a number. The field shows the
// same.

import { change, h, icon } from "../common/dom.js";
import { asShown, asStored, placeIn, Pointer, saidOf } from "../prediction/board.js";
import { field, headingButtons, stepper } from "../prediction/fields.js";

/** A button for each possible answer. */
function choiceButtons({ choices }, answer) {
  const buttons = choices.map((choice) =>
    h("button", { class: "tk-button", onclick: () => answer(choice) }, choice));
  return h("div", { class: "tk-run-buttons" }, buttons);
}

/** The field for an answer. `pointer` is on the board, if it has squares. */
class AnswerField {
  constructor({ asks, example, form }, words, pointer, answer) {
    this.form = form;
    this.pointer = pointer;
    this.field = field({
      placeholder: example, "aria-label": asks, oninput: () => this.draw(),
      onkeydown: (event) => event.key === "Enter" && this.enter(),
    });
    this.enter = () => answer(asStored(this.field.value, form));
    this.help = words.pointing.help;
    this.headings = headingButtons(words.pointing, form.headings, (heading) =>
      this.point({ ...this.place ?? placeIn(form.start, form), heading }));
    this.note = h("p", { class: "tk-run-note", "aria-live": "polite" });
    this.element = h("div", {}, h("div", { class: "tk-run-buttons" }, this.field,
      form.squares ? this.headings.element : stepper(words.pointing, (by) => this.step(by)),
      h("button", { class: "tk-button tk-primary", onclick: this.enter }, words.say_it)), this.note);
    this.draw();
  }

  /** The place of the ghost: the written answer in the form that pointing would write. */
  get place() {
    const place = placeIn(this.field.value.trim().toLowerCase(), this.form);
    return this.form.squares?.[place?.square] ? place : null;
  }

  point(place) {
    this.write(asShown(saidOf(place), this.form));
  }

  step(by) {
    this.write(String(Math.max(0, Number(this.field.value || this.form.start) + by)));
  }

  write(said) {
    this.field.value = said;
    this.draw();
  }

  draw() {
    if (!this.form.squares) return;
    const { place } = this;
    this.pointer.draw(place);
    this.headings.mark(place?.heading);
    const isNew = !this.field.value;
    this.note.textContent = place ? this.pointer.spoken(place) : isNew ? this.help : "";
  }
}

/** The result of the question before this step, and the question before the next one. */
export function questionPart(words, head, sheet, signal, answer) {
  const says = h("p", { class: "tk-run-verdict", "aria-live": "polite" });
  const body = h("div", {});
  const element = h("div", { class: "tk-run-question", role: "group", "aria-label": words.question }, says, body);
  const pointer = new Pointer(words.pointing, signal, (place, _, isEntered) => {
    asked.point(place);
    if (isEntered) asked.enter();
  });
  let shown = null;
  let asked = null;
  /** Allow pointing while a question is open; afterwards the ghost stays beside the piece. */
  const layPointer = (form, isOpen) => {
    if (!form?.squares) return pointer.element.remove();
    pointer.show(form);
    pointer.lock(!isOpen);
    if (!pointer.element.isConnected) sheet.append(pointer.element);
    return undefined;
  };
  const draw = (question, answered) => {
    const now = question?.stop ?? (answered ? -answered.stop : null);
    if (shown === now) return;
    shown = now;
    layPointer((question ?? answered)?.form, Boolean(question));
    if (answered && !question) pointer.draw(placeIn(answered.said, answered.form ?? {}), { right: answered.right });
    const part = question && (question.choices.length
      ? choiceButtons(question, (text) => answer(question.stop, text))
      : (asked = new AnswerField(question, words, pointer, (text) => answer(question.stop, text))).element);
    body.replaceChildren(...(question ? [h("p", { class: "tk-run-asks" }, question.asks), part] : []));
  };
  const show = () => {
    const question = head.question;
    const answered = head.questions.find(({ stop, right }) =>
      stop === head.position && right !== null);
    draw(question, answered);
    const told = question?.says ? question : answered;
    change(says, { "data-right": told && told.right !== null ? String(told.right) : null });
    const now = told?.says ?? "";
    if (says.textContent !== now) {
      const sign = !now || told.right === null ? [] : [icon(told.right ? "check" : "attention")];
      says.replaceChildren(...sign, now);
    }
    element.hidden = !question && !told;
  };
  const focus = () => {
    show();
    body.querySelector("input, button")?.focus();
  };
  return { element, show, focus };
}
