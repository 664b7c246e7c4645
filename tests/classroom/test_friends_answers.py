"""Test that answers to friends' boards are stored beside a lesson's, and disturb no grading."""

from __future__ import annotations

from pathlib import Path

from .handedin import answers, graded_for_ada, own_course


def test_answers_to_friends_boards_change_no_grade(tmp_path: Path) -> None:
    course = own_course(tmp_path)
    with_friends = answers({"friend-00c0ffee": "forward, forward"})
    alone = graded_for_ada(tmp_path / "alone", answers(), course)
    assert graded_for_ada(tmp_path / "friends", with_friends, course) == alone
    assert "friend" not in str(alone)
