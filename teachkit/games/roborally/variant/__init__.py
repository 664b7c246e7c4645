"""The variant with goals, bugs and minor options: its differences from the base game.

The module `state` has the variant's table: credits, points, secret goals, and three more decks,
which are our own. `rounds` has the opening, the phases before and after the registers of a round,
and the shop on wrench squares. `scoring` watches the frames of a register to count kills and
the deeds for secret goals.
"""
