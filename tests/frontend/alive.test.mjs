// JupyterLab's extension: which cells it runs, and what it shows when a kernel comes, goes and returns.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { afterEach, beforeEach, test } from "node:test";
import { all, click, find, pass, texts } from "./support/page.mjs";

globalThis.window = { innerHeight: 800 };
createRequire(import.meta.url)("../../teachkit/jupyterlab/extensions/teachkit/static/remoteEntry.js");
const extension = window._JUPYTERLAB.teachkit;
const settle = async () => { for (let turn = 0; turn < 20; turn += 1) await Promise.resolve(); };

class Signal {
  listeners = [];
  connect(listener) { this.listeners.push(listener); }
  emit(value) { this.listeners.forEach((listener) => listener(this, value)); }
}

const OURS = ["import teachkit as tk", 'tk.exercise("01-01-go")', 'tk.watch("algoracing", rovers={"red": "a1 east"}, ask={2: "Where?"})',
  "tk.points()", "tk.board('x', floor='''. .\n# .''')", "tk.table(\"roborally\", [\"Ada\", 'greedy'], seed=-2, seconds=8.5)", " tk.roads( None ) ", 'tk.language("de")',
  "tk.friends()", 'tk.studio("algoracing")'];
const FOREIGN = ["1 + 1", "import os", "tk.exercise(name)", 'tk.exercise("a"); x()', 'tk.exercise("a").run()', "tk.exercise(f())", "tk.secret()",
  'tk.exercise("a" + "b")', "tk.exercise(\"a\"", 'print(tk.exercise("a"))', "import teachkit as tk\nimport os", "tk.watch(a==1)", ""];
for (const source of OURS) test(`it runs ${JSON.stringify(source)}`, () => assert.ok(extension.isOurs(source)));
for (const source of FOREIGN) test(`it does not run ${JSON.stringify(source)}`, () => assert.ok(!extension.isOurs(source)));

// ---- a lesson

let lab;
let ran;

/** A cell with the output of an exercise. */
function cell(source, { live = true, type = "code" } = {}) {
  const wrapper = document.body.appendChild(document.createElement("div"));
  wrapper.className = "jp-Cell-outputWrapper";
  wrapper.innerHTML = '<div><div class="tk-root" data-asleep="Asleep." data-wake="Wake"></div></div>';
  return {
    source, addClass() {}, removeClass() {},
    outputArea: { node: wrapper.firstChild, model: { toJSON: () => [{ data: { "application/vnd.jupyter.widget-view+json": {} } }] } },
    model: { type, getMetadata: () => ({ live }), sharedModel: { getSource: () => source } },
  };
}

/** An open notebook, with a kernel. */
function notebook(cells, { lesson = true } = {}) {
  const classes = new Set();
  return {
    id: "panel", classes, isDisposed: false, isVisible: true, node: document.body, disposed: new Signal(),
    addClass: (name) => classes.add(name), removeClass: (name) => classes.delete(name),
    context: { ready: Promise.resolve(), model: { dirty: false } },
    content: { widgets: cells, activeCellIndex: 1, model: { getMetadata: () => ({ lesson }) } },
    sessionContext: {
      ready: Promise.resolve(), isReady: true, prevKernelName: "python3", statusChanged: new Signal(),
      kernelChanged: new Signal(), session: { kernel: { id: "one" } },
      changeKernel(kernel) { lab.started.push(kernel); return lab.refuses ? Promise.reject(new Error("no")) : Promise.resolve(); },
    },
  };
}

/** A part of JupyterLab that can be hidden. */
function part(html, ...children) {
  const node = document.createElement("div");
  node.innerHTML = html;
  return { node: node.firstChild, isHidden: false, children: () => children, setHidden(isHidden) { this.isHidden = isHidden; } };
}

