"""An anywidget on a page of its own: no JupyterLab, no kernel, and a simple model."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Collection
from typing import Any

from playwright.sync_api import Page

LIGHT = ""
DARK = """:root { --jp-layout-color1: #212121; --jp-layout-color2: #333;
  --jp-ui-font-color0: #fff; } body { background: #111; color: #eee; } a { color: #8ab8f5; }"""
PAGE = """<!doctype html><html lang="en"><title>A widget</title><style>%(theme)s%(css)s</style>
<body data-jp-theme-light="%(light)s"><main></main></body></html>"""
MODEL = """([source, text, place]) => {
  const bytes = value => Uint8Array.from(atob(value), letter => letter.charCodeAt(0));
  const state = JSON.parse(text, (_, value) => value?.base64 === undefined ? value
    : new DataView(bytes(value.base64).buffer));
  const listeners = {};
  const model = {
    saves: [],
    get: name => state[name],
    set(name, value) {
      const differs = JSON.stringify(state[name]) !== JSON.stringify(value);
      state[name] = value;
      if (differs) for (const listener of listeners[`change:${name}`] ?? []) listener();
    },
    on(name, listener) { (listeners[name] ??= []).push(listener) },
    off(name, listener) {
      listeners[name] = (listeners[name] ?? []).filter(other => other !== listener);
    },
    save_changes() { this.saves.push({ ...state }) },
    send() {},
  };
  window.model = model;
  const address = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  return import(address).then(module => {
    window.stopWidget = module.default.render({ model, el: document.querySelector(place) });
  });
}"""


def show_bare(page: Page, widget: Any, *, dark: bool = False) -> None:
    """Show a widget; on the page, `model` is its model, and `stopWidget()` ends it."""
    theme = {"theme": DARK if dark else LIGHT, "light": json.dumps(not dark)}
    page.goto("about:blank")
    page.set_content(PAGE % {"css": widget._css, **theme})
    page.evaluate(MODEL, [widget._esm, state(widget), "main"])


def told(page: Page, name: str) -> Any:
    """Return the value of a trait as the browser last saved it, or `None`."""
    return page.evaluate("name => window.model.saves.at(-1)?.[name] ?? null", name)


def state(widget: Any, among: Collection[str] | None = None) -> str:
    """Return the traits of a widget as JSON, all of them or those that are `among` some names."""
    names = [name for name in widget.keys if not name.startswith("_") and name != "layout"]
    wanted = [name for name in names if among is None or name in among]
    return json.dumps(widget.get_state(wanted) if wanted else {}, default=_as_base64)


def _as_base64(value: object) -> dict[str, str]:
    if isinstance(value, bytes):
        return {"base64": b64encode(value).decode("ascii")}
    raise TypeError(f"a trait holds {value!r}, which cannot be sent")
