// The traits of every widget, as Python hands them over when there is nothing special.

import * as words from "./words.mjs";

const face = (symbol, label) => ({ symbol, label });
const stop = (card, board, more = {}) =>
  ({ card, turn: "", says: [`Card ${card} ran.`], skipped: false, board, spoken: `Now ${board}.`, place: card, badges: [], scores: {}, ...more });

/** A square of the floor `a1 b1 a2 b2`, each half of the board; and the four headings. */
export const FORM = {
  shape: "stand", start: "a1 east", example: "like: a1 east", label: "red rover", piece: new Uint8Array(),
  width: 0.5, height: 0.5, squares: { a1: [0.25, 0.75], b1: [0.75, 0.75], a2: [0.25, 0.25], b2: [0.75, 0.25] },
  headings: ["north", "east", "south", "west"].map((name, at) => ({ name, says: `to the ${name}`, degrees: 90 * at })),
};

export const TRAY = [
  { id: "forward", node: "forward", ...face("↑", "Forward"), limit: 4 },
  { id: "left", node: "left", ...face("↰", "Left"), help: "Turn left." },
  { id: "shove", node: ["shove", "left"], ...face("⇐", "Shove"), limit: 1 },
  { id: "twice", node: { repeat: 2, body: [] }, ...face("2×", "Twice") },
  { id: "if", node: { if: "blocked", then: [], else: [] }, ...face("?", "If blocked") },
];

/** Three steps of one rover: forward, in a loop of two turns a left that does nothing the second time. */
export const SCENE = {
  width: 200, height: 100, trimmed: [200, 100], background: new Uint8Array(), alt: "A floor.", source: "", follow: "red",
  pieces: [{ id: "red", label: "red rover", picture: new Uint8Array(), width: 60, height: 60 }], labels: [],
  way: { lines: [["#fff", 5], ["#123456", 3]], begin: [["#fff", 5], ["#123456", 3]] }, badge: new Uint8Array(), names: {}, chapters: [], together: false,
  program: ["forward", { repeat: 2, body: ["left"] }], strips: [], timeline: {},
  cards: { forward: face("↑", "Forward"), left: face("↶", "Left") },
  stops: [
    { ...stop(null, "start"), says: [], places: { red: [50, 50, 90, true] } },
    stop(1, "one", { places: { red: [150, 50, 90, true] } }),
    stop(2, "two", { turn: "turn 1 of 2", places: { red: [150, 50, 0, true] } }),
    stop(2, "three", { turn: "turn 2 of 2", skipped: true, says: ["Card 2: a wall."], places: { red: [150, 50, 0, true] }, badges: [[150, 50, 9]] }),
  ],
};

const tile = (name, letter, place, more = {}) => ({
  name, says: name, letter, place, details: [], single: false, numbered: false, needs: "", key: name,
  picture: new Uint8Array([60]), ...more,
});

/** Two things on the squares `a1 b1 a2 b2`, and a wall between `a1` and `a2`. */
export const MARKS = [["hill", "b1", ""], ["rover", "b1 east", ""], ["wall", "a1 north", ""]];
export const TILES = [
  tile("hill", "h", "square", { key: "floor" }), tile("wall", "w", "edge"), tile("belt", "b", "heading"),
  tile("rover", "r", "heading", { single: true }), tile("flag", "f", "square", { single: true, numbered: true, key: "floor", details: ["1", "2"] }),
  tile("laser", "l", "edge", { needs: "wall", details: ["1", "2", "3"], picture: new Uint8Array() }),
  tile("wheel", "x", "square", { key: "floor", details: Array.from({ length: 30 }, (_, number) => `${number + 1}`) }),
];

