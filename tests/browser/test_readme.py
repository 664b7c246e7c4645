"""The picture in the README shows the workbench as it is today.

    TEACHKIT_REFRESH=picture pytest tests/browser/test_readme.py

takes it anew.
"""

from __future__ import annotations

import io
import os
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from teachkit.classroom.library import find_exercise
from teachkit.exercises.authoring.proof import solution

from .conftest import OpenNotebook
from .labpage import LAPTOP, settle
from .test_one_screen import LAY

PICTURE = Path(__file__).parents[2] / ".github" / "workbench.png"
SHOWN = "06-08-the-tour-of-the-corners"
FIELDS = (16, 9)  # large enough that other fonts, and a shift by four pixels, make no difference
MOST = 12  # of 255, in any field: a missing row of buttons makes 20, missing cards 45


def small(picture: bytes) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    return np.asarray(image.resize(FIELDS, Image.Resampling.BOX), dtype=np.float64)


@pytest.mark.slow
def test_the_picture_shows_today_s_workbench(open_notebook: OpenNotebook) -> None:
    run = LAY.format(name=SHOWN, answer=solution(find_exercise(SHOWN)))
    page = open_notebook([run.replace("a1 north", "e4 west")], size=LAPTOP, still=True)
    bench = page.locator(".tk-bench")
    bench.locator('[aria-label="To the end"]').click()
    settle(page)
    taken = bench.screenshot()
    if os.environ.get("TEACHKIT_REFRESH") == "picture":
        PICTURE.write_bytes(taken)
    stored = PICTURE.read_bytes()
    sizes = [Image.open(io.BytesIO(each)).size for each in (stored, taken)]
    assert np.abs(np.subtract(*sizes)).max() <= 40
    assert np.abs(small(stored) - small(taken)).mean(axis=2).max() < MOST
