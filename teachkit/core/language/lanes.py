"""Programs for several pieces in one answer, one line for each: `red: forward, left`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from teachkit.core.language.instructions import InstructionSet
from teachkit.core.language.program import Program
from teachkit.errors import ProgramError
from teachkit.words import say


@dataclass(frozen=True, repr=False)
class Lanes(Program):
    """A program for each of several pieces. As one program it has all their cards, lane by lane.

    >>> lanes = Lanes.read_lanes("green: left\\nred: 2x(forward)", ["red", "green"])
    >>> print(lanes)
    red: 2x(forward)
    green: left
    >>> lanes.cost, lanes["green"]
    (3, Program.read('left'))
    """

    lanes: tuple[tuple[str, Program], ...] = ()

    @classmethod
    def of(cls, programs: Mapping[str, Program]) -> Lanes:
        """Return lanes with these programs, by the names of their pieces."""
        body = tuple(node for program in programs.values() for node in program.body)
        return cls(body, tuple(programs.items()))

    @classmethod
    def read_lanes(
        cls, text: str, names: Sequence[str], instructions: InstructionSet | None = None
    ) -> Lanes:
        """Parse text written by `str(lanes)`; a piece without a line does nothing.

        Raises `ProgramError` that names the piece, or a line of an unknown piece.
        """
        programs = dict.fromkeys(names, Program())
        told: set[str] = set()
        for number, line in enumerate(text.splitlines(), 1):
            if not line.strip():
                continue
            name, colon, cards = line.partition(":")
            name = name.strip().lower()
            if not colon or name not in programs:
                example = ", ".join(f"{each}:" for each in names)
                says = say("Line {line} begins with one of: {names}", line=number, names=example)
                raise ProgramError(says, number)
            if name in told:
                raise ProgramError(say("{name} has two lines.", name=name), number)
            told.add(name)
            try:
                programs[name] = Program.read(cards.strip(), instructions)
            except ProgramError as error:
                says = say("{name}: {problem}", name=name, problem=error.says)
                raise ProgramError(says, number, error.column) from None
        return cls.of(programs)

    def __getitem__(self, name: str) -> Program:
        return dict(self.lanes)[name]

    def __str__(self) -> str:
        return "\n".join(f"{name}: {program}".rstrip() for name, program in self.lanes)

    def __repr__(self) -> str:
        return f"Lanes({str(self)!r})"


def by_piece(program: Program, player: str) -> dict[str, Program]:
    """Return the programs of lanes by their pieces, or a single program as that of `player`."""
    return dict(program.lanes) if isinstance(program, Lanes) else {player: program}