export const STATES = {
  "easel/easel.js": {
    tiles: TILES, canvas: { ...FORM, picture: new Uint8Array(), ratio: 1, alt: "A board.", marks: MARKS }, marks: MARKS, size: [3, 4],
    fixed: false, limited: false, numbers: { value: 8, targets: [18, 27] }, shipped: [], text: "floor = 1",
    complaint: "", marked: "", can_undo: true, can_redo: false, strokes: [], answered: 0, words: words.EASEL, saves: 0,
  },
  "easel/findings.js": {
    lines: [{ mood: "look", says: "c4 is walled in.", square: "c4" }, { mood: "good", says: "It can be solved.", square: "" }],
    busy: false, pressed: {}, words: words.own({}),
  },
  "easel/terms.js": {
    parts: ["kind", "cards", "checks", "starts"], kind: "program", kinds: ["program", "repair"], edition: "basic",
    editions: { basic: "Basic" }, cards: { forward: 2, left: null }, tray: ["forward", "left", "right"].map((id) => ({ id, symbol: id, label: id, kind: "moves" })),
    checks: [{ check: "carries", samples: 1 }], possible: [{ check: "carries", says: "carries {samples}", facts: { samples: 1 } }],
    hidden: [false, true], number: 1, players: ["red", "blue"], pressed: {}, words: words.own({}), saves: 0,
  },
  "builder/builder.js": {
    tray: TRAY, program: ["forward", { repeat: 2, body: ["left", "forward"] }, "jump"], slots: [], fixed: [],
    actor: "", arrange: false, replaces: false, disabled: false, problems: [], marking: false, mark: 0, mark_says: "", pressed: {},
    text: "as text", python: "as Python", draft: {}, draft_read: 0, complaint: {}, show_python: true,
    python_first: false, reserved: [], words: words.BUILDER, saves: 0,
  },
  "row_editor/row_editor.js": {
    tray: [{ id: "jump", node: "jump", ...face("⤒", "Jump"), limit: 2 },
      { id: "2x", node: { repeat: 2, body: [] }, ...face("×2", "Repeat ×2") }],
    faces: { left: face("↰", "Left"), right: face("↱", "Right") },
    before: { cards: ["left", "right", "jump"], loops: [{ first: 2, last: 3, times: 2 }] },
    row: { cards: ["left", "right", "jump"], loops: [{ first: 2, last: 3, times: 2 }] },
    ways: [
      { text: "insert jump at 1", card: "jump", first: 1, last: 0 },
      { text: "insert jump at 4", card: "jump", first: 4, last: 3 },
      { text: "cover 2 with jump", card: "jump", first: 2, last: 2 },
      { text: "loop 2x over 1", card: "2x", first: 1, last: 1 },
      { text: "unloop 2", card: "", first: 2, last: 3 },
    ],
    edits: [], laid: [], problem: {}, draft: {}, text: "", words: words.EDITOR, saves: 0,
  },
  "editor/editor.js": {
    exercise: "10-05", given: "def f(n):", text: "def f(n):", writes: 0,
    calls: [{ name: "forward", signature: "forward()", says: "Drive." }, { name: "shove", signature: "shove(way)", says: "Push." }],
    words: words.own({ editor: "Your program: Units" }),
  },
  "feedback/feedback.js": {
    run: "run", locked: false, used_up: false, says: [], mood: "", results: 0, waits: false, verdict: "", stale: false, points: 0,
    possible: 3, badges: [], medals: 0, progress: {}, hints: [], hints_left: 2, help: "hint", sure: false, astray: false,
    astray_says: "", boards: 1, board: 1, file: {}, exercise: "", resets: "answer", pressed: {}, words: words.FEEDBACK,
  },
  "finish/finish.js": { says: ["Half of it."], cheers: 0, pressed: 0, seen: 0, waiting: [], following: "", words: words.own({}) },
  "map/map.js": {
    picture: new Uint8Array(1), rover: new Uint8Array(1), alt: "Mars", seen: 0, words: words.own({}),
    shown: { says: ["You solved 1 of 3 exercises."], parts: "Your rover has: big wheels.", places: [
      { number: "01", name: "Field", at: [10, 80], state: "done", file: "01-a.ipynb", counts: "1 of 1 solved", says: "01 Field: done" },
      { number: "02", name: "Camp", at: [20, 60], state: "next", file: "02-b.ipynb", counts: "0 of 1 solved", says: "02 Camp: next" },
      { number: "03", name: "Valley", at: [30, 40], state: "", file: "", counts: "0 of 1 solved", says: "03 Valley" },
    ] },
  },
  "player/player.js": {
    scene: SCENE, position: 0, breakpoints: [], mark: 0, plays: 0, beside: [], folded: false, questions: [], ghost: {}, said: {},
    words: words.PLAYER,
  },
  "prediction/prediction.js": {
    form: FORM, label: "How will it end?", answer: "", said: "", complaint: "", marks: [], checked: "",
    locked: false, entered: 0, words: words.POINTING, saves: 0,
  },
  "prediction/table.js": {
    form: FORM, label: "Step by step", rows: ["forward", "left", "left"], answer: "", said: [], marks: [], checked: "",
    locked: false, words: words.POINTING, saves: 0,
  },
  "studio/bar.js": {
    file: "", usual: "my-level.toml", can_undo: true, can_redo: false, tries: false, says: "", mood: "", pressed: {}, words: words.own({}),
  },
  "studio/form.js": {
    page: "words", values: { title: "Up", hints: ["Look."], mistakes: [{ answer: "left", says: "Not left." }] }, options: {},
    offers: [{ says: "Write a title." }], edited: {}, accepted: {}, words: words.own({}), saves: 0,
  },
  "studio/tabs.js": { page: "ask", words: words.own({}) },
  "table/asking.js": {
    colours: { Ada: "#c62828", Bo: "#2fa36b" },
    coming: [], who: "Ada", question: "Which card?", form: { shape: "one" }, options: ["left", "right"], outcome: "",
    says: "", shown: 1, refused: 0, moment: "choosing", skips: false, pressed: {}, words: words.ASKING,
  },
  "table/panels.js": {
    seats: [
      { name: "Ada", piece: { id: "red", label: "Red" }, picture: new Uint8Array([60]), colour: "#c62828", plays: "person", points: 1,
        status: "asked", isHere: true, isWinner: false, counters: [["damage", 2]],
        holdings: [{ kind: "goal", label: "Bulldozer", says: "Push.", topic: 1 }] },
      { name: "greedy", piece: { id: "blue", label: "Blue" }, picture: new Uint8Array(), colour: "#1d4f9f", plays: "house", points: 2,
        status: "answered", isHere: false, isWinner: false, counters: [],
        holdings: [{ kind: "goal", label: "Secret goal", says: "", topic: 1 }, { kind: "bug", label: "Weak Motor", says: "Slow.", topic: 2 },
          { kind: "bug", label: "Overrun", says: "Fast.", topic: 2 }] },
      { name: "Bo", piece: { id: "green", label: "Green" }, picture: new Uint8Array(), colour: "#2fa36b", plays: "person", points: null,
        status: "asked", isHere: false, isWinner: false, counters: [], holdings: [] },
    ],
    team: { round: 3, counters: [], holdings: [{ kind: "bug", label: "Low power", says: "Slow.", topic: 2 }] }, aim: "Touch flag 2.",
    book: {
      rules: { "R-1": "R-1  Drive.", "R-2": "R-2  Push others.", "R-3": "R-3  A bug stays." },
      topics: [["Forward", ["R-1", "R-2"]], ["Secret goal", ["R-2"]], ["Bug", ["R-3"]]], cards: { forward: 0, hop: null }, turn: 2, aim: 1,
    },
    floor: { width: 0.5, height: 0.5, squares: { a1: [0.25, 0.75], b1: [0.75, 0.75] }, topics: { b1: [1] } }, words: words.own({
      round: "Round {round}", backs: "{name} has {number}",
    }),
  },
  "table/ending.js": {
    why: "All flags.", rows: [["Flags", 3, 1], ["Total", 3, 1]], rounds: [1, 2, 3], course: [[0, 2, 3], [0, 1, 1]], file: {}, pressed: {},
    seats: [{ name: "Ada", piece: { label: "Red" }, colour: "#c62828", points: 3, isWinner: true },
      { name: "Bo", piece: { label: "Green" }, colour: "#2fa36b", points: 1, isWinner: false }],
    words: words.own({ line: "{name}: {points}.", saved: "Saved as {name}." }),
  },
  "table/bots.js": {
    seats: [{ piece: "red", label: "Red", name: "mine", bot: "mine" }], is_watched: true, runs: false, back: 0, shown: 1, pressed: {}, words: words.BOTS,
    move: {
      number: 2, of: 2, name: "mine", label: "Red", piece: "red", bot: "mine", says: "", question: "Run or pass?",
      answer: "run", options: ["run", "pass"], view: "{'me': 'red'}", board: "R .",
    },
  },
  "table/bar.js": { sends: true, back: "Ada", watches: true, clock: {}, pressed: {}, words: words.BAR },
  "task/task.js": {
    title: "Swap", text: "Write **two** of `swap(n)`.\n\n- one\n- two", labels: [{ cards: "1 to 2", says: "the way" }],
    form: { kind: "choice", choices: [{ letter: "A", says: "Left", struck: false }, { letter: "B", says: "Right", struck: true }] },
    cell: "%%exercise swap\ndef swap(n):", answer: "", locked: false, words: words.own({}), saves: 0,
  },
  "workbench/friends.js": { says: "Group 2, K7QN4, is not right.", pressed: {}, words: words.own({}) },
  "workbench/sharing.js": { tries: false, code: "ABCD-EFGH", pressed: {}, words: words.own({}) },
};

export const widgets = Object.fromEntries(await Promise.all(Object.keys(STATES).map(async (entry) =>
  [entry, (await import(`../../../teachkit/widgets/${entry}`)).default])));
