"""Pages about functions and classes, which mkdocstrings makes from their docstrings."""

from __future__ import annotations


def text(name: str, *members: str) -> str:
    """Return the directive of mkdocstrings for an object, or for some `members` of a module.

    >>> print(text("teachkit.widgets.map", "map", "place"))
    ::: teachkit.widgets.map
        options:
          show_root_heading: false
          show_root_toc_entry: false
          show_docstring_description: false
          members: [map, place]
    """
    if not members:
        return f"::: {name}"
    options = (
        "show_root_heading: false",
        "show_root_toc_entry: false",
        "show_docstring_description: false",
        f"members: [{', '.join(members)}]",
    )
    return "\n".join([f"::: {name}", "    options:", *(f"      {each}" for each in options)])
