"""The index reader's network: four corners of a rectified card, enlarged, and the whole of it, reduced.

One set of weights reads all four corners, those at the foot upside down, and the whole both ways up: a card is the same
either way.
"""

from __future__ import annotations

from typing import Final

import torch
from torch import Tensor, nn
from torch.nn import functional as fn

from models.training.detector_net import convolution
from models.training.embedder_net import standardise

CORNER_WH: Final = (64, 88)
"""Size of a corner of the crop, which fits the largest index with its margin."""

RANKS, SUITS, FEATURES = 13, 4, 128


def layers(widths: tuple[int, ...], strides: tuple[int, ...]) -> nn.Sequential:
    """Return a row of convolutions, from three channels on."""
    parts: list[nn.Module] = []
    for before, after, stride in zip((3, *widths), widths, strides, strict=False):
        parts += [convolution(before, after, 3, stride), nn.ReLU()]
    return nn.Sequential(*parts)


class IndicesNet(nn.Module):
    """Network from crops, BGR, 0 to 255, shape (n, 232, 160, 3), to logits of 13 ranks, 4 suits, card or none: (n,
    18)."""

    def __init__(self) -> None:
        super().__init__()
        self.corner = layers((16, 32, 48, 64, 96), (2, 2, 1, 2, 1))
        self.corner_out = nn.Linear(96 * 4 * 3, FEATURES)
        self.whole = layers((16, 32, 48, 64, 96), (2, 2, 1, 2, 2))
        self.narrow = convolution(96, 32, 1)
        self.whole_out = nn.Linear(32 * 8 * 5, FEATURES)
        self.one_corner = nn.Linear(FEATURES, RANKS + SUITS)
        self.head = nn.Sequential(
            nn.Linear(3 * FEATURES, FEATURES), nn.ReLU(), nn.Linear(FEATURES, RANKS + SUITS + 1)
        )

    def forward(self, crops: Tensor) -> Tensor:
        """Return the logits of the whole card: the mean over both ways up."""
        x = standardise(crops)
        corners = self._corners(x)
        out: Tensor = (self._joined(corners, x) + self._joined(corners, x.flip(2, 3))) / 2
        return out

    def part_logits(self, crops: Tensor) -> tuple[Tensor, Tensor]:
        """Return, for training, the logits of the card as it lies and of each corner: (n, 18) and (n, 4, 17)."""
        x = standardise(crops)
        corners = self._corners(x)
        return self._joined(corners, x), self.one_corner(corners)

    def _corners(self, x: Tensor) -> Tensor:
        """Return the features of the four corners, shape (n, 4, 128)."""
        grid = fn.avg_pool2d(self.corner(four_corners(x)), 3, 3, 1, count_include_pad=False)
        return fn.relu(self.corner_out(grid.flatten(1))).unflatten(0, (4, -1)).transpose(0, 1)

    def _joined(self, corners: Tensor, x: Tensor) -> Tensor:
        whole = fn.relu(self.whole_out(self.narrow(self.whole(fn.avg_pool2d(x, 2))).flatten(1)))
        out: Tensor = self.head(torch.cat([corners.amax(1), corners.mean(1), whole], dim=1))
        return out


def four_corners(x: Tensor) -> Tensor:
    """Return the corners of crops (n, 3, h, w), those at the foot turned by half: (4n, 3, 88, 64)."""
    width, height = CORNER_WH
    turned = x.flip(2, 3)
    ways = [
        one[:, :, :height, part] for one in (x, turned) for part in (slice(0, width), slice(-width, None))
    ]
    return torch.cat(ways)


def log_shares(logits: Tensor) -> Tensor:
    """Return log-shares of the 52 cards and none of them, from (n, 18) to (n, 53)."""
    ranks = fn.log_softmax(logits[:, :RANKS], dim=1)
    suits = fn.log_softmax(logits[:, RANKS : RANKS + SUITS], dim=1)
    card = fn.logsigmoid(logits[:, -1:])
    named = (suits[:, :, None] + ranks[:, None, :]).flatten(1) + card
    return torch.cat([named, fn.logsigmoid(-logits[:, -1:])], dim=1)


class ExportedIndices(nn.Module):
    """The shipped network: log-shares of 52 cards and of none of them, logits divided by a temperature."""

    def __init__(self, net: IndicesNet, temperature: float) -> None:
        super().__init__()
        self.net, self.temperature = net, temperature

    def forward(self, crops: Tensor) -> Tensor:
        """Return log-shares, shape (n, 53)."""
        return log_shares(self.net(crops) / self.temperature)
