"""A virtual environment with nbgrader and teachkit, separate from the one that runs the tests.

`python -m tests.interop.environment FOLDER` creates one and prints the path of its Python.
"""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).parents[2]
PINS = ROOT / "binder" / "requirements.txt"


def make_environment(folder: Path) -> Path:
    """Install nbgrader and this checkout of teachkit into a new environment; return its Python."""
    venv.create(folder, with_pip=True, symlinks=True)
    python = folder / "bin" / "python"
    install = [python, "-m", "pip", "install", "-q", "nbgrader>=0.9.5", ROOT, "-c", PINS]
    subprocess.run(install, check=True, stdout=sys.stderr)
    return python


def surroundings(python: Path, home: Path) -> dict[str, str]:
    """Return environment variables for this Python's tools, without user settings."""
    ours = {name: value for name, value in os.environ.items() if not name.startswith("TEACHKIT_")}
    places = {name: str(home / name.lower()) for name in ("JUPYTER_CONFIG_DIR", "IPYTHONDIR",
                                                          "JUPYTER_DATA_DIR")}  # fmt: skip
    # Nbgrader looks for alembic on the path.
    path = f"{python.parent}{os.pathsep}{os.environ['PATH']}"
    return ours | places | {"PATH": path, "JUPYTER_PLATFORM_DIRS": "1", "MPLBACKEND": "agg"}


if __name__ == "__main__":
    print(make_environment(Path(sys.argv[1])))
