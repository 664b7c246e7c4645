"""`Table`: a whole game on one screen, with the board, the question and the answer."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar
from weakref import WeakValueDictionary

import ipywidgets
import traitlets

from teachkit.core.language.program import Program
from teachkit.core.run.decisions import Decision
from teachkit.core.run.trace import Trace
from teachkit.core.run.walk import Started
from teachkit.draw.picture import png
from teachkit.draw.replay_data import match_data, replay_data, settled
from teachkit.draw.scene import scene
from teachkit.errors import TeachkitError
from teachkit.play.sitting import Sitting
from teachkit.widgets.common.scripts import words_of
from teachkit.widgets.common.still import WIDTH, Still, show_with_still
from teachkit.widgets.common.widget import Pressing, arranged
from teachkit.widgets.player import Player, Scene
from teachkit.widgets.table.bots import Bots
from teachkit.widgets.table.controls import PRESSED, Control, about, control_for
from teachkit.widgets.table.ending import Ending, result
from teachkit.widgets.table.panels import Panels, colour_of
from teachkit.words import say

NOBODY = ""  # the viewer who sees only public information
MOMENTS = ("curtain", "watching", "choosing", "laying", "over")
"""The moments of a turn: somebody must sit down; the run plays; a question; cards; the end."""
MORE = 60
"""Seconds that one press adds to the clock."""


def drawn_seed() -> int:
    """Return a random seed."""
    return secrets.randbelow(1_000_000)


class Asking(
    Pressing,
    script="table/asking.js",
    styles=["workbench/bench.css", "table/table.css", "table/choosing.css"],
    tables=["asking"],
):
    """A display of the person whose turn it is, the question, and the options.

    `on_press` is called with `sit` (and a name), `option` (and a number) or `watched`. Any other
    choice or text stays in this widget until the bar's button sends it. Each change of
    `shown` redraws everything, and each change of `refused` announces `says` once more.

    `moment` is the part of a turn that is shown, one of `MOMENTS`. While it is `watching`, `skips`
    tells whether a question or the end comes after the run.

    `coming` are the names of the people who may sit down, each with its colour in `colours`; while
    there are any, no question is shown. `form` describes how to answer: its `shape` is `one`
    (buttons), `board`, `list`, `some`, `line`, or `cards`, which are shown in a separate widget. It
    also has what the question is `about`, and what `controls` adds to draw the options.
    """

    colours = traitlets.Dict().tag(sync=True)
    coming = traitlets.List(traitlets.Unicode()).tag(sync=True)
    who = traitlets.Unicode("").tag(sync=True)
    question = traitlets.Unicode("").tag(sync=True)
    form = traitlets.Dict().tag(sync=True)
    options = traitlets.List(traitlets.Unicode()).tag(sync=True)
    outcome = traitlets.Unicode("").tag(sync=True)
    says = traitlets.Unicode("").tag(sync=True)
    shown = traitlets.Int(0).tag(sync=True)
    refused = traitlets.Int(0).tag(sync=True)
    moment = traitlets.Enum(MOMENTS, MOMENTS[0]).tag(sync=True)
    skips = traitlets.Bool(False).tag(sync=True)


class Bar(Pressing, script="table/bar.js", styles=["table/table.css"], tables=["bar"]):
    """The bar below the cards: buttons to send an answer or to take one back, and the clock.

    `on_press` is called with `send`, `back`, `watch`, `more_time` or `no_clock`, and with `time_up`
    when time is up. `back` is the player who can take an answer back. `watches` is true if the last
    round can be watched once more. `clock` is `{"left": seconds}`
    while time runs; the browser counts down by itself.

    `elsewhere` is true if the game is played in another tab. The button `host` then goes on with it
    here, and the browser counts `follows` up from time to time. A tab that is there answers each
    change of `calls` with `here`.
    """

    sends = traitlets.Bool(False).tag(sync=True)
    back = traitlets.Unicode("").tag(sync=True)
    watches = traitlets.Bool(False).tag(sync=True)
    clock = traitlets.Dict().tag(sync=True)
    elsewhere = traitlets.Bool(False).tag(sync=True)
    calls = traitlets.Int(0).tag(sync=True)
    follows = traitlets.Int(0).tag(sync=True)


class Table(ipywidgets.Box):
    """A table at which people and house players play a game.

    The browser gets only what the current player may see. The buttons call `sit(name)`,
    `send(fact)` and `take_back()`. A player's cards are removed from the browser before the next
    player sits down.

    If a game is opened in a second tab, the first tab is called, and keeps the game if it is still
    there; the second one is a guest then, and follows the game.
    """

    _hosts: ClassVar[WeakValueDictionary[Path | None, Table]] = WeakValueDictionary()

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self._control: Control | None = None
        self._asked: Decision | None = None
        self._seen: object = None
        self.asking, self.bar, self.bots, self.panels = Asking(), Bar(), Bots(), Panels(sitting)
        self.ending: Ending | None = None
        self.player = self._new_player()
        self.asking.on_press = self.bar.on_press = self.bots.on_press = self._press
        self.bar.observe(lambda change: self._follow(), "follows")
        self._inner = ipywidgets.Box()
        self._inner.add_class("tk-bench-parts")
        super().__init__([self._inner])
        self.add_class("tk-bench")
        self.add_class("tk-table")
        self._show(sitting.notice)
        if sitting.file and not sitting.is_guest:
            before = self._hosts.get(sitting.file)
            self._hosts[sitting.file] = self
            if before:
                before.bar.calls += 1

    # -- tabs

    def _go_on_here(self) -> None:
        """Go on with the game in this tab, and let the tab that had it follow."""
        before = self._hosts.get(self.sitting.file, self)
        self._hosts[self.sitting.file] = self
        self._try(self.sitting.take)
        if before is not self:
            before._try(before.sitting.step_aside)

    def _is_here(self) -> None:
        """Keep the game in this tab, unless another tab has been used since it was opened."""
        later = self._hosts.get(self.sitting.file, self)
        if later.sitting.match.answers == self.sitting.match.answers:
            self._go_on_here()

    def _follow(self) -> None:
        if self.sitting.is_guest and self.sitting.follow():
            self._show()

    # -- buttons

    def sit(self, name: str) -> None:
        """Let the person called `name` sit down, and show what that person may see."""
        self._try(lambda: self.sitting.sit(name))

    def send(self, fact: object = None) -> None:
        """Answer the question with the placed cards, or with `fact`, the input from the browser."""
        self._try(lambda: self.sitting.answer(self._read(fact)))

    def watched(self) -> None:
        """Go on after the run was watched, or skipped."""
        if self.sitting.is_watching:
            self._try(self.sitting.stop_watching)

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
        if asked and self.sitting.decision is asked and self.sitting.countdown.left is None:
            self._refuse(say("Time is up. Choose cards that you can play, then send them."))

    def _press(self, button: str, fact: Any) -> None:
        acts: dict[str, Callable[[], object]] = {
            "sit": lambda: self.sit(str(fact)),
            "option": lambda: self.send(fact),
            "send": lambda: self.send(fact),
            "watched": self.watched,
            "watch": lambda: self._try(self.sitting.watch_again),
            "back": self.take_back,
            "time_up": lambda: self.time_up(fact),
            "more_time": lambda: self.sitting.countdown.lengthen(MORE),
            "no_clock": self.sitting.countdown.switch_off,
            "host": self._go_on_here,
            "here": self._is_here,
            "next": lambda: self._try(self.sitting.move),
            "look": lambda: self.bots.show(self.sitting, fact),
            "take": lambda: self._try(lambda: self.sitting.take_over(*fact)),
            "again": lambda: self._try(lambda: self.sitting.again(drawn_seed())),
            "from_start": self._play_from_start,
            "save": self._save,
        }
        if act := acts.get(button):
            act()
            self._show_clock()  # the bar no longer waits for the kernel

    def _play_from_start(self) -> None:
        self.player.to(0)
        self.player.play()

    def _save(self) -> None:
        """Offer the whole game as a web page."""
        if self.ending:
            game, file = self.sitting.game.name, self.sitting.file
            title = f"{game.capitalize()}: {', '.join(self.sitting.names.values())}"
            page = Player(self.player.scene, still=self.player.still).to_html(title)
            self.ending.file = {"name": f"{file.stem if file else game}.html", "content": page}

    def _read(self, fact: object) -> object:
        return self._control.read(fact) if self._control else None

    def _try(self, act: Callable[[], object]) -> None:
        """Call `act` and redraw everything, or show the reason if `act` is not allowed now."""
        try:
            act()
        except TeachkitError as error:
            self._refuse(error.says)
            if self.sitting.is_guest and not self.bar.elsewhere:
                self._show()
            return
        except KeyboardInterrupt:
            self._refuse(say("You stopped the bot before it answered."))
            return
        self._show(self.sitting.notice)

    def _refuse(self, says: str) -> None:
        """Say why an answer was refused, even if the last one was refused for the same reason."""
        with self.asking.hold_sync():
            self.asking.says = says
            self.asking.refused += 1

    # -- display

    @property
    def _moment(self) -> str:
        sitting = self.sitting
        if sitting.match.is_over and not sitting.is_watching:
            return "over"
        if sitting.is_watching or sitting.is_guest or not sitting.people:
            return "watching"
        if self._control is None:
            return "curtain"
        return "laying" if self._control.widget else "choosing"

    def _show(self, says: str = "") -> None:
        """Redraw everything: first hide what other players may not see, then ask the question."""
        run = self._run_to_watch()
        self.panels.show(self.sitting)
        self._show_control()
        self._show_board(run)
        here, decision = self.sitting.here, self.sitting.decision
        control, moment = self._control, self._moment
        self._mark(moment)
        with self.asking.hold_sync():
            waiting = [seat.name for seat in self.sitting.waiting] if moment == "curtain" else []
            self.asking.moment, self.asking.skips = moment, self.sitting.is_watching
            self.asking.coming, seats = waiting, self.sitting.seats
            self.asking.colours = {seat.name: colour_of(seat, seats) for seat in seats}
            self.asking.who = here.name if here else ""
            self.asking.question = str(getattr(decision, "question", "")) if control else ""
            self.asking.form = control.form if control else {}
            self.asking.options = control.options if control else []
            self.asking.outcome = result(self.sitting) if moment == "over" else ""
            if self.sitting.is_guest:
                says = say("This game is played in another tab. You can watch it here.")
            self.asking.says = says or self.sitting.late
            self.asking.shown += 1
        with self.bar.hold_sync():
            self.bar.sends = bool(control and control.form["shape"] not in PRESSED)
            self.bar.back = self.sitting.can_take_back
            self.bar.elsewhere = self.sitting.is_guest
            self.bar.watches = moment != "over" and self.sitting.can_watch_again
        self.bots.show(self.sitting)
        self._show_clock()

    def _mark(self, moment: str) -> None:
        """Add a CSS class for the moment, so that the layout can depend on it."""
        for each in MOMENTS:
            self.remove_class(f"tk-moment-{each}")
        self.add_class(f"tk-moment-{moment}")
        (self.remove_class if self.sitting.people else self.add_class)("tk-unmanned")

    def _run_to_watch(self) -> Scene | None:
        """Return the run to watch now, if any; if no card ran and no piece moved, go on at once."""
        if not self.sitting.is_watching:
            return None
        latest, seats = settled(self.sitting.latest), self.sitting.seats
        ran = any(isinstance(frame.event, Started) for frame in latest)
        run = self._scene_of(latest, latest.start if ran else latest.final)
        by_piece = {seat.piece: seat for seat in seats}
        for row in run["timeline"].get("rows", ()):
            seat = by_piece[row["actor"]]
            row |= {"label": seat.name, "colour": colour_of(seat, seats)}
        if ran or any(stop["places"] != run["stops"][0]["places"] for stop in run["stops"]):
            return run
        self.sitting.stop_watching()
        return None

    def _show_control(self) -> None:
        """Show the control of the current question, and close the previous one.

        While a run is watched, there is no control; unsent cards are shown again after it.
        """
        decision = None if self.sitting.is_watching else self.sitting.decision
        if decision is not None and decision is self._asked:
            return
        old, self._asked = self._control, decision
        view, game = self.sitting.view, self.sitting.game
        self._control = control_for(decision, game, view) if decision else None
        widget = self._control.widget if self._control else None
        if decision and self._control:
            self._control.keep(self.sitting.draft, self._keep_draft)
            frames = self.sitting.match.frames
            self._control.form["about"] = about(decision, game, view, frames)
        has_bots = self.sitting.bots or not any(seat.is_person for seat in self.sitting.first_seats)
        ended, self.ending = self.ending, None
        if self._moment == "over":
            self.ending = Ending(self.sitting, self.panels.seats)
            self.ending.on_press = self._press
        self._inner.children = arranged(
            task=self.asking,
            builder=widget or self.ending,
            feedback=self.bar,
            bots=self.bots if has_bots else None,
            panels=self.panels,
            player=self.player,
        )
        for each in (self.asking, self.bar):
            each.waits_for(self)
        for gone in (ended, old.widget if old else None):
            if gone:
                gone.close()

    def _keep_draft(self, laid: object) -> None:
        """Store the unsent cards; what was wrong with them before may be right now."""
        self.sitting.keep_draft(laid)
        self.asking.says = ""

    def _show_board(self, run: Scene | None) -> None:
        """Play the latest `run`, or show where it has led.

        A seated player can look back to their last answer. If no player is seated, only public
        events are shown.
        """
        sitting = self.sitting
        here = sitting.here.piece if sitting.here else NOBODY
        frames = len(sitting.match.frames)
        seen = (run is None, here, frames, len(sitting.news), sitting.match.seed)
        if seen == self._seen:
            return
        self._seen = seen
        if sitting.match.is_over and not run:
            self._change_player()
        else:
            self.player.words = self.player.words | self._words()
            self.player.load(run or self._scene(), self._still())
        if run:
            self.player.play()
        else:  # everybody has already watched it
            self.player.to(len(self.player.stops) - 1)

    def _change_player(self) -> None:
        """Replace the `Player` widget with a new one that shows the whole game.

        A new widget is needed because the old one may still send events of its own run. It is
        created with its stop and its class, because a busy browser may miss later changes.
        """
        old, self.player = self.player, self._new_player()
        self._inner.children = list(self._inner.children[:-1]) + arranged(player=self.player)
        old.close()

    def _new_player(self) -> Player:
        scene, classes = self._scene(), ("tk-bench-player",)
        last = len(scene["stops"]) - 1
        return Player(
            scene, self._words(), self._still(), folded=True, position=last, _dom_classes=classes
        )

    def _show_clock(self) -> None:
        left = self.sitting.countdown.left
        shown = self.bar.clock.get("n", 0)
        self.bar.clock = {"n": shown + 1} | ({} if left is None else {"left": round(left, 1)})

    def _scene(self) -> Scene:
        sitting = self.sitting
        if sitting.match.is_over:
            return match_data(sitting.match.trace, sitting.game, sitting.names)
        trace = settled(sitting.news if sitting.here else sitting.public)
        shown = self._scene_of(trace, trace.final)
        return shown | {"timeline": {}}  # there is no room for all rounds

    def _scene_of(self, trace: Trace, backdrop: object) -> Scene:
        return replay_data(trace, self.sitting.game, Program(), backdrop=backdrop) | {"over": ""}

    def _still(self) -> bytes:
        return png(self.sitting.public.start, size=WIDTH)

    def _words(self) -> dict[str, str]:
        words, has_begun = words_of("table", "player"), bool(self.sitting.match.frames)
        return words | {"before": words["over"] if has_begun else say("Nothing has happened yet.")}

    def _ipython_display_(self) -> None:
        shown = self.sitting.public.start
        alt = " ".join(filter(None, [scene(shown).alt, *scene(shown).spoken.values()]))
        show_with_still(self, Still(self.player.still, alt, str(shown), WIDTH))

    def __repr__(self) -> str:
        return f"Table({self.sitting.game.name!r}, {', '.join(self.sitting.names.values())})"
