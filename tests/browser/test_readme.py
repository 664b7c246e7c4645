"""The pictures in the README show the product as it is today, on a solved board.

    TEACHKIT_REFRESH=picture pytest tests/browser/test_readme.py

makes them anew: the workbench, and a run from its start to its end.
"""

from __future__ import annotations

import io
import os
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageSequence
from playwright.sync_api import Page

from teachkit.classroom.library import find_exercise
from teachkit.exercises.authoring.proof import solution
from teachkit.exercises.explaining.explain import report
from teachkit.widgets.workbench.run_pages import report_page

from .conftest import OpenNotebook
from .labpage import LAPTOP, settle
from .playerpage import PLAYER, at_stop, control
from .test_one_screen import LAY

PICTURES = Path(__file__).parents[2] / ".github" / "docs" / "pictures"
WORKBENCH, RUN = PICTURES / "workbench.png", PICTURES / "run.webp"
SHOWN = "06-08-the-tour-of-the-corners"
FIELDS = (16, 9)  # large enough that other fonts, and a shift by four pixels, make no difference
MOST = 12  # of 255, in any field: a missing row of buttons makes 20, missing cards 45
HEAVIEST = 300_000  # bytes
LASTS = 700  # milliseconds of each step; the run moves for less than five seconds, and only once


def small(image: Image.Image) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    fields = image.convert("RGB").resize(FIELDS, Image.Resampling.BOX)
    return np.asarray(fields, dtype=np.float64)


def kept(file: Path, taken: bytes) -> None:
    """Store a picture on request, and assert that what is stored looks like it in every frame."""
    if os.environ.get("TEACHKIT_REFRESH") == "picture":
        file.write_bytes(taken)
    stored, now = (Image.open(io.BytesIO(each)) for each in (file.read_bytes(), taken))
    assert np.abs(np.subtract(stored.size, now.size)).max() <= 40
    assert getattr(stored, "n_frames", 1) == getattr(now, "n_frames", 1)
    frames = zip(*map(ImageSequence.Iterator, (stored, now)), strict=True)
    differences = [np.abs(small(old) - small(new)).mean(axis=2).max() for old, new in frames]
    assert max(differences) < MOST
    assert len(file.read_bytes()) <= HEAVIEST


@pytest.mark.slow
def test_the_picture_shows_today_s_workbench(open_notebook: OpenNotebook) -> None:
    run = LAY.format(name=SHOWN, answer=solution(find_exercise(SHOWN)))
    page = open_notebook([run.replace("a1 north", "e4 west")], size=LAPTOP, still=True)
    bench = page.locator(".tk-bench")
    bench.locator('[aria-label="To the end"]').click()
    settle(page)
    kept(WORKBENCH, bench.screenshot())


@pytest.mark.slow
def test_the_animation_shows_today_s_run(page: Page, tmp_path: Path) -> None:
    """It is played once, so that nobody has to read beside something that moves."""
    page.emulate_media(reduced_motion="reduce")
    page.set_viewport_size({"width": 900, "height": 900})
    solved = report(find_exercise(SHOWN), solution(find_exercise(SHOWN)))
    assert solved.grade.solved
    file = tmp_path / "run.html"
    file.write_text(report_page(solved), encoding="utf-8")
    page.goto(file.as_uri())
    shots = []
    for stop in range(len(solved.attempts[0].trace.stops()) + 1):
        at_stop(page, stop)
        settle(page)
        shots.append(Image.open(io.BytesIO(page.locator(PLAYER).screenshot())))
        control(page, "One step forward")
        page.mouse.move(0, 0)
    kept(RUN, film_of(shots))


def film_of(shots: list[Image.Image]) -> bytes:
    """Return an animation that shows each of these pictures in turn, on paper that fits all."""
    size = max(shot.width for shot in shots), max(shot.height for shot in shots)
    frames = [Image.new("RGB", size, "white") for _ in shots]
    for frame, shot in zip(frames, shots, strict=True):
        frame.paste(shot)
    film = io.BytesIO()
    how = {"duration": LASTS, "loop": 1, "quality": 60, "method": 6}
    frames[0].save(film, "WEBP", save_all=True, append_images=frames[1:], **how)
    return film.getvalue()
