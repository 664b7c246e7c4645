"""What all games share: programs, squares, cards, chance, flows and traces. It knows no game."""
