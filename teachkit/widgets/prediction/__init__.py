"""Questions that a learner answers by pointing at the board, with keys, or by writing."""

from teachkit.widgets.prediction.prediction import Prediction, TraceTable

__all__ = ["Prediction", "TraceTable"]
