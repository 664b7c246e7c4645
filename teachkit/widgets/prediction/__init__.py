"""Where a learner says what will happen: by pointing at the board, by keys, or by writing."""

from teachkit.widgets.prediction.prediction import Prediction
from teachkit.widgets.prediction.table import TraceTable

__all__ = ["Prediction", "TraceTable"]
