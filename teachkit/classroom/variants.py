"""Variants: exercises of equal difficulty, of which each pupil of a class has a different one.

The file `variants.toml` of a course has a table for each such exercise, such as `51-01`. It maps
hashes of the pupils' names to the ids of their variants, so a released course names nobody.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import TypeAlias

from teachkit.classroom.names import confusable_key
from teachkit.core.data import read_toml, structure
from teachkit.errors import UnknownNameError
from teachkit.words import say

VARIANTS = "variants.toml"

Variants: TypeAlias = dict[str, dict[str, str]]
"""The ids of variants by the hash of a pupil's name, for each exercise that has variants."""


def name_hash(name: str) -> str:
    """Return the hash of a pupil's name; capitals and the order of last and first name are ignored.

    >>> name_hash("Ada Lovelace") == name_hash("lovelace, ada") != name_hash("Ada")
    True
    """
    last, _, first = name.partition(",")
    key = confusable_key(f"{first} {last}").casefold()
    return sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def variants_in(folder: Path | None = None) -> Variants:
    """Return the variants in the course `folder`, by default the working folder.

    Raise `DataError` if the file is faulty.
    """
    path = (folder or Path.cwd()) / VARIANTS
    return _variants(path, path.stat().st_mtime) if path.is_file() else {}


@lru_cache(maxsize=8)
def _variants(path: Path, changed: float) -> Variants:
    return structure(read_toml(path), Variants)


def variant_of(name: str, learner: str, variants: Variants) -> str:
    """Return the id of the learner's variant of the exercise `name`.

    Raise `UnknownNameError` if the learner has no name, or no variant.
    """
    if own := variants[name].get(name_hash(learner)):
        return own
    if not learner:
        says = say('"{name}" is different for each learner. Start with your name: teachkit lab '
                   "--name NAME", name=name)  # fmt: skip
        raise UnknownNameError(says)
    says = say('There is no "{name}" for "{learner}". Start with your name as in the class list: '
               "teachkit lab --name NAME", name=name, learner=learner)  # fmt: skip
    raise UnknownNameError(says)


def of_others(learner: str, variants: Variants) -> set[str]:
    """Return the ids of the variants that are not the learner's, so that nobody has two."""
    mine = name_hash(learner)
    return {name for whose in variants.values() for pupil, name in whose.items() if pupil != mine}
