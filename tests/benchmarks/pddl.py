"""A level as a planning problem in PDDL, derived from the steps and jumps of its board."""

from __future__ import annotations

from pathlib import Path

from teachkit.core.board.squares import FACINGS
from teachkit.exercises.model.exercise import Exercise

DOMAIN = """
(define (domain rover)
  (:requirements :strips :typing)
  (:types square heading sample)
  (:predicates (at ?s - square) (looks ?h - heading) (turns ?h - heading ?g - heading)
    (step ?s - square ?h - heading ?t - square) (leap ?s - square ?h - heading ?t - square)
    (free ?s - square) (lies ?p - sample ?s - square) (has ?p - sample))
  (:action left :parameters (?h - heading ?g - heading)
    :precondition (and (looks ?h) (turns ?h ?g))
    :effect (and (looks ?g) (not (looks ?h))))
  (:action right :parameters (?h - heading ?g - heading)
    :precondition (and (looks ?h) (turns ?g ?h))
    :effect (and (looks ?g) (not (looks ?h))))
  (:action forward :parameters (?s - square ?h - heading ?t - square)
    :precondition (and (at ?s) (looks ?h) (step ?s ?h ?t) (free ?t))
    :effect (and (at ?t) (not (at ?s))))
  (:action fetch :parameters (?s - square ?h - heading ?t - square ?p - sample)
    :precondition (and (at ?s) (looks ?h) (step ?s ?h ?t) (lies ?p ?t))
    :effect (and (at ?t) (not (at ?s)) (has ?p) (free ?t) (not (lies ?p ?t))))
  (:action jump :parameters (?s - square ?h - heading ?t - square)
    :precondition (and (at ?s) (looks ?h) (leap ?s ?h ?t) (free ?t))
    :effect (and (at ?t) (not (at ?s))))
  (:action jump-and-fetch :parameters (?s - square ?h - heading ?t - square ?p - sample)
    :precondition (and (at ?s) (looks ?h) (leap ?s ?h ?t) (lies ?p ?t))
    :effect (and (at ?t) (not (at ?s)) (has ?p) (free ?t) (not (lies ?p ?t)))))
"""


def write_pddl(exercise: Exercise, folder: Path) -> tuple[str, str]:
    """Return the domain and problem files for `forward`, `left`, `right` and `jump`."""
    state = exercise.starts[0].state
    board, rover = state.board, state.rover("red")
    facts = [f"(at {rover.square})", f"(looks {rover.facing.value})"]
    facts += [f"(turns {facing.value} {facing.left.value})" for facing in FACINGS]
    facts += [
        f"(step {square} {facing.value} {square.ahead(facing)})"
        for square in board.squares
        for facing in FACINGS
        if board.hindrance(square, facing) is None
    ]
    facts += [
        f"(leap {square} {facing.value} {square.ahead(facing)})"
        for square in board.squares
        for facing in FACINGS
        if board.jump_hindrance(square, facing, state.rules.jump_down_from_high) is None
    ]
    samples = {f"p{number}": square for number, (square, _) in enumerate(state.samples)}
    facts += [f"(lies {name} {square})" for name, square in samples.items()]
    facts += [f"(free {square})" for square in board.squares if square not in samples.values()]
    problem = f"""
(define (problem level) (:domain rover)
  (:objects {" ".join(map(str, board.squares))} - square
    {" ".join(facing.value for facing in FACINGS)} - heading {" ".join(samples)} - sample)
  (:init {" ".join(facts)})
  (:goal (and {" ".join(f"(has {name})" for name in samples)})))
"""
    paths = folder / "domain.pddl", folder / "problem.pddl"
    for path, text in zip(paths, (DOMAIN, problem), strict=True):
        path.write_text(text)
    return str(paths[0]), str(paths[1])