/** Start the extension on a page with these options. */
async function start(options) {
  document.head.innerHTML = `<script id="jupyter-config-data" type="application/json">${JSON.stringify(options)}</script>`;
  lab.bars = ["<div id='jp-top-panel'></div>", "<div class='jp-SideBar'></div>", "<div class='jp-NotebookPanel-toolbar'></div>"].map((html) => part(html));
  lab.app.shell = { mode: "single-document", layoutModified: new Signal(), children: () => [lab.bars[0], part("<div></div>", ...lab.bars.slice(1))] };
  (await extension.get())().default.activate(lab.app, lab.notebooks);
  await settle();
}

async function open(panel) {
  lab.app.shell = { mode: "multiple-document", currentWidget: null, activateById: (id) => { lab.active = id; } };
  lab.notebooks.widgetAdded.emit(panel);
  await settle();
  return panel;
}

beforeEach(async () => {
  ran = [];
  lab = { started: [], refuses: false, running: [{ id: "one" }], notebooks: { widgetAdded: new Signal(), forEach() {} } };
  lab.app = { restored: Promise.resolve(), serviceManager: { sessions: { refreshRunning: async () => {} },
    kernels: { refreshRunning: async () => {}, running: () => lab.running } } };
  const module = (exported) => ({ "1.0": { get: async () => () => ({}) }, "2.0": { loaded: true, get: async () => () => exported } });
  const CodeCell = { execute: async ({ source }, { session }) => {
    ran.push(source);
    if (source === "never") await new Promise(() => {});
    if (!session) throw new Error("no kernel");
  } };
  extension.init({ "@jupyterlab/notebook": module({ INotebookTracker: "notebooks" }), "@jupyterlab/cells": module({ CodeCell }),
    "@jupyterlab/codeeditor": module({ IEditorServices: "editors" }), "@codemirror/state": module({}), "@codemirror/view": module({}),
    "@jupyterlab/apputils": module({ Dialog: { tracker: { forEach: (call) => [{ reject: () => { lab.rejected = true; } }].forEach(call) } } }) });
  const { default: plugin } = (await extension.get())();
  assert.deepEqual(plugin.requires, ["notebooks", "editors"]);
  plugin.activate(lab.app, lab.notebooks);
});

afterEach(() => {
  document.head.replaceChildren();
  document.body.className = "";
});

const notices = () => texts(".tk-asleep");
const isInert = () => all(".jp-Cell-outputWrapper > div").some(({ inert }) => inert);

test("the live cells of a lesson are run, in order, and nothing else", async () => {
  const panel = await open(notebook([cell('tk.exercise("a")'), cell("x = 1"), cell('tk.exercise("b")', { live: false }),
    cell("tk.points()", { type: "raw" }), cell("import teachkit as tk")]));
  assert.deepEqual([ran, [...panel.classes]], [['tk.exercise("a")', "import teachkit as tk"], ["tk-lesson", "tk-awake"]]);
  assert.equal(panel.context.model.dirty, false);
});

test("a notebook without the mark is left alone", async () => {
  const panel = await open(notebook([cell("tk.points()")], { lesson: false }));
  assert.deepEqual([ran, [...panel.classes]], [[], []]);
});

test("a kernel that starts anew is mended, and what is shown meanwhile hears nobody", async () => {
  const panel = await open(notebook([cell("tk.points()")]));
  panel.sessionContext.statusChanged.emit("autorestarting");
  assert.deepEqual([panel.classes.has("tk-awake"), isInert()], [false, true]);
  pass(16);
  assert.ok(lab.rejected); // JupyterLab's own dialog
  panel.sessionContext.statusChanged.emit("idle");
  await settle();
  assert.deepEqual([ran.length, panel.classes.has("tk-awake"), isInert(), notices()], [2, true, false, []]);
  panel.sessionContext.statusChanged.emit("idle");
  await settle();
  assert.equal(ran.length, 2);
});

test("a kernel that is gone is told at each exercise, and one button brings it back", async () => {
  const panel = await open(notebook([cell("tk.points()"), cell('tk.exercise("a")')]));
  panel.sessionContext.statusChanged.emit("dead");
  assert.deepEqual([notices(), isInert()], [["Asleep.Wake", "Asleep.Wake"], true]);
  panel.sessionContext.statusChanged.emit("dead");
  assert.equal(notices().length, 2);
  click(find(".tk-asleep button"));
  await settle();
  assert.deepEqual([lab.started, notices()], [[{ name: "python3" }], []]);
  panel.sessionContext.kernelChanged.emit({ newValue: { id: "two" } });
  panel.sessionContext.statusChanged.emit("idle");
  await settle();
  assert.deepEqual([ran.length, panel.classes.has("tk-awake")], [4, true]);
});

