"""What all games share, tried on no game at all where that is possible."""
