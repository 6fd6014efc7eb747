"""Reliability: share of right answers by certainty, as a table and as a picture."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

EDGES = (0.0, 0.05, 0.2, 0.4, 0.6, 0.8, 0.9, 0.95, 0.99, 0.999, 1.0)
SIDE, PAD = 320, 48


def bins(certainty: NDArray[np.float64], right: NDArray[np.bool_]) -> Iterator[tuple[float, float, int]]:
    """Yield mean certainty, share right and count of each bin that is not empty."""
    which = np.clip(np.searchsorted(EDGES, certainty, side="right") - 1, 0, len(EDGES) - 2)
    for i in np.unique(which):
        inside = which == i
        yield float(certainty[inside].mean()), float(right[inside].mean()), int(inside.sum())


def calibration_error(certainty: NDArray[np.float64], right: NDArray[np.bool_]) -> float:
    """Return the mean distance of certainty and share right over the bins, weighted by their counts."""
    return sum(n * abs(said - was) for said, was, n in bins(certainty, right)) / len(certainty)


def reliability_table(certainty: NDArray[np.float64], right: NDArray[np.bool_]) -> str:
    """Return lines of certainty, share right, n."""
    lines = [f"  {said:.3f} said  {was:.3f} right  n={n}" for said, was, n in bins(certainty, right)]
    return "\n".join([*lines, f"  expected calibration error {calibration_error(certainty, right):.4f}"])


def reliability_svg(certainty: NDArray[np.float64], right: NDArray[np.bool_]) -> str:
    """Draw the curve: certainty to the right, share right upwards, circles sized by their bins."""
    found = list(bins(certainty, right))
    points = " ".join(f"{PAD + said * SIDE:.1f},{PAD + (1 - was) * SIDE:.1f}" for said, was, _ in found)
    circles = "".join(
        f'<circle cx="{PAD + said * SIDE:.1f}" cy="{PAD + (1 - was) * SIDE:.1f}" '
        f'r="{2 + 10 * (n / len(certainty)) ** 0.5:.1f}" fill="#2a6f97" fill-opacity="0.6">'
        f"<title>{said:.3f} said, {was:.3f} right, n={n}</title></circle>"
        for said, was, n in found
    )
    size, low = SIDE + 2 * PAD, PAD + SIDE
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" font-family="sans-serif" font-size="13">'
        f'<rect width="{size}" height="{size}" fill="#fff"/>'
        f'<path d="M{PAD},{low} L{low},{PAD}" stroke="#bbb" stroke-dasharray="4 4"/>'
        f'<path d="M{PAD},{PAD} V{low} H{low}" stroke="#333" fill="none"/>'
        f'<polyline points="{points}" fill="none" stroke="#2a6f97"/>{circles}'
        f'<text x="{size / 2}" y="{size - 12}" text-anchor="middle">certainty said (n={len(certainty)})</text>'
        f'<text x="16" y="{size / 2}" text-anchor="middle" transform="rotate(-90 16 {size / 2})">share right</text>'
        f'<text x="{PAD - 6}" y="{low + 16}">0</text><text x="{low - 4}" y="{low + 16}">1</text>'
        f'<text x="{PAD - 14}" y="{PAD + 5}">1</text></svg>\n'
    )
