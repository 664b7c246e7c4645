// The games of a tournament in its report: a list of them, and a player for the one to watch. The
// data about the games are in files beside this one, which are loaded when they are needed.

const FEW = 12; // games listed at first

/** Make an element with these properties. */
function made(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

/** Return the text that Python compressed. */
async function unpacked(packed) {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).text();
}

/** Run another script. A page from a disk may do so, but may not fetch data. */
function run(address) {
  return new Promise((resolve, reject) => {
    document.head.append(made("script", { src: address, onload: resolve, onerror: reject }));
  });
}

/** The scenes by number of the game, and `pictures`; each file is loaded once. */
class Shelf {
  constructor(folder, chunk) {
    [this.folder, this.chunk, this.known, this.files] = [folder, chunk, {}, {}];
    globalThis.tkReplays = (games) => Object.assign(this.known, games);
  }

  async find(name, file) {
    this.files[file] ??= run(`${this.folder}/${file}.js`);
    await this.files[file].catch((error) => {
      delete this.files[file];
      throw error;
    });
    return unpacked(this.known[name]);
  }

  async pictures() {
    const texts = JSON.parse(await this.find("pictures", "pictures"));
    const encoder = new TextEncoder();
    return Object.fromEntries(Object.entries(texts).map(([key, svg]) => [key, encoder.encode(svg)]));
  }

  async scene(number) {
    this.drawn ??= await this.pictures();
    const text = await this.find(number, `games-${Math.floor(number / this.chunk)}`);
    return JSON.parse(text, (_, value) => (value?.svg === undefined ? value : this.drawn[value.svg]));
  }
}

/** A model whose changes nobody hears but its own view. */
function heardModel(traits) {
  const listeners = {};
  return {
    get: (name) => traits[name],
    set: (name, value) => {
      traits[name] = value;
      listeners[`change:${name}`]?.();
    },
    on: (event, listener) => { listeners[event] = listener; },
    off: () => {},
    save_changes: () => {},
  };
}

/** Return a function that shows one scene after the other in the same player. */
function screen(widget, words, element) {
  const model = heardModel({
    words, position: 0, breakpoints: [], mark: 0, beside: [], folded: false, questions: [], ghost: {},
  });
  let isNew = true;
  return (scene) => {
    model.set("position", 0);
    model.set("scene", scene);
    if (isNew) widget.render({ model, el: element });
    isNew = false;
    element.firstElementChild.focus({ preventScroll: true });
  };
}

/** A list of names to choose from, below `first`; `use` is called after each choice. */
function picker(label, first, names, use) {
  const list = made("select", { className: "tk-field", ariaLabel: label, onchange: use },
    made("option", { value: "" }, first), ...names.map((name) => made("option", { value: `=${name}` }, name)));
  return { list, element: made("label", {}, label, " ", list) };
}

/** List all games of this report, `[number, names, points, result]`, and play them. */
export function startWatching(widget, { folder, chunk, all, games, words, said, css }) {
  const place = document.getElementById("games");
  const names = [...new Set(games.flatMap(([, seats]) => seats))].sort();
  const shelf = new Shelf(folder, chunk);
  const title = made("h3", { id: "game", tabIndex: -1 });
  const [live, trouble] = [made("div", { className: "live" }), made("p", { className: "says", role: "alert", hidden: true })];
  const show = screen(widget, said, live);
  const rows = made("tbody");
  const more = made("button", { type: "button", className: "tk-button", onclick: () => list(Infinity) }, words.more);
  const pickers = [words.strategy, words.against].map((label) =>
    picker(label, words.anyone, names, () => list(FEW)));

  function row([number, seats, points, says]) {
    const players = seats.map((seat, at) => `${seat} ${points[at]}`).join(" · ");
    const link = made("a", { href: `#game-${number}` }, words.watch.replace("{number}", number));
    const cells = [link, players, says].map((cell) => made("td", {}, cell));
    return made("tr", {}, ...cells);
  }

  function list(most) {
    const wanted = pickers.map(({ list: { value } }) => value.slice(1)).filter(Boolean);
    const found = games.filter(([, seats]) => wanted.every((name) => seats.includes(name)));
    rows.replaceChildren(...found.slice(0, most).map(row));
    more.hidden = found.length <= most;
  }

  async function watch() {
    const number = Number(globalThis.location.hash.match(/^#game-(\d+)$/)?.[1] ?? 0);
    const game = games.find(([each]) => each === number);
    if (!game) return;
    try {
      const scene = await shelf.scene(number);
      trouble.hidden = true;
      title.textContent = `${words.game.replace("{number}", number)}: ${[...new Set(game[1])].join(" – ")}`;
      show(scene);
    } catch {
      trouble.textContent = words.missing;
      trouble.hidden = false;
    }
    (trouble.hidden ? title : trouble).scrollIntoView();
  }

  document.head.append(made("style", { textContent: css }));
  const heads = [words.number, words.points, words.result].map((head) => made("th", { scope: "col" }, head));
  place.append(made("p", { className: "pickers" }, ...pickers.map(({ element }) => element)),
    made("table", {}, made("thead", {}, made("tr", {}, ...heads)), rows), more);
  if (!all) place.append(made("p", { className: "note" }, words.some.replace("{number}", games.length)));
  place.append(title, trouble, live);
  place.hidden = false;
  document.documentElement.dataset.watches = "";
  list(FEW);
  globalThis.addEventListener("hashchange", watch);
  watch();
}
