"""Evidence: what one frame says of one track, in numbers. Nothing else in this package looks at pixels of a place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.geometry import length_of
from vision.overlap import quad_iou, share_inside
from vision.scene.background import SceneMasks
from vision.scene.table_plane import TablePlane
from vision.tracking.pose import TrackPose, displacement
from vision.tracking.thumbnail import fields_reached
from vision.types import Detection, Face, Frame, Quad

FAR: Final = 2.0
"""Displacements are counted up to so many card lengths."""


UNSEEN_S: Final = 2.0
"""Seconds without a detection are counted up to so many."""


NAMED_CARD: Final = 3.0
"""Log-odds of a card that stand for a track with a name, whatever the classifier said."""

MOST_CARD: Final = 4.0
"""Log-odds of a card are counted up to so many nats."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a frame says of a track at its place; shares are 0 to 1, log-odds in nats, 0 where nothing is known.

    ``match_*`` describe the detection that was associated: its IoU with the place, its score (0: none), its
    displacement in card lengths, the face that it shows (1 up, -1 down), the share of it that looks as the track did.
    ``changed`` is the share of the place's fields that no longer look as remembered, ``kept`` the share of what covers
    leave that does, ``named_kept`` the share that looks as when the name was read. ``bare`` is the share that matches
    the table beside covers, ``moving`` the share in motion, ``hand`` 1 with foreground on the place, 0.5 beside it.
    ``covered`` is the share under tracks that lie above, ``under`` the share of the place that confirmed tracks below
    show. ``misfit`` is the corners' distance from the plane's in card heights. ``card``, ``name`` and ``other_name``
    are log-odds: of a card by the classifier, of the best name, of another name over the decided one. ``named`` is 1
    for a track with a name, ``unseen`` the seconds since a detection was its, up to 2, ``height`` the logarithm of the
    height in pixels over 100, ``inside`` the share within the frame.
    """

    match_iou: float = 0.0
    match_score: float = 0.0
    match_offset: float = 0.0
    match_face: float = 0.0
    match_kept: float = 1.0
    changed: float = 0.0
    kept: float = 1.0
    named_kept: float = 1.0
    bare: float = 0.0
    moving: float = 0.0
    hand: float = 0.0
    covered: float = 0.0
    under: float = 0.0
    misfit: float = 0.0
    card: float = 0.0
    name: float = 0.0
    other_name: float = 0.0
    named: float = 0.0
    unseen: float = 0.0
    height: float = 0.0
    inside: float = 1.0

    @property
    def is_quiet(self) -> bool:
        """Whether nothing moves at the place, and no hand is near."""
        return self.moving == 0 and self.hand == 0

    def vector(self) -> NDArray[np.float32]:
        """Return the values in the order of the fields, shape (21,)."""
        return np.array([getattr(self, name) for name in FIELDS], np.float32)


FIELDS = tuple(one.name for one in fields(Evidence))


@dataclass(frozen=True, slots=True)
class Beliefs:
    """What readings and the classifier have said of a track so far, in nats (see :class:`Evidence`)."""

    card: float = 0.0
    name: float = 0.0
    other_name: float = 0.0
    named: bool = False


def measure(
    pose: TrackPose,
    match: Detection | None,
    masks: SceneMasks,
    above: Sequence[Quad],
    below: Sequence[Quad],
    plane: TablePlane,
    beliefs: Beliefs,
    frame: Frame,
    unseen_s: float = 0.0,
) -> Evidence:
    """Measure a track's evidence in a frame, (h, w, 3), that its pose was compared with.

    :param match: the detection that was associated with it
    :param above: the quads of the tracks that lie on it
    :param below: the quads of the confirmed tracks that it lies on
    :param unseen_s: seconds since a detection was associated with it
    """
    place = pose.rest
    kept = pose.share_kept(above)
    named_kept = pose.named_share_kept(above) if beliefs.named else None
    hand = 1.0 if masks.is_under_hand(place) else 0.5 * masks.is_near_hand(place)
    misfit = min(plane.misfit(place), 1.0) if plane.is_known else 0.0
    return Evidence(
        match_iou=0.0 if match is None else quad_iou(match.quad, place),
        match_score=0.0 if match is None else match.score,
        match_offset=0.0 if match is None else min(displacement(match.quad, place), FAR),
        match_face=0.0 if match is None else (1.0 if match.face is Face.UP else -1.0),
        match_kept=1.0 if match is None or not pose.changed else pose.likeness_at(match.quad, frame),
        changed=pose.changed_share,
        kept=1.0 if kept is None else kept,
        named_kept=1.0 if named_kept is None else named_kept,
        bare=masks.background_share(place, above),
        moving=masks.moving_share(place),
        hand=hand,
        covered=covered_share(place, above),
        under=covered_share(place, below),
        misfit=misfit,
        card=NAMED_CARD if beliefs.named else float(np.clip(beliefs.card, -MOST_CARD, MOST_CARD)),
        name=float(np.clip(beliefs.name, -15, 15)),
        other_name=float(np.clip(beliefs.other_name, -15, 15)),
        named=float(beliefs.named),
        unseen=min(unseen_s, UNSEEN_S) if match is None else 0.0,
        height=float(np.log(max(length_of(place), 1.0) / 100)),
        inside=share_inside(place, (frame.shape[1], frame.shape[0])),
    )


def covered_share(quad: Quad, others: Sequence[Quad]) -> float:
    """Return the share of a quad's area that others cover together, 0 to 1, to a tenth of a card's side."""
    if not others:
        return 0.0
    return float(np.mean(fields_reached(others, quad)))
