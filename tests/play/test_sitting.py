"""Test a sitting: who has to answer, what each may see, what can be taken back and is saved."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from subprocess import PIPE, Popen
from types import SimpleNamespace
from typing import Any

import pytest

from teachkit.core.language.program import Program
from teachkit.core.run.chance import Chance
from teachkit.core.run.decisions import Decision
from teachkit.errors import AnswerError, BoardError
from teachkit.games import algoracing, game
from teachkit.games.algoracing.algorithm import EditAlgorithm
from teachkit.games.lovelace.programs import WriteRows
from teachkit.games.roborally.turns import FillRegisters
from teachkit.play.seats import BOT, HOUSE, PERSON
from teachkit.play.sitting import Sitting
from teachkit.play.strategies import at_random
from tests.games.starts import PLAYED, hides


def sitting(name: str = "algoracing", *names: str, edition: str = "", **more: Any) -> Sitting:
    names = names or ("Ada", "Bo")
    opening = game(name).opening
    return Sitting(game(name), opening.match(len(names), edition), names, **more)


def play(table: Sitting, chance: Chance, until: Callable[[Sitting], object]) -> None:
    """Let people sit down and answer at random, until a condition is true or the match is over."""
    while not until(table) and not table.match.is_over:
        if table.here is None:
            table.sit(table.waiting[0].name)
        else:
            table.answer(asked(table).compose(chance.pick))
            table.stop_watching()


def asked(table: Sitting) -> Decision:
    """Return the question for the current person."""
    assert table.decision
    return table.decision


def first(options: Sequence[Any]) -> Any:
    return options[0]


def many(answers: int) -> Callable[[Sitting], object]:
    return lambda table: len(table.match.answers) >= answers


# -- who ------------------------------------------------------------------------------------------


def test_people_are_called_as_they_wrote_their_names() -> None:
    table = sitting("algoracing", "Ada L.", "random", "Bo")
    assert [(seat.piece, seat.name, seat.is_person) for seat in table.seats] == [
        ("red", "Ada L.", True), ("green", "random", False), ("blue", "Bo", True),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("names", "says"),
    [
        (("Ada", "Ada"), "Two players are called 'Ada'. Change one of the names."),
        (("Ada", " "), "Write a name for every player."),
    ],
)
def test_nobody_is_mistaken(names: tuple[str, ...], says: str) -> None:
    with pytest.raises(BoardError) as error:
        sitting("algoracing", *names)
    assert error.value.says == says


def test_nobody_sees_anything_before_sitting_down() -> None:
    table = sitting()
    assert (table.here, table.decision, table.view) == (None, None, None)
    with pytest.raises(AnswerError, match=r"There is no question for Ada now\."):
        table.sit("Ada")
    table.sit("Bo")
    assert asked(table).player == "green"
    table.answer((0, 0))
    assert table.here  # more is asked of Bo
    table.answer(asked(table).compose(first))
    assert table.here is None
    assert [seat.name for seat in table.waiting] == ["Ada"]


def test_one_person_alone_always_sits_there() -> None:
    table = sitting("roborally", "Ada", "random", "random")
    play(table, Chance(1), many(12))
    assert table.here is None or table.here.name == "Ada"
    assert table.decision


def test_who_comes_first_answers_first() -> None:
    """All choose their programs at once, so anybody who is ready may sit down."""
    table = sitting("calamitron")
    play(table, Chance(1), lambda table: len(table.waiting) == 2)
    table.sit("Bo")
    table.answer(Program())
    assert [seat.name for seat in table.waiting] == ["Ada"]


@pytest.mark.parametrize(("name", "edition"), PLAYED)
def test_a_person_is_shown_what_they_may_see(name: str, edition: str) -> None:
    table = sitting(name, "Ada", "random", "Bo", edition=edition, seed=3)

    def looked(table: Sitting) -> bool:
        if table.here and not table.match.is_over:
            for state in (table.view, *(frame.state for frame in table.news), table.news.start):
                assert hides(name, state, table.here.piece)
        return len(table.match.answers) > 60

    play(table, Chance(2), looked)


def test_news_are_what_happened_since_the_last_answer() -> None:
    table = sitting(seed=1)
    play(table, Chance(1), many(30))
    play(table, Chance(1), lambda table: getattr(table.decision, "options", ()) == ("run", "pass"))
    told = [str(frame.event) for frame in table.news]
    assert told == [str(frame.event) for frame in table.match.frames][-len(told) :]
    news = table.news
    table.answer("run")
    assert table.news == news  # the same moment, one question later


# -- taking back ----------------------------------------------------------------------------------


def test_an_answer_is_taken_back_until_somebody_else_looks() -> None:
    table = sitting()
    table.sit("Bo")
    table.answer((0, 0))
    table.answer(asked(table).compose(first))
    assert table.can_take_back == "Bo"
    table.take_back()
    table.sit("Bo")
    table.take_back()
    assert table.match.answers == []
    play(table, Chance(1), many(2))
    table.sit("Ada")
    assert table.can_take_back == ""
    with pytest.raises(AnswerError, match=r"There is no answer to take back now\."):
        table.take_back()


def test_what_was_drawn_is_not_put_back() -> None:
    """A turn ends with new cards in the hand, although chance was asked long before."""
    table = sitting("algoracing", "Ada", "random", seed=1)
    play(table, Chance(1), lambda table: getattr(table.decision, "options", ()) == ("run", "pass"))
    table.answer("run")
    assert table.can_take_back == "Ada"
    table.answer(asked(table).compose(Chance(1).pick))
    assert table.can_take_back == ""


def test_taking_back_and_answering_alike_is_the_same_match() -> None:
    table = sitting("roborally", "Ada", "Bo", "random", seed=5)
    chance, taken = Chance(7), 0
    while len(table.match.answers) < 80 and not table.match.is_over:
        play(table, chance, many(len(table.match.answers) + 1))
        if table.can_take_back and taken < 10:
            saved, last = table.match.save(), table.match.answers[-1]
            table.take_back()
            if table.here is None:
                table.sit({seat.piece: seat.name for seat in table.seats}[last[0]])
            table.answer(asked(table).from_json(last[1]))
            assert table.match.save() == saved
            taken += 1
    assert taken


def reopened(table: Sitting) -> Sitting:
    """Return the sitting that a new kernel opens from the file of `table`."""
    return Sitting(
        table.game, table.match.setup, [seat.name for seat in table.seats], file=table.file
    )


def test_an_answer_is_taken_back_after_a_restart(tmp_path: Path) -> None:
    table = sitting(file=tmp_path / "table.json")
    table.sit("Bo")
    table.answer((0, 0))
    table.answer(asked(table).compose(first))
    saved = table.match.save()
    for answers in (1, 0):
        table = reopened(table)
        assert table.can_take_back == "Bo"
        table.take_back()
        assert len(table.match.answers) == answers
    assert reopened(table).can_take_back == ""
    for answer in ((0, 0), saved["answers"][1][1]):
        table.sit("Bo")
        table.answer(asked(table).from_json(answer) if answer != (0, 0) else answer)
    assert table.match.save() == saved


def test_nothing_is_taken_back_after_a_restart_once_somebody_else_has_looked(
    tmp_path: Path,
) -> None:
    table = sitting(file=tmp_path / "table.json")
    play(table, Chance(1), many(2))
    assert reopened(table).can_take_back == "Bo"
    table = reopened(table)
    table.sit("Ada")
    assert reopened(table).can_take_back == ""


def test_nothing_is_taken_back_after_a_restart_once_cards_were_drawn(tmp_path: Path) -> None:
    table = sitting("algoracing", "Ada", "random", seed=1, file=tmp_path / "table.json")
    play(table, Chance(1), lambda table: getattr(table.decision, "options", ()) == ("run", "pass"))
    table.answer("run")
    table = reopened(table)
    assert table.can_take_back == "Ada"
    table.answer(asked(table).compose(Chance(1).pick))
    assert reopened(table).can_take_back == ""


WRONG_MARKS = [
    *([["red", 0, {}]], [["puce", 0, {}]], [["green", 2, {}]], [["green", 10**9, {}]]),
    [["green", 0, {}], ["red", 1, {}]],
]


@pytest.mark.parametrize("marks", WRONG_MARKS)
def test_impossible_marks_in_a_file_take_nothing_back(marks: Any, tmp_path: Path) -> None:
    table = sitting(file=tmp_path / "table.json")
    play(table, Chance(1), many(2))
    assert table.file
    data = json.loads(table.file.read_text())
    table.file.write_text(json.dumps(data | {"marks": marks}))
    again = reopened(table)
    assert (again.notice, again.can_take_back) == ("", "")
    assert again.match.answers == table.match.answers


# -- two tabs -------------------------------------------------------------------------------------

ELSEWHERE = r"This game is now played in another tab\."


def two_tabs(tmp_path: Path, answers: int = 3) -> tuple[Sitting, Sitting]:
    """Return two sittings of one match, after some answers in the first of them."""
    file = tmp_path / "table.json"
    one = sitting(seed=1, file=file)
    play(one, Chance(1), many(answers))
    return one, sitting(seed=2, file=file)


def test_the_tab_that_was_opened_first_overwrites_nothing(tmp_path: Path) -> None:
    one, other = two_tabs(tmp_path)
    play(other, Chance(2), many(7))
    kept = (tmp_path / "table.json").read_text()
    one.keep_draft(["left"])
    assert one.is_guest
    for act in (
        lambda: one.sit(one.people[0].name),
        lambda: one.answer("a1"),
        one.take_back,
        lambda: one.again(3),
        lambda: one.take_over("red", "Cy"),
    ):
        with pytest.raises(AnswerError, match=ELSEWHERE):
            act()
    assert (one.here, one.can_take_back) == (None, "")
    assert (tmp_path / "table.json").read_text() == kept
    assert [path.name for path in tmp_path.glob("[!.]*")] == ["table.json"]


def test_a_game_goes_on_in_the_tab_that_takes_it(tmp_path: Path) -> None:
    one, other = two_tabs(tmp_path)
    play(other, Chance(2), many(7))
    one.take()
    assert one.match.save() == other.match.save()
    play(one, Chance(3), many(9))
    with pytest.raises(AnswerError, match=ELSEWHERE):
        other.sit(other.people[0].name)
    assert other.follow()
    assert other.match.save() == one.match.save()


def test_two_new_tables_do_not_both_write(tmp_path: Path) -> None:
    """There is no file before the first answer, so nothing can be said when they are opened."""
    one, other = (sitting(seed=seed, file=tmp_path / "table.json") for seed in (1, 2))
    play(one, Chance(1), many(1))
    with pytest.raises(AnswerError, match=ELSEWHERE):
        other.sit("Bo")
    other.take()
    assert other.match.save() == one.match.save()


def test_a_guest_sees_what_everybody_may_see(tmp_path: Path) -> None:
    one, guest = two_tabs(tmp_path, 12)
    one.take()
    guest.step_aside()
    chance, seen = Chance(5), 0
    while seen < 5:
        play(one, chance, many(len(one.match.answers) + 1))
        assert guest.follow()
        assert not guest.follow()
        assert (guest.here, guest.decision) == (None, None)
        if guest.is_watching:
            frames = [str(frame.event) for frame in guest.latest]
            assert frames == [str(frame.event) for frame in one.match.frames][-len(frames) :]
            assert all(hides("algoracing", frame.state, "") for frame in guest.latest)
            guest.stop_watching()
            seen += 1


def test_a_guest_follows_a_new_match_and_an_answer_taken_back(tmp_path: Path) -> None:
    one, guest = two_tabs(tmp_path, 2)
    one.take()
    guest.step_aside()
    one.take_back()
    assert guest.follow()
    assert guest.match.answers == one.match.answers
    one.again(9)
    play(one, Chance(1), many(1))
    assert guest.follow()
    assert guest.match.save() == one.match.save()
    (tmp_path / "table.json").write_text("{")
    assert not guest.follow()
    (tmp_path / "table.json").unlink()
    assert not guest.follow()
    guest.take()
    play(guest, Chance(1), many(4))
    assert sitting(file=tmp_path / "table.json").match.answers == guest.match.answers


HOLDS = """
import sys
from pathlib import Path
from teachkit.play.sitting_file import SittingFile
shared = SittingFile(Path(sys.argv[1]))
print(shared.lock(), flush=True)
sys.stdin.read()
"""


def test_another_kernel_that_is_alive_keeps_its_game(tmp_path: Path) -> None:
    """A kernel that has crashed keeps nothing."""
    play(sitting(seed=1, file=tmp_path / "first.json"), Chance(1), many(3))
    file = (tmp_path / "first.json").rename(tmp_path / "table.json")
    kept = file.read_text()
    command = [sys.executable, "-c", HOLDS, str(file)]
    with Popen(command, stdin=PIPE, stdout=PIPE, text=True) as kernel:
        assert kernel.stdout
        assert kernel.stdout.readline() == "True\n"
        guest = sitting(seed=1, file=file)
        assert (guest.is_guest, guest.here, len(guest.match.answers)) == (True, None, 3)
        assert file.read_text() == kept
        kernel.kill()
    host = sitting(seed=1, file=file)
    assert not host.is_guest
    play(host, Chance(1), many(5))
    assert sitting(seed=1, file=file).match.answers == host.match.answers


def test_a_game_that_is_taken_from_another_kernel_goes_on(tmp_path: Path) -> None:
    play(sitting(seed=1, file=tmp_path / "first.json"), Chance(1), many(3))
    file = (tmp_path / "first.json").rename(tmp_path / "table.json")
    command = [sys.executable, "-c", HOLDS, str(file)]
    with Popen(command, stdin=PIPE, stdout=PIPE, text=True) as kernel:
        assert kernel.stdout
        kernel.stdout.readline()
        guest = sitting(seed=1, file=file)
        guest.take()
        play(guest, Chance(1), many(5))
        kernel.kill()
    assert sitting(seed=1, file=file).match.answers == guest.match.answers


# -- time -----------------------------------------------------------------------------------------


def timed(name: str, kind: type, edition: str = "") -> tuple[Sitting, Any]:
    """Return a sitting of two, at the first question with a time limit, and its clock.

    The clock is moved by hand.
    """
    watch = SimpleNamespace(now=0.0)
    table = sitting(name, edition=edition, seed=4, seconds=60, clock=lambda: watch.now)

    def takes_time(table: Sitting) -> bool:
        return isinstance(table.decision, kind) and table.decision.takes_time

    play(table, Chance(1), takes_time)
    return table, watch


@pytest.mark.parametrize(
    ("name", "kind", "edition"),
    [("roborally", FillRegisters, ""), ("lovelace", WriteRows, "japanese")],
)
def test_at_time_up_the_rules_know_what_to_do(name: str, kind: type, edition: str) -> None:
    table, watch = timed(name, kind, edition)
    assert not table.time_up(Program())
    watch.now += 60
    assert table.here
    who = table.here.piece
    assert table.time_up(Program())
    assert [who, {"unfinished": ""}] in table.match.answers


def test_everybody_is_told_whose_time_ran_out_and_what_chance_filled_in() -> None:
    table, watch = timed("roborally", FillRegisters)
    late, hand = table.here, asked(table).hand  # type: ignore[attr-defined]  # FillRegisters
    assert late
    watch.now += 60
    assert table.time_up(Program(hand[:2]))
    assert table.late == f"Time ran out for {late.name}, so the table sent the answer."
    assert table.can_take_back == ""
    [other] = table.waiting
    table.sit(other.name)
    assert table.late
    table.answer(asked(table).compose(first))
    assert table.late.endswith(f": registers 3, 4, 5 of the {late.piece} robot get random cards.")
    play(table, Chance(1), lambda table: isinstance(table.decision, FillRegisters))
    assert table.late
    table.answer(asked(table).compose(first))
    assert table.late == ""


def test_where_nothing_is_said_of_the_late_the_question_waits() -> None:
    table, watch = timed("algoracing", Decision)
    watch.now += 61
    waits = table.decision
    assert not table.time_up(Program())
    assert table.decision == waits
    assert table.countdown.left is None
    assert not table.time_up(Program())


def test_edits_that_lie_there_are_sent() -> None:
    table, watch = timed("algoracing", EditAlgorithm, "complete")
    tried = (asked(table).compose(Chance(seed).pick) for seed in range(50))
    laid = next(edits for edits in tried if edits and not asked(table).problem(edits))
    watch.now += 60
    assert table.time_up(laid)


def test_time_is_lengthened_or_switched_off() -> None:
    table, watch = timed("calamitron", Decision)
    watch.now += 59
    table.countdown.lengthen(30)
    watch.now += 20
    assert table.countdown.left == 11
    table.countdown.switch_off()
    watch.now += 500
    assert not table.time_up(Program())
    play(table, Chance(1), many(len(table.match.answers) + 9))
    assert table.countdown.left is None


# -- what is kept ---------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(("name", "edition"), PLAYED)
def test_a_sitting_goes_on_equal_from_its_file(name: str, edition: str, tmp_path: Path) -> None:
    """It can stop anywhere and goes on unchanged; the house plays the same."""
    names = ("Ada", "random", "Bo")
    whole = sitting(name, *names, edition=edition, seed=2, file=tmp_path / "whole.json")
    broken = sitting(name, *names, edition=edition, seed=2, file=tmp_path / "broken.json")
    one, other = Chance(3), Chance(3)
    for answers in range(5, 90, 15):
        play(whole, one, many(answers))
        play(broken, other, many(answers))
        here = broken.here
        broken = sitting(name, *names, edition=edition, seed=9, file=tmp_path / "broken.json")
        if here and broken.here is None and not broken.match.is_over:
            broken.sit(here.name)
        assert broken.match.save() == whole.match.save()
        assert (broken.match.trace, broken.news) == (whole.match.trace, whole.news)
    kept = [json.loads((tmp_path / name).read_text()) for name in ("broken.json", "whole.json")]
    assert kept[0] | {"token": ""} == kept[1] | {"token": ""}


@pytest.mark.parametrize(
    "content", ["", "{", "[]", '{"teachkit": 1}', '{"teachkit": 1, "seats": 3}']
)
def test_a_damaged_file_is_set_aside(content: str, tmp_path: Path) -> None:
    file = tmp_path / "table.json"
    file.write_text(content)
    table = sitting(file=file)
    assert table.notice == 'This match was damaged. It is still saved as "table.damaged-1.json".'
    assert (tmp_path / "table.damaged-1.json").read_text() == content
    play(table, Chance(1), many(2))
    assert file.exists()


def test_a_match_that_was_cut_in_half_is_set_aside(tmp_path: Path) -> None:
    file = tmp_path / "table.json"
    play(sitting(file=file, seed=1), Chance(1), many(9))
    text = file.read_text()
    for number, cut in enumerate((text[: len(text) // 2], text.replace("green", "puce")), 1):
        file.write_text(cut)
        assert sitting(file=file).notice
        assert (tmp_path / f"table.damaged-{number}.json").read_text() == cut


def test_where_nothing_can_be_written_the_game_goes_on(tmp_path: Path) -> None:
    table = sitting(file=tmp_path / "nowhere" / "table.json")
    play(table, Chance(1), many(4))
    assert table.notice.endswith("cannot be written to. Choose a folder of your own.")
    assert len(table.match.answers) >= 4


def test_whoever_plays_again_keeps_what_was_played(tmp_path: Path) -> None:
    file = tmp_path / "table.json"
    table = sitting(file=file, seed=1)
    play(table, Chance(1), many(9))
    table.again(seed=2)
    assert table.match.answers == []
    assert json.loads((tmp_path / "table.played-1.json").read_text())["match"]["seed"] == 1
    play(table, Chance(1), many(3))
    assert json.loads(file.read_text())["match"]["seed"] == 2


def test_at_the_end_all_is_open() -> None:
    table = sitting(seed=3)
    play(table, Chance(4), many(10**6))
    assert table.match.is_over
    assert table.match.outcome
    assert table.can_take_back == ""
    assert table.news == table.match.trace
    assert table.view == table.match.state
    assert algoracing.GAME.outcome(table.view) == table.match.outcome


# -- bots -----------------------------------------------------------------------------------------


def watched(**more: Any) -> Sitting:
    """Return a sitting without people: a bot in red, and the house in green."""
    return sitting("algoracing", "mine", "random", bots={"red": at_random(5)}, **more)


def test_a_bot_and_the_house_answer_as_soon_as_they_are_asked() -> None:
    table = sitting("algoracing", "Ada", "mine", "random", bots={"green": at_random(1)})
    assert [seat.plays for seat in table.seats] == [PERSON, BOT, HOUSE]
    play(table, Chance(1), many(12))
    assert {player for player, _ in table.match.answers} == {"red", "green", "blue", None}
    assert [each.player for each in table.match.pending] == ["red"]


def test_without_people_each_answer_waits_until_somebody_asks_for_it() -> None:
    table = watched()
    answers = len(table.match.answers)
    assert (table.here, table.waiting, bool(table.match.pending)) == (None, (), True)
    assert table.move()
    assert len(table.match.answers) == answers + 1
    while table.move():
        pass
    assert table.match.is_over


def test_a_person_takes_over_from_a_bot_and_gives_the_seat_back(tmp_path: Path) -> None:
    file = tmp_path / "table.json"
    table = watched(file=file)
    for _ in range(6):
        table.move()
    table.take_over("red", " Ada ")
    assert [(seat.name, seat.plays) for seat in table.seats] == [
        ("Ada", PERSON), ("random", HOUSE),
    ]  # fmt: skip
    assert table.here == table.seats[0]
    assert len(table.news) < len(table.match.frames)  # only what came after
    table.answer(asked(table).compose(first))
    again = watched(file=file)
    assert again.seats == table.seats
    assert again.match.save() == table.match.save()
    again.take_over("red", "")
    assert [seat.name for seat in again.seats] == ["mine", "random"]
    assert again.here is None
    assert watched(file=file).seats == again.seats


def test_nobody_takes_over_under_the_name_of_somebody_else() -> None:
    table = sitting("algoracing", "Ada", "mine", bots={"green": at_random(1)})
    with pytest.raises(BoardError, match=r"Two players are called 'Ada'\."):
        table.take_over("green", "Ada")
    table.take_over("red", "Bo")  # no bot plays here
    assert [seat.name for seat in table.seats] == ["Ada", "mine"]


@pytest.mark.parametrize("taken", [["red"], {"red": ""}, {"red": "A", "green": "A"}, {"x": 1}])
def test_a_damaged_note_of_a_taken_seat_loses_no_match(tmp_path: Path, taken: object) -> None:
    file = tmp_path / "table.json"
    table = watched(file=file)
    table.move()
    file.write_text(json.dumps(json.loads(file.read_text()) | {"taken": taken}))
    again = watched(file=file)
    assert again.seats == table.seats
    assert bool(again.notice) == (not again.match.answers)
