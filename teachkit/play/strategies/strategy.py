"""What a strategy is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from teachkit.core.run.flow import Decision

Strategy: TypeAlias = Callable[[Any, Decision], Any]
