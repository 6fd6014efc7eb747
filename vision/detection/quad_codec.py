"""Code of quads for the detector's network: nine numbers, continuous when a card is turned by 180 degrees.

Take the corners as complex numbers z0..z3 about an anchor point. Their discrete Fourier transform
Z0..Z3 describes the quad: Z0 is its centre, Z1 its size and turn, Z3 its distance from a square, Z2
from a parallelogram. Starting at the opposite corner (half a turn, which pixels cannot show) flips the signs
of Z1 and Z3 only, so Z1 * Z1 and Z1 * Z3 do not change. With u = Z1 / |Z1| the code is

    Z0, u * Z1, Z2, u * Z3   each divided by |Z1|, then log |Z1|   (four complex numbers and one real)

which is the same for both starts, and continuous in every corner.
"""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

CODE_SIZE: Final = 9

QuadCode: TypeAlias = NDArray[np.float32]
"""Codes of quads, shape (n, 9)."""

_TURNS: Final = np.exp(-0.5j * np.pi * np.outer(np.arange(4), np.arange(4)))


def encode_quads(quads: NDArray[np.floating], anchors: NDArray[np.floating]) -> QuadCode:
    """Encode clockwise quads, shape (n, 4, 2), as seen from anchors, shape (n, 2)."""
    arms = (quads - anchors[:, None]).astype(np.float64)
    z = (arms[..., 0] + 1j * arms[..., 1]) @ _TURNS.T / 4
    size = np.maximum(np.abs(z[:, 1]), 1e-6)
    unit = z[:, 1] / size
    parts = np.stack([z[:, 0], unit * z[:, 1], z[:, 2], unit * z[:, 3]], axis=1) / size[:, None]
    flat = np.stack([parts.real, parts.imag], axis=2).reshape(len(quads), 8)
    return np.concatenate([flat, np.log(size)[:, None]], axis=1).astype(np.float32)


def decode_quads(codes: QuadCode, anchors: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the quads, shape (n, 4, 2), of codes at anchors; at which end each starts is arbitrary."""
    size = np.exp(np.clip(codes[:, 8], -5, 9)).astype(np.float64)
    parts = (codes[:, 0:8:2] + 1j * codes[:, 1:8:2]) * size[:, None]
    length = np.maximum(np.abs(parts[:, 1]), 1e-6)
    unit = np.exp(0.5j * np.angle(parts[:, 1]))
    z = np.stack([parts[:, 0], unit * length, parts[:, 2], np.conj(unit) * parts[:, 3]], axis=1)
    corners = z @ _TURNS.conj()
    quads = np.stack([corners.real, corners.imag], axis=2) + anchors[:, None]
    return quads.astype(np.float32)
