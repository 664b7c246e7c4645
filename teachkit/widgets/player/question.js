// A question at which the run waits. The kernel reads the answer; going on needs one.

/** What is pressed or written as the answer to a question. */
function answerField({ asks, example, choices }, words, answer) {
  if (choices.length) {
    return h("div", { class: "tk-run-buttons" }, choices.map((choice) =>
      h("button", { class: "tk-button", onclick: () => answer(choice) }, choice)));
  }
  const field = h("input", {
    type: "text", class: "tk-field", autocomplete: "off", spellcheck: "false",
    placeholder: example, "aria-label": asks,
    onkeydown: (event) => event.key === "Enter" && answer(field.value),
  });
  return h("div", { class: "tk-run-buttons" }, field,
    h("button", { class: "tk-button tk-primary", onclick: () => answer(field.value) }, words.say_it));
}

/** What came of the question before this step, and the question before the next one. */
function questionPart(words, head, answer) {
  const says = h("p", { class: "tk-run-verdict", "aria-live": "polite" });
  const body = h("div", {});
  const element = h("section", { class: "tk-run-question", "aria-label": words.question }, says, body);
  let shown = null;
  const draw = (question) => {
    if (shown === question?.stop) return;
    shown = question?.stop;
    body.replaceChildren(...(question ? [
      h("p", { class: "tk-run-asks" }, question.asks),
      answerField(question, words, (text) => answer(question.stop, text)),
    ] : []));
  };
  const show = () => {
    const question = head.question;
    draw(question);
    const answered = head.questions.find(({ stop, right }) =>
      stop === head.position && right !== null);
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
