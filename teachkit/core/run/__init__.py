"""Runs of programs: flows, walks through a program, traces and their explanations."""
