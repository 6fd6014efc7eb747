"""Cards over time: which detections are one card, what it is called, and when it lies still."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice

import numpy as np

from vision.geometry import Homography
from vision.scene.background import BackgroundModel, SceneMasks
from vision.scene.changes import Changes
from vision.scene.stabilizer import STANDING_VIEW, CameraState, Stabilizer
from vision.scene.table_plane import TablePlane, may_be_hidden
from vision.tracking.assignment import ONE_OF_EACH, Copies, give_name
from vision.tracking.association import without_doubles
from vision.tracking.backs import is_back, is_unlike_backs, keeps_face, know_backs, turn_backs
from vision.tracking.bump import Camera, CameraWatch, carry
from vision.tracking.cover import is_missing, note_cover
from vision.tracking.life import advance, ask, judge, ready, settle, show_other_face, succeed
from vision.tracking.looking import Looking
from vision.tracking.matching import (
    beside,
    compare,
    mark_missed,
    match,
    note_change,
    paired,
    seen_quad,
    showing_more,
    shows_nothing_new,
    update_occlusion,
)
from vision.tracking.naming import (
    READS_A_FRAME,
    add_to_average,
    read_request,
    take_reading,
    wants_reading,
)
from vision.tracking.report import Report
from vision.tracking.search import TableSearch, believe
from vision.tracking.settings import SETTINGS, TrackerSettings
from vision.tracking.track import CardTrack, TrackOutcome
from vision.tracking.weighing import Weighing
from vision.types import (
    Backs,
    Classifier,
    Detection,
    Detector,
    EventKind,
    Face,
    Frame,
    FrameResult,
    Quad,
    Reader,
    ReadRequest,
    TrackState,
)


def background_for(settings: TrackerSettings) -> BackgroundModel:
    """Build what tells hands from the bare table, with the tracker's times."""
    return BackgroundModel(still_s=settings.still_s, rim_s=settings.moment_s, absorb_s=settings.unseen_s)


