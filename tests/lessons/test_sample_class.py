"""Test that the sample report shows the lesson as it is now."""

from __future__ import annotations

from tests.lessons.sample_class import NAMES, REPORT, write_report


def test_the_sample_report_is_that_of_the_sample_class(tmp_path):
    """`python -m tests.lessons.sample_class` writes it again."""
    write_report(tmp_path / "report.html")
    now = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert REPORT.read_text(encoding="utf-8") == now
    assert all(name in now for name in NAMES)
