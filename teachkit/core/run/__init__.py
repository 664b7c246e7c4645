"""One run of a program: flows, the walk through a program, traces and their explanations."""
