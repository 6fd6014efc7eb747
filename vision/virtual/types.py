"""Types shared by all of the virtual world."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Chance: TypeAlias = np.random.Generator
Field: TypeAlias = NDArray[np.float32]
