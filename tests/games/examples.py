"""The number of examples that hypothesis draws in daily and nightly tests."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

from ..thorough import THOROUGH


def examples(nightly: int, daily: int) -> settings:
    """Return settings for this many examples, without a time limit for each."""
    return settings(
        max_examples=nightly if THOROUGH else daily,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
