"""Test kind `strategy`: which games are played, when it stops, points and sentences."""

from __future__ import annotations

from itertools import accumulate
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teachkit.exercises.authoring.proof import flaws
from teachkit.exercises.authoring.strategy_proof import strategy_flaws
from teachkit.exercises.judging.grade import grade, judged
from teachkit.exercises.judging.sources import games_of, series_of
from teachkit.exercises.running.execution import STRATEGY, execute_in_process
from teachkit.exercises.running.results import Plain
from teachkit.exercises.running.strategy_games import Series, play, play_game, results, wins
from teachkit.exercises.running.strategy_player import InProcessPlayer
from teachkit.play.match import Match
from teachkit.play.strategies import at_random
from teachkit.play.tournament import shares_of
from tests.every_exercise import FILES, loaded
from tests.exercises.making import climb, complaint
from tests.exercises.strategies import LAST, easy, match, short

SERIES = Series("algoracing", "basic", "two-hills", "random", 2, 20, 100, "x", 0.5)
LEADS = "def play(view, decision):\n    "
PLAYED = [path for path in FILES if loaded(path).file.match.opponents]


# What it earns ----------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_solution_earns_everything_and_mistakes_are_told_their_sentence() -> None:
    exercise = short()
    assert flaws(exercise) == []
    assert grade(exercise, exercise.file.solution.answer).points == exercise.possible == 3
    for mistake in exercise.file.mistakes:
        result = grade(exercise, mistake.answer)
        assert result.points < 3
        assert result.says[1] == mistake.says


def test_what_is_given_earns_nothing() -> None:
    exercise = short(given=LAST)
    result = grade(exercise, LAST)
    assert (result.points, result.unread) == (0, True)


def test_answers_that_are_possible_earn_their_own_point() -> None:
    result = grade(short(), LAST)
    passed = {verdict.check: verdict.passed for verdict in result.verdicts}
    assert passed == {"answers": True, "beats random": False}
    assert result.points == 1
    assert result.says[0].startswith("Against random, ")
    assert result.says[-1] == "It must win at least 10 of 12 games against random."


def test_words_are_asked_for_only_when_it_wins() -> None:
    asked = short(uses=["while"])
    result = grade(asked, asked.file.solution.answer)
    assert (result.points, result.possible) == (3, 4)
    assert result.says[-1] == 'Use "while" this time.'
    assert 'Use "while" this time.' not in grade(asked, LAST).says


@pytest.mark.parametrize(
    ("source", "says"),
    [
        (f"{LEADS}return ...", 'Line 2: you have not replaced the "..." yet.'),
        (f"{LEADS}most = ...\n    return most > 1", 'Line 2: you have not replaced the "..." yet.'),
        (f"{LEADS}pass", "returned nothing. It should return an answer."),
        (f"{LEADS}return 'jump'", "In game 1, answer 1 was 'jump'. Choose one of: a1, f6, f1"),
        (f"{LEADS}return 'jump'", 'f1. The question was "Which corner do you choose?".'),
        (f"{LEADS}return 1 // 0", 'in game 1. The question was "Which corner do you choose?".'),
        (f"{LEADS}return later('jump')", "Line 2: Choose one of: a1, f6, f1"),
        (f"{LEADS}return veiw", 'Line 2: there is no "veiw". Did you mean "view"?'),
        (f"{LEADS}while True: pass", "Line 2: this loop goes on and on in game 1."),
        ("def play(view): return 1", '"play" must take 2 arguments.'),
        ("def paly(view, decision): return 1", 'Rename your function "paly" to "play".'),
        ("1 // 0", "Line 1: you cannot divide by zero, in your code."),
        ("def play(view, decision", "Line 1: "),
    ],
)
def test_what_cannot_be_played_earns_nothing_and_is_told_why(source: str, says: str) -> None:
    result = grade(short(), source)
    assert result.points == 0
    assert result.says[0] == "No game was finished."
    assert says in result.says[1]


def test_a_view_that_is_changed_is_a_copy() -> None:
    """No strategy can earn points by writing them into its view."""
    spoils = f"{LEADS}view['points'].clear(); decision['options'].clear()\n"
    (seat, spoilt) = (
        play_game(SERIES, 0, InProcessPlayer(source))[1]
        for source in (LAST, spoils + "    return decision['candidates'][-1]\n")
    )
    assert spoilt.turns == seat.turns


def test_who_declines_an_option_to_choose_always_loses_the_point_for_answers() -> None:
    asked = short(**match(always="run"))
    rest = "return decision['candidates'][0]"
    runs = grade(asked, f"{LEADS}if 'run' in decision['options']: return 'run'\n    {rest}")
    passes = grade(asked, f"{LEADS}if 'run' in decision['options']: return 'pass'\n    {rest}")
    assert runs.verdicts[0].points == 1
    assert passes.verdicts[0].points == 0
    assert "In game 1, answer 3 was 'pass', but \"run\" was possible." in passes.says


