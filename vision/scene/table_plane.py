"""The table as a plane, fitted to the cards that were read: possible places of cards, and their size there.

Five parameters of the camera and the cards' proportion are fitted by robust least squares (Gauss-Newton): cards that do
not fit weigh less, and wide priors stand for what no card has shown yet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.geometry import (
    CORNER_REACH,
    CORNER_SHARE,
    STARTS,
    Homography,
    length_of,
    points_inside,
    project,
    sides_of,
    widened,
)
from vision.quads import Quads
from vision.scene.table_view import Parameters, TableView
from vision.types import Quad

PRIOR: Final = np.array([0.0, 0.0, np.log(1.45), 0.0, 0.0, np.log(0.62)])
SPREAD: Final = np.array([0.4, 0.4, 0.25, 2.0, 0.05, 0.1])
"""Prior of any camera above any table (see ``Parameters``; the height is the first card's) and its spread: tilted by 24
degrees, lenses from 50 to 80 degrees wide, cards from 0.54 to 0.72."""

STEPS: Final = 3
"""Gauss-Newton steps, from the last fit."""

MEMORY: Final = 40
"""Number of last cards that the plane is fitted to; two cameras' pictures are fitted to each other by as many."""

PLAUSIBLE: Final = (0.6, 1.65)
"""Range of a card's length relative to the cards read, or to itself a frame ago: decks differ by 0.73."""


class TablePlane:
    """One camera's table plane, kept while the camera rests. ``version`` counts its changes."""

    def __init__(self) -> None:
        self.version = 0
        self._quads = np.zeros((0, 4, 2), np.float32)
        self._corners = np.zeros((0, 4))
        self._covariance = np.diag(SPREAD**2)
        self._expected: Parameters = PRIOR
        self.view = TableView(PRIOR, (1, 1))

    @property
    def is_known(self) -> bool:
        """Whether a card was read, so that the plane is defined."""
        return bool(len(self._quads))

    def forget(self, size_wh: tuple[int, int]) -> None:
        """Start over with frames of this size."""
        self.version += 1
        self.view = TableView(PRIOR, size_wh)
        self._quads, self._corners = self._quads[:0], self._corners[:0]

    def learn(self, quads: Quads, doubtful: NDArray[np.bool_]) -> None:
        """Take cards that were read by name, shape (n, 4, 2), from their top left on, and which corners may be
        occluded, shape (n, 4)."""
        if not len(self._quads):
            height = 2 * length_of(quads[0]) / np.hypot(*self.view.size_wh)
            self._expected = PRIOR + np.array([0, 0, 0, np.log(height), 0, 0])
            self.view = TableView(self._expected, self.view.size_wh)
        corners = self._weights(quads, doubtful)
        self._quads = np.concatenate([self._quads, quads])[-MEMORY:]
        self._corners = np.concatenate([self._corners, corners])[-MEMORY:]
        self._fit()

    def carry(self, motion: Homography) -> None:
        """Follow a camera that was bumped: the picture moved by this homography."""
        if len(self._quads):
            self._quads = project(self._quads.reshape(-1, 2), motion).reshape(-1, 4, 2)
            self._fit()

    def snapped(self, quads: Quads, doubtful: NDArray[np.bool_]) -> Quads:
        """Return the likeliest corners of cards that were measured as ``quads``, from either end of their short sides.

        ``doubtful`` corners, shape (n, 4), may be occluded. Measurement and plane are weighed by their uncertainties.
        Quads of other shapes than this table's cards, and all quads before the plane is known, are unchanged.
        """
        if not self.is_known:
            return quads
        weights = self._weights(quads, doubtful)
        apart, unknown = self._apart_and_unknown(quads, weights)
        measured = np.eye(8) * np.repeat(CORNER_SHARE**2 / weights, 2, axis=1)[:, None]
        kept = unknown @ np.linalg.solve(unknown + measured, apart[..., None])
        placed, _ = self.view.placed(quads, weights)
        likeliest = self.view.to_picture(placed + kept.reshape(-1, 4, 2))
        is_card = _misfits(apart, weights) < 3 * CORNER_SHARE
        return np.where(is_card[:, None, None], likeliest, quads)

    def misfit(self, quad: Quad) -> float:
        """Return the distance of a quad's corners from a card's at its place, in card heights (root mean square)."""
        weights = np.ones((1, 4))
        return float(_misfits(_apart(self.view, quad[None], weights), weights)[0])

    def rules_out(self, quad: Quad) -> bool:
        """Return whether no whole card of this table has such corners; False while too little is known."""
        return self.is_known and self.misfit(quad) >= 3 * CORNER_SHARE

    def short_side_first(self, quads: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return quads, shape (..., 4, 2), started at a side that is short on the table: from low down a card appears
        wider than high."""
        if not self.is_known:
            return quads
        sides = sides_of(self.view.to_table(quads))
        wide = sides[..., 0] + sides[..., 2] > sides[..., 1] + sides[..., 3]
        return np.where(wide[..., None, None], quads[..., STARTS[1], :], quads)

    def fits(self, quad: Quad) -> bool:
        """Return whether a quad can be a card there; True while too little is known."""
        if not self.is_known:
            return True
        return PLAUSIBLE[0] <= length_of(self.view.to_table(quad).astype(np.float32)) <= PLAUSIBLE[1]

    def as_card(self, quad: Quad) -> tuple[Quad, ...]:
        """Return the whole cards that share one corner with ``quad``; none if the quad is a card as it is, or too
        little is known."""
        if not self.is_known or self.misfit(quad) <= CORNER_SHARE:
            return ()
        return tuple(self.view.at_corner(quad, corner) for corner in range(4))

    def _apart_and_unknown(
        self, quads: Quads, weights: NDArray[np.float64]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the corners' distances from the plane's, shape (n, 8), and their covariance from the plane, (n, 8,
        8)."""
        apart, slopes = _derived(lambda view: _apart(view, quads, weights), self.view)
        return apart, slopes @ self._covariance @ slopes.transpose(0, 2, 1)

    def _weights(self, quads: Quads, doubtful: NDArray[np.bool_]) -> NDArray[np.float64]:
        """Return the weight of each corner, shape (n, 4).

        A corner that may be occluded, or is outside the picture, counts as far as it agrees with the others under the
        plane, and not at all where the plane is unknown. At first all count: two inexact corners alone would turn a
        card about them.
        """
        nothing = float(np.finfo(np.float32).eps)
        doubtful = doubtful | (quads < 0).any(axis=2) | (quads > self.view.size_wh).any(axis=2)
        if not (doubtful.any() and self.is_known):
            return np.where(doubtful, nothing, 1.0)
        weights = np.ones(doubtful.shape)
        for _ in range(STEPS):
            apart, unknown = self._apart_and_unknown(quads, weights)
            allowed = (3 * CORNER_SHARE) ** 2 + np.diagonal(unknown, axis1=1, axis2=2)
            agreeing = 1 / (1 + (apart**2 / allowed).reshape(-1, 4, 2).sum(axis=2)) ** 2
            weights = np.where(doubtful, np.maximum(agreeing, nothing), 1.0)
        return weights

    def _fit(self) -> None:
        """Take some steps towards the likeliest view, from the last one and from views tilted the other way.

        A few cards fit both nearly alike, so that a first step goes either way; further cards decide.
        """
        mirrored = self.view.parameters * (-1, -1, 1, 1, 1, 1)
        usual = np.where(np.arange(len(PRIOR)) < 2, mirrored, self._expected)
        fitted = [self._fitted(start) for start in (self.view.parameters, mirrored, usual)]
        _, self.view, self._covariance = min(fitted, key=lambda one: one[0])
        self.version += 1

    def _fitted(self, parameters: Parameters) -> tuple[float, TableView, NDArray[np.float64]]:
        """Return the cost of a view after some steps (less is likelier), the view, and its covariance."""
        view, corners = TableView(parameters, self.view.size_wh), np.repeat(self._corners, 2, axis=1)
        covariance = self._covariance
        for _ in range(STEPS):
            apart, slopes = _derived(
                lambda view: _apart(view, self._quads, self._corners) / CORNER_SHARE, view
            )
            weighed = slopes * (corners / (1 + _misfit(apart, corners) / 4))[..., None]
            information = np.einsum("ncp,ncq->pq", weighed, slopes) + np.diag(1 / SPREAD**2)
            pull = np.einsum("ncp,nc->p", weighed, apart) + (view.parameters - self._expected) / SPREAD**2
            covariance = np.linalg.inv(information)
            view = TableView(view.parameters - covariance @ pull, view.size_wh)
        apart = _apart(view, self._quads, self._corners) / CORNER_SHARE
        unlikely = float((((view.parameters - self._expected) / SPREAD) ** 2).sum())
        unlikely += float(4 * corners.sum(axis=1) @ np.log1p(_misfit(apart, corners)[:, 0] / 4))
        return unlikely, view, covariance


def _derived(
    function: Callable[[TableView], NDArray[np.float64]], view: TableView
) -> tuple[NDArray[np.float64], ...]:
    """Return a function of a view, and its derivative by each parameter (last axis)."""
    at, step = function(view), 1e-4
    nudged = (TableView(view.parameters + step * one, view.size_wh) for one in np.eye(len(PRIOR)))
    return at, np.stack([(function(other) - at) / step for other in nudged], axis=-1)


def _misfit(apart: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return each card's mean square misfit over its counted corners, shape (n, 1)."""
    misfit: NDArray[np.float64] = (weights * apart**2).sum(axis=1, keepdims=True) / weights.sum(
        axis=1, keepdims=True
    )
    return misfit


def _apart(view: TableView, quads: NDArray[np.float32], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the corners' distances from the best fitting cards', in card heights, shape (n, 8)."""
    placed, seen = view.placed(quads, weights)
    return (seen - placed).reshape(len(quads), 8)


def _misfits(apart: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the root mean square of distances, shape (n, 8), over the counted corners, shape (n,)."""
    off: NDArray[np.float64] = (weights * (apart.reshape(-1, 4, 2) ** 2).sum(axis=2)).sum(axis=1)
    return np.asarray(np.sqrt(off / weights.sum(axis=1) / 2))


def may_be_hidden(quad: Quad, others: Iterable[Quad]) -> NDArray[np.bool_]:
    """Return which corners of a quad are within other cards' quads, or near enough to be, shape (4,)."""
    occluded = np.zeros(4, np.bool_)
    for other in others:
        occluded |= points_inside(quad, widened(other, 1 + 2 * CORNER_REACH))
    return occluded