test("an exercise without words of its own has a button with a name, too", async () => {
  const panel = await open(notebook([cell("tk.points()")]));
  delete find(".tk-root").dataset.wake;
  panel.sessionContext.statusChanged.emit("dead");
  assert.deepEqual(notices(), ["Asleep.Wake them up"]);
});

test("a kernel that cannot be brought back is told again", async () => {
  const panel = await open(notebook([cell("tk.points()")]));
  panel.sessionContext.kernelChanged.emit({ newValue: null });
  lab.refuses = true;
  click(find(".tk-asleep button"));
  await settle();
  assert.deepEqual(notices(), ["Asleep.Wake"]);
});

test("a kernel that a server ended silently is missed", async () => {
  const panel = await open(notebook([cell("tk.points()")]));
  pass(2100);
  await settle();
  assert.deepEqual(notices(), []);
  lab.running = [];
  panel.isVisible = false;
  pass(2100);
  await settle();
  assert.deepEqual(notices(), []);
  panel.isVisible = true;
  pass(2100);
  await settle();
  assert.deepEqual(notices(), ["Asleep.Wake"]);
  panel.disposed.emit();
});

test("a lesson without a kernel says so", async () => {
  const panel = notebook([cell("tk.points()")]);
  panel.sessionContext.session = null;
  await open(panel);
  assert.deepEqual([ran, notices()], [[], ["Asleep.Wake"]]);
});

test("learners see JupyterLab's bars only when they want to, also the next time", async () => {
  const hidden = () => lab.bars.map(({ isHidden }) => isHidden);
  await start({ teachkit: "learners", teachkitWords: '{"menu": "Menü"}' });
  const menu = find(".tk-corner button");
  assert.deepEqual([menu.textContent, menu.getAttribute("aria-expanded"), hidden()], ["Menü", "false", [true, true, true]]);
  lab.bars[1].isHidden = false; // JupyterLab shows it when it changes
  lab.app.shell.layoutModified.emit();
  assert.deepEqual([hidden(), document.body.className], [[true, true, true], "tk-folded"]);
  click(menu);
  assert.deepEqual([menu.getAttribute("aria-expanded"), hidden(), document.body.className], ["true", [false, false, false], ""]);
  document.body.replaceChildren();
  await start({ teachkit: "learners" });
  assert.deepEqual([texts(".tk-corner"), hidden()], [["Menu"], [false, false, false]]);
});

test("others keep JupyterLab's bars", async () => {
  await start({});
  assert.deepEqual([texts(".tk-corner"), lab.bars.some(({ isHidden }) => isHidden)], [[], false]);
});

// ---- the first seconds

const STILL = '<figure class="tk-still"><img alt="The rover is on a1." width="360" src="data:image/png;base64,AAAA"></figure>';
const LESSON = {
  path: "a b.ipynb", name: "a b.ipynb", content: {
    metadata: { teachkit: { lesson: true }, kernelspec: { name: "python3" } },
    cells: [{ source: ["# 01 *First* moves\n", "text"] }, { source: "tk.exercise('a')", outputs: [{ data: { "text/html": [STILL] } }] }],
  } };

/** Load a page for this address; the server answers with these objects in turn, if any are left. */
async function load(address, ...answers) {
  const asked = [];
  globalThis.location = new URL(address);
  globalThis.fetch = async (url, { method = "GET", body }) => {
    asked.push([method, url, body && JSON.parse(body)]);
    const answer = answers.shift();
    return { ok: Boolean(answer), json: async () => answer };
  };
  globalThis.WebSocket = class {
    constructor(url) { asked.push(String(url)); lab.socket = this; }
    send(message) { asked.push(JSON.parse(message).content.code); }
    close() { asked.push("closed"); }
  };
  document.head.innerHTML = '<script id="jupyter-config-data" type="application/json">{"baseUrl": "/hub/"}</script>';
  await extension.prepare().catch(() => null);
  return asked;
}

