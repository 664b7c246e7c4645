"""Exact searches for programs by the rules of a game. Other packages import from here."""

from teachkit.play.search.deck import (
    OPEN,
    Deck,
    Metric,
    Piece,
    Row,
    TooLargeError,
    UnfitError,
    bracket_name,
    kinds_in,
    names_in,
    without_garbage_collection,
)
from teachkit.play.search.deepening import AskingSearch
from teachkit.play.search.exact import (
    NOTHING,
    Found,
    Search,
    may_ask,
    may_end,
    moment_after,
)
from teachkit.play.search.memory import CachedPlace, Memory, Moment, remembered
from teachkit.play.search.open_conditions import continued
from teachkit.play.search.reach import Survey, reachable, transitions
from teachkit.play.search.repair import Bounds, RepairSearch, first_row, next_row
from teachkit.play.search.routines import RoutineSearch
from teachkit.play.search.tours import Tours
