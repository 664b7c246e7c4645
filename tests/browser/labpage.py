"""Actions on a JupyterLab page, and the server behind it."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, ViewportSize

REPOSITORY = Path(__file__).parents[2]
SECONDS = 300  # time limit of every browser test, far more than any needs
LINGERS = 30  # seconds that JupyterLab has to shut down when asked to
LAPTOP: ViewportSize = {"width": 1366, "height": 768}
TABLET: ViewportSize = {"width": 800, "height": 1280}
FREE = LAPTOP["height"] - 95  # pixels of height that `teachkit lab` leaves for a lesson on a laptop

KERNEL_IS_READY = """() => {
  const session = window.jupyterapp?.shell.currentWidget?.sessionContext;
  const kernel = session?.session?.kernel;
  const connected = kernel?.connectionStatus === 'connected';
  return !!(session?.isReady && connected && kernel.status === 'idle');
}"""
RUN_IS_OVER = """() => ![...document.querySelectorAll('.jp-InputPrompt')]
  .some(prompt => prompt.textContent.includes('*'))"""
NOTEBOOK = ".jp-NotebookPanel:not(.lm-mod-hidden) .jp-Notebook"
AWAKE = ".jp-NotebookPanel.tk-awake:not(.lm-mod-hidden)"


@dataclass(frozen=True)
class Window:
    """A JupyterLab page shared by several tests, and the errors of its scripts."""

    page: Page
    script_errors: list[str]


@dataclass
class Lab:
    """A running JupyterLab: its address, its folder, and its pages in use."""

    url: str
    folder: Path
    windows: dict[bool, Window] = field(default_factory=dict)  # by whether the page has touch input

    def kernels(self) -> list[str]:
        """Return the ids of all running kernels."""
        return [kernel["id"] for kernel in self._list("kernels")]

    def delete_kernel(self, kernel: str) -> None:
        """End a kernel, as a server does with one that has been idle for long."""
        self._delete(f"kernels/{kernel}")

    def stop_kernels(self) -> None:
        """End every kernel, so that the notebooks of one test do not slow down the next."""
        for session in self._list("sessions"):
            self._delete(f"sessions/{session['id']}")

    def forget(self) -> None:
        """End every kernel, and delete all answers."""
        self.stop_kernels()
        for answers in self.folder.glob("answers*.json"):
            answers.unlink()

    def _list(self, what: str) -> list[dict[str, Any]]:
        with urllib.request.urlopen(f"{self.url}/api/{what}") as answer:
            found: list[dict[str, Any]] = json.load(answer)
        return found

    def _delete(self, what: str) -> None:
        address = f"{self.url}/api/{what}"
        try:
            urllib.request.urlopen(urllib.request.Request(address, method="DELETE")).close()
        except urllib.error.HTTPError as error:  # the test has ended it already
            error.close()


def lab_command(notebooks: Path) -> list[str]:
    """Return the command that starts JupyterLab without teachkit."""
    return [sys.executable, "-m", "jupyter", "lab", f"--ServerApp.root_dir={notebooks}"]


def learners_command(notebooks: Path) -> list[str]:
    """Return the command that Ada types the first time."""
    return [sys.executable, "-m", "teachkit", "lab", str(notebooks), "--name", "Ada", "--"]


@contextmanager
def running_lab(
    home: Path, command: Callable[[Path], list[str]] = lab_command, packages: Path = REPOSITORY
) -> Iterator[Lab]:
    """Run JupyterLab with its own settings in `home`, so that the user's have no influence.

    It imports teachkit from the folder `packages`.
    """
    notebooks = home / "notebooks"
    notebooks.mkdir()
    _switch_off_news(home)
    port = _free_port()
    with (home / "server.log").open("wb") as log:
        server = subprocess.Popen(
            [*command(notebooks), *_options(port)],
            cwd=home,
            env=os.environ | _environment(home, packages),
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        url = f"http://127.0.0.1:{port}"
        try:
            _wait_for(server, url, home / "server.log")
            yield Lab(url, notebooks)
        finally:
            _end(server, url)


def _end(server: subprocess.Popen[bytes], url: str) -> None:
    """Ask JupyterLab to stop with all its kernels, and kill it if it does not."""
    with suppress(OSError):
        asks = urllib.request.Request(f"{url}/api/shutdown", method="POST")
        urllib.request.urlopen(asks, timeout=LINGERS).close()
    with suppress(subprocess.TimeoutExpired):
        server.wait(LINGERS)
    with suppress(ProcessLookupError):
        os.killpg(server.pid, signal.SIGKILL)
    server.wait()


def _options(port: int) -> list[str]:
    return [
        *("--no-browser", "--allow-root", "--ip=127.0.0.1", f"--port={port}"),
        *("--ServerApp.port_retries=0", "--IdentityProvider.token=", "--ServerApp.password="),
        *("--ServerApp.disable_check_xsrf=True", "--LabApp.expose_app_in_browser=True"),
    ]


def _environment(home: Path, packages: Path) -> dict[str, str]:
    folders = {
        "JUPYTER_CONFIG_DIR": "config",
        "JUPYTER_DATA_DIR": "data",
        "JUPYTER_RUNTIME_DIR": "runtime",
        "IPYTHONDIR": "ipython",
        "JUPYTERLAB_SETTINGS_DIR": "settings",
        "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
    }
    path = os.pathsep.join(filter(None, [str(packages), os.environ.get("PYTHONPATH", "")]))
    return {name: str(home / folder) for name, folder in folders.items()} | {"PYTHONPATH": path}


def _switch_off_news(home: Path) -> None:
    settings = home / "settings" / "@jupyterlab" / "apputils-extension"
    settings.mkdir(parents=True)
    quiet = json.dumps({"fetchNews": "false", "checkForUpdates": False})
    (settings / "notification.jupyterlab-settings").write_text(quiet)


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def _wait_for(server: subprocess.Popen[bytes], url: str, log: Path) -> None:
    for _ in range(SECONDS * 10):
        if server.poll() is not None:
            break
        try:
            urllib.request.urlopen(f"{url}/api").close()
            return
        except OSError:
            time.sleep(0.1)
    raise RuntimeError(f"JupyterLab did not start:\n{log.read_text()[-2000:]}")


def write_notebook(path: Path, cells: list[str], *, live: int = 0, is_lesson: bool = False) -> None:
    """Write a notebook of these code cells; a lesson runs the first `live` of them by itself."""
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    notebook = {
        "cells": [
            {
                "id": f"cell-{number}",
                "cell_type": "code",
                "source": source,
                "execution_count": None,
                "metadata": {"teachkit": {"live": True}} if number <= live else {},
                "outputs": [],
            }
            for number, source in enumerate(cells, 1)
        ],
        "metadata": {"kernelspec": kernel} | ({"teachkit": {"lesson": True}} if is_lesson else {}),
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    path.write_text(json.dumps(notebook), encoding="utf-8")


def go_to_notebook(page: Page, lab: Lab, name: str) -> None:
    """Load JupyterLab with a notebook of the lab's folder, as learners see it."""
    page.goto(f"{lab.url}/doc/tree/{name}?reset")
    page.wait_for_selector(f"{NOTEBOOK} .jp-Cell")
    wait_for_kernel(page)


