"""The painting surface for boards, and the conditions and the proof beside it."""

from teachkit.widgets.easel.easel import Easel
from teachkit.widgets.easel.terms import Findings, Terms

__all__ = ["Easel", "Findings", "Terms"]
