// A page of fields. A field is saved when its writer leaves it, so that one change is one step.

import { fill, h, icon, keepKeys, redraw, saving } from "../common/dom.js";

const small = (says, sign, onclick, name) =>
  h("button", { class: "tk-button", "aria-label": says, title: says, onclick, "data-name": name }, icon(sign));

const area = (value, label, name, onchange) => {
  const element = h("textarea", {
    class: "tk-field", rows: 1, "aria-label": label, "data-name": name,
    onchange: () => onchange(element.value), oninput: () => grow(element),
  });
  element.value = value;
  return element;
};

const line = (value, label, name, onchange) => {
  const element = h("input", { class: "tk-field", "aria-label": label, "data-name": name,
    onchange: () => onchange(element.value) });
  element.value = value;
  return element;
};

function grow(element) {
  element.style.height = "auto";
  element.style.height = `${element.scrollHeight + 2}px`;
}

const without = (list, index) => list.filter((_, at) => at !== index);
const replaced = (list, index, item) => list.map((old, at) => (at === index ? item : old));

/** Each draws a field with its value, and calls `save` with a new one. */
const FIELDS = {
  line: ({ name, label }, value = "", save) => line(value, label, name, save),
  text: ({ name, label }, value = "", save) => area(value, label, name, save),
  check({ name, label }, value, save) {
    const box = h("input", { type: "checkbox", "data-name": name, onchange: () => save(box.checked) });
    box.checked = Boolean(value);
    return h("label", { class: "tk-form-check" }, box, label);
  },
  /** Texts, each in a field of its own. */
  texts({ name, label }, value = [], save, words) {
    const rows = value.map((text, index) => h("li", {},
      area(text, `${label} ${index + 1}`, `${name} ${index}`, (next) => save(replaced(value, index, next))),
      small(fill(words.remove, { what: `${label} ${index + 1}` }), "remove", () => save(without(value, index)), `${name} x${index}`)));
    return [h("ul", { class: "tk-form-list" }, rows),
      h("button", { class: "tk-button tk-form-add", "data-name": `${name} add`, onclick: () => save([...value, ""]) },
        icon("add"), words.add)];
  },
  /** Wrong answers, each with a sentence. */
  mistakes({ name }, value = [], save, words) {
    const rows = value.map((each, index) => h("li", {},
      h("div", { class: "tk-form-pair" },
        area(each.answer, `${words.answer} ${index + 1}`, `${name} a${index}`, (answer) => save(replaced(value, index, { ...each, answer }))),
        area(each.says, `${words.says} ${index + 1}`, `${name} s${index}`, (says) => save(replaced(value, index, { ...each, says })))),
      small(fill(words.remove, { what: each.answer }), "remove", () => save(without(value, index)), `${name} x${index}`)));
    return [h("ul", { class: "tk-form-list" }, rows),
      h("button", { class: "tk-button tk-form-add", "data-name": `${name} add`, onclick: () => save([...value, { answer: "", says: "" }]) },
        icon("add"), words.add)];
  },
  /** Some of many options. */
  many({ name, label, options }, value = [], save, words) {
    const said = Object.fromEntries(options);
    const rows = value.map((each, index) => h("li", { class: "tk-form-chosen" }, h("span", {}, said[each] ?? each),
      small(fill(words.remove, { what: said[each] ?? each }), "remove", () => save(without(value, index)), `${name} x${index}`)));
    const rest = options.filter(([option]) => !value.includes(option));
    return [...(rows.length ? [h("ul", { class: "tk-form-list" }, rows)] : []),
      h("select", { class: "tk-field", "aria-label": label, "data-name": name,
        onchange: ({ target }) => save([...value, target.value]) },
      h("option", { value: "" }, words.choose), rest.map(([option, says]) => h("option", { value: option }, says)))];
  },
  /** Two numbers, `4..7`, or one. */
  span({ name, label }, value = "", save, words) {
    const [from, to = from] = value.split("..");
    const put = (low, high) => {
      const [first, last] = [low || high, high || low];
      save(!first ? "" : first === last ? first : `${first}..${last}`);
    };
    const field = (number, says, onchange) => {
      const element = h("input", { class: "tk-field", type: "number", min: 1, "aria-label": `${label}: ${says}`,
        "data-name": `${name} ${says}`, onchange: () => onchange(element.value) });
      element.value = number;
      return element;
    };
    return h("span", { class: "tk-form-span" }, field(from, words.least, (low) => put(low, to)), "–",
      field(to, words.most, (high) => put(from, high)));
  },
  /** Text to copy. */
  code({ label }, value = "", save, words) {
    if (!value) return [];
    const done = h("span", { role: "status" });
    const copy = () => navigator.clipboard.writeText(value).then(() => { done.textContent = words.copied; });
    return [h("output", { class: "tk-form-code", "aria-label": label }, value),
      h("button", { class: "tk-button tk-form-add", "data-name": "copy", onclick: copy }, icon("copy"), words.copy), done];
  },
  /** A drawing made of characters, to paste into a chat. */
  blocks: ({ label }, value = "") => (value
    ? h("details", {}, h("summary", {}, label), h("pre", { tabindex: "0", role: "img", "aria-label": label }, value)) : []),
  picture: (_, value = "") => (value ? new DOMParser().parseFromString(value, "text/html").body.firstChild : []),
};