LOOKS = "for each in decision['candidates']: later(each)\n    return each"


def test_only_who_never_looks_ahead_is_told_so() -> None:
    """The same answers after a look are another strategy, and get another sentence."""
    blind = "Your strategy never looks ahead. Call later(answer) for each candidate."
    for asked in (short(), short(uses=["later"])):
        told = (asked.file.mistakes[0].says, blind)
        looking, last = grade(asked, f"{LEADS}{LOOKS}"), grade(asked, LAST)
        assert not {*looking.says} & {*told}
        assert told[0] in last.says
        assert (blind in last.says) == bool(asked.file.uses)


def test_who_never_looks_ahead_beats_nobody_where_later_is_to_be_used() -> None:
    easily = match(opponents=[{"house": "random", "at_least": 0.0}], games=8)
    named = f"{LEADS}later\n    return decision['candidates'][0]"
    looking = f"{LEADS}later(decision['candidates'][0])\n    return decision['candidates'][0]"
    earned = [grade(short(uses=["later"], **easily), source).points for source in (named, looking)]
    assert earned == [1, 1]
    right = grade(short(uses=["later"], **easily), short().file.solution.answer)
    assert right.points == 3


RUNS = "if 'run' in decision['options']: return 'run'\n    "
WASTED = [
    f"{LEADS}later(decision['candidates'][0])\n    {RUNS}return decision['candidates'][0]",
    f"{LEADS}{RUNS}return max(decision['candidates'], key=lambda c: len(c) + 0 * len(later(c)))",
    f"{LEADS}for each in decision['candidates']:\n        if later(each): return each",
]


@pytest.mark.parametrize("source", WASTED)
def test_who_looks_ahead_without_using_it_beats_nobody(source: str) -> None:
    asked = short(uses=["later"], **match(opponents=[{"house": "random", "at_least": 0.0}]))
    result = grade(asked, source)
    assert [verdict.points for verdict in result.verdicts] == [1, 0, 0]
    assert (
        "Your strategy ignores what later(answer) shows. Use it to choose an answer." in result.says
    )


@pytest.mark.slow
@pytest.mark.parametrize("number", ["22-07", "22-08", "22-09", "22-10", "23-09"])
def test_no_lesson_rewards_who_only_runs(number: str) -> None:
    """The rule of 22-03 wins often, but it is not what these exercises teach."""
    exercise = next(loaded(path) for path in PLAYED if path.stem.startswith(number))
    rests = ("[0]", "[-1]")
    for source in [f"{LEADS}{RUNS}return decision['candidates']{rest}" for rest in rests]:
        assert grade(exercise, source).points <= exercise.file.points


@pytest.mark.slow
def test_a_match_that_is_won_without_a_choice_is_a_flaw() -> None:
    """So is a solution that other seeds of the same match do not reward."""
    found = {str(flaw) for flaw in strategy_flaws(easy(), execute_in_process)}
    seeds = ["97-short-race", "97-short-race 2", "97-short-race 3"]
    for name in ("The first candidate", "A random candidate"):
        for seed in seeds:
            assert f'match: {name} passes "beats random" with seed {seed}. Ask for more.' in found
    assert any("The given Python" in flaw and "passes" in flaw for flaw in found)
    assert any('"worth" as a constant passes' in flaw for flaw in found)
    assert any('The opposite of "worth" passes' in flaw for flaw in found)
    for seed in seeds[1:]:
        assert any(f"With seed {seed}, the solution earns " in flaw for flaw in found)


# The lessons ------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", PLAYED, ids=lambda path: path.stem)
def test_a_skeleton_works_with_its_own_hint_and_any_numbers(path: Path) -> None:
    """Every answer stays possible, even if an opinion returns a number below 0."""
    exercise = loaded(path)
    filled = exercise.file.given.replace("...", "-7")
    result = judged(exercise, filled, execute_in_process)
    assert result.verdicts[0].passed or exercise.file.match.always


@pytest.mark.parametrize(
    ("number", "old", "new"),
    [
        ("22-03", 'return "run"', 'return "pass"'),
        ("22-07", "later(answer)", "view"),
        ("22-08", 'my["carries"] + 2 * view["points"][me]', "1"),
    ],
)
def test_a_solution_without_its_idea_loses_its_points(number: str, old: str, new: str) -> None:
    exercise = next(loaded(path) for path in PLAYED if path.stem.startswith(number))
    answer = exercise.file.solution.answer
    assert old in answer
    result = grade(exercise, answer.replace(old, new))
    allowed = 0 if exercise.file.match.always else exercise.file.points
    assert result.points <= allowed


# What is played ---------------------------------------------------------------------------------


def test_seats_are_swapped_and_share_a_seed() -> None:
    assert [SERIES.seat(number) for number in range(4)] == ["red", "green", "red", "green"]
    assert [SERIES.seed_of(number) for number in range(4)] == ["x 0", "x 0", "x 1", "x 1"]


