// Run the exercises of a lesson when it is opened, so that nobody has to run cells by hand.
//
// JupyterLab loads this file unchanged (`window._JUPYTERLAB` is where it looks for extensions) and
// passes in its own modules as a share scope. A notebook with the mark `teachkit.lesson` is a
// lesson; its cells with `teachkit.live` are run when it is opened and after each restart of its
// kernel. Only calls that this file recognizes are run, nothing else.
//
// JupyterLab loads this file first and needs seconds for the rest. The kernel of the lesson named in
// the address is therefore started at once, and a cover with the lesson's title and first picture
// is shown until the first exercise is alive.
//
// The page settings of `teachkit lab` say `teachkit: "learners"`. Then JupyterLab's bars are folded.

(() => {
  const WATCH = 2000; // milliseconds between two checks that the kernel is alive
  const LOOK_FOR_CARD = 100;
  const LOOK_FOR_PARTS = 10;
  const LONGEST = 60000; // that a page stays covered, whatever happens
  const LONGEST_DRAWN = 5000; // that the other exercises wait until the first one is drawn
  const STAMP = document.currentScript ? new URL(document.currentScript.src).search : "";
  const BARS = "teachkit-bars"; // stored by the browser
  const LIGHT = "teachkit-light"; // stored, because JupyterLab tells it only once its theme is there
  const ENGLISH = {
    asleep: "The exercises have fallen asleep.", wake: "Wake them up", menu: "Menu", waking: "Waking up…",
  };

  const CSS = `
    .tk-lesson .jp-Cell-inputWrapper:has(.jp-Placeholder) { display: none; }
    .tk-lesson .jp-Cell:has(.jp-InputPlaceholder):has(.jp-OutputPlaceholder) { display: none; }
    .tk-lesson .jp-InputPrompt, .tk-lesson .jp-OutputPrompt { pointer-events: none; }
    .tk-lesson .tk-live .jp-InputPrompt, .tk-lesson .tk-live .jp-OutputPrompt { visibility: hidden; }
    .tk-lesson :is(.jp-MarkdownCell, .tk-live) .jp-Collapser { visibility: hidden; }
    .tk-lesson .tk-live:has(.tk-finish a) + .jp-MarkdownCell:has(.jp-RenderedMarkdown > p:only-child) { display: none; }
    .tk-lesson .tk-live:not(.tk-woken) .jp-OutputArea-child { opacity: 0.45; }
    .tk-lesson .tk-live:not(.tk-woken) [data-mime-type="application/vnd.jupyter.widget-view+json"]:not(:has(.tk-root)),
    .tk-lesson .tk-live:not(.tk-woken) [data-mime-type="text/plain"] { display: none; }
    .tk-lesson .jp-MarkdownCell { padding-block: 0; }
    .tk-lesson .jp-RenderedMarkdown {
      --jp-content-font-size1: 15px; --jp-content-font-size5: 28px; --jp-content-font-size4: 1.45em;
      --jp-content-line-height: 1.45; --jp-content-heading-line-height: 1.2; --jp-content-heading-font-weight: 700;
      --jp-content-heading-margin-top: 8px; --jp-content-heading-margin-bottom: 6px;
    }
    .tk-lesson .jp-RenderedMarkdown > :is(p, ul, ol) { max-width: 80ch; margin-block: 0 0.5em; }
    .tk-lesson .jp-RenderedMarkdown > h1 ~ ul { display: flex; flex-wrap: wrap; gap: 0 2.5em; max-width: none; }
    .tk-lesson .tk-still > img[width="720"] { width: 500px; }
    @media (min-width: 1280px) {
      .tk-lesson .jp-Cell:has(.tk-still > img[width="720"]) { float: right; width: 500px; margin-top: -142px; }
      .tk-lesson .jp-Cell:has(.tk-still > img[width="720"]) .jp-OutputPrompt { display: none; }
      .tk-lesson .jp-CodeCell, .tk-lesson .jp-MarkdownCell:has(h2) { clear: right; }
      .tk-lesson .jp-RenderedMarkdown > h1 ~ ul { display: block; max-width: 80ch; }
    }
    @media (min-width: 1600px) and (min-height: 900px) { .tk-lesson .jp-RenderedMarkdown { --jp-content-font-size1: 17px; } }
    .tk-lesson abbr[title] { text-decoration: underline dotted; cursor: help; }
    .tk-lesson abbr[title]:focus::after { content: " (" attr(title) ")"; font-weight: normal; }
    .tk-asleep {
      display: flex; flex-wrap: wrap; align-items: center; gap: 8px 16px; margin: 8px 0; padding: 12px 16px;
      border: 2px solid var(--jp-warn-color1); border-radius: 8px; background: var(--jp-layout-color1);
      color: var(--jp-ui-font-color1); font: 16px/1.3 var(--jp-ui-font-family);
    }
    .tk-asleep button {
      min-height: 44px; padding: 4px 16px; border: 0; border-radius: 8px; cursor: pointer;
      background: var(--jp-brand-color1); color: var(--jp-ui-inverse-font-color1); font: inherit;
    }
    .tk-covered > :not(.tk-cover, .jp-Dialog) { visibility: hidden !important; }
    .tk-cover {
      position: fixed; inset: 0; z-index: 1000; overflow: hidden; padding: 13px 16px 0 93px; box-sizing: border-box;
      background: #fff; color: #212121; font: 16px/1.5 system-ui, sans-serif;
    }
    .tk-cover[data-light="false"] { background: #111; color: #eee; }
    .tk-cover h1 { margin: 0; font: 700 28px/1.2 system-ui, sans-serif; }
    .tk-cover p { width: max-content; margin: 6px 0 20px; padding-bottom: 6px; }
    .tk-cover p::after {
      content: ""; display: block; width: 40%; height: 4px; border-radius: 2px; background: #1558b0;
      animation: tk-drive 2.4s ease-in-out infinite;
    }
    .tk-cover[data-light="false"] p::after { background: #8ab8f5; }
    .tk-cover img { max-width: 100%; max-height: calc(100vh - 150px); border-radius: 12px; }
    @keyframes tk-drive { 50% { translate: 150%; } }
    @media (prefers-reduced-motion: reduce) { .tk-cover p::after { display: none; } }
    .tk-folded { --tk-taken: 12px; }
    .tk-folded .tk-lesson :is(.jp-Collapser, .jp-collapseHeadingButton) { visibility: hidden; }
    .tk-folded .tk-lesson :is(.jp-MarkdownCell, .tk-live) { box-shadow: none !important; }
    .tk-folded .tk-lesson .jp-MarkdownOutput { border-color: transparent !important; }
    .tk-corner {
      position: fixed; bottom: 6px; left: 6px; z-index: 100; display: flex; flex-direction: column-reverse; gap: 6px;
      align-items: start;
    }
    .tk-corner > button {
      min-width: 48px; min-height: 40px; padding: 0 6px; border: 1px solid var(--jp-border-color1); border-radius: 8px;
      background: var(--jp-layout-color1); color: var(--jp-ui-font-color1); font: 13px var(--jp-ui-font-family);
      cursor: pointer;
    }
    .tk-corner > button:focus-visible { outline: 3px solid var(--jp-brand-color1); outline-offset: 2px; }`;

  /** Return an option of the page, which JupyterLab's server writes into it. */
  function option(name) {
    const about = document.getElementById("jupyter-config-data");
    return about ? JSON.parse(about.textContent)[name] : undefined;
  }

  const words = () => ({ ...ENGLISH, ...JSON.parse(option("teachkitWords") ?? "{}") });

  /** Return an element with these properties and children; its keys are not JupyterLab's. */
  function make(tag, properties, ...children) {
    const element = Object.assign(document.createElement(tag), properties);
    element.dataset.lmSuppressShortcuts = "true";
    element.append(...children);
    return element;
  }

  // -- the first seconds ----------------------------------------------------------------------

  const isLesson = (notebook) => notebook?.metadata?.teachkit?.lesson === true;

  /** Cover the page with a lesson's title and its first picture, until `uncover` is called. */
  function cover({ cells }) {
    if (document.querySelector(".tk-cover")) return;
    const text = (source) => [source ?? ""].flat().join("");
    const title = cells.map(({ source }) => /^# +(.+)$/m.exec(text(source))?.[1]).find(Boolean) ?? "";
    const outputs = cells.flatMap((cell) => cell.outputs ?? []).map(({ data }) => text(data?.["text/html"]));
    const still = outputs.find((html) => html.includes('class="tk-still"')) ?? "";
    const drawn = new DOMParser().parseFromString(still, "text/html").querySelector("img[src^='data:image/png;base64,']");
    const picture = drawn ? [make("img", { src: drawn.src, alt: drawn.alt, width: drawn.width })] : [];
    const says = make("p", {}, words().waking);
    says.setAttribute("role", "status");
    const page = make("main", { className: "tk-cover" }, make("h1", {}, title.replaceAll(/[*`]/g, "")), says, ...picture);
    page.dataset.light = document.body.dataset.jpThemeLight ?? localStorage.getItem(LIGHT);
    document.body.classList.add("tk-covered");
    document.body.append(page);
    setTimeout(uncover, LONGEST);
  }

  function uncover() {
    document.querySelector(".tk-cover")?.remove();
    document.body.classList.remove("tk-covered");
    localStorage.setItem(LIGHT, document.body.dataset.jpThemeLight);
  }

  /** Cover the lesson that the page's address names, and start its kernel, before JupyterLab does. */
  async function prepare() {
    const ground = localStorage.getItem(LIGHT) === "false" ? "html { background: #111; }" : "";
    document.head.append(make("style", {}, CSS, ground));
    const [, address] = /\/(?:tree|notebooks)\/(.+\.ipynb)$/.exec(location.pathname) ?? [];
    if (!address) return;
    const found = await ask(`contents/${address}?type=notebook`);
    if (!isLesson(found.content)) return;
    cover(found.content);
    const { kernelspec } = found.content.metadata;
    const session = { path: found.path, name: found.name, type: "notebook", kernel: { name: kernelspec?.name ?? "python3" } };
    warm((await ask("sessions", { method: "POST", body: JSON.stringify(session) })).kernel.id);
  }

  /** Return what the server's interface answers. */
  async function ask(what, how = {}) {
    const xsrf = /\b_xsrf=([^;]*)/.exec(document.cookie)?.[1];
    const headers = { ...(xsrf && { "X-XSRFToken": xsrf }), ...(option("token") && { Authorization: `token ${option("token")}` }) };
    const answer = await fetch(`${option("baseUrl")}api/${what}`, { ...how, headers });
    if (!answer.ok) throw new Error(answer.statusText);
    return answer.json();
  }

  /** Let a kernel import teachkit while JupyterLab is still loading. */
  function warm(kernel) {
    const url = new URL(`${option("baseUrl")}api/kernels/${kernel}/channels`, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    if (option("token")) url.searchParams.set("token", option("token"));
    const socket = new WebSocket(url);
    const header = { msg_id: "warm", msg_type: "execute_request", session: "warm", username: "", version: "5.3", date: "" };
    const content = { code: "__import__('teachkit').exercise", silent: true, store_history: false, allow_stdin: false };
    socket.onopen = () => socket.send(JSON.stringify(
      { channel: "shell", header, parent_header: {}, metadata: {}, content, buffers: [] }));
    socket.onmessage = ({ data }) => String(data).includes("execute_reply") && socket.close();
  }

  // -- what may be run ------------------------------------------------------------------------

  const WIDGET = "application/vnd.jupyter.widget-view+json";
  const CALL = new RegExp(String.raw`^tk\.(?:exercise|friends|watch|board|roads|points|finish`
    + String.raw`|table|studio|preview|language|map|place)\(`);
  const TOKEN = new RegExp([
    String.raw`\s+`,
    String.raw`"""(?:[^\\]|\\[^])*?"""`, String.raw`'''(?:[^\\]|\\[^])*?'''`,
    String.raw`"(?:[^"\\\n]|\\.)*"`, String.raw`'(?:[^'\\\n]|\\.)*'`,
    String.raw`[-+]?\d+(?:\.\d+)?`, String.raw`(?:True|False|None)\b`,
    String.raw`[A-Za-z_]\w*\s*=(?!=)`, // the name of a keyword argument
    String.raw`[[\](){},:]`,
  ].join("|"), "y");

  /** Return whether a cell is `import teachkit as tk`, or one teachkit call with literals only. */
  function isOurs(source) {
    const text = source.trim();
    if (text === "import teachkit as tk") return true;
    if (!CALL.test(text)) return false;
    let depth = 1;
    TOKEN.lastIndex = text.indexOf("(") + 1;
    while (depth && TOKEN.lastIndex < text.length) {
      const token = TOKEN.exec(text)?.[0];
      if (token === undefined) return false;
      if ("([{".includes(token)) depth += 1;
      if (")]}".includes(token)) depth -= 1;
    }
    return depth === 0 && TOKEN.lastIndex === text.length;
  }

  // -- a lesson -------------------------------------------------------------------------------

  /** One open notebook with the mark `teachkit.lesson`. */
  class Lesson {
    constructor(panel, { app, CodeCell, Dialog, edit }) {
      Object.assign(this, { panel, app, CodeCell, Dialog, isOver: true });
      panel.node.addEventListener("tk-editor", (event) => edit(panel, event));
      this.session = panel.sessionContext;
      for (const cell of this.live()) cell.addClass("tk-live");
      for (const event of ["focusin", "pointerdown"]) panel.node.addEventListener(event, () => this.openWords());
      this.session.statusChanged.connect((_, status) => this.hear(status));
      this.session.kernelChanged.connect((_, { newValue }) => newValue ? this.doze() : this.sleep());
      const watching = setInterval(() => this.look(), WATCH);
      panel.disposed.connect(() => clearInterval(watching));
      this.wake();
    }

    /** Let the meaning of an underlined word be shown by a tap or the Tab key, not by a mouse alone. */
    openWords() {
      for (const word of this.panel.node.querySelectorAll("abbr[title]")) word.tabIndex = 0;
    }

    /** Focus the first card, if visible, when a lesson was opened alone, as learners do. */
    begin() {
      if (this.panel.isDisposed || this.app.shell.mode !== "single-document") return;
      const card = this.panel.node.querySelector(".tk-bench .tk-lay-tray [tabindex='0']");
      const { activeCell, activeCellIndex } = this.panel.content;
      const isIdle = [document.body, activeCell?.node].includes(document.activeElement) && activeCellIndex === 0;
      if (!card && isIdle) setTimeout(() => this.begin(), LOOK_FOR_CARD);
      const { bottom } = card?.getBoundingClientRect() ?? {};
      if (isIdle && bottom > 0 && bottom < window.innerHeight) card.focus({ preventScroll: true });
    }

    live() {
      return this.panel.content.widgets.filter((cell) =>
        cell.model.type === "code" && cell.model.getMetadata("teachkit")?.live === true
        && isOurs(cell.model.sharedModel.getSource()));
    }

    hear(status) {
      if (status === "dead") this.sleep();
      else if (status === "restarting" || status === "autorestarting") this.doze();
      else if (status === "idle" && this.isOver) this.wake();
      // JupyterLab shows a long message about a restart that is over in a moment.
      if (status === "autorestarting") setTimeout(() => this.Dialog.tracker.forEach((dialog) => dialog.reject()));
    }

    /** Run the live cells one after another, so that a press in between is answered soon. */
    async wake() {
      const kernel = this.session.session?.kernel;
      if (!kernel) return this.sleep();
      const turn = this.turn = {};
      const { model } = this.panel.context;
      const wasDirty = model.dirty;
      this.isOver = false;
      this.doze(false);
      for (const cell of this.live()) {
        if (this.turn !== turn || this.panel.isDisposed) return undefined;
        await this.CodeCell.execute(cell, this.session).catch(() => null);
        if (this.turn !== turn) return undefined;
        cell.addClass("tk-woken");
        await this.reveal(cell);
      }
      if (this.turn !== turn) return undefined;
      this.show();
      this.panel.addClass("tk-awake");
      if (!wasDirty) model.dirty = false;
      return undefined;
    }

    /** Show the lesson once a cell's widget is drawn with all of its parts; the other cells wait. */
    async reveal({ outputArea: { model, node } }) {
      const last = performance.now() + LONGEST_DRAWN;
      const isDrawn = () => node.querySelector(".tk-root")
        && [...node.querySelectorAll(".tk-bench-parts > *")].every((part) => part.firstElementChild);
      if (this.isShown || !model.toJSON().some(({ data }) => data?.[WIDGET])) return;
      while (!isDrawn() && performance.now() < last) await new Promise((resolve) => setTimeout(resolve, LOOK_FOR_PARTS));
      if (isDrawn()) this.show();
    }

    show() {
      if (this.isShown) return;
      this.isShown = true;
      uncover();
      // What is covered cannot be focused, so JupyterLab does not know yet that the lesson is in use.
      if (this.panel.isVisible && !this.app.shell.currentWidget) this.app.shell.activateById(this.panel.id);
      this.begin();
    }

    /** Make widgets without a kernel look disabled, since nothing on the page reaches it. */
    doze(isOver = true) {
      if (isOver) Object.assign(this, { isOver, turn: null });
      this.panel.removeClass("tk-awake");
      for (const cell of this.live()) cell.removeClass("tk-woken");
      for (const notice of this.panel.node.querySelectorAll(".tk-asleep")) notice.remove();
      this.setInert(isOver);
    }

    /**
     * The kernel is gone: show a message in each exercise, with a button that restarts everything.
     */
    sleep() {
      this.show();
      if (this.panel.node.querySelector(".tk-asleep")) return;
      this.doze();
      for (const cell of this.live()) {
        const area = cell.outputArea.node;
        const isExercise = area.querySelector(".tk-root, .tk-still");
        if (isExercise) area.closest(".jp-Cell-outputWrapper").before(this.notice());
      }
    }

    setInert(isInert) {
      for (const cell of this.live()) cell.outputArea.node.inert = isInert;
    }

    /** Return the message; its words come with the exercises, in the learner's language. */
    notice() {
      const said = { ...ENGLISH, ...this.panel.node.querySelector("[data-asleep]")?.dataset };
      const notice = make("div", { className: "tk-asleep" }, make("span", {}, said.asleep),
        make("button", { type: "button", onclick: () => this.bringBack() }, said.wake));
      notice.setAttribute("role", "status");
      return notice;
    }

    async bringBack() {
      const name = this.session.prevKernelName || "python3";
      this.doze();
      try {
        await this.app.serviceManager.sessions.refreshRunning();
        await this.session.changeKernel({ name });
      } catch {
        this.sleep();
      }
    }

    /** Check that the kernel is alive, since a server that ends an idle one does not report it. */
    async look() {
      const kernel = this.session.session?.kernel;
      const { kernels } = this.app.serviceManager;
      if (!this.panel.isVisible || document.hidden || !this.session.isReady) return;
      try {
        await kernels.refreshRunning();
      } catch {
        return; // the server cannot be reached, which JupyterLab reports itself
      }
      const isThere = kernel && [...kernels.running()].some(({ id }) => id === kernel.id);
      if (!isThere && kernel === this.session.session?.kernel && this.session.isReady) this.sleep();
    }
  }

  // -- JupyterLab's bars ----------------------------------------------------------------------

  /** Fold the file name, menus, toolbars and side bars away, and out again at the press of a button. */
  class Bars {
    constructor(shell) {
      this.shell = shell;
      this.button = make("button", { type: "button", onclick: () => this.press() }, words().menu);
      document.body.prepend(make("div", { className: "tk-corner" }, this.button));
      shell.layoutModified.connect(() => this.draw());
      this.draw();
    }

    press() {
      localStorage.setItem(BARS, this.isFolded() ? "out" : "");
      this.draw();
    }

    isFolded() {
      return localStorage.getItem(BARS) !== "out";
    }

    draw() {
      const isFolded = this.isFolded();
      this.button.setAttribute("aria-expanded", !isFolded);
      document.body.classList.toggle("tk-folded", isFolded);
      for (const bar of this.bars(this.shell)) bar.setHidden(isFolded);
    }

    * bars(widget) {
      for (const child of widget.children()) {
        const isBar = child.node.matches("#jp-top-panel, #jp-menu-panel, .jp-SideBar, .jp-NotebookPanel-toolbar");
        if (isBar) yield child;
        else yield* this.bars(child);
      }
    }
  }

  // -- the extension ---------------------------------------------------------------------------

  /** Return a module of JupyterLab, in the version that JupyterLab uses. */
  async function shared(scope, name) {
    const versions = Object.values(scope[name]);
    const factory = await (versions.find(({ loaded }) => loaded) ?? versions[0]).get();
    return factory();
  }

  async function plugin(scope) {
    const [{ INotebookTracker }, { CodeCell }, { Dialog }, { IEditorServices }, state, view, { editorsFor }] = await Promise.all([
      ...["@jupyterlab/notebook", "@jupyterlab/cells", "@jupyterlab/apputils", "@jupyterlab/codeeditor",
        "@codemirror/state", "@codemirror/view"].map((name) => shared(scope, name)),
      import(`./editor.js${STAMP}`)]);

    const opened = async (app, panel, edit) => {
      await panel.context.ready;
      if (panel.content.model.getMetadata("teachkit")?.lesson !== true) return;
      panel.addClass("tk-lesson");
      if (app.shell.mode === "single-document") cover(panel.content.model.toJSON());
      await panel.sessionContext.ready;
      if (!panel.isDisposed) new Lesson(panel, { app, CodeCell, Dialog, edit });
    };

    return {
      id: "teachkit:alive",
      description: "Runs the exercises of a lesson that is opened.",
      autoStart: true,
      requires: [INotebookTracker, IEditorServices],
      activate: (app, notebooks, services) => {
        const edit = editorsFor({ state, view, CodeCell, services });
        if (option("teachkit") === "learners") app.restored.then(() => new Bars(app.shell));
        notebooks.widgetAdded.connect((_, panel) => opened(app, panel, edit));
        notebooks.forEach((panel) => opened(app, panel, edit));
      },
    };
  }

  if (window.location) prepare().catch(() => null); // JupyterLab itself tells what is wrong
  let scope;
  (window._JUPYTERLAB ??= {}).teachkit = {
    isOurs,
    prepare,
    init: (shareScope) => { scope = shareScope; },
    get: async () => {
      const made = { __esModule: true, default: await plugin(scope) };
      return () => made;
    },
  };
})();
