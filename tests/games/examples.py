"""How many examples hypothesis draws every day and every night."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

from ..thorough import THOROUGH


def examples(nightly: int, daily: int) -> settings:
    """Return settings for so many examples, however long each takes to draw."""
    return settings(
        max_examples=nightly if THOROUGH else daily,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
