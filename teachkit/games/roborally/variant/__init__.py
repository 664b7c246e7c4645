"""The variant with goals, bugs and minor options: everything that it has besides the base game.

`standing` is what lies beside the board: credits, points, secret goals, three more decks. `opening`
comes before the first turn, `rounds` holds the phases between turns, `shop` what wrench squares
sell, `scoring` what a register was worth: it watches the frames of the register, counts `deeds`
for secret goals and finds `kills`. The three decks are ours, and their files say so.
"""
