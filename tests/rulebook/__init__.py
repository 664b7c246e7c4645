"""The rulebooks as tests: each rule id of a game has at least one test with that id."""
