"""Time of the last change of each part of the picture."""

from __future__ import annotations

import sys
from dataclasses import replace

import numpy as np

from vision.scene.background import SceneMasks


class Changes:
    """Time of the last change of each cell of the small picture; before all others where none was seen."""

    def __init__(self) -> None:
        self._changed_s = np.zeros((0, 0))

    def forget(self) -> None:
        """Reset: the camera's view has changed."""
        self._changed_s = np.zeros((0, 0))

    def step(self, masks: SceneMasks, t_s: float) -> None:
        """Take the masks of a frame."""
        if self._changed_s.shape != masks.changed.shape:
            self._changed_s = np.full(masks.changed.shape, -sys.float_info.max)
        self._changed_s[masks.changed] = t_s

    def after(self, t_s: float, masks: SceneMasks) -> SceneMasks:
        """Return the last frame's masks with all changes after a time as changed."""
        return replace(masks, changed=self._changed_s > t_s)
