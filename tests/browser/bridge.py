"""Widgets on a bare page that answer: what the browser saves reaches Python, and comes back.

There is no JupyterLab and no kernel. The widgets of a box are shown one below the other, in
elements with the CSS classes of the box and of each widget. Of other widgets, only the value is
shown.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import count
from typing import Any

from playwright.sync_api import Page

from .bare import DARK, LIGHT, state

PAGE = """<!doctype html><html lang="en"><title>Widgets</title><style>%(theme)s%(css)s</style>
<body data-jp-theme-light="%(light)s"><main>%(places)s</main></body></html>"""
CONNECT = """([source, text, id, python]) => {
  const bytes = value => Uint8Array.from(atob(value), letter => letter.charCodeAt(0));
  const read = text => JSON.parse(text, (_, value) => value?.base64 === undefined ? value
    : new DataView(bytes(value.base64).buffer));
  const state = read(text), listeners = {}, models = window.models ??= {};
  let unsaved = {};
  const put = (changes) => {
    const names = Object.keys(changes).filter(name =>
      JSON.stringify(state[name]) !== JSON.stringify(changes[name]) || changes[name]?.picture);
    Object.assign(state, changes);
    for (const name of names) for (const listener of listeners[`change:${name}`] ?? []) listener();
  };
  const model = {
    put: (text, sent = {}) => put(Object.fromEntries(Object.entries(read(text)).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(sent[name])))),
    get: name => state[name],
    set(name, value) { unsaved[name] = value; put({ [name]: value }); },
    on(name, listener) { (listeners[name] ??= []).push(listener) },
    off(name, listener) {
      listeners[name] = (listeners[name] ?? []).filter(other => other !== listener);
    },
    async save_changes() {
      const sent = unsaved;
      unsaved = {};
      const changes = JSON.stringify(sent);
      await window.gate;
      // As with ipywidgets, an echo of what was sent does not replace what was changed since then.
      for (const [other, text] of await window[python](id, changes))
        models[other].put(text, other === id ? sent : {});
    },
    send() {},
  };
  models[id] = model;
  const address = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  const el = document.querySelector(`[data-id="${id}"]`);
  return import(address).then(module => { module.default.render({ model, el }) });
}"""
HOLD = "void (window.gate = new Promise(resolve => { window.openGate = resolve }))"
_numbers = count()


class Bridge:
    """Connected widgets on a page. Boxes are replaced by the widgets inside them.

    `hold()` keeps what the browser saves from Python, as on a slow line, until `release()`. A
    change that Python makes on its own is shown by `push()`.
    """

    def __init__(self, page: Page, *widgets: Any, dark: bool = False) -> None:
        self.page, self.widgets, self._changed = page, dict[str, Any](), dict[str, set[str]]()
        self._name = f"python{next(_numbers)}"
        places = "".join(map(self._place, widgets))
        css = "\n".join(dict.fromkeys(getattr(each, "_css", "") for each in self.widgets.values()))
        theme = {"theme": DARK if dark else LIGHT, "light": json.dumps(not dark)}
        page.expose_function(self._name, self._hear)
        page.goto("about:blank")
        page.set_content(PAGE % {"css": css, "places": places, **theme})
        for name, widget in self.widgets.items():
            widget.observe(self._noting(name))
            page.evaluate(CONNECT, [widget._esm, state(widget), name, self._name])

    def hold(self) -> None:
        self.page.evaluate(HOLD)

    def release(self) -> None:
        self.page.evaluate("window.openGate()")

    def push(self) -> None:
        """Show what Python has changed since the browser last heard of it."""
        changes = [*self._changes()]
        self.page.evaluate(
            "all => all.forEach(([id, text]) => window.models[id].put(text))", changes
        )

    def _place(self, widget: Any) -> str:
        classes = " ".join(widget._dom_classes)
        if hasattr(widget, "children"):
            return f'<div class="{classes}">{"".join(map(self._place, widget.children))}</div>'
        if not hasattr(widget, "_esm"):
            return f'<div class="{classes}">{getattr(widget, "value", "")}</div>'
        name = str(len(self.widgets))
        self.widgets[name], self._changed[name] = widget, set()
        return f'<div class="{classes}" data-id="{name}"></div>'

    def _noting(self, name: str) -> Any:
        return lambda change: self._changed[name].add(change["name"])

    def _hear(self, name: str, changes: str) -> list[tuple[str, str]]:
        self.widgets[name].set_state(json.loads(changes))
        return [*self._changes()]

    def _changes(self) -> Iterator[tuple[str, str]]:
        for name, names in self._changed.items():
            if names:
                yield name, state(self.widgets[name], names)
            names.clear()
