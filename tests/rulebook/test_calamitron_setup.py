"""Test how a match of Calamitron is set up, and the order of turns."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest

from teachkit.core.game.game import Outcome
from teachkit.core.run.chance import Chance
from teachkit.core.run.decisions import Answer, Decision
from teachkit.core.run.flow import frames_of
from teachkit.core.run.trace import Trace, record
from teachkit.errors import BoardError
from teachkit.games import calamitron
from teachkit.games.calamitron import Setup
from teachkit.games.calamitron.bots import retro_types, rogue_types, type_of, types
from teachkit.games.calamitron.events import RogueBegan
from teachkit.games.calamitron.match import begin_turn
from teachkit.games.calamitron.programs import LayProgram

from .bots import at_table, done
from .rules import cases, rule

HALL = "training-hall"


@cache
def match(players: int = 2, seed: int = 1, board: str = HALL, **options: Any) -> Trace:
    """A whole match that chance plays for everybody."""
    colours = ("red", "green", "blue", "yellow")[:players]
    setup = Setup(board=board, players=colours, options=options)
    chance = Chance(seed)

    def answer(asked: tuple[Decision, ...], _: Any) -> list[Answer]:
        return [chance.answer(each) for each in asked]

    return record(calamitron.GAME.play(setup), None, answer)


def events(trace: Trace, *names: str) -> list[Any]:
    return [frame.event for frame in trace if type(frame.event).__name__ in names]


def first_state(trace: Trace) -> Any:
    """The state when the first round begins."""
    return next(f.state for f in trace if type(f.event).__name__ == "RoundBegan")


# Set-up ---------------------------------------------------------------------------------------


@rule("CT-1")
def test_each_player_drives_a_retro() -> None:
    assert retro_types() == ("tread", "shot", "nano")
    assert [types()[kind].label for kind in retro_types()] == ["Treadbot", "Shotbot", "Nanobot"]
    assert calamitron.GAME.players(first_state(match(3))) == ("red", "green", "blue")


@rule("CT-1")
@cases("players", ("red",) * 2, ("red", "pink"), (*"abcde",))
def test_one_to_four_play(players: tuple[str, ...]) -> None:
    with pytest.raises(BoardError, match=r"for 1 to 4 players, each with a different colour\."):
        next(calamitron.GAME.play(Setup(board=HALL, players=players)))
    for number in (1, 2, 3, 4):
        assert len(calamitron.GAME.players(first_state(match(number)))) == number


@rule("CT-2")
@cases("players", 1, 2, 4)
def test_as_many_types_are_in_play_as_there_are_players(players: int) -> None:
    state = first_state(match(players))
    assert len(set(state.table.rogue_cards)) == players
    assert {bot.type for bot in state.rogues} == set(state.table.rogue_cards)
    assert set(state.table.rogue_cards) <= set(rogue_types())


@rule("CT-3")
def test_rogues_are_placed_in_turn_on_the_arrows() -> None:
    trace = match(3, boss=True, minion=True, rogues=0)
    state = first_state(trace)
    placed = events(trace, "RoguePlaced")
    arrows = state.board.arrows
    assert [each.square for each in placed] == [square for square, _ in arrows]
    assert [each.bot for each in placed[:2]] == ["boss", "minion"]
    kinds = [type_of(each.bot) for each in placed[2:]]
    assert kinds == [state.table.rogue_cards[place % 3] for place in range(len(kinds))]
    for name, (_, facing) in zip([each.bot for each in placed], arrows, strict=True):
        assert state.bot(name).facing is facing


@rule("CT-3")
def test_a_scenario_may_place_fewer_rogues() -> None:
    assert len(first_state(match(2, rogues=3)).rogues) == 3
    assert len(first_state(match(2, rogues=3, boss=True)).rogues) == 4


@rule("CT-2")
def test_a_scenario_may_name_the_rogue_cards_that_are_drawn_from() -> None:
    state = first_state(match(2, types=("vise", "prog")))
    assert {*state.table.rogue_cards} == {"vise", "prog"}
    few = Setup(board=HALL, players=("red", "green"), options={"types": ["vise"]})
    with pytest.raises(BoardError, match=r"There is 1 rogue card, but each player needs one\."):
        next(calamitron.GAME.play(few))


@rule("CT-1", "CT-3", "CT-5")
@cases(
    "floor, arrows, says",
    ("# #\n. .", [], "This board has 0 exits, but each player needs one."),
    ("+ #\n. .", [], "This board has 1 exit, but each player needs one."),
    ("+ # +\n. . .", [], "This board has 0 arrows, but the rogues need 3."),
    ("+ # +\n. . .", ["a1 east"], "This board has 1 arrow, but the rogues need 3."),
    ("+ # +\n. . .", ["a1 east", "b1 east"], "This board has 2 arrows, but the rogues need 3."),
)
def test_a_board_with_too_little_is_refused(floor: str, arrows: list[str], says: str) -> None:
    setup = Setup(floor=floor, arrows=arrows, players=("red", "green"), options={"boss": True})
    with pytest.raises(BoardError, match=re.escape(says)):
        next(calamitron.GAME.play(setup))


@rule("CT-47")
def test_after_the_last_round_of_a_scenario_the_rogues_have_won() -> None:
    trace = match(2, rounds=2, catastrophes=99)
    assert [each.number for each in events(trace, "RoundBegan")] == [1, 2]
    over = calamitron.GAME.outcome(trace.final)
    assert over == Outcome((), "The game ends after 2 rounds. The rogues have won.")


@rule("CT-4")
def test_the_deck_is_hidden_and_the_first_player_has_the_pry_bar() -> None:
    state = first_state(match())
    assert state.table.pry_bar == "red"
    assert set(calamitron.GAME.seen_by(state, "red").table.calamities.draw_pile) == {"?"}
    assert set(state.table.calamities.draw_pile) != {"?"}


@rule("CT-4")
def test_the_player_in_the_first_seat_is_the_first_player() -> None:
    setup, chance = Setup(board=HALL, players=("blue", "red")), Chance(1)

    def answer(asked: tuple[Decision, ...], _: Any) -> list[Answer]:
        return [chance.answer(each) for each in asked]

    trace = record(calamitron.GAME.play(setup), None, answer)
    assert first_state(trace).table.pry_bar == "blue"
    assert str(events(trace, "RoundBegan")[0]) == "Round 1: Blue has the pry bar."


@rule("CT-3", "CT-47")
@cases("board", "assembly-line", "deadly-spiral", "rogue-works", "training-hall")
def test_the_limit_of_rounds_is_the_scenarios_and_an_option_lifts_it(board: str) -> None:
    """The printed Deadly Spiral has no limit and places all rogues, as far as there are arrows."""
    assert Setup(board=board, players=("red",)).rules.rounds > 0
    assert calamitron.GAME.editions["standard"].rounds == 0
    printed = Setup(board=board, players=("red",), options={"rounds": 0, "rogues": 0})
    assert printed.rules.rounds == 0
    rogues = first_state(match(4, board=board, rounds=0, rogues=0, catastrophes=1)).rogues
    assert len(rogues) == len(printed.read_board().arrows)


@rule("CT-5")
def test_retros_wait_outside_an_exit_and_look_in() -> None:
    state = first_state(match(4))
    assert sorted(bot.square for bot in state.retros) == sorted(state.board.exits)
    for bot in state.retros:
        assert state.board.kind(bot.square.ahead(bot.facing)) == "floor"


@rule("CT-36")
def test_crates_are_an_option() -> None:
    assert first_state(match(1)).crates
    assert not first_state(match(1, crates=False)).crates


# Rounds ---------------------------------------------------------------------------------------


def each_round(trace: Trace) -> list[list[Any]]:
    """The events of every round that was played to its end."""
    rounds: list[list[Any]] = []
    for frame in trace:
        if type(frame.event).__name__ == "RoundBegan":
            rounds.append([])
        if rounds:
            rounds[-1].append(frame.event)
    return rounds[:-1]


@rule("CT-6")
def test_everybody_gets_one_rogue_card_each_round() -> None:
    trace = match(3)
    for dealt in events(trace, "CardsDealt"):
        assert [player for player, _ in dealt.cards] == ["red", "green", "blue"]
        assert {kind for _, kind in dealt.cards} == {*first_state(trace).table.rogue_cards}


@rule("CT-7")
def test_all_program_at_once_and_time_is_kept() -> None:
    """So many seconds as were left are added to the minute."""
    chance, asked_for, kept = Chance(3), list[Any](), list[int]()

    def answer(asked: tuple[Decision, ...], state: Any) -> list[Answer]:
        answers = [chance.answer(each) for each in asked]
        if isinstance(asked[0], LayProgram):
            assert [each.player for each in asked] == ["red", "green"]
        if "seconds" in getattr(asked[0], "question", ""):
            asked_for.append(max(asked[0].options))  # type: ignore[attr-defined]
            kept.append(answers[0].choice)
        return answers

    setup = Setup(board=HALL, players=("red", "green"))
    for _ in frames_of(calamitron.GAME.play(setup), None, answer):
        pass
    assert asked_for == [60 + left for left in [0, *kept[:-1]]]


@rule("CT-7")
def test_without_a_timer_nobody_is_asked() -> None:
    assert events(match(), "TimeKept")
    assert not events(match(timer=0), "TimeKept")


@rule("CT-8")
def test_boss_and_minion_lead_then_own_rogues_then_the_own_retro() -> None:
    trace = match(3, boss=True, minion=True)
    began, *rest = each_round(trace)[0]
    order = [
        (type(each).__name__, getattr(each, "player", "") or type_of(getattr(each, "bot", "")))
        for each in rest
        if type(each).__name__ in ("TurnBegan", "RogueBegan", "Laid")
    ]
    assert order[0] == ("TurnBegan", began.player)
    assert order[1:3] == [("RogueBegan", "boss"), ("RogueBegan", "minion")]
    turns = [player for name, player in order if name == "TurnBegan"]
    assert turns == ["red", "green", "blue"]
    for name, who in order:
        if name == "TurnBegan":
            player, card = who, dict(events(trace, "CardsDealt")[0].cards)[who]
        assert name != "RogueBegan" or who in (card, "boss", "minion")
        assert name != "Laid" or who == player


@rule("CT-8")
def test_bossbot_and_minionbot_go_before_visebots_and_servobots() -> None:
    """Two printed lines say the opposite; see the ruling."""
    picture = "R^ . . . .\n. . . . .\ns1> . . . v1<\n. . . . .\nm> . . . b<"
    state = at_table(picture, "tread", cards=(("red", "vise"), ("red", "servo")))
    moved = [each.event.bot for each in done(begin_turn(state, "red"), state)
             if isinstance(each.event, RogueBegan)]  # fmt: skip
    assert moved == ["boss", "minion", "vise-1", "servo-1"]


@rule("CT-9", "CT-39")
def test_every_round_ends_with_a_calamity() -> None:
    for happened in each_round(match()):
        names = [type(each).__name__ for each in happened]
        after = names[max(i for i, name in enumerate(names) if name == "Laid") :]
        assert "CalamityDrawn" in after
        assert after[-1] == "PryBarPassed"


@rule("CT-11")
def test_the_pry_bar_goes_round() -> None:
    first = [happened[0].player for happened in each_round(match(3))]
    assert first[:4] == ["red", "green", "blue", "red"][: len(first)]
