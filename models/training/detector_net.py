"""The detector's network: a plain convolutional pyramid down to stride 32 and back to stride 4.

Input: BGR pictures, 0 to 1, shape (n, 3, height, width), sides divisible by 32. Output, on a grid of 4 pixels: HEAT
(face up, face down) peaks on the visible middle of each card; CODE is the card's quad as seen from that cell (see
vision.detection.quad_codec), in units of 4 pixels; HINTS (card or not, edge of a card) only help training.
"""

from __future__ import annotations

from typing import Final

import torch
from torch import Tensor, nn
from torch.nn import functional as fn

from vision.detection.quad_codec import CODE_SIZE

STRIDE: Final = 4
HEAT, CODE, HINTS = slice(0, 2), slice(2, 2 + CODE_SIZE), slice(2 + CODE_SIZE, 4 + CODE_SIZE)


def convolution(into: int, out: int, size: int = 3, stride: int = 1, active: bool = True) -> nn.Sequential:
    """Return convolution, batch norm and ReLU."""
    layers: list[nn.Module] = [
        nn.Conv2d(into, out, size, stride, size // 2, bias=False),
        nn.BatchNorm2d(out),
    ]
    return nn.Sequential(*layers, nn.ReLU()) if active else nn.Sequential(*layers)


class Residual(nn.Module):
    """Two 3x3 convolutions added to their input."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.body = nn.Sequential(convolution(width, width), convolution(width, width, active=False))

    def forward(self, x: Tensor) -> Tensor:
        """Keep the shape."""
        return fn.relu(x + self.body(x))


class Merge(nn.Module):
    """Brings a coarse level up to the next finer one and adds it."""

    def __init__(self, coarse: int, fine: int) -> None:
        super().__init__()
        self.narrow = convolution(coarse, fine, 1, active=False)

    def forward(self, coarse: Tensor, fine: Tensor) -> Tensor:
        """Return the finer level with the coarser one added."""
        up = fn.interpolate(self.narrow(coarse), scale_factor=2.0, mode="nearest")
        return fn.relu(fine + up)


class DetectorNet(nn.Module):
    """The network; ``widths`` are the channels at strides 4, 8, 16 and 32.

    The first layer goes to stride 4 at once: maps at stride 2 cost a third of the training without better recall.
    """

    def __init__(self, widths: tuple[int, int, int, int] = (32, 40, 80, 112)) -> None:
        super().__init__()
        w4, w8, w16, w32 = widths
        self.to4 = nn.Sequential(nn.Conv2d(3, w4, 6, 4, 1, bias=False), nn.BatchNorm2d(w4), nn.ReLU())
        self.to8 = nn.Sequential(convolution(w4, w8, 3, 2), Residual(w8))
        self.to16 = nn.Sequential(convolution(w8, w16, 3, 2), Residual(w16), Residual(w16))
        self.to32 = nn.Sequential(convolution(w16, w32, 3, 2), Residual(w32), Residual(w32))
        self.merge16, self.mix16 = Merge(w32, w16), Residual(w16)
        self.merge8, self.mix8 = Merge(w16, w8), Residual(w8)
        self.merge4, self.mix4 = Merge(w8, w4), convolution(w4, w4)
        self.head = nn.Conv2d(w4, 4 + CODE_SIZE, 1)
        with torch.no_grad():
            self.head.bias.zero_()
            self.head.bias[HEAT] = -4.0
            self.head.bias[1 + CODE_SIZE] = 2.3  # log |Z1| of a card of some 13 cells

    def forward(self, x: Tensor) -> Tensor:
        """Return (n, 13, height / 4, width / 4): heat as logits, code, hints as logits."""
        x4, _, x8 = self.maps(x)
        head: Tensor = self.head(self.mix4(self.merge4(x8, x4)))
        return head

    def maps(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Return the map at stride 4 on the way down, and those at stride 8 on the way down and back."""
        x4 = self.to4(x)
        x8 = self.to8(x4)
        x16 = self.to16(x8)
        x16 = self.mix16(self.merge16(self.to32(x16), x16))
        return x4, x8, self.mix8(self.merge8(x16, x8))


class ExportedDetector(nn.Module):
    """The shipped network: from pictures, 0 to 255, to heat as shares and codes, without the hints."""

    def __init__(self, net: DetectorNet) -> None:
        super().__init__()
        self.net = net

    def forward(self, frame: Tensor) -> tuple[Tensor, Tensor]:
        """Return heat (n, 2, h, w), 0 to 1, and code (n, 9, h, w)."""
        out = self.net(frame / 255.0)
        return torch.sigmoid(out[:, HEAT]), out[:, CODE]