class Tracker:
    """Frames in, tracked cards out.

    ``step`` takes every frame with the source's clock; times are seconds, so that it does the same at 8 and at 30
    frames a second. Where more cards in sight claim one name of a deck than ``copies`` of it lie there, none settles.
    With a ``classifier`` what is likelier no card is told only once read; with a ``search`` what was read in vain is
    looked for in the whole picture; with ``backs`` what has the others' back is told as one, and never asked about.
    """

    def __init__(
        self,
        detector: Detector,
        reader: Reader,
        *,
        copies: Copies = ONE_OF_EACH,
        classifier: Classifier | None = None,
        search: TableSearch | None = None,
        backs: Backs | None = None,
        stabilizer: Stabilizer | None = None,
        settings: TrackerSettings = SETTINGS,
    ) -> None:
        self._looking = Looking(detector, settings)
        self._reader = reader
        self._copies = copies
        self._settings = settings
        self._weighing = Weighing(classifier)
        self._search = search
        self._backs = backs
        self._background = background_for(settings)
        self._changes = Changes()
        self._plane = TablePlane()
        self._cards: list[CardTrack] = []
        self._next_number = 1
        self._report = Report(settings, self._weighing)
        self._camera = CameraWatch(settings)
        self._stabilizer = stabilizer or Stabilizer()
        self._masks: SceneMasks | None = None

    def step(self, frame: Frame, t_s: float) -> FrameResult:
        """Take the next frame (any size) at the moment ``t_s`` and tell what lies on the table."""
        view = self._stabilizer.step(frame, t_s, None if self._masks is None else self._masks.foreground)
        if view.state is CameraState.UNKNOWN:
            return self._report.build(frame, t_s, self._cards, disturbed=True, motion=view.motion)
        if view.state is CameraState.REBASED:
            self._carry(view.motion, frame, t_s)
            self._camera.forget()
            view = STANDING_VIEW
        frame = self._stabilizer.undo(frame, view)
        if self._looking.open(frame, t_s):
            self._plane.forget((frame.shape[1], frame.shape[0]))
            self._forget_changes()
        for card in self._cards:
            compare(card, frame, t_s)
        camera = self._camera.watch(frame, t_s, self._cards, self._masks)
        if camera is Camera.SHAKES:
            return self._report.build(frame, t_s, self._cards, disturbed=True, motion=view.motion)
        if camera is Camera.MOVED:
            assert self._camera.motion is not None
            self._carry(self._camera.motion, frame, t_s)
            self._stabilizer.restart(frame, t_s)
        for card in self._cards:
            note_change(card, t_s)
        masks = self._masks = self._masks_of(frame, t_s)
        self._changes.step(masks, t_s)
        found = self._looking.detect(frame, t_s, masks, quiet=all(card.is_quiet for card in self._cards))
        self._associate(as_they_lie(found, self._plane), frame, t_s, masks)
        self._sharpen(frame)
        self._weighing.weigh(self._cards, frame, t_s)
        missing = any(is_missing(card) for card in self._cards)
        for card in self._cards:
            update_occlusion(card, masks)
            card.note_view()
            judge(card, fits=self._plane.fits(card.pose.quad), may_be_card=self._may_be_card(card, masks))
            advance(card, t_s, may_be_missing=missing)
            add_to_average(card, frame)
        self._read(frame, t_s)
        self._look_everywhere(frame, t_s, masks)
        if self._backs is not None:
            turn_backs(self._backs, self._cards, frame)
        self._name(frame, t_s)
        if self._backs is not None:
            know_backs(self._backs, self._cards, frame)
        gone = self._clear_away(frame, t_s)
        return self._report.build(frame, t_s, self._cards, gone, disturbed=masks.busy, motion=view.motion)

    def _carry(self, motion: Homography, frame: Frame, t_s: float) -> None:
        """Follow a camera that moved: everything known goes where the picture went."""
        self._background.carry(motion)
        self._plane.carry(motion)
        self._looking.forget()
        self._forget_changes()
        for card in self._cards:
            carry(card, motion, frame)
            compare(card, frame, t_s)

    def _masks_of(self, frame: Frame, t_s: float) -> SceneMasks:
        """Compare a frame with the bare table: that is all but cards, and what came and may be one."""
        told = ((card.pose.quad, card.table_since_s) for card in self._cards)
        self._background.unlearn([(quad, since_s) for quad, since_s in told if since_s is not None])
        cards, things = list[Quad](), list[Quad]()
        for card in self._cards:
            (things if card.note_table() else cards).append(card.pose.quad)
        return self._background.step(frame, t_s, cards, things)

    def _forget_changes(self) -> None:
        self._changes.forget()
        if self._search is not None:
            self._search.forget()

    def _associate(self, finds: Sequence[Detection], frame: Frame, t_s: float, masks: SceneMasks) -> None:
        """Give every detection to its card; what is left is new."""
        for card in self._cards:
            note_cover(card, beside(card, self._cards))
        finds = showing_more(finds, self._cards, masks)
        pairs = paired(self._cards, finds, masks)
        stays = partial(keeps_face, self._backs, cards=self._cards, frame=frame)
        for place, card in enumerate(self._cards):
            others = list(beside(card, self._cards))
            if place in pairs:
                match(card, finds[pairs[place]], frame, t_s, masks, stays, others)
            else:
                mark_missed(card, frame, t_s, masks, [other for other in others if other.in_sight])
        left = [found for index, found in enumerate(finds) if index not in pairs.values()]
        for found in without_doubles(left, [card.pose.quad for card in self._cards if card.in_sight]):
            self._add(found, frame, t_s, early=self._lay_before(found.quad, t_s, masks))

    def _lay_before(self, quad: Quad, t_s: float, masks: SceneMasks) -> bool:
        lately = self._changes.after(t_s - self._settings.unseen_s, masks)
        return self._looking.lay_before(quad, t_s, lately)

    def _add(self, detection: Detection, frame: Frame, t_s: float, *, early: bool = False) -> None:
        belief = self._weighing.new_belief()
        card = CardTrack(self._next_number, detection, frame, t_s, self._settings, early=early, belief=belief)
        self._cards.append(card)
        self._next_number += 1

    def _sharpen(self, frame: Frame) -> None:
        """Put the cards that lie in sight where their edges and the plane of the table have them."""
        in_sight = (card for card in self._cards if card.lies_unchanged and not card.presence.hidden)
        looked_at = (card for card in in_sight if not card.occlusion.under_hand)
        stale = [card for card in looked_at if card.pose.sharpen(frame, self._plane.version)]
        if not stale:
            return
        sharp = np.reshape([card.pose.sharp for card in stale], (-1, 4, 2))
        hidden = [may_be_hidden(card.pose.rest, self._lying_beside(card)) for card in stale]
        snapped = self._plane.snapped(sharp, np.reshape(hidden, (-1, 4)))
        for card, quad in zip(stale, snapped, strict=True):
            card.pose.quad = quad

    def _lying_beside(self, card: CardTrack) -> Iterator[Quad]:
        return (other.pose.rest for other in beside(card, self._cards) if other.in_sight)

    def _learn(self, card: CardTrack) -> None:
        """Let a card that was read by name tell how the table lies."""
        if card.code is not None:
            hidden = may_be_hidden(card.pose.rest, self._lying_beside(card))
            self._plane.learn(card.pose.quad[None], hidden[None])

    def _may_be_card(self, card: CardTrack, masks: SceneMasks) -> bool:
        """Whether nothing but its size says that it is none; of what lay there, or is seen from close by only, nobody
        believes it before cards were read."""
        lay_there = not (card.has_arrived or card.identity.belief.is_known)
        unsure = lay_there or card.sighting.close
        others = [other for other in self._cards if other is not card]
        return (self._plane.is_known or not unsure) and not shows_nothing_new(card, others, masks)

    def _read(self, frame: Frame, t_s: float) -> None:
        """Read the cards that have waited longest, a few in a frame: after all others what is likelier no card, and
        had no name nearly."""
        waiting = sorted(
            (card for card in self._cards if wants_reading(card, t_s)),
            key=lambda card: (
                card.life.implausible and not card.identity.belief.nears_a_name,
                card.identity.last_read_s,
            ),
        )
        # A reader looks longest at what it cannot name: one of those a frame.
        hard = [card for card in waiting if card.identity.belief.was_silent]
        chosen = [card for card in waiting if card not in hard[1:]][:READS_A_FRAME]
        plain = [card for card in chosen if card not in hard]
        for together in (plain, *([card] for card in chosen if card in hard)):
            if together:
                picture = together[0].identity.picture(frame)
                readings = self._reader.read(picture, [self._request(card, picture) for card in together])
                for card, reading in zip(together, readings, strict=True):
                    take_reading(card, reading, t_s, beside(card, self._cards))

    def _look_everywhere(self, frame: Frame, t_s: float, masks: SceneMasks) -> None:
        """Search the picture of a resting table for what was read in vain; a find where nothing was known is a card,
        unless features of known cards were put together to one that would lie half on bare table."""
        if self._search is None:
            return
        found = self._search.step(self._cards, frame, t_s, masks, self._changes, self._plane)
        for reading in showing_more(found, self._cards, masks):
            # It lay there before it was looked for, so that it may be named at once.
            since_s = t_s - self._settings.moment_s
            early = self._lay_before(reading.quad, since_s, masks)
            self._add(Detection(reading.quad, Face.UP, reading.confidence), frame, since_s, early=early)
            believe(self._cards[-1], reading)
            self._cards[-1].life.state = TrackState.STILL

    def _request(self, card: CardTrack, picture: Frame) -> ReadRequest:
        card.identity.unlike_backs = card.may_be_turned and is_unlike_backs(self._backs, card, picture)
        others = [o for o in self._cards if o is not card and o.life.outcome is TrackOutcome.STAYS]
        return read_request(card, others, self._plane)

    def _name(self, frame: Frame, t_s: float) -> None:
        """Settle the cards whose readings decide, as far as no other card's do; ask about those that never will."""
        for card in self._cards:
            if card.life.outcome is not TrackOutcome.STAYS or not ready(card, t_s):
                continue
            if card.face is Face.DOWN:
                settle(card, t_s)
            elif is_back(self._backs, card, self._cards, frame):
                show_other_face(card)
                settle(card, t_s)  # For these pixels that is the last word, whatever name is read from them.
            else:
                give_name(card, self._cards, self._copies, t_s)
            self._learn(card)
        for card in self._cards:
            ask(card)

    def _clear_away(self, frame: Frame, t_s: float) -> list[CardTrack]:
        """Take cards that are gone off the list; what replaced one is a new card."""
        gone = [card for card in self._cards if card.life.outcome is not TrackOutcome.STAYS]
        self._cards = [card for card in self._cards if card.life.outcome is TrackOutcome.STAYS]
        for card in gone:
            card.emit(EventKind.LEFT)
            if card.life.outcome is TrackOutcome.REPLACED:
                self._add(Detection(seen_quad(card), card.face, card.sighting.score), frame, t_s)
                succeed(self._cards[-1], card)
        return gone


def as_they_lie(found: Sequence[Detection], plane: TablePlane) -> list[Detection]:
    """Start the quads of detections at the side that is short on the table, not in the picture."""
    quads = [quad for one in found for quad in (one.quad, *one.pose_hypotheses)]
    lie = iter(plane.short_side_first(np.reshape(quads, (-1, 4, 2))))
    return [
        replace(one, quad=next(lie), pose_hypotheses=tuple(islice(lie, len(one.pose_hypotheses))))
        for one in found
    ]
