"""The roster of a class: the pupils, their groups, and the keys by which an LMS knows them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Pupil(NamedTuple):
    """A pupil on the roster of a class.

    `cells` are the pupil's cells in the roster's file by the headings of its columns, such as
    `{"Email address": "ada@school.example"}`; `groups` are groups or sections.
    """

    name: str
    groups: tuple[str, ...] = ()
    cells: Mapping[str, str] = {}