def open_document(page: Page, name: str) -> None:
    """Open a notebook on a page that has loaded JupyterLab already."""
    command(page, "docmanager:open", path=name)
    page.wait_for_function(
        "name => window.jupyterapp.shell.currentWidget?.context?.path === name", arg=name
    )
    page.wait_for_selector(f"{NOTEBOOK} .jp-Cell")
    wait_for_kernel(page)


def close_documents(page: Page) -> None:
    """Close every notebook without saving."""
    page.evaluate(
        """() => { for (const widget of [...window.jupyterapp.shell.widgets('main')]) {
          if (widget.context) widget.context.model.dirty = false;
          widget.close();
        } }"""
    )
    page.wait_for_selector(".jp-NotebookPanel", state="detached")


def open_lesson(page: Page, lab: Lab, name: str) -> None:
    """Open a lesson as `teachkit lab` does, without pressing anything, since it runs by itself."""
    page.goto(f"{lab.url}/doc/tree/{name}?reset")
    wait_until_awake(page)


def wait_until_awake(page: Page) -> None:
    """Wait until every exercise of the open lesson responds."""
    page.wait_for_selector(AWAKE, state="attached")


def wait_for_kernel(page: Page) -> None:
    """Wait until the session's kernel is idle; the toolbar says so even before there is one."""
    page.wait_for_function(KERNEL_IS_READY)


