"""`Table`: a whole game on one screen, with the board, the question and the answer."""

from __future__ import annotations

from collections.abc import Callable

import ipywidgets
import traitlets

from teachkit.core.language.program import Program
from teachkit.core.run.decisions import Decision
from teachkit.core.run.flow import called
from teachkit.core.run.trace import Trace
from teachkit.draw.picture import png
from teachkit.draw.replay_data import replay_data
from teachkit.draw.scene import scene
from teachkit.draw.shapes import PIECE_COLOURS
from teachkit.errors import TeachkitError
from teachkit.play.sitting import Seat, Sitting
from teachkit.widgets.common.scripts import words_of
from teachkit.widgets.common.still import WIDTH, Still, show_with_still
from teachkit.widgets.common.widget import Data, Pressing, arranged
from teachkit.widgets.player import Player, Scene
from teachkit.widgets.table.controls import Control, control_for
from teachkit.words import say

NOBODY = ""  # the viewer who sees only public information
MORE = 60
"""Seconds that one press adds to the clock."""


def settled(trace: Trace) -> Trace:
    """Return the part of `trace` in which the board has its final size.

    Before that, the game is being set up, and the pictures would have different sizes.
    """

    def size(state: object) -> tuple[float, float]:
        seen = scene(state)
        return seen.width, seen.height

    states = [trace.start, *(frame.state for frame in trace)]
    now = size(trace.final)
    first = next(number for number, state in enumerate(states) if size(state) == now)
    return Trace(states[first], trace.frames[first:], trace.actor)


class Asking(
    Pressing,
    script="table/asking.js",
    styles=["workbench/bench.css", "table/table.css"],
    tables=["asking"],
):
    """A display of the seats, the person whose turn it is, the question, and the options.

    `on_press` is called with `sit` (and a name), `option` (and a number) or `again`. Any other
    choice or text stays in this widget until the bar's button sends it. Each change of `shown`
    redraws everything.

    `coming` are the names of the people who may sit down; while there are any, no question is
    shown. `form` describes how to answer: its `shape` is `one` (buttons), `list`, `some`, `line`,
    or `cards`, which are shown in a separate widget.
    """

    seats = traitlets.List(traitlets.Dict()).tag(sync=True)
    coming = traitlets.List(traitlets.Unicode()).tag(sync=True)
    who = traitlets.Unicode("").tag(sync=True)
    question = traitlets.Unicode("").tag(sync=True)
    form = traitlets.Dict().tag(sync=True)
    options = traitlets.List(traitlets.Unicode()).tag(sync=True)
    outcome = traitlets.Unicode("").tag(sync=True)
    says = traitlets.Unicode("").tag(sync=True)
    shown = traitlets.Int(0).tag(sync=True)


class Bar(Pressing, script="table/bar.js", styles=["table/table.css"], tables=["bar"]):
    """The bar below the cards: buttons to send an answer or to take one back, and the clock.

    `on_press` is called with `send`, `back`, `more_time` or `no_clock`, and with `time_up` when
    time is up. `back` is the player who can take an answer back. `clock` is `{"left": seconds}`
    while time runs; the browser counts down by itself.
    """

    sends = traitlets.Bool(False).tag(sync=True)
    back = traitlets.Unicode("").tag(sync=True)
    clock = traitlets.Dict().tag(sync=True)


