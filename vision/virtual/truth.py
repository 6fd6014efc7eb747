"""Truth of the virtual table: for tests, scorers and training, never for the program's own recognition."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum, unique

import cv2
import numpy as np
from numpy.typing import NDArray

from ..types import Event, EventKind, Face, Quad, Track, TrackState
from .plays.kinematics import Move, PlayedCard, Seat, Stretch
from .stage import signed_area
from .table import VirtualTable

_COARSE = 4
"""Reduction of the picture on which visible shares are counted."""


@unique
class Phase(StrEnum):
    """Whether a card is at rest on the table."""

    MOVING = "moving"
    LYING = "lying"


@dataclass(frozen=True, slots=True)
class TrueCard:
    """One card at one moment.

    ``quad`` starts at the upright card's top left and goes clockwise as seen in the picture (for a face-down card, at
    the corner at the picture's own top left). ``visible`` is the share of its area within the picture under no hand and
    no other card.
    """

    id: int
    code: str
    face: Face
    quad: Quad
    reversed: bool
    visible: float
    phase: Phase
    seat: Seat


@dataclass(frozen=True, slots=True)
class TrueFrame:
    """Everything on the table at one frame."""

    frame: int
    t_s: float
    cards: tuple[TrueCard, ...]
    hands: int


class Truth:
    """The truth of one virtual table. ``deck`` names the deck in its events."""

    def __init__(self, table: VirtualTable, deck: str | None = None) -> None:
        self._table, self._deck = table, deck

    def at(self, frame: int) -> TrueFrame:
        """Return the cards at a frame, and their visible shares."""
        t_s = frame / self._table.fps
        self._table._play.write_until(t_s)
        cards = [
            card for card in self._stacked(t_s) if _inside(self._quad(card, t_s)[0], self._table.size_wh)
        ]
        shares = self._visible_shares(cards, t_s)
        true = (self._true_card(card, t_s, share) for card, share in zip(cards, shares, strict=True))
        return TrueFrame(frame, t_s, tuple(true), len(self._hand_masks(t_s)))

    def hands(self, frame: int) -> NDArray[np.bool_]:
        """Return where hands occlude the table at a frame, on a picture of a quarter of the size."""
        return self._under_hands(frame / self._table.fps)

    def events(self, frames: Sequence[int] | None = None) -> Iterator[Event]:
        """Return the events, in order of time, over the camera's frames (or those named)."""
        before: dict[int, TrueCard] = {}
        rested: dict[int, int] = {}
        for frame in self._table.frame_numbers() if frames is None else frames:
            t_s = frame / self._table.fps
            self._table._play.write_until(t_s)
            now = {
                card.id: self._true_card(card, t_s, 1.0)
                for card in self._stacked(t_s)
                if self._shown(card, t_s)
            }
            for key in sorted(before.keys() | now.keys()):
                for kind in self._happened(key, before.get(key), now.get(key), t_s, rested):
                    yield self._event(kind, now.get(key) or before[key], frame)
            before = now

    def _happened(
        self, key: int, old: TrueCard | None, new: TrueCard | None, t_s: float, rested: dict[int, int]
    ) -> Iterator[EventKind]:
        if new is None:
            yield EventKind.LEFT
            return
        if old is None:
            yield EventKind.APPEARED
        elif old.face is Face.DOWN and new.face is Face.UP:
            yield EventKind.FLIPPED
        if self._slides(key, t_s) and old is not None and old.phase is Phase.LYING:
            yield EventKind.MOVED
        rests = sum(stretch.end_s <= t_s for stretch in self._card(key).path.stretches)
        if new.phase is Phase.LYING and rests > rested.get(key, 0):
            rested[key] = rests
            yield EventKind.SETTLED

    def _slides(self, key: int, t_s: float) -> bool:
        card = self._card(key)
        stretch = card.path.stretch_at(t_s)
        stays = stretch is not None and (stretch.move is not Move.TAKE or math.isinf(card.taken_s))
        return stretch is not None and stays and stretch.move in (Move.SLIDE, Move.TAKE)

    def _event(self, kind: EventKind, card: TrueCard, frame: int) -> Event:
        t_s = frame / self._table.fps
        up = card.face is Face.UP
        state = TrackState.SETTLED if card.phase is Phase.LYING else TrackState.MOVING
        track = Track(
            id=card.id, face=card.face, state=state, quad=card.quad, code=card.code if up else None,
            deck=self._deck if up else None, reversed=card.reversed if up else None, confidence=1.0, since_s=t_s,
            settled_s=t_s if state is TrackState.SETTLED else None,
        )  # fmt: skip
        return Event(t_s, frame, kind, track)

    def _card(self, key: int) -> PlayedCard:
        return self._table._play.cards[key - 1]

    def _stacked(self, t_s: float) -> list[PlayedCard]:
        """Return the cards over the table from the lowest to the highest."""
        here = [card for card in self._table._play.cards if card.present(t_s)]
        return sorted(
            here, key=lambda card: (not card.lies(t_s), _latest(card, t_s).end_s if card.lies(t_s) else 0)
        )

    def _shown(self, card: PlayedCard, t_s: float) -> bool:
        quad, _ = self._quad(card, t_s)
        width, height = self._table.size_wh
        x, y = quad.mean(0)
        return bool(0 <= x < width and 0 <= y < height)

    def _quad(self, card: PlayedCard, t_s: float) -> tuple[Quad, Face]:
        pose = card.path.pose(t_s)
        assert pose is not None
        quad = self._table._camera.project(pose.corners_mm(self._table._play.card_wh_mm))
        return (quad, Face.UP) if signed_area(quad) >= 0 else (quad[[1, 0, 3, 2]], Face.DOWN)

    def _true_card(self, card: PlayedCard, t_s: float, visible: float) -> TrueCard:
        quad, face = self._quad(card, t_s)
        turned = bool(quad[:2, 1].mean() > quad[2:, 1].mean())
        if face is Face.DOWN and turned:
            quad = np.roll(quad, 2, axis=0)
        phase = Phase.LYING if card.lies(t_s) else Phase.MOVING
        return TrueCard(card.id, card.code, face, quad, turned, visible, phase, card.seat)

    def _visible_shares(self, cards: Sequence[PlayedCard], t_s: float) -> list[float]:
        """Return the share of each card's area that no hand and no later card covers."""
        over = self._under_hands(t_s)
        height, width = over.shape
        shares = []
        for card in reversed(cards):
            quad = self._quad(card, t_s)[0]
            area: NDArray[np.uint8] = np.zeros((height, width), np.uint8)
            cv2.fillConvexPoly(area, np.round((quad + 0.5) / _COARSE - 0.5).astype(np.int32), 1)
            own = area.astype(bool)
            free = int(np.count_nonzero(own & ~over)) / max(1, int(np.count_nonzero(own)))
            shares.append(free * _share_inside(quad, self._table.size_wh))
            over |= own
        return shares[::-1]

    def _under_hands(self, t_s: float) -> NDArray[np.bool_]:
        width, height = (side // _COARSE for side in self._table.size_wh)
        occluded = np.zeros((height, width), bool)
        for mask in self._hand_masks(t_s):
            occluded |= mask
        return occluded

    def _hand_masks(self, t_s: float) -> list[NDArray[np.bool_]]:
        masks = []
        for sprites in self._table._stage.hands.outlines(t_s):
            width, height = self._table._stage.size_wh
            mask = np.zeros((height, width), np.uint8)
            for sprite in sprites:
                left, top, right, bottom = sprite.box
                mask[top:bottom, left:right] |= (sprite.sheet[..., 3] > 0.5).astype(np.uint8)
            size = tuple(side // _COARSE for side in self._table.size_wh)
            masks.append(cv2.resize(mask, size, interpolation=cv2.INTER_NEAREST).astype(bool))
        return masks


def truth_of(table: VirtualTable, deck: str | None = None) -> Truth:
    """Return the truth of a virtual table."""
    return Truth(table, deck)


def _latest(card: PlayedCard, t_s: float) -> Stretch:
    last = card.path.last_before(t_s)
    assert last is not None
    return last


def _share_inside(quad: Quad, size_wh: tuple[int, int]) -> float:
    """Return the share of a quad within the picture."""
    width, height = size_wh
    rim = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    common, _ = cv2.intersectConvexConvex(quad.astype(np.float32), rim)
    return min(1.0, float(common) / max(abs(signed_area(quad)), 1e-6))


def _inside(quad: Quad, size_wh: tuple[int, int]) -> bool:
    """Return whether any of a quad is within the picture."""
    return bool((quad.max(0) > 0).all() and (quad.min(0) < np.array(size_wh)).all())