const ADDRESS = "http://h/hub/doc/tree/a%20b.ipynb";
const isCovered = () => document.body.classList.contains("tk-covered");

test("a lesson's page shows its title and first picture while its kernel starts and imports teachkit", async () => {
  const asked = await load(ADDRESS, LESSON, { kernel: { id: "k" } });
  lab.socket.onopen();
  lab.socket.onmessage({ data: '{"msg_type": "status"}' });
  lab.socket.onmessage({ data: '{"msg_type": "execute_reply"}' });
  assert.deepEqual(asked, [
    ["GET", "/hub/api/contents/a%20b.ipynb?type=notebook", undefined],
    ["POST", "/hub/api/sessions", { path: "a b.ipynb", name: "a b.ipynb", type: "notebook", kernel: { name: "python3" } }],
    "ws://h/hub/api/kernels/k/channels", "__import__('teachkit').exercise", "closed"]);
  assert.deepEqual([texts(".tk-cover h1"), texts(".tk-cover p"), find(".tk-cover img").alt],
    [["01 First moves"], ["Waking up…"], "The rover is on a1."]);
  const first = cell('tk.exercise("a")');
  const rest = await open(notebook([first, cell("tk.points()")]));
  assert.deepEqual([isCovered(), texts(".tk-cover"), rest.classes.has("tk-awake"), lab.active], [false, [], true, "panel"]);
});

test("an exercise is shown when all of its parts are there, and the others run after it", async () => {
  await load(ADDRESS, LESSON, { kernel: { id: "k" } });
  const picture = cell('tk.board("x")');
  picture.outputArea.model.toJSON = () => [{ data: { "text/html": "" } }, { output_type: "stream" }];
  const first = cell('tk.exercise("a")');
  first.outputArea.node.innerHTML = '<p><i class="tk-root"></i><b class="tk-bench-parts"><i></i></b></p>';
  await open(notebook([picture, first, cell("tk.points()")]));
  assert.deepEqual([isCovered(), ran], [true, ['tk.board("x")', 'tk.exercise("a")']]);
  find(".tk-bench-parts i").append(document.createElement("div"));
  pass(10);
  await settle();
  assert.deepEqual([isCovered(), ran.at(-1)], [false, "tk.points()"]);
});

test("the other exercises do not wait for ever for the first one to be drawn", async () => {
  const first = cell('tk.exercise("a")');
  first.outputArea.node.innerHTML = "";
  await open(notebook([first, cell("tk.points()")]));
  for (let waited = 0; waited < 5000 && ran.length < 2; waited += 10) {
    pass(10);
    await settle();
  }
  assert.deepEqual(ran, ['tk.exercise("a")', "tk.points()"]);
});

for (const [what, address, ...answers] of [
  ["a folder", "http://h/lab/tree/some"], ["a page without a notebook", "http://h/lab"], ["a damaged lesson", ADDRESS],
  ["another notebook", ADDRESS, { content: { metadata: {}, cells: [] } }],
]) {
  test(`${what} is not covered`, async () => {
    await load(address, ...answers);
    assert.ok(!isCovered());
  });
}

test("a lesson without stored pictures shows its title, and without a kernel what happened", async () => {
  await load(ADDRESS, { ...LESSON, content: { ...LESSON.content, cells: LESSON.content.cells.slice(0, 1) } });
  assert.deepEqual([texts(".tk-cover h1"), find(".tk-cover img")], [["01 First moves"], null]);
  const panel = notebook([cell("tk.points()")]);
  panel.sessionContext.session = null;
  await open(panel);
  assert.deepEqual([isCovered(), notices()], [false, ["Asleep.Wake"]]);
});

test("a lesson that never becomes alive is shown in the end", async () => {
  await load(ADDRESS, LESSON, { kernel: { id: "k" } });
  assert.ok(isCovered());
  pass(61000);
  assert.ok(!isCovered());
});
