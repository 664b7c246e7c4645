"""Test the scripts of the widgets: unit tests in Node, the linter, and the joined files."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from teachkit.widgets.common import scripts
from teachkit.widgets.common.scripts import script

from ..once import Once

HERE = Path(__file__).parent
WIDGETS = HERE.parents[1] / "teachkit" / "widgets"
NAMES = sorted(file.relative_to(WIDGETS).as_posix() for file in WIDGETS.rglob("*.js"))
ENTRIES = [name for name in NAMES if "export default" in (WIDGETS / name).read_text("utf-8")]
OLDEST_NODE = (20, 19)  # the first version that recognises ES modules by their syntax
Run = Callable[..., str]


def missing(what: str) -> None:
    if os.environ.get("TEACHKIT_NODE") == "required":
        pytest.fail(what)
    pytest.skip(what)


@pytest.fixture(scope="session")
def node(once: Once) -> Run:
    """Return `node(tool, *options)`, which runs a tool of Node in this folder with its packages."""
    found = shutil.which("node")
    if found is None or shutil.which("npm") is None:
        missing("no Node: install node and npm")
    elif _version(found) < OLDEST_NODE:
        missing(f"Node is too old: these tests need {'.'.join(map(str, OLDEST_NODE))}")
    failure = once("packages of tests/frontend", _install)
    if failure:
        missing(f"npm cannot install the packages of tests/frontend: {failure}")

    def run(tool: str, *options: str, **variables: str) -> str:
        command = [shutil.which(tool) or tool, *options]  # on Windows npm is a script
        ran = subprocess.run(
            command, cwd=HERE, env=os.environ | variables, capture_output=True, text=True
        )
        assert ran.returncode == 0, ran.stdout + ran.stderr
        return ran.stdout

    return run


def _version(node: str) -> tuple[int, ...]:
    ran = subprocess.run([node, "--version"], capture_output=True, text=True, check=True)
    return tuple(int(part) for part in ran.stdout.strip().lstrip("v").split(".")[:2])


def _install() -> str:
    """Install the packages of package-lock.json if needed; return the error message, if any."""
    lock = (HERE / "package-lock.json").read_bytes()
    installed = HERE / "node_modules" / ".installed"
    digest = hashlib.sha256(lock).hexdigest()
    if installed.is_file() and installed.read_text() == digest:
        return ""
    command = [shutil.which("npm") or "npm", "ci", "--no-audit", "--no-fund"]
    ran = subprocess.run(command, cwd=HERE, capture_output=True, text=True)
    if ran.returncode == 0:
        installed.write_text(digest)
    return ran.stderr if ran.returncode else ""


@pytest.fixture(scope="session")
def joined(once: Once) -> Path:
    """Return a folder with the joined script of each widget."""

    def fill(folder: Path) -> None:
        for entry in ENTRIES:
            file = (folder / entry).with_suffix(".mjs")
            file.parent.mkdir(exist_ok=True)
            file.write_text(script(entry), encoding="utf-8")

    return once.path("joined scripts", fill)


@pytest.mark.parametrize("name", sorted(file.name for file in HERE.glob("*.test.mjs")))
def test_in_node(node: Run, joined: Path, name: str) -> None:
    node("node", "--no-warnings", "--test-reporter=spec", name, TEACHKIT_JOINED=str(joined))


def test_the_linter_is_content(node: Run) -> None:
    node("npm", "run", "lint")


# ---- how scripts are joined

MODULES = {
    "a/entry.js": 'import { two } from "./two.js";\nimport {\n  one,\n} from "../b/one.js";\n\n'
    "const own = one + two;\n\nexport default { own };\n",
    "a/two.js": '// Two.\n\nimport { one } from "../b/one.js";\n\nexport const two = one + one;\n',
    "b/one.js": "export const one = 1;\nfunction hidden() {}\n",
}
JOINED = """const one = 1;
function hidden() {}

// Two.

const two = one + one;

const own = one + two;

export default { own };
"""


def test_modules_are_joined_in_the_order_of_their_imports(monkeypatch) -> None:
    monkeypatch.setattr(scripts, "_read", MODULES.__getitem__)
    assert script.__wrapped__("a/entry.js") == JOINED


def test_a_widget_has_one_copy_of_what_its_modules_share() -> None:
    for entry in ENTRIES:
        assert script(entry).count("function keepKeys(") == 1
        assert "import {" not in script(entry)


# Joining these would require a real parser. When Node loads the joined scripts, it finds whatever
# else can be wrong with modules.
UNKNOWN = re.compile(
    r"^(?:import\b|export\b|(?:const|let|var) *[\[{]).*|.*\bimport(?:\(|\.meta\b).*", re.MULTILINE
)


@pytest.mark.parametrize("name", NAMES)
def test_a_module_has_only_forms_that_can_be_joined(name: str) -> None:
    code = scripts.standalone(name)
    assert code.count(scripts.DEFAULT) == (name in ENTRIES)
    assert UNKNOWN.findall(code.replace(scripts.DEFAULT, "\n")) == []
