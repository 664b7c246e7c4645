// The editor of a Python exercise, placed beside its board.
//
// The widget of an exercise asks for an editor with the event "tk-editor", whose `detail` is
// {exercise, slot, name, calls, onEdit, take, signal}. It gets JupyterLab's own code editor on the
// model of the `%%exercise` cell, so both have the same text and undo history. The cell is hidden,
// and stays the source that is run, saved and handed in. Its output is hidden until it has been run,
// because a stored one is about code that nobody has tried yet. The first line, the magic, is neither shown
// nor changed by the learner. `take` receives the functions with which the widget uses the editor.

const MAGIC = /^%%exercise[ \t]+["']?([^\s"']+)/;
const KEYS_THAT_EDIT = ["input", "delete", "move"];
const NAME = /(?<!\w)[A-Za-z_]\w*$/;
const SHORTEST = 2; // letters before names are proposed
const MOST = 6; // names proposed at a time

const CSS = `
  .tk-lesson .tk-in-bench > .jp-Cell-inputWrapper, .tk-in-bench [data-verdict],
  .tk-in-bench:not(.tk-has-run) > .jp-Cell-outputWrapper { display: none; }
  .tk-in-bench .jp-OutputPrompt { visibility: hidden; }`;

/** Return the code cell that hands in the exercise `name`. */
export function answerCell(cells, name) {
  return cells.find(({ model }) =>
    model.type === "code" && MAGIC.exec(model.sharedModel.getSource())?.[1] === name);
}

/** Return the position after the first line of a document, or its end. */
export const bodyOf = (doc) => Math.min(doc.line(1).to + 1, doc.length);

/** Return the names that start like the one before the cursor, without that name itself. */
export function proposals(before, after, calls, text) {
  const typed = NAME.exec(before)?.[0] ?? "";
  if (typed.length < SHORTEST || /^\w/.test(after)) return { typed, names: [] };
  const known = new Set([...calls.map(({ name }) => name), ...text.match(/[A-Za-z_]\w{2,}/g) ?? []]);
  const names = [...known].filter((name) => name !== typed && name.startsWith(typed));
  return { typed, names: names.slice(0, MOST) };
}

/** Hide the first line, and protect it from the learner's keys. */
function hiddenMagic({ StateField, EditorState, EditorSelection }, { Decoration, EditorView }) {
  const hide = ({ doc }) => Decoration.set(
    doc.length ? [Decoration.replace({ block: true }).range(0, bodyOf(doc))] : []);
  return StateField.define({
    create: hide,
    update: (hidden, { docChanged, state }) => docChanged ? hide(state) : hidden,
    provide: (field) => [
      EditorView.decorations.from(field),
      EditorView.atomicRanges.of(({ state }) => state.field(field)),
      // A change of the cell from elsewhere, such as undo, comes from no key.
      EditorState.changeFilter.of((change) =>
        KEYS_THAT_EDIT.some((kind) => change.isUserEvent(kind)) ? [0, bodyOf(change.startState.doc)] : true),
      EditorState.transactionFilter.of((change) => {
        const first = bodyOf(change.newDoc);
        const { ranges, mainIndex } = change.newSelection;
        if (ranges.every(({ from }) => from >= first)) return change;
        const inside = ranges.map(({ anchor, head }) =>
          EditorSelection.range(Math.max(first, anchor), Math.max(first, head)));
        return [change, { selection: EditorSelection.create(inside, mainIndex), sequential: true }];
      }),
    ],
  });
}

/** Light lines, `{line, kind, from, to, says}`, counted without the magic; editing clears them. */
function lights({ StateField, StateEffect }, { Decoration, EditorView, WidgetType }) {
  const shine = StateEffect.define();
  class Sentence extends WidgetType {
    constructor(says) {
      super();
      this.says = says;
    }

    eq({ says }) { return says === this.says; }

    toDOM() {
      return Object.assign(document.createElement("div"), { className: "tk-code-says", textContent: this.says });
    }
  }
  const draw = (doc, marks) => Decoration.set(marks.flatMap(({ line, kind, from, to, says }) => {
    if (line < 1 || line >= doc.lines) return [];
    const at = doc.line(line + 1);
    const end = Math.min(at.to, at.from + to);
    return [
      Decoration.line({ class: `tk-code-${kind}` }).range(at.from),
      ...(at.from + from < end ? [Decoration.mark({ class: "tk-code-squiggle" }).range(at.from + from, end)] : []),
      ...(says ? [Decoration.widget({ widget: new Sentence(says), block: true, side: 1 }).range(at.to)] : []),
    ];
  }), true);
  const field = StateField.define({
    create: () => Decoration.none,
    update(lit, change) {
      const shone = change.effects.find((effect) => effect.is(shine));
      if (shone) return draw(change.state.doc, shone.value);
      return change.docChanged ? Decoration.none : lit;
    },
    provide: (from) => EditorView.decorations.from(from),
  });
  return { field, shine };
}

/** Propose names while one is typed: a list below the cursor, reached by arrow keys. */
function completion({ StateField, StateEffect, Prec }, { EditorView, keymap, showTooltip }, calls) {
  const choose = StateEffect.define();
  const id = `tk-names-${crypto.getRandomValues(new Uint32Array(1))[0]}`;
  const none = { names: [], at: 0 };
  const find = ({ doc, selection }) => {
    const { head, empty } = selection.main;
    const line = doc.lineAt(head);
    if (!empty || line.number === 1) return none;
    const [before, after] = [line.text.slice(0, head - line.from), line.text.slice(head - line.from)];
    const found = proposals(before, after, calls(), doc.sliceString(bodyOf(doc)));
    return { ...found, at: 0, from: head - found.typed.length };
  };
  const field = StateField.define({
    create: () => none,
    update(open, change) {
      const chosen = change.effects.find((effect) => effect.is(choose));
      if (chosen) return chosen.value;
      if (change.docChanged && change.isUserEvent("input.type")) return find(change.state);
      if (change.docChanged && change.isUserEvent("delete") && open.names.length) return find(change.state);
      return change.docChanged || change.selection ? none : open;
    },
    provide: (from) => [
      showTooltip.from(from, (open) => open.names.length ? { pos: open.from, create: () => ({ dom: list(open) }) } : null),
      EditorView.contentAttributes.from(from, ({ names, at }) => names.length
        ? { "aria-autocomplete": "list", "aria-controls": id, "aria-activedescendant": `${id}-${at}` }
        : { "aria-autocomplete": "list" }),
    ],
  });
  const list = ({ names, at }) => {
    const box = Object.assign(document.createElement("ul"), { className: "tk-code-names", id, role: "listbox" });
    box.append(...names.map((name, number) => {
      const item = Object.assign(document.createElement("li"), { id: `${id}-${number}`, role: "option", textContent: name });
      item.dataset.name = name;
      item.setAttribute("aria-selected", String(number === at));
      return item;
    }));
    return box;
  };
  const accept = (view, name) => {
    const { from } = view.state.field(field);
    insertCall(view, calls().find((call) => call.name === name) ?? { name }, from);
    return true;
  };
  const whenOpen = (act) => (view) => {
    const open = view.state.field(field);
    return open.names.length > 0 && act(view, open);
  };
  const move = (by) => whenOpen((view, open) => {
    const at = (open.at + by + open.names.length) % open.names.length;
    view.dispatch({ effects: choose.of({ ...open, at }) });
    return true;
  });
  const take = whenOpen((view, { names, at }) => accept(view, names[at]));
  const close = whenOpen((view) => {
    view.dispatch({ effects: choose.of(none) });
    return true;
  });
  return [field,
    EditorView.domEventHandlers({ blur: (event, view) => void close(view) }),
    Prec.highest(keymap.of([{ key: "ArrowDown", run: move(1) }, { key: "ArrowUp", run: move(-1) },
      { key: "Enter", run: take }, { key: "Tab", run: take }, { key: "Escape", run: close }]))];
}

/** Write a call at the cursor, or in place of the text from `from`; the cursor waits for arguments. */
export function insertCall(view, { name, signature = "" }, from) {
  const { main } = view.state.selection;
  const isCall = signature.endsWith(")") && view.state.sliceDoc(main.to, main.to + 1) !== "(";
  const insert = name + (isCall ? "()" : "");
  const start = from ?? main.from;
  const anchor = start + insert.length - (isCall && !signature.endsWith("()") ? 1 : 0);
  view.dispatch({ changes: { from: start, to: main.to, insert }, selection: { anchor }, userEvent: "input.complete", scrollIntoView: true });
}

/** Indent by four spaces at the cursor; JupyterLab indents selected lines itself. */
function indent(view) {
  if (!view.state.selection.main.empty) return false;
  view.dispatch(view.state.replaceSelection("    "), { userEvent: "input", scrollIntoView: true });
  return true;
}

/** Return a function that answers "tk-editor" in one notebook. */
export function editorsFor({ state, view, CodeCell, services }) {
  document.head.append(Object.assign(document.createElement("style"), { textContent: CSS }));
  const { EditorView, keymap, lineNumbers } = view;
  return (panel, { detail }) => {
    const { exercise, slot, name, describedBy, calls, onEdit, onRun, take, signal } = detail;
    const cell = answerCell(panel.content.widgets, exercise);
    if (!cell) return;
    const { field, shine } = lights(state, view);
    const run = () => {
      cell.addClass("tk-has-run");
      CodeCell.execute(cell, panel.sessionContext).catch(() => null);
      return true;
    };
    const editor = services.factoryService.newInlineEditor({
      host: slot, model: cell.model,
      config: { lineNumbers: false, autoClosingBrackets: true, lineWrap: true, indentUnit: "4" },
      extensions: [
        completion(state, view, calls), // before the other keys, which share its precedence
        state.Prec.highest(keymap.of([
          ...["Mod-Enter", "Shift-Enter"].map((key) => ({ key, run: () => onRun() })),
          { key: "Tab", run: indent },
          // The notebook's own keys are kept away, so that none of them acts on cells.
          { key: "Mod-z", run: () => editor.undo() ?? true },
          ...["Mod-y", "Mod-Shift-z"].map((key) => ({ key, run: () => editor.redo() ?? true })),
        ])),
        hiddenMagic(state, view), field,
        lineNumbers({ formatNumber: (number) => String(Math.max(1, number - 1)) }),
        EditorView.contentAttributes.of({ "aria-label": name, "aria-describedby": describedBy, "data-lm-suppress-shortcuts": "true" }),
        EditorView.updateListener.of(({ docChanged }) => docChanged && onEdit()),
      ],
    });
    const code = editor.editor;
    cell.addClass("tk-in-bench");
    signal.addEventListener("abort", () => {
      editor.dispose();
      cell.removeClass("tk-in-bench");
    });
    take({
      run, focus: () => code.focus(), insert: (call) => { insertCall(code, call); code.focus(); },
      light: (marks) => code.dispatch({ effects: shine.of(marks) }),
      read: () => code.state.sliceDoc(bodyOf(code.state.doc)),
      write: (text) => code.dispatch({ changes: { from: bodyOf(code.state.doc), to: code.state.doc.length, insert: text } }),
    });
  };
}
