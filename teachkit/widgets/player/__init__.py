"""`Player`: a recorded run, animated in the browser.

The whole run is sent once; stepping and playing need no kernel. Python and the browser share
`position` (the stop that is shown; stop 0 is the start) and `breakpoints` (card numbers). Python
may `mark` a stop for learners to look at. `beside` lists the pieces whose cards are in a builder
beside the player; the player shows no strip for these pieces, and the builder's cards are
highlighted instead. If `folded` is true, the list of events is closed at first. The run waits for
an answer at each of its `holds`. A `ghost`, {stop, place, form}, shows where the piece should be at
one stop; the form comes from `pointing`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

import traitlets

from teachkit.errors import AnswerError
from teachkit.widgets.common.page import View, page
from teachkit.widgets.common.scripts import words_of
from teachkit.widgets.common.still import Still, show_with_still
from teachkit.widgets.common.widget import Data, Wording
from teachkit.words import say

Scene: TypeAlias = dict[str, Any]
"""A run as the browser shows it, from `teachkit.draw.replay_data`; missing keys are empty."""

EMPTY: Scene = {
    **dict.fromkeys(("width", "height"), 1),
    **dict.fromkeys(("game", "alt", "source", "over"), ""),
    **dict.fromkeys(("background", "badge"), b""),
    "trimmed": [1, 1],
    **{key: [] for key in ("labels", "pieces", "program", "strips", "chapters")},
    **{key: {} for key in ("timeline", "cards", "names")},
    "together": False,
    "way": None,
    "stops": [{}],
}
EMPTY_STOP: Data = {
    **dict.fromkeys(("actor", "asks", "answer", "turn", "board", "spoken"), ""),
    **{key: [] for key in ("says", "calls", "badges")},
    **dict.fromkeys(("card", "bracket", "place")),
    **{key: {} for key in ("places", "scores")},
    "skipped": False,
}


def player_words() -> Data:
    """Return the player's words in the learner's language; the browser fills in the {fields}."""
    short = words_of("player", "short")
    return {**words_of("player"), "short": short, "pointing": words_of("prediction")}


def complete(scene: Scene) -> Scene:
    """Return a copy of `scene` with all keys that the browser reads; missing parts are empty."""
    scene = EMPTY | scene
    stops = [EMPTY_STOP | {"place": stop.get("card")} | stop for stop in scene["stops"]]
    return scene | {"stops": stops}


def thinned(scene: Scene) -> Scene:
    """Return the complete `scene` as the browser gets it, with everything at most once.

    Pieces that look alike share one of the `pictures`. A stop holds only what differs from the
    `usual` stop. Its places, its scores, and the lines of its board are mappings that hold only
    what differs from the stop before; what is gone is `None`.

    >>> scene = complete({"stops": [{"board": "R .\\n. ."}, {"board": ". R\\n. ."}]})
    >>> [stop["board"] for stop in thinned(scene)["stops"]]
    [{0: 'R .', 1: '. .'}, {0: '. R'}]
    """
    numbers: dict[bytes, int] = {}
    pieces = [
        piece
        | {
            name: numbers.setdefault(piece[name], len(numbers))
            for name in ("picture", "large")
            if piece.get(name)
        }
        for piece in scene["pieces"]
    ]
    before: dict[str, Data] = {"places": {}, "scores": {}, "board": {}}
    stops = []
    for stop in scene["stops"]:
        now = stop | {"board": dict(enumerate(stop["board"].split("\n")))}
        unusual = {
            name: fact
            for name, fact in stop.items()
            if name not in EMPTY_STOP or fact != EMPTY_STOP[name]
        }
        stops.append(unusual | {name: _changes(old, now[name]) for name, old in before.items()})
        before = {name: now[name] for name in before}
    return scene | {
        "usual": EMPTY_STOP,
        "pictures": list(numbers),
        "pieces": pieces,
        "stops": stops,
    }


def _changes(before: Data, now: Data) -> Data:
    gone = dict.fromkeys(before.keys() - now.keys())
    return {name: fact for name, fact in now.items() if before.get(name) != fact} | gone


class Response(NamedTuple):
    """A response to an answer: whether the answer is right, and a sentence to show after the step.

    `right` is `None` if the answer could not be read; otherwise `said` is the answer as it was
    read.
    """

    says: str
    right: bool | None
    said: str = ""


@dataclass(frozen=True)
class Hold:
    """A pause in a run before one of its stops, until the learner has answered a question.

    `asks` is the question. `choices` are all possible answers, shown as buttons. Without choices,
    the answer is written like the `example`, or pointed at as `form` describes. `judge` returns the
    response to an answer, and raises `AnswerError` if the answer is invalid. `then` is called with
    the answer as `judge` read it. `kept` is an earlier answer, from before the kernel restarted, or
    "".
    """

    stop: int
    asks: str
    judge: Callable[[str], Response]
    example: str = ""
    choices: tuple[str, ...] = ()
    form: Data = field(default_factory=dict)
    then: Callable[[str], None] = lambda said: None
    kept: str = ""

    def result(self, text: str) -> Response:
        """Judge the answer `text`, and return the response to it."""
        try:
            if self.choices and text not in self.choices:
                options = ", ".join(self.choices)
                raise AnswerError(say("Choose one of: {options}.", options=options))
            return self.judge(text)
        except AnswerError as error:
            return Response(error.says, right=None)

    def to_json(self) -> Data:
        """Return the question as data for the browser, without the right answer."""
        kept = self.result(self.kept)
        response = Response("", right=None) if kept.right is None else kept
        question = {name: getattr(self, name) for name in ("stop", "asks", "example", "form")}
        return question | {"choices": list(self.choices)} | response._asdict()


class Player(
    Wording,
    script="player/player.js",
    styles=[
        *("player/player.css", "player/board.css", "player/strip.css", "player/timeline.css"),
        *("player/source.css", "player/match.css", "prediction/prediction.css"),
    ],
):
    """A player for the run that `scene` describes; `still` is the picture of the run's start.

    >>> player = Player({"stops": [{"board": "R ."}, {"board": ". R"}]})
    >>> player.step()
    >>> player
    Player(step 1 of 1)
    >>> print(player.board)
    . R
    """

    scene = traitlets.Dict().tag(sync=True, to_json=lambda scene, player: thinned(scene))
    position = traitlets.Int(0).tag(sync=True)
    breakpoints = traitlets.List(traitlets.Int()).tag(sync=True)
    mark = traitlets.Int(0).tag(sync=True)
    plays = traitlets.Int(0).tag(sync=True)
    beside = traitlets.List(traitlets.Unicode()).tag(sync=True)
    folded = traitlets.Bool(False).tag(sync=True)
    questions = traitlets.List(traitlets.Dict()).tag(sync=True)
    ghost = traitlets.Dict().tag(sync=True)
    said = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        scene: Scene,
        words: dict[str, str] | None = None,
        still: bytes = b"",
        holds: Sequence[Hold] = (),
        **traits: object,
    ) -> None:
        self.still = still
        self._holds = {hold.stop: hold for hold in holds}
        said, questions = player_words() | (words or {}), [hold.to_json() for hold in holds]
        super().__init__(scene=complete(scene), words=said, questions=questions, **traits)
        self.observe(lambda change: self._hear(change["new"]), "said")

    @property
    def stops(self) -> list[Data]:
        """The stops of the run as data; the first one is the start."""
        stops: list[Data] = self.scene["stops"]
        return stops

    @property
    def board(self) -> str:
        """The text board of the shown stop."""
        return str(self.stops[self.position]["board"])

    def step(self) -> None:
        """Show the next stop."""
        self.to(self.position + 1)

    def back(self) -> None:
        """Show the previous stop."""
        self.to(self.position - 1)

    def play(self) -> None:
        """Make the browser play from the shown stop, as if its play button had been pressed."""
        self.plays += 1

    def to(self, position: int) -> None:
        """Show the stop `position`, or the nearest one that exists."""
        self.position = position

    def load(self, scene: Scene, still: bytes = b"", holds: Sequence[Hold] = ()) -> None:
        """Load the run in `scene`, and show its start.

        Breakpoints stay, since the program may be the same.
        """
        self.still = still
        self._holds = {hold.stop: hold for hold in holds}
        with self.hold_sync():
            self.questions = [hold.to_json() for hold in holds]
            self.position = self.mark = 0
            self.ghost = {}
            self.scene = complete(scene)

    def answer(self, text: str) -> None:
        """Answer the question at which the run waits; an unreadable answer does not count."""
        waiting = [each["stop"] for each in self.questions if each["right"] is None]
        if waiting:
            self._hear({"stop": waiting[0], "text": text})

    def _hear(self, said: Data) -> None:
        hold = self._holds.get(said.get("stop", 0))
        if not hold:
            return
        response = hold.result(str(said.get("text", "")))
        self.questions = [
            each | response._asdict() if each["stop"] == hold.stop else each
            for each in self.questions
        ]
        if response.right is not None:
            hold.then(response.said)

    @traitlets.validate("position")
    def _within_the_run(self, proposal: traitlets.Bunch) -> int:
        ends = [int(each["stop"]) for each in self.questions if each["right"] is None]
        last = min([*ends, len(self.stops)]) - 1
        return max(0, min(last, int(proposal["value"])))

    def as_still(self) -> Still:
        """Return a still of the run's start for a notebook without a kernel.

        The still does not reveal the end of the run.
        """
        first = self.stops[0]
        alt = str(first["spoken"] or self.scene["alt"])
        return Still(self.still, alt, str(first["board"]), width=int(self.scene["width"]))

    def to_html(self, title: str = "") -> str:
        """Return the run as a web page in one file, with a player that needs no kernel.

        `title` is the page's heading. The run does not wait for answers, since nobody judges them.
        """
        return page(title or str(self.words["log"]), [self.as_view()])

    def as_view(self, heading: str = "") -> View:
        """Return the run, from its start and without questions, as a part of a page."""
        heading = heading or str(self.words["player"])
        alone = Player(self.scene, self.words | {"player": heading}, self.still)
        steps = [" ".join(stop["says"]) for stop in self.stops[1:]]
        return View(alone, self.as_still(), [*steps, *filter(None, [self.scene["over"]])], heading)

    def _ipython_display_(self) -> None:
        show_with_still(self, self.as_still())

    def __repr__(self) -> str:
        return f"Player(step {self.position} of {len(self.stops) - 1})"
