"""What holds for every game and edition, and games played by chance."""
