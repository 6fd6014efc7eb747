"""When each part of the picture changed last."""

from __future__ import annotations

import sys
from dataclasses import replace

import numpy as np

from vision.scene.background import SceneMasks


class Changes:
    """The moment of the last change of each cell of the small picture; before any other where none was seen."""

    def __init__(self) -> None:
        self._changed_s = np.zeros((0, 0))

    def forget(self) -> None:
        """Know nothing: the camera sees something else."""
        self._changed_s = np.zeros((0, 0))

    def step(self, masks: SceneMasks, t_s: float) -> None:
        """Take note of a frame."""
        if self._changed_s.shape != masks.changed.shape:
            self._changed_s = np.full(masks.changed.shape, -sys.float_info.max)
        self._changed_s[masks.changed] = t_s

    def after(self, t_s: float, masks: SceneMasks) -> SceneMasks:
        """Return the last frame's masks with whatever changed after a moment as what has changed."""
        return replace(masks, changed=self._changed_s > t_s)