const PAGES = {
  words: { title: "line", text: "text", hints: "texts", mistakes: "mistakes", others: "text" },
  program: {},
  wishes: { needs: "many", par_cards: "span", par_steps: "span", unique: "check", tells: "many" },
  share: { maker: "line", code: "code", picture: "picture", blocks: "blocks" },
};
const LABELLED = new Set(["check", "picture", "code", "blocks"]); // by themselves

function render({ model, el }) {
  const words = model.get("words");
  const root = h("section", { class: "tk-root tk-form", "aria-label": words.studio });
  keepKeys(root);
  const save = saving(model, root);
  const count = (name) => (model.get(name).n ?? 0) + 1;
  const page = model.get("page");
  const fieldOf = ([name, kind]) => {
    const write = (value) => {
      model.set("edited", { name, value, n: count("edited") });
      save();
    };
    const field = { name, label: words[name], options: model.get("options")[name] ?? [] };
    const control = FIELDS[kind](field, model.get("values")[name], write, words);
    return h("div", { class: `tk-form-field tk-form-${kind}` }, LABELLED.has(kind) ? [] : [h("b", {}, words[name])], control);
  };
  const accept = (number) => {
    model.set("accepted", { number, n: count("accepted") });
    save();
  };
  const draw = () => {
    const offers = model.get("offers").map(({ says, note }, number) => h("li", {}, h("span", {}, says,
      note ? h("small", {}, note) : null),
    h("button", { class: "tk-button", onclick: () => accept(number), "data-name": `offer ${number}`,
      "aria-label": `${words.accept}: ${says}` }, icon("check"), words.accept)));
    root.replaceChildren(...Object.entries(PAGES[page]).map(fieldOf),
      ...(offers.length ? [h("h3", {}, words[`offered_${page}`]), h("ul", { class: "tk-form-offers" }, offers)] : []));
    for (const element of root.querySelectorAll("textarea")) grow(element);
  };
  const again = () => redraw(root, draw);
  // A hidden text has no height yet.
  const seen = new ResizeObserver(() => { for (const element of root.querySelectorAll("textarea")) grow(element); });
  again();
  el.append(root);
  seen.observe(root);
  const events = ["values", "options", "offers"];
  for (const name of events) model.on(`change:${name}`, again);
  return () => {
    seen.disconnect();
    for (const name of events) model.off(`change:${name}`, again);
  };
}

export default { render };
