"""The embedder's network: from a rectified card to 128 numbers of unit length.

Small residual network whose last grid is kept in place (flattened, not averaged): crops are rectified, so the place of
a thing on the card matters as much as its kind, and the way up comes for free.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812

INPUT_WH = (112, 192)
"""Width and height of the crops, pixels."""

DIMENSIONS = 128
STRIDE = 16


class Residual(nn.Module):
    """Two 3x3 convolutions around which the input passes unchanged (He et al. 2016)."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first = convolution(channels, channels)
        self.second = convolution(channels, channels)

    def forward(self, x: Tensor) -> Tensor:
        """Map (N, C, H, W) to the same shape."""
        return F.relu(x + self.second(F.relu(self.first(x))))


def convolution(inputs: int, outputs: int, kernel: int = 3, stride: int = 1) -> nn.Sequential:
    """Return a convolution followed by batch normalisation."""
    padding = (kernel - stride + 1) // 2 if stride > 2 else kernel // 2
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, kernel, stride, padding, bias=False), nn.BatchNorm2d(outputs)
    )


class EmbedderNet(nn.Module):
    """Network from crops (N, 192, 112, 3), BGR, 0..255, any number type, to embeddings (N, 128), unit length.

    Each crop is normalised to mean 0 and variance 1 first (colour kept), so exposure hardly matters; this is inside the
    network so that no reader can prepare crops otherwise.
    """

    def __init__(self, channels: tuple[int, int, int] = (32, 64, 128), grid_channels: int = 32) -> None:
        super().__init__()
        low, middle, high = channels
        self.body = nn.Sequential(
            convolution(3, low, kernel=6, stride=4),
            nn.ReLU(),
            Residual(low),
            convolution(low, middle, stride=2),
            nn.ReLU(),
            Residual(middle),
            convolution(middle, high, stride=2),
            nn.ReLU(),
            Residual(high),
            Residual(high),
            convolution(high, grid_channels, kernel=1),
            nn.ReLU(),
        )
        width, height = INPUT_WH
        self.head = nn.Linear(grid_channels * (width // STRIDE) * (height // STRIDE), DIMENSIONS)

    def forward(self, crops: Tensor) -> Tensor:
        """Return unit embeddings, shape (N, 128), float32."""
        features = self.body(standardise(crops))
        return F.normalize(self.head(features.flatten(1)).float(), dim=1)


def standardise(crops: Tensor) -> Tensor:
    """Normalise (N, H, W, 3) in 0..255 to (N, 3, H, W), mean 0 and variance 1 a crop; a flat crop becomes zeros."""
    x = crops.permute(0, 3, 1, 2).float()
    x = x - x.mean(dim=(1, 2, 3), keepdim=True)
    return x / (x.square().mean(dim=(1, 2, 3), keepdim=True) + 16.0).sqrt()


class CosineClassifier(nn.Module):
    """Cosine softmax with a margin (CosFace, Wang et al. 2018) over every known design, for training only."""

    def __init__(self, classes: int, scale: float = 30.0) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.randn(classes, DIMENSIONS) * DIMENSIONS**-0.5)
        self.scale = scale

    def cosines(self, embeddings: Tensor) -> Tensor:
        """Return similarities to each class's direction, shape (N, classes)."""
        return embeddings @ F.normalize(self.weight, dim=1).T

    def forward(self, embeddings: Tensor, labels: Tensor, margin: float) -> Tensor:
        """Return the mean loss; label -1 marks crops of no class, which must be near none of them."""
        cosines = self.cosines(embeddings)
        known = labels >= 0
        reduced = cosines - margin * F.one_hot(labels.clamp_min(0), cosines.shape[1]).to(cosines.dtype)
        named = F.cross_entropy(self.scale * reduced[known], labels[known])
        return named + 0.05 * self.refusal(cosines[~known])

    def refusal(self, cosines: Tensor, ceiling: float = 0.3) -> Tensor:
        """Return how far crops of no class are above ``ceiling``, softly, at the nearest class."""
        if not len(cosines):
            return cosines.sum()
        return F.softplus(self.scale * (cosines.amax(dim=1) - ceiling)).mean()