def command(page: Page, name: str, **arguments: Any) -> None:
    """Run a JupyterLab command and poll until it is done, since `evaluate` has no time limit."""
    page.evaluate(
        """([name, arguments]) => {
          window.__command = 'running';
          window.jupyterapp.commands.execute(name, arguments).then(
            () => { window.__command = 'done' }, error => { window.__command = String(error) });
          return null;
        }""",
        [name, arguments],
    )
    page.wait_for_function("() => window.__command !== 'running'")
    assert page.evaluate("window.__command") == "done"


def run_all(page: Page) -> None:
    """Run every cell and wait until the last one has finished."""
    command(page, "notebook:run-all-cells")
    page.wait_for_function(RUN_IS_OVER)


def save(page: Page) -> None:
    """Save the notebook, as Ctrl+S does."""
    command(page, "docmanager:save")


def change_theme(page: Page, *, dark: bool = True) -> None:
    """Switch JupyterLab to its dark theme, or back to its light one."""
    command(page, "apputils:change-theme", theme=f"JupyterLab {'Dark' if dark else 'Light'}")
    page.wait_for_selector(f'body[data-jp-theme-light="{str(not dark).lower()}"]', state="attached")
    settle(page)


def settle(page: Page) -> None:
    """Wait until all visible animations have ended and every picture is loaded.

    JupyterLab does not draw cells that are far away, so their transitions would never end.
    """
    page.evaluate(
        """async () => {
          const frame = () => new Promise(requestAnimationFrame);
          for (let round = 0; round < 2; round += 1) {
            await frame(); await frame();
            const ends = document.getAnimations().filter(({ effect }) =>
              effect.getComputedTiming().endTime !== Infinity
              && effect.target.checkVisibility({ contentVisibilityAuto: true }));
            await Promise.all(ends.map(({ finished }) => finished.catch(() => null)));
          }
          const pictures = [...document.images].filter(({ complete }) => !complete);
          await Promise.all(pictures.map((picture) => picture.decode().catch(() => null)));
        }"""
    )


def shut_kernel_down(page: Page) -> None:
    """Shut the kernel down permanently, as an idle Binder does."""
    page.evaluate(
        "() => { window.jupyterapp.shell.currentWidget.sessionContext.shutdown(); return null }"
    )
    page.wait_for_function(
        "() => !window.jupyterapp.shell.currentWidget.sessionContext.session?.kernel"
    )


def restart_kernel(page: Page) -> None:
    """Restart the kernel by its menu; the command itself waits for the dialog."""
    page.evaluate("() => { window.jupyterapp.commands.execute('kernelmenu:restart'); return null }")
    page.locator(".jp-Dialog .jp-mod-accept").click()
    page.wait_for_selector(".jp-Dialog", state="detached")
    wait_for_kernel(page)


def becomes(read: Callable[[], Any], expected: Any) -> None:
    """Wait until `read()` returns this, since a kernel needs a moment to write a file."""
    end, found = time.monotonic() + SECONDS, None
    while found != expected and time.monotonic() < end:
        time.sleep(0.02)
        with suppress(OSError, KeyError, ValueError):
            found = read()
    assert found == expected


def cell_sources(page: Page) -> list[str]:
    """Return the text of every cell; a leaked keyboard shortcut would change it."""
    sources: list[str] = page.evaluate(
        """() => window.jupyterapp.shell.currentWidget.content.widgets
            .map(cell => cell.model.sharedModel.getSource())"""
    )
    return sources


def cell_errors(page: Page) -> list[str]:
    """Return the output of all cells on stderr, including errors."""
    complaints = page.locator(".jp-RenderedText[data-mime-type$='stderr']").all_text_contents()
    return [complaint.strip() for complaint in complaints]


def axe(page: Page, selector: str) -> list[str]:
    """Return a sentence for each violation of accessibility rules under `selector`.

    Only a part of the page is scanned, because JupyterLab's own page has violations.
    """
    from axe_playwright_python.base import AXE_SCRIPT  # type: ignore[import-untyped]

    page.evaluate(f"{AXE_SCRIPT};0")
    found = page.evaluate("selector => axe.run(selector)", selector)
    assert found["passes"], f"nothing to look at under {selector}"
    return [
        f"{violation['id']}: {violation['help']}: {node['html']}: {node['failureSummary']}"
        for violation in found["violations"]
        for node in violation["nodes"]
    ]
