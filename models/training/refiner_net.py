"""The refiner's network: from a close crop of a proposed card to residuals of its corners, card or not, and face."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from models.training.detector_net import Residual, convolution
from vision.detection.corner_refiner import CROP_WH

GRID: tuple[int, int] = (CROP_WH[1] // 8, CROP_WH[0] // 8)


class RefinerNet(nn.Module):
    """Network from crops, 0 to 1, shape (n, 3, 96, 64), to (n, 10): 8 residuals, 2 logits (card, down)."""

    def __init__(self, widths: tuple[int, int, int] = (16, 32, 64)) -> None:
        super().__init__()
        w2, w4, w8 = widths
        self.body = nn.Sequential(
            convolution(3, w2, 3, 2),
            convolution(w2, w4, 3, 2),
            convolution(w4, w4),
            convolution(w4, w8, 3, 2),
            Residual(w8),
            convolution(w8, 24, 1),
        )
        self.head = nn.Sequential(
            nn.Flatten(), nn.Linear(24 * GRID[0] * GRID[1], 96), nn.ReLU(), nn.Linear(96, 10)
        )

    def forward(self, x: Tensor) -> Tensor:
        """Return residuals (as shares of the card's sides) and logits."""
        out: Tensor = self.head(self.body(x))
        return torch.cat([out[:, :8] * 0.1, out[:, 8:]], dim=1)


class ExportedRefiner(nn.Module):
    """The shipped network: from crops, 0 to 255, to residuals and shares."""

    def __init__(self, net: RefinerNet) -> None:
        super().__init__()
        self.net = net

    def forward(self, crops: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Return residuals (n, 8), card (n,) and down (n,), the last two 0 to 1."""
        out = self.net(crops / 255.0)
        return out[:, :8], torch.sigmoid(out[:, 8]), torch.sigmoid(out[:, 9])