class Table(ipywidgets.Box):
    """A table at which people and house players play a game.

    The browser gets only what the current player may see. The buttons call `sit(name)`,
    `send(fact)` and `take_back()`. A player's cards are removed from the browser before the next
    player sits down.
    """

    def __init__(self, sitting: Sitting, new_seed: Callable[[], int] = lambda: 0) -> None:
        self.sitting = sitting
        self._new_seed = new_seed
        self._control: Control | None = None
        self._asked: Decision | None = None
        self._seen: object = None
        self.asking, self.bar = Asking(), Bar()
        self.player = self._new_player()
        self.asking.on_press = self.bar.on_press = self._press
        self._inner = ipywidgets.Box()
        self._inner.add_class("tk-bench-parts")
        super().__init__([self._inner])
        self.add_class("tk-bench")
        self.add_class("tk-table")
        self._show(sitting.notice)

    # -- buttons

    def sit(self, name: str) -> None:
        """Let the person called `name` sit down, and show what that person may see."""
        self._try(lambda: self.sitting.sit(name))

    def send(self, fact: object = None) -> None:
        """Answer the question with the placed cards, or with `fact`, the input from the browser."""
        self._try(lambda: self.sitting.answer(self._read(fact)))

    def take_back(self) -> None:
        """Undo the last answer."""
        self._try(self.sitting.take_back)

    def time_up(self, fact: object = None) -> None:
        """Answer for a player whose time is up in the browser, if the kernel's clock agrees."""
        try:
            laid = self._read(fact)
        except TeachkitError:
            laid = None
        asked = self.sitting.decision
        self._try(lambda: self.sitting.time_up(laid))
        if asked and self.sitting.decision is asked:
            self._show_clock()
            if self.sitting.countdown.left is None:
                says = say("Time is up. Choose cards that you can play, then send them.")
                self.asking.says = says

    def _press(self, button: str, fact: object) -> None:
        match button:
            case "sit":
                self.sit(str(fact))
            case "option" | "send":
                self.send(fact)
            case "back":
                self.take_back()
            case "time_up":
                self.time_up(fact)
            case "more_time":
                self.sitting.countdown.lengthen(MORE)
                self._show_clock()
            case "no_clock":
                self.sitting.countdown.switch_off()
                self._show_clock()
            case "again":
                self._try(lambda: self.sitting.again(self._new_seed()))

    def _read(self, fact: object) -> object:
        return self._control.read(fact) if self._control else None

    def _try(self, act: Callable[[], object]) -> None:
        """Call `act` and redraw everything, or show the reason if `act` is not allowed now."""
        try:
            act()
        except TeachkitError as error:
            self.asking.says = error.says
            return
        self._show(self.sitting.notice)

    # -- display

    def _show(self, says: str = "") -> None:
        """Redraw everything: first hide what other players may not see, then ask the question."""
        self._show_control()
        self._show_board()
        here, decision = self.sitting.here, self.sitting.decision
        control = self._control
        with self.asking.hold_sync():
            self.asking.seats = [self._seat(seat) for seat in self.sitting.seats]
            over = self.sitting.match.is_over
            waiting = [] if here or over else [seat.name for seat in self.sitting.waiting]
            self.asking.coming = waiting
            self.asking.who = here.name if here else ""
            self.asking.question = str(getattr(decision, "question", "")) if here else ""
            self.asking.form = control.form if control else {}
            self.asking.options = control.options if control else []
            outcome = self.sitting.match.outcome or say("Nobody won.")
            self.asking.outcome = str(outcome) if over else ""
            self.asking.says = says
            self.asking.shown += 1
        with self.bar.hold_sync():
            self.bar.sends = bool(control and control.form["shape"] not in ("one", "list"))
            self.bar.back = self.sitting.can_take_back
        self._show_clock()

    def _show_control(self) -> None:
        """Show the control of the current question, and close the previous one."""
        decision = self.sitting.decision
        if decision is not None and decision is self._asked:
            return
        old, self._asked = self._control, decision
        view, game = self.sitting.view, self.sitting.game
        self._control = control_for(decision, game, view) if decision else None
        widget = self._control.widget if self._control else None
        if self._control:
            self._control.keep(self.sitting.draft, self.sitting.keep_draft)
        self._inner.children = arranged(
            player=self.player, task=self.asking, builder=widget, feedback=self.bar
        )
        for each in (self.asking, self.bar):
            each.waits_for(self)
        if old and old.widget:
            old.widget.close()

    def _show_board(self) -> None:
        """Show the events since the current player's last answer.

        If no player is seated, only public events are shown.
        """
        sitting = self.sitting
        here = sitting.here.piece if sitting.here else NOBODY
        seen = (here, len(sitting.match.frames), len(sitting.news), sitting.match.seed)
        if seen == self._seen:
            return
        self._seen = seen
        if sitting.match.is_over:
            self._change_player()
        else:
            self.player.words = self.player.words | self._words()
            self.player.load(self._scene(), self._still())
        if sitting.match.is_over or not self.asking.shown:  # do not replay old events
            self.player.to(len(self.player.stops) - 1)
        elif len(self.player.stops) > 1:
            self.player.play()

    def _change_player(self) -> None:
        """Replace the `Player` widget with a new one that shows the whole game.

        A new widget is needed because the old one may still send events of its own run.
        """
        old, self.player = self.player, self._new_player()
        self._inner.children = arranged(player=self.player) + list(self._inner.children[1:])
        old.close()

    def _new_player(self) -> Player:
        return Player(self._scene(), self._words(), self._still(), folded=True)

    def _show_clock(self) -> None:
        left = self.sitting.countdown.left
        shown = self.bar.clock.get("n", 0)
        self.bar.clock = {"n": shown + 1} | ({} if left is None else {"left": round(left, 1)})

    def _scene(self) -> Scene:
        sitting = self.sitting
        trace = sitting.news if sitting.here or sitting.match.is_over else sitting.public
        shown = replay_data(settled(trace), sitting.game, Program(), backdrop=trace.final)
        return shown | {"timeline": {}, "over": ""}  # there is no room for all rounds on one screen

    def _still(self) -> bytes:
        return png(self.sitting.public.start, size=WIDTH)

    def _words(self) -> dict[str, str]:
        words, has_begun = words_of("table", "player"), bool(self.sitting.match.frames)
        return words | {"before": words["over"] if has_begun else say("Nothing has happened yet.")}

    def _seat(self, seat: Seat) -> Data:
        sitting = self.sitting
        seen = sitting.view if sitting.view is not None else sitting.public.start
        outcome = sitting.match.outcome if sitting.match.is_over else None
        here, is_team = sitting.here, sitting.game.foresight.teamwork is not None
        return {
            "name": seat.name,
            "piece": {"id": seat.piece, "label": called(seat.piece)},
            "colour": PIECE_COLOURS.get(seat.piece, "transparent"),
            "points": None if is_team else dict(sitting.game.points(seen)).get(seat.piece),
            "isHere": here == seat,
            "isHouse": seat.is_house,
            "isWinner": bool(outcome and seat.piece in outcome.winners),
        }

    def _ipython_display_(self) -> None:
        shown = self.sitting.public.start
        alt = " ".join(filter(None, [scene(shown).alt, *scene(shown).spoken.values()]))
        show_with_still(self, Still(self.player.still, alt, str(shown), WIDTH))

    def __repr__(self) -> str:
        names = ", ".join(seat.name for seat in self.sitting.seats)
        return f"Table({self.sitting.game.name!r}, {names})"
