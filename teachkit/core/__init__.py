"""The parts that all games share: programs, squares, cards, chance, flows and traces."""
