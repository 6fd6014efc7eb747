"""The correspondence network: what each cell of a picture shows of a card, as a descriptor.

A head on the detector's maps, which stay as they are. Input: BGR pictures, 0 to 1, shape (n, 3, height, width), sides
divisible by 32, in which cards are some ``CARD_HEIGHT_PX`` high. Output, on a grid of ``CELL_PX``: a descriptor of unit
length, alike for one place of one printed face at one angle, and the log-odds that it will be recognized.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import torch
from torch import Tensor, nn
from torch.nn import functional as fn

from models.training.detector_net import DetectorNet, Residual, convolution
from models.training.warm_start import start_from

CELL_PX: Final = 8
CARD_HEIGHT_PX: Final = 128.0
DIMENSIONS: Final = 32
FINE, COARSE, WIDTH = 32, 80, 64
"""Channels of the detector's map at stride 4, of its two at stride 8, and of the head."""

BLOCKS: Final = 3
DESCRIPTOR, SURE = slice(0, DIMENSIONS), DIMENSIONS


class CorrespondenceNet(nn.Module):
    """The detector's layers, frozen, and the head."""

    def __init__(self) -> None:
        super().__init__()
        self.detector = DetectorNet().requires_grad_(requires_grad=False)
        self.fine = convolution(FINE, WIDTH, 3, 2)
        self.coarse = nn.Conv2d(COARSE, WIDTH, 1)
        self.body = nn.Sequential(*(Residual(WIDTH) for _ in range(BLOCKS)))
        self.head = nn.Conv2d(WIDTH, DIMENSIONS + 1, 1)
        self.sharpness = nn.Parameter(torch.tensor(2.7))

    @classmethod
    def on(cls, detector: Path, example: Tensor) -> CorrespondenceNet:
        """Return a fresh head on the detector at ``detector``; ``example`` is an input batch of 0 to 1.

        :raise models.training.warm_start.WarmStartError: if the file holds another network.
        """
        net = cls()
        start_from(detector, net.detector, example)
        return net

    def train(self, mode: bool = True) -> CorrespondenceNet:
        """Set the head's mode; the detector's statistics stay its own."""
        super().train(mode)
        self.detector.eval()
        return self

    def forward(self, frames: Tensor) -> Tensor:
        """Return (n, 33, rows, columns): descriptors, and the log-odds that each is recognized."""
        with torch.no_grad():
            x4, down8, up8 = self.detector.maps(frames)
        seen = self.fine(x4) + self.coarse(torch.cat([down8, up8], dim=1))
        out = self.head(self.body(seen))
        return torch.cat([fn.normalize(out[:, DESCRIPTOR].float(), dim=1), out[:, SURE:].float()], dim=1)


class ExportedCorrespondence(nn.Module):
    """The network as it is stored: from pictures, 0 to 255, to descriptors and the probability that each is
    recognized."""

    def __init__(self, net: CorrespondenceNet) -> None:
        super().__init__()
        self.net = net

    def forward(self, frame: Tensor) -> tuple[Tensor, Tensor]:
        """Return descriptors (n, 32, rows, columns) and probabilities (n, 1, rows, columns)."""
        out = self.net(frame / 255.0)
        return out[:, DESCRIPTOR], torch.sigmoid(out[:, SURE:])