def test_the_same_source_plays_the_same_games_again() -> None:
    source = f"import random\n{LEADS}return random.choice(decision['candidates'])"
    series = SERIES._replace(games=4, at_least=None)
    first, again = (list(play(series, InProcessPlayer(source))) for _ in range(2))
    assert first == again
    assert len({str(game.answers) for game in first}) == 4


@given(won=st.lists(st.sampled_from([0, 0.5, 1]), min_size=20, max_size=20))
def test_stopping_early_changes_no_verdict(won: list[float]) -> None:
    """A verdict that is certain early equals the one after all games."""
    told = [SERIES.verdict(so_far, played) for played, so_far in enumerate(accumulate(won), 1)]
    assert told[-1] == SERIES.is_certain(sum(won))
    assert {verdict for verdict in told if verdict is not None} == {told[-1]}


def test_a_series_ends_when_it_is_certain() -> None:
    exercise = short()
    ((series, games),) = games_of(LAST, series_of(exercise), execute_in_process)
    assert len(games) < series.games
    assert series.verdict(wins(games), len(games)) is False
    assert series.verdict(wins(games[:-1]), len(games) - 1) is None


def test_after_a_broken_answer_nothing_more_is_played() -> None:
    calls: list[list[Plain]] = [list(SERIES), list(SERIES)]
    first, second = results(InProcessPlayer(f"{LEADS}return 'jump'"), calls)
    assert [game[0] for game in first.value] == [0]
    assert second.value == []


def test_at_the_last_frame_most_points_win() -> None:
    played, seat, found = play_game(SERIES._replace(frames=60), 0, InProcessPlayer(LAST))
    assert found is not None
    assert found.outcome is None
    points = found.game.points(found.state)
    best = max(points.values())
    assert played.share == (points["red"] == best) / list(points.values()).count(best)
    assert [turn.answer for turn in seat.turns] == played.answers


def test_a_shared_win_is_a_part_of_one() -> None:
    """A team of two wins together."""
    from teachkit.games import calamitron

    strategies = {name: at_random(name) for name in ("red", "green")}
    setup = calamitron.GAME.opening.match(2)
    found = Match(calamitron.GAME, setup, 1, strategies, frame_limit=30)
    assert shares_of(found) == {"red": 0.5, "green": 0.5}


# Help -------------------------------------------------------------------------------------------


def test_the_ladder_shows_a_game_that_was_lost_and_where() -> None:
    hints = climb(short(), LAST)
    assert [each.rung for each in hints] == ["hint", "lost", "solution"]
    story, _, board = hints[1].says.partition("\n")
    assert story.startswith("In game 1 against random, you were red and did not win. Up to ")
    assert "Would you do the same again?" in story
    assert story.endswith('run tk.replay("97-short-race-lost.json").')
    assert "Red rover: on " in board


def test_nothing_is_told_of_games_that_were_not_played() -> None:
    for answer in ("", f"{LEADS}return 'jump'"):
        assert [each.rung for each in climb(short(), answer)] == ["hint", "solution"]


# Its file ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("keys", "says"),
    [
        ({"match": {}}, 'This kind needs a [match] with opponents, such as house = "random".'),
        (match(opponents=[]), "This kind needs a [match] with opponents, such as "),
        (
            match(opponents=[{"house": "strong"}]),
            "There is no computer player 'strong'. Choose one of: random, greedy, look-ahead.",
        ),
        (match(games=0), "match: write at least 1 game and 1 frame."),
        (match(board="moon"), "There is no board 'moon' for this edition. Choose one of: "),
        (match(seats=7), "This game is for 2 to 4 players, not 7."),
        (match(rounds=7), 'There is no key "rounds" in "match".'),
    ],
)
def test_a_file_that_is_wrong_is_told_what_would_be_right(keys: dict[str, Any], says: str) -> None:
    assert says in complaint(short, **keys)


def test_what_no_number_of_games_can_show_is_a_flaw() -> None:
    opponents = [{"house": "random", "at_least": 0.9}]
    (flaw, *_) = flaws(short(**match(opponents=opponents)))
    assert str(flaw) == "match: There are too few games to prove that. Play more."


def test_starts_and_checks_are_not_for_this_kind() -> None:
    (flaw, *_) = flaws(short(checks=[{"check": "ends"}], **match(games=1)))
    assert str(flaw) == "checks: A strategy plays a [match]. Remove [[starts]] and [[checks]]."


def test_what_was_played_here_is_remembered() -> None:
    calls = [list(SERIES._replace(games=2))]
    assert (
        execute_in_process(LAST, STRATEGY, calls)[0] is execute_in_process(LAST, STRATEGY, calls)[0]
    )


@pytest.mark.parametrize("key", ["frozenset([1])", "(frozenset([1]),)", "b'a'", "play"])
def test_an_answer_with_a_key_that_cannot_be_rebuilt_is_refused(key: str) -> None:
    result = grade(short(), f"{LEADS}return {{{key}: 2}}")
    assert result.points == 0
    assert result.says[-1].startswith("In game 1, answer 1 was {")
