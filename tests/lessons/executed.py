"""One run of each lesson per test run, whose output nbval compares and other tests read.

As a pytest plugin it gives nbval the stored messages of a kernel in place of a kernel.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from queue import Empty
from typing import Any, NamedTuple

import pytest
from nbval.kernel import CURRENT_ENV_KERNEL_NAME, RunningKernel, start_new_kernel
from nbval.plugin import IPyNbFile

from ..once import of_this_run
from .lessonbook import LESSONS, code_cells, read, surroundings

PATIENCE = 5  # seconds from a reply to its last message, as in nbval


class Executed(NamedTuple):
    """A code cell, a kernel's messages about it, and whether the kernel replied in time."""

    source: str
    messages: Sequence[dict[str, Any]]
    replied: bool

    @property
    def data(self) -> list[dict[str, Any]]:
        """The displayed data of the cell, by type."""
        return [message["content"]["data"] for message in self.messages
                if message["msg_type"] in ("display_data", "execute_result")]  # fmt: skip


def executed(path: Path, config: pytest.Config) -> list[Executed]:
    """Return the cells of an untouched lesson, run from top to bottom."""

    def untouched() -> list[Executed]:
        with tempfile.TemporaryDirectory() as answers:
            cells = execute(path, Path(answers), config.option.nbval_cell_timeout)
            assert list(Path(answers).iterdir()) == [], "whoever only looks writes no answers"
        return cells

    return of_this_run(config)(f"executed {path}", untouched)


def execute(path: Path, answers: Path, timeout: float = 120) -> list[Executed]:
    """Run a lesson in a kernel that is started like nbval's, with answers stored in this folder."""
    with surroundings(TEACHKIT_ANSWERS=str(answers), TEACHKIT_LEARNER=""):
        kernel = Kernel(path.parent)
    try:
        sources = [cell.source for cell in code_cells(read(path))]
        return [_run(kernel, source, timeout) for source in sources if kernel.is_alive()]
    finally:
        if kernel.is_alive():
            kernel.stop()


def _run(kernel: RunningKernel, source: str, timeout: float) -> Executed:
    number = kernel.execute_cell_input(source, allow_stdin=False)
    replied = True
    try:
        kernel.await_reply(number, timeout=timeout)
    except Empty:
        replied = False
        kernel.interrupt()
    return Executed(source, list(_messages(kernel, number)), replied)


def _messages(kernel: RunningKernel, number: str) -> Iterator[dict[str, Any]]:
    """Yield all messages about this cell, until the kernel is idle or silent."""
    while True:
        try:
            message = kernel.get_message("iopub", timeout=PATIENCE)
        except Empty:
            return
        if message["parent_header"].get("msg_id") == number:
            kept = ("msg_type", "content", "parent_header")
            yield {key: message[key] for key in kept}
            if message["content"].get("execution_state") == "idle":
                return


class Kernel(RunningKernel):  # type: ignore[misc]
    """A kernel that is started like nbval's, but closes the file that takes its stderr."""

    def __init__(self, folder: Path) -> None:
        with open(os.devnull, "w") as silent:
            self.km, self.kc = start_new_kernel(
                kernel_name=CURRENT_ENV_KERNEL_NAME, stderr=silent, cwd=str(folder)
            )
        self._ensure_iopub_up()


class StoredKernel:
    """A stand-in for nbval's kernel that replays a stored run of a lesson."""

    def __init__(self, cells: Sequence[Executed]) -> None:
        self.ahead, self.alive = iter(cells), True

    def is_alive(self) -> bool:
        return self.alive

    def execute_cell_input(self, source: str, allow_stdin: bool | None = None) -> str:
        """Skip to this cell, since some cells may be deselected."""
        self.cell = next((cell for cell in self.ahead if cell.source == source), None)
        if self.cell is None:
            raise RuntimeError("the kernel died before this cell")
        self.messages = iter(self.cell.messages)
        number: str = self.cell.messages[0]["parent_header"]["msg_id"]
        return number

    def await_reply(self, number: str, timeout: float | None = None) -> None:
        if not self.cell.replied:
            raise Empty

    def get_message(self, stream: str, timeout: float | None = None) -> dict[str, Any]:
        if (message := next(self.messages, None)) is None:
            raise Empty
        return message

    def await_idle(self, number: str, timeout: float) -> None:
        """Do nothing, since all messages are stored."""

    def interrupt(self) -> None:
        """Do nothing, since the real kernel was interrupted during the run."""

    def stop(self) -> None:
        self.alive = False


def pytest_collectstart(collector: pytest.Collector) -> None:
    """Give nbval the stored run of a lesson; for other notebooks it starts a kernel."""
    if isinstance(collector, IPyNbFile) and collector.path.parent == LESSONS:

        def setup() -> None:
            collector.kernel = StoredKernel(executed(collector.path, collector.config))
            collector.setup_sanitize_files()

        collector.setup = setup
