"""Everything that all games share: programs, squares, cards, chance, flows and traces."""
