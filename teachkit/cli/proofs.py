"""What `teachkit check` prints: a table of all exercises, then whatever does not hold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from teachkit.cli.table import table
from teachkit.exercises.authoring.proof import Foreseen, Proof
from teachkit.words import say, say_many

WIDEST = 100


def as_text(proofs: Sequence[Proof]) -> str:
    """The table, what there is to look at, with file and key, and how many hold, in one line."""
    told = [
        f"{proof.path}: {remark}"
        for proof in proofs
        for remark in proof.remarks
        if proof.status < 2
    ]
    told += [
        f"{proof.path.stem}: {par.says}."
        for proof in proofs
        for par in proof.pars
        if not par.proven
    ]
    told += [
        f"{proof.path.stem}: {says}"
        for proof in proofs if proof.foreseen
        for says in proof.foreseen.says
    ]  # fmt: skip
    exercises = [proof for proof in proofs if not proof.is_notebook]
    last = [_summary(exercises), _notebooks(len(proofs) - len(exercises))]
    parts = [_table(exercises), "\n".join(told), "\n".join(filter(None, last))]
    return "\n\n".join(filter(None, parts))


def as_json(proofs: Sequence[Proof]) -> list[dict[str, Any]]:
    """The same as plain data."""
    return [
        {
            "file": str(proof.path),
            "kind": proof.exercise.kind.name if proof.exercise else None,
            "status": proof.status,
            "flaws": [remark._asdict() for remark in proof.flaws],
            "flags": [remark._asdict() for remark in proof.flags],
            "pars": [
                {
                    "metric": par.metric,
                    "best": par.best,
                    "proven": par.proven,
                    "programs": par.programs,
                    "witness": str(par.witness),
                }
                for par in proof.pars
            ],
            "difficulty": proof.difficulty and {
                "value": proof.difficulty.value, **proof.difficulty._asdict()
            },
            "foreseen": proof.foreseen and proof.foreseen._asdict(),
        }
        for proof in proofs
    ]  # fmt: skip


def _table(proofs: Sequence[Proof]) -> str:
    numbers = [say("cards"), say("steps"), say("difficulty"), say("told")]
    heads = [say("exercise"), say("kind"), say("verdict"), *numbers, say("teaches")]
    rows = []
    for proof in proofs:
        pars = {par.metric: par for par in proof.pars}
        rows.append(
            (
                proof.path.stem,
                proof.exercise.kind.name if proof.exercise else "",
                proof.verdict,
                _par(pars.get("cards")),
                _par(pars.get("steps")),
                proof.difficulty.value if proof.difficulty else "",
                _told(proof.foreseen),
                ", ".join(proof.exercise.file.teaches) if proof.exercise else "",
            )
        )
    lines = table(heads, rows, right=numbers).splitlines()
    return "\n".join(line if len(line) <= WIDEST else line[: WIDEST - 1] + "…" for line in lines)


def _par(par: Any) -> str:
    """A par and how many programs reach it, `6 ×2`; `≤6` where nothing is proven."""
    if not par:
        return ""
    return f"{par.best} ×{par.programs}" if par.proven else f"≤{par.best}"


def _told(foreseen: Foreseen | None) -> str:
    """Of how many likely wrong answers more is told than that they are not right, `7/8`."""
    return f"{foreseen.told}/{foreseen.wrong}" if foreseen else ""


def _summary(proofs: Sequence[Proof]) -> str:
    counted = (
        (say("{number} hold", number=sum(not each.status for each in proofs)), True),
        (say("{number} flagged", number=_flagged(proofs)), _flagged(proofs)),
        (say("{number} faulty", number=_with(proofs, 1)), _with(proofs, 1)),
        (say("{number} unreadable", number=_with(proofs, 2)), _with(proofs, 2)),
    )
    words = ", ".join(text for text, number in counted if number)
    return say_many("{number} exercise: {words}.", "{number} exercises: {words}.",
                    len(proofs), words=words)  # fmt: skip


def _notebooks(faulty: int) -> str:
    if not faulty:
        return ""
    return say_many("{number} notebook is faulty.", "{number} notebooks are faulty.", faulty)


def _flagged(proofs: Sequence[Proof]) -> int:
    return sum(bool(proof.flags) for proof in proofs)


def _with(proofs: Sequence[Proof], status: int) -> int:
    return sum(proof.status == status for proof in proofs)
