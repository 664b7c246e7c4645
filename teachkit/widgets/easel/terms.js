// The conditions of a level: cards by pressing on them, checks as sentences with fields.

import { fill, h, icon, keepKeys, redraw, saving, uniqueName } from "../common/dom.js";

const KINDS = ["program", "repair", "predict", "arrange", "lanes"];

// What each part shows; it is drawn again only if that has changed.
const SHOWS = {
  kind: ["kind", "edition", "editions"], cards: ["cards", "tray"],
  checks: ["checks", "possible", "players"], starts: ["hidden", "number"],
};

class View {
  constructor(model, root) {
    this.model = model;
    this.words = model.get("words");
    this.save = saving(model, root);
    this.drawn = {};
    this.at = 0; // the card that Tab reaches
    const draws = { kind: this.drawKind, cards: this.drawCards, checks: this.drawChecks, starts: this.drawStarts };
    this.parts = model.get("parts").map((name) => {
      const element = h("div", { class: `tk-terms-part tk-terms-${name}` });
      return [element, () => draws[name].call(this, element), name];
    });
    root.append(...this.parts.map(([element]) => element));
    this.draw();
  }

  word(name, facts) {
    return fill(this.words[name] ?? name, facts);
  }

  get(name) {
    return this.model.get(name);
  }

  set(name, value) {
    this.model.set(name, value);
    this.save();
  }

  draw() {
    for (const [element, draw, name] of this.parts) {
      const shown = this.shown(name);
      if (this.drawn[name] !== shown) redraw(element, draw);
      this.drawn[name] = shown;
    }
  }

  shown(name) {
    return JSON.stringify(SHOWS[name].map((trait) => this.get(trait)));
  }

  // ---- kind and edition

  drawKind(element) {
    const choice = (name, options) => h("label", { class: "tk-terms-choice" }, h("b", {}, this.word(name)),
      h("select", { class: "tk-field", "data-name": name, onchange: (event) => this.chose(name, event.target.value) },
        options.map(([value, says]) => h("option", { value, selected: value === this.get(name) }, says))));
    element.replaceChildren(
      choice("kind", [...new Set([...KINDS, this.get("kind")])].map((kind) => [kind, this.word(`kind_${kind}`)])),
      choice("edition", Object.entries(this.get("editions"))));
  }

  /** Save what a list shows already, so it need not be drawn again. */
  chose(name, value) {
    this.set(name, value);
    this.drawn.kind = this.shown("kind");
  }

  // ---- cards

  offer(id, number) {
    const { [id]: _old, ...rest } = this.get("cards");
    const order = this.get("tray").map((card) => card.id);
    const cards = Object.entries(number === 0 ? rest : { ...rest, [id]: number });
    this.set("cards", Object.fromEntries(cards.sort(([a], [b]) => order.indexOf(a) - order.indexOf(b))));
  }

  drawCards(element) {
    const cards = this.get("cards");
    const help = uniqueName("cards");
    const items = this.get("tray").map((card, index) => this.drawCard(card, index, cards[card.id], help));
    const list = h("div", { class: "tk-terms-tray", role: "group", "aria-label": this.words.cards }, items);
    const faces = items.map((item) => item.firstChild);
    faces.forEach((face, index) => { face.tabIndex = index === this.at ? 0 : -1; });
    element.replaceChildren(h("h3", {}, this.words.cards), h("p", { class: "tk-terms-help" }, this.words.cards_help),
      list, h("p", { class: "tk-unseen", id: help }, this.words.cards_keys));
  }

  drawCard({ id, symbol, label, kind, help }, index, number, described) {
    const isOffered = number !== undefined;
    const more = () => this.offer(id, number === null ? 1 : (number ?? 0) + 1);
    const fewer = () => this.offer(id, Math.max(0, (number ?? 1) - 1));
    const any = () => this.offer(id, null);
    const keys = { "-": fewer, Delete: fewer, Backspace: fewer, "*": any, "+": more };
    const name = number === null ? "offered_any" : isOffered ? "offered" : "not_offered";
    const face = h("button", {
      class: `tk-terms-card tk-kind-${kind}`, "data-name": id, title: help, "data-offered": isOffered,
      "aria-label": this.word(name, { label, number }), "aria-describedby": described, onclick: more,
      onfocus: () => { this.at = index; },
      onkeydown: (event) => {
        const way = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
        if (way) this.goTo(index + way);
        else if (keys[event.key]) keys[event.key]();
        else return;
        event.preventDefault();
      },
    }, h("span", { class: "tk-terms-count" }, number === null ? "∞" : isOffered ? `${number}` : ""),
    h("span", { class: "tk-terms-symbol" }, symbol), h("span", { class: "tk-terms-name" }, label));
    // The card itself has keys for both.
    const small = (says, sign, press, isOn) => h("button", {
      class: "tk-terms-small", "aria-label": this.word(says, { label }), tabindex: -1, onclick: press,
      "aria-pressed": isOn, "data-name": `${says} ${id}`,
    }, sign);
    return h("div", { class: "tk-terms-item" }, face, h("div", { class: "tk-terms-less" },
      isOffered ? small("fewer", "−", fewer) : null,
      small("any", "∞", number === null ? () => this.offer(id, 1) : any, `${number === null}`)));
  }

  goTo(index) {
    const faces = [...this.parts.find(([part]) => part.matches(".tk-terms-cards"))[0].querySelectorAll(".tk-terms-card")];
    const next = faces[Math.max(0, Math.min(faces.length - 1, index))];
    for (const face of faces) face.tabIndex = face === next ? 0 : -1;
    next.focus();
  }

