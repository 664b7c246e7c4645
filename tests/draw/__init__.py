"""What is drawn: pictures of states, and runs for the browser's player."""
