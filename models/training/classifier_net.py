"""The classifier's network: from a detection with its surroundings to the log-odds that it is a card, and of a back.

Its body is the detector's encoder (strides 4 to 32); the first classifier began with that of a trained detector.
"""

from __future__ import annotations

from typing import Final

import torch
from torch import Tensor, nn

from models.training.detector_net import DetectorNet, convolution
from vision.detection.card_classifier import CROP_WH

GRID: Final = (CROP_WH[1] // 32, CROP_WH[0] // 32)
NARROW: Final = 32


class ClassifierNet(nn.Module):
    """Network from crops, 0 to 1, shape (n, 3, 160, 96), to two log-odds, shape (n, 2): that it is a card, and that a
    card shows its back."""

    def __init__(self) -> None:
        super().__init__()
        detector = DetectorNet()
        self.to4, self.to8, self.to16, self.to32 = detector.to4, detector.to8, detector.to16, detector.to32
        at16, at32 = (part[0][0].out_channels for part in (self.to16, self.to32))
        self.narrow = convolution(at32, NARROW, 1)
        seen = NARROW * GRID[0] * GRID[1] + 2 * at16
        self.head = nn.Sequential(nn.Linear(seen, 64), nn.ReLU(), nn.Dropout(0.2), nn.Linear(64, 2))

    def forward(self, x: Tensor) -> Tensor:
        """Return both from the coarse grid, kept in place, and the finer one, pooled."""
        x16 = self.to16(self.to8(self.to4(x)))
        where = self.narrow(self.to32(x16)).flatten(1)
        what = torch.cat([x16.mean(dim=(2, 3)), x16.amax(dim=(2, 3))], dim=1)
        out: Tensor = self.head(torch.cat([where, what], dim=1))
        return out


class ExportedClassifier(nn.Module):
    """The shipped network: from crops, 0 to 255, to both calibrated log-odds, each a constant and a factor."""

    def __init__(self, net: ClassifierNet, card: tuple[float, float], back: tuple[float, float]) -> None:
        super().__init__()
        constants, factors = zip(card, back, strict=True)
        self.net = net
        self.register_buffer("constants", torch.tensor(constants))
        self.register_buffer("factors", torch.tensor(factors))

    def forward(self, crops: Tensor) -> Tensor:
        """Return log-odds, shape (n, 2)."""
        out: Tensor = self.constants + self.factors * both_ways_up(self.net, crops / 255.0)
        return out


def both_ways_up(net: nn.Module, crops: Tensor) -> Tensor:
    """Return the mean of a network's answers to crops (n, 3, h, w) and to the same turned by half, shape (n, 2)."""
    out: Tensor = (net(crops) + net(crops.flip(2, 3))) / 2
    return out
