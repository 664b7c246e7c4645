"""An exercise as a search sees it: what may be laid, what must be reached, and par."""
