"""An environment with nbgrader for the tests in this folder, which take minutes and are opt-in.

`TEACHKIT_NBGRADER=required` creates an environment; `TEACHKIT_NBGRADER_PYTHON` names the Python of
an existing one.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from .environment import make_environment


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.nbgrader)


@pytest.fixture(scope="session")
def nbgrader_python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment in which nbgrader and teachkit are installed."""
    if named := os.environ.get("TEACHKIT_NBGRADER_PYTHON"):
        return Path(named)
    if os.environ.get("TEACHKIT_NBGRADER") != "required":
        pytest.skip("takes minutes: set TEACHKIT_NBGRADER=required")
    return make_environment(tmp_path_factory.mktemp("nbgrader") / "venv")
