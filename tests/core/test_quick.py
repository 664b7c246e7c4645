"""A quick dataclass is in all but speed what it was before."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from dataclasses import FrozenInstanceError, dataclass

import pytest

from teachkit.core.quick import quick, replace


@quick
@dataclass(frozen=True, slots=True)
class Place:
    across: int
    up: int = 0


def test_it_is_made_by_place_and_by_name() -> None:
    assert Place(3) == Place(across=3) == Place(3, 0) == Place(up=0, across=3)
    assert repr(Place(3, up=1)) == "Place(across=3, up=1)"
    assert hash(Place(3)) == hash(Place(3, 0))


@pytest.mark.parametrize("arguments", [(), (1, 2, 3)])
def test_it_still_needs_its_fields(arguments: tuple[int, ...]) -> None:
    with pytest.raises(TypeError):
        Place(*arguments)


def test_it_is_still_frozen() -> None:
    place = Place(3)
    with pytest.raises(FrozenInstanceError):
        place.up = 1  # type: ignore[misc]
    with pytest.raises((AttributeError, TypeError)):
        place.down = 1  # type: ignore[attr-defined]
    assert place == Place(3)


def test_it_is_replaced_copied_and_kept() -> None:
    assert dataclasses.replace(Place(3), up=1) == replace(Place(3), up=1) == Place(3, 1)
    assert copy.deepcopy(Place(3)) == pickle.loads(pickle.dumps(Place(3))) == Place(3)


def test_a_copy_changes_what_is_named_and_nothing_else() -> None:
    place = Place(3, 4)
    assert replace(place) == place
    assert replace(place, across=None) == Place(None, 4)  # type: ignore[arg-type]
    assert place == Place(3, 4)
    with pytest.raises(TypeError):
        replace(place, down=1)
    with pytest.raises(FrozenInstanceError):
        replace(place, up=1).up = 2  # type: ignore[misc]
