"""Read exercise files and prove them: solution, mistakes, difficulty, flags."""
