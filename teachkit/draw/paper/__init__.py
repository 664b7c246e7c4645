"""What is printed: pages, and cards to cut out."""
