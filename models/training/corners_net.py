"""The corner reader's network: the index of one corner of a playing card, from that corner alone."""

from __future__ import annotations

from typing import Final

import torch
from torch import Tensor, nn
from torch.nn import functional as fn

from models.training.indices_net import RANKS, SUITS, layers
from vision.recognition.corner_reader import CORNER_WH

FEATURES: Final = 128
DROPPED: Final = 0.3
FAINT: Final = 10.0
"""Grey levels of contrast that are ignored: a corner without an index is paper and noise."""


class CornerNet(nn.Module):
    """Network from corners, BGR, 0 to 255, shape (n, 72, 40, 3), to logits of 13 ranks, 4 suits, index or none: (n,
    18)."""

    def __init__(self) -> None:
        super().__init__()
        self.corner = layers((16, 32, 48, 64, 96), (2, 2, 1, 2, 1))
        columns, rows = ((side // 8 - 1) // 3 + 1 for side in CORNER_WH)
        self.head = nn.Sequential(
            nn.Dropout(DROPPED), nn.Linear(96 * columns * rows, FEATURES), nn.ReLU(),
            nn.Dropout(DROPPED), nn.Linear(FEATURES, RANKS + SUITS + 1),
        )  # fmt: skip

    def forward(self, corners: Tensor) -> Tensor:
        """Return the logits of each corner."""
        x = corners.permute(0, 3, 1, 2).float()
        x = x - x.mean(dim=(1, 2, 3), keepdim=True)
        x = x / (torch.sqrt((x * x).mean(dim=(1, 2, 3), keepdim=True)) + FAINT)
        grid = fn.avg_pool2d(self.corner(x), 3, 3, 1, count_include_pad=False)
        logits: Tensor = self.head(grid.flatten(1))
        return logits
