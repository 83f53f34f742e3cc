"""The default engine: what no label changes is prepared once, what labels change is judged each time."""

from likewise.engine.constants import Constants
from likewise.engine.estimator import Likewise
from likewise.engine.judge import Judgement, judge
from likewise.engine.prepare import Prepared, prepare

__all__ = ["Constants", "Judgement", "Likewise", "Prepared", "judge", "prepare"]
