"""Put each fault of `mutants.toml` into a copy of the package and run the test that catches it.

`python -m tests.mutants.run [NAME …]` prints a table and fails if a fault is not caught. A name is
`lovelace.zero`, or `lovelace` for all of its faults.
"""

from __future__ import annotations

import compileall
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import Any

ROOT = Path(__file__).parents[2]
PARTS = (
    ".github",
    "teachkit",
    "tests",
    "lessons",
    "CONTRIBUTING.md",
    "README.md",
    "pyproject.toml",
)
PYTEST = ("-m", "pytest", "-q", "-o", "addopts=--import-mode=importlib", "-p", "no:nbval",
          "-p", "no:cacheprovider")  # fmt: skip
QUICK = ("-m", "not browser and not slow", "--collect-only")
# By pytest's exit status. A fault that already breaks an import proves nothing about a test.
VERDICTS = {1: "caught", 4: "no such test, or its imports fail"}
CORES = 2


def mutants() -> dict[str, dict[str, str]]:
    """Return the faults by name, such as `lovelace.zero`, in the order of the file."""
    listed = tomllib.loads((ROOT / "tests/mutants/mutants.toml").read_text(encoding="utf-8"))
    return {f"{part}.{name}": mutant
            for part, named in listed.items() for name, mutant in named.items()}  # fmt: skip


def copied(tree: Path, folder: Path) -> Path:
    """Copy what the tests need from this tree to a new folder, including compiled modules."""
    folder.mkdir()
    for part in PARTS:
        copy: Any = shutil.copytree if (tree / part).is_dir() else shutil.copy2
        copy(tree / part, folder / part)
    return folder


def pytest_in(copy: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run pytest on a copy, which is imported in place of the checkout."""
    # Stored bytecode could outlive a fault of the same length as the original.
    env = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run([sys.executable, *PYTEST, *arguments],
                          cwd=copy, env=env, capture_output=True, text=True)  # fmt: skip


def verdict(copy: Path, mutant: dict[str, str]) -> str:
    """Return `caught`, or what happened instead, with this fault in the copy."""
    path = copy / mutant["file"]
    text = path.read_text(encoding="utf-8")
    if text.count(mutant["find"]) != 1:
        return f"`find` is {text.count(mutant['find'])} times in {mutant['file']}"
    path.write_text(text.replace(mutant["find"], mutant["replace"]), encoding="utf-8")
    code = pytest_in(copy, mutant["caught_by"]).returncode
    shutil.copy2(ROOT / mutant["file"], path)
    return VERDICTS.get(code, f"not caught ({code})")


def main(names: list[str]) -> int:
    """Try the faults of these names, or all of them; return 1 if one is not caught."""
    tried = {name: mutant for name, mutant in mutants().items()
             if not names or name in names or name.partition(".")[0] in names}  # fmt: skip
    tests = list(dict.fromkeys(mutant["caught_by"] for mutant in tried.values()))
    files = {test.partition("::")[0] for test in tests}
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(CORES) as pool:
        whole = copied(ROOT, Path(folder, "whole"))
        compileall.compile_dir(whole / "teachkit", quiet=1)
        copies: SimpleQueue[Path] = SimpleQueue()
        for number in range(CORES):
            copies.put(copied(whole, Path(folder, str(number))))

        def attempt(mutant: dict[str, str]) -> str:
            copy = copies.get()
            try:
                return verdict(copy, mutant)
            finally:
                copies.put(copy)

        without = pool.submit(pytest_in, whole, *tests)
        listed = pool.submit(pytest_in, whole, *QUICK, *files)
        verdicts = list(pool.map(attempt, tried.values()))
        clean, collected = without.result(), listed.result().stdout
    quick = {line.partition("[")[0] for line in collected.splitlines()}
    for (name, mutant), found in zip(tried.items(), verdicts, strict=True):
        half = "quick" if mutant["caught_by"].partition("[")[0] in quick else "slow"
        print(f"{name:35} {found:15} {half:6} {mutant['caught_by']}")
    missed = len(verdicts) - verdicts.count("caught")
    print(f"{len(verdicts) - missed} of {len(verdicts)} caught")
    if clean.returncode:
        print("Without a fault not all of these tests pass:", clean.stdout, clean.stderr, sep="\n")
    return int(bool(missed or clean.returncode))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