  // ---- checks

  drawChecks(element) {
    const checks = this.get("checks");
    const put = (index, change) =>
      this.set("checks", this.get("checks").flatMap((each, at) => (at === index ? change(each) : [each])));
    const rows = checks.map((check, index) => this.drawCheck(check, index, (change) => put(index, change)));
    const possible = this.get("possible").filter(({ check, facts }) =>
      Object.keys(facts).length || !checks.some((each) => each.check === check));
    const adds = h("select", {
      class: "tk-field tk-terms-add", "aria-label": this.words.add_check, "data-name": "add",
      onchange: ({ target }) => {
        const { check, facts } = possible[target.value];
        this.set("checks", [...this.get("checks"), { check, ...facts }]);
      },
    }, h("option", { value: "" }, this.words.add_check),
    possible.map(({ says, facts }, index) => h("option", { value: index }, fill(says, facts))));
    element.replaceChildren(h("h3", {}, this.words.checks), h("ul", { class: "tk-terms-checks" }, rows), adds);
  }

  /** A check as its sentence, whose holes are fields. */
  drawCheck(check, index, put) {
    const { says, facts } = this.get("possible").find((each) => each.check === check.check)
      ?? { says: check.check, facts: {} };
    const parts = says.split(/\{(\w+)\}/).map((part, at) => {
      if (at % 2 === 0) return part;
      const value = check[part] ?? facts[part];
      const isNumber = typeof (facts[part] ?? value) === "number";
      return h("input", {
        class: "tk-field", type: isNumber ? "number" : "text", min: isNumber ? 0 : null, "aria-label": part,
        value: [value].flat().join(", "), "data-name": `${part} ${index}`,
        style: { "--letters": `${[value].flat().join(", ")}`.length },
        onchange: ({ target }) => put((now) => ({ ...now, [part]: readAs(value, target.value, isNumber) })),
      });
    });
    const points = h("input", {
      class: "tk-field", type: "number", min: 1, value: check.points ?? 1, "data-name": `points ${index}`,
      "aria-label": `${this.words.points}: ${fill(says, { ...facts, ...check })}`,
      onchange: ({ target }) => put(({ points: _old, ...rest }) =>
        (Number(target.value) > 1 ? { ...rest, points: Number(target.value) } : rest)),
    });
    const players = this.get("players");
    const who = h("select", {
      class: "tk-field", "aria-label": this.words.player, "data-name": `player ${index}`,
      onchange: ({ target }) => put(({ player: _old, ...rest }) =>
        (target.value ? { ...rest, player: target.value } : rest)),
    }, h("option", { value: "" }, this.words.everyone),
    players.map((name) => h("option", { value: name, selected: name === check.player }, name)));
    return h("li", {}, h("span", { class: "tk-terms-says" }, players.length > 1 ? who : null, parts),
      h("label", { class: "tk-terms-points" }, points, h("span", { "aria-hidden": "true" }, this.words.points)),
      h("button", {
        class: "tk-button tk-terms-remove", onclick: () => put(() => []),
        "aria-label": this.word("remove_check", { says: fill(says, { ...facts, ...check }) }),
      }, icon("remove")));
  }

  // ---- starts

  drawStarts(element) {
    const [hidden, number] = [this.get("hidden"), this.get("number")];
    const ask = (button) => this.set("pressed", { button, n: (this.get("pressed").n ?? 0) + 1 });
    const tabs = hidden.map((isHidden, index) => {
      const facts = { number: index + 1 };
      return h("button", {
        class: "tk-button tk-terms-tab", "data-name": `start ${index + 1}`, "data-hidden": isHidden,
        "aria-pressed": `${index + 1 === number}`, title: this.word(isHidden ? "start_hidden" : "start", facts),
        "aria-label": this.word(isHidden ? "start_hidden" : "start", facts),
        onclick: () => this.set("number", index + 1),
      }, `${index + 1}`);
    });
    const small = (name, sign) => h("button", {
      class: "tk-button", "aria-label": this.words[name], title: this.words[name], "data-name": name,
      onclick: () => ask(name.split("_")[0]),
    }, icon(sign));
    const hide = h("input", { type: "checkbox", "data-name": "hide", onchange: () => ask("hide") });
    hide.checked = hidden[number - 1];
    element.replaceChildren(
      h("div", { class: "tk-terms-tabs", role: "group", "aria-label": this.words.starts },
        h("b", {}, this.words.starts), tabs, small("add_start", "add"), small("copy_start", "copy"),
        ...(hidden.length > 1 ? [small("remove_start", "bin")] : [])),
      ...(number > 1 || hidden[0] ? [h("label", { class: "tk-terms-hide" }, hide, this.words.hide)] : []));
  }
}

/** Return typed text as a value of the same type as `old`. */
function readAs(old, text, isNumber) {
  if (Array.isArray(old)) return text.split(",").map((part) => part.trim()).filter(Boolean);
  return isNumber ? Number(text) : text.trim();
}

function render({ model, el }) {
  const root = h("section", { class: "tk-root tk-terms", "aria-label": model.get("words").easel });
  keepKeys(root);
  const view = new View(model, root);
  const draw = () => setTimeout(() => view.draw()); // by then, Tab has moved on to the next field
  el.append(root);
  const events = ["parts", "kind", "edition", "editions", "cards", "tray", "checks", "possible", "players", "hidden", "number"];
  for (const name of events) model.on(`change:${name}`, draw);
  return () => events.forEach((name) => model.off(`change:${name}`, draw));
}

export default { render };
