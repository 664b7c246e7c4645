"""Reading and proving exercise files: solution, mistakes, difficulty, flags."""
