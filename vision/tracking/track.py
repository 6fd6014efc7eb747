"""One track: its pose, the belief about it, its names, and what was reported of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from vision.geometry import Homography, aligned, is_reversed, project, turn_between
from vision.overlap import PART, overlap_area, quad_iou, share_hidden
from vision.scene.background import NEVER_S
from vision.tracking.belief import Decision, IdentityBelief
from vision.tracking.decisions import Action
from vision.tracking.evidence import Evidence
from vision.tracking.pose import Movement, TrackPose, displacement
from vision.tracking.settings import TrackerSettings
from vision.tracking.situation_filter import SituationFilter
from vision.tracking.situations import CLEAR, UNDER_HAND
from vision.tracking.temporal_average import TemporalAverage
from vision.types import Detection, EventKind, Face, Frame, Quad, Track, TrackState

READ_TWICE_S: Final = 0.06
"""Seconds from one reading to the next: neighbouring frames share their faults."""

UNCLEAR_PAUSE_S: Final = 0.18
"""Seconds until a card is read again that gave no name."""

EXHAUSTED_PAUSE_S: Final = 0.7
"""The same once readings are exhausted."""

HAND_WAIT_S: Final = 0.7
"""A hand that has rested on a card for so long does not keep it from being read any longer."""

COVERED_SHARE: Final = 0.3
"""A track is occluded from this share under others on: its outline is not its own then."""

IN_ITS_PLACE: Final = 0.6
"""What hides so much of a track and is not known yet lies in its place rather than on it."""

ARRIVAL_DISTANCE: Final = 0.3
"""Card lengths from which a track that moved has arrived."""


@dataclass(frozen=True, slots=True)
class TrackEvent:
    """An event of one track, with the track as it was then."""

    kind: EventKind
    track: Track


class CardTrack:
    """The state of one track."""

    def __init__(
        self,
        number: int,
        detection: Detection,
        frame: Frame,
        t_s: float,
        settings: TrackerSettings,
        *,
        arrived: bool,
    ) -> None:
        """``arrived`` is whether something moved there lately: else it lay there before."""
        self.number, self.settings = number, settings
        self.detection = detection
        self.low_score = detection.low_score
        self.pose = TrackPose(detection.quad, frame, t_s)
        self.movement = Movement(settings)
        self.filter = SituationFilter(detection.face)
        self.belief = IdentityBelief()
        self.average = TemporalAverage()
        self.evidence = Evidence()
        self.measured_s = NEVER_S
        self.decision: Decision | None = None
        self.unread = True
        self.last_read_s = NEVER_S
        self.state = TrackState.MOVING
        self.since_s = self.now_s = self.changed_s = self.seen_s = t_s
        self.unclear_s = t_s
        self.settled_s: float | None = None
        self.face_shown = detection.face
        self.arrived = arrived
        self.confirmed = False
        self.gone = False
        self.card = 0.5
        self.events: list[TrackEvent] = []
        self.above: list[Quad] = []
        self.below: list[Quad] = []
        self.table_since_s: float | None = None
        self.action = Action.WAIT
        self.lay_down: Quad | None = None
        self.former: str | None = None
        self._first_quad = detection.quad
        self._touched = False
        self._hand_since_s = NEVER_S

    @property
    def face(self) -> Face:
        """Which side is up, as last reported."""
        return self.face_shown

    @property
    def code(self) -> str | None:
        """Its name, once decided."""
        return self.decision.code if self.decision else None

    @property
    def lies(self) -> bool:
        """Whether it has come to rest."""
        return self.state is not TrackState.MOVING

    @property
    def unchanged(self) -> bool:
        """Whether it rests, and the pixels at its place are as remembered."""
        return self.lies and not self.pose.changed

    @property
    def in_sight(self) -> bool:
        """Whether this frame showed it, or the unchanged pixels of its place."""
        return self.seen_s == self.now_s or self.unchanged

    @property
    def is_quiet(self) -> bool:
        """Whether it lies unchanged, and nothing more is to be learnt about it."""
        decided = self.state in (TrackState.SETTLED, TrackState.UNREADABLE)
        return (decided or (self.lies and not self.is_card)) and not self.pose.changed

    @property
    def is_card(self) -> bool:
        """Whether it is likelier a card than not."""
        return self.card > 0.5

    @property
    def is_occluded(self) -> bool:
        """Whether a hand or other cards hide it, or its outline is in doubt."""
        doubted = self.code is None and self.movement.is_doubted
        return self.under_hand or self.filter.places[UNDER_HAND] > 0.5 or doubted

    @property
    def under_hand(self) -> bool:
        """Whether a hand reaches its place, and did so only lately."""
        return self.evidence.hand >= 1 and self.code is None and self.now_s - self._hand_since_s < HAND_WAIT_S

    @property
    def wants_look(self) -> bool:
        """Whether it lay without a name where something else shows now, and no detection says what: it may have been
        turned over."""
        changed = self.lies and self.pose.changed and self.evidence.is_quiet
        return changed and self.code is None and self.evidence.bare <= COVERED_SHARE

    @property
    def is_witness(self) -> bool:
        """Whether its place shows what the camera did: it is known to lie there in sight."""
        return self.confirmed and self.lies and self.filter.places[CLEAR] > 0.5

    def begin_frame(self, frame: Frame, t_s: float, frames: int = 1) -> None:
        """Compare the pixels of the place with a frame, (h, w, 3), at ``t_s`` seconds; ``frames`` counts this one and
        those left out before."""
        self.now_s = t_s
        self.pose.compare(frame, frames)

    def stay(self, t_s: float) -> None:
        """Be at ``t_s`` as the last frame showed it."""
        if self.seen_s == self.now_s:
            self.seen_s = t_s
        self.now_s = t_s

    def note_change(self) -> None:
        """Take note if the pixels of the place have changed, once the camera is known to stand."""
        if self.pose.changed:
            self.changed_s = self.now_s
            self.average.clear()
            if self.unread:
                self.belief.mark_stale()

    def lie_alone(self) -> None:
        """Forget which tracks lie above and below."""
        self.above, self.below = [], []

    def lie_on(self, other: CardTrack) -> None:
        """Take note that another track lies below this one."""
        self.below.append(other.pose.quad)
        other.above.append(self.pose.quad)

    def may_lie_on(self, others: Iterable[CardTrack]) -> None:
        """Take note of the tracks at rest that it overlaps: they may explain what it shows, and it may hide them."""
        overlapped = [one for one in others if overlap_area(self.pose.quad, one.pose.quad) > 0]
        self.below = [one.pose.quad for one in overlapped]
        for one in overlapped:
            if self.in_sight and share_hidden(one.pose.quad, [self.pose.quad]) < IN_ITS_PLACE:
                one.above.append(self.pose.quad)

    def may_be_table(self) -> None:
        """Take note since when the place may have been learnt as table."""
        if self.table_since_s is None:
            self.table_since_s = self.now_s

    def learn_table_from(self, other: CardTrack) -> None:
        """Take note since when the place of a track that this one replaces may have been learnt as table."""
        known = [since_s for since_s in (self.table_since_s, other.table_since_s) if since_s is not None]
        self.table_since_s = min(known, default=None)

    def forget_table(self) -> None:
        """What the place was learnt to look like as table is not what lies there now."""
        self.table_since_s = None

    def judge(self, card: float) -> None:
        """Take the probability that it is a card."""
        self.card = card

    def come_to_rest(self) -> None:
        """Lie still from now on."""
        self.state, self.since_s = TrackState.STILL, self.now_s

    def act(self, action: Action) -> None:
        """Take note of what is done about it in this frame, for the trace."""
        self.action = action

    def leave(self) -> None:
        """Be reported as gone after this frame."""
        self.gone, self.action = True, Action.LEAVE

    def note_reading(self) -> None:
        """Take note that it was read in this frame."""
        self.last_read_s = self.now_s

    def stand_by_name(self) -> None:
        """Want no further reading before something changes."""
        self.unread = False

    def note(self, evidence: Evidence, t_s: float) -> None:
        """Take the evidence of a frame."""
        if evidence.hand >= 1 and self.evidence.hand < 1:
            self._hand_since_s = t_s
        self.evidence, self.measured_s = evidence, t_s
        if self.is_occluded or evidence.hand > 0:
            self.unclear_s = t_s

    def match(self, found: Detection, t_s: float) -> Quad:
        """Take the detection that is this track's; return its quad from the corner on that the track's starts at."""
        turn = -turn_between(found.quad, self.pose.quad) % 4
        self.detection, self.seen_s = found, t_s
        self.low_score = self.low_score and found.low_score
        if self.code is None and turn % 2:
            self.pose.start_at(turn)
            self.belief.turn_by(turn)
        return aligned(found.quad, self.pose.quad)

    def disturb(self) -> None:
        """Something happened at its place: what was read there is to be read again."""
        if not self.unread:
            self.belief.clear()
        else:
            self.belief.mark_stale()
        self.unread = True
        self.average.clear()
        self.filter.doubt_proof()
        self.belief.reset_budget()
        self._touched = True

    def relocate(self, quad: Quad, frame: Frame, t_s: float) -> None:
        """Lie elsewhere from now on; what was read before says nothing of it."""
        self.movement.settle_doubt()
        self.pose.relocate(quad, frame, t_s)
        self.average.clear()
        self.belief.clear()
        self.belief.reset_budget()
        self.unread = True
        if self._touched and displacement(quad, self._first_quad) > ARRIVAL_DISTANCE:
            self.arrived = True

    def restart(self) -> None:
        """Be on the move, without a name: what was decided holds no longer."""
        if self.movement.home is not None:
            self.state = TrackState.MOVING
            self.emit(EventKind.MOVED)
        self.movement.settle_at(None)
        self.forget_name()
        self._touched = True
        self.state, self.settled_s = TrackState.MOVING, None

    def forget_name(self) -> None:
        """Bear no name until it is read again."""
        self.belief.clear()
        self.former, self.decision = self.code or self.former, None
        self.unread = True

    def unsettle(self) -> None:
        """Bear no name until more is known: another track proves it, too."""
        self.decision, self.unread = None, True
        if self.state is TrackState.SETTLED:
            self.state, self.settled_s, self.unclear_s = TrackState.STILL, None, self.now_s

    def turn_over(self, face: Face) -> None:
        """Report the other side from now on."""
        lay = self.pose.rest if self.movement.home is None else self.movement.home
        self.lay_down = lay.copy() if face is Face.UP else None
        self.face_shown = face
        self.belief.clear()
        self.belief.reset_budget()
        self.unread = True
        self.decision = None
        self.state, self.settled_s = TrackState.MOVING, None
        self.filter.restart()
        if self._touched or self.changed_s > self.since_s:
            self.arrived = True
        if face is Face.UP:
            self.emit(EventKind.FLIPPED)

    def show_back(self, log_odds: float) -> None:
        """Show the design of a back: log-odds of a face up, in nats; if it was brought, it surely is a card."""
        self.filter.see_design(log_odds)
        if self.arrived:
            self.belief.know()

    def lie_where(self, other: CardTrack) -> None:
        """Be the card that was taken for another one: it was carried there, or turned over."""
        turned = self.face is Face.DOWN and other.face is Face.UP
        if not turned:
            self.emit(EventKind.MOVED)
        self.pose, self.filter, self.belief, self.average = (
            other.pose,
            other.filter,
            other.belief,
            other.average,
        )
        self.detection, self.evidence, self.seen_s = other.detection, other.evidence, other.seen_s
        self.movement.settle_at(None)
        self.decision, self.settled_s, self.unread = None, None, True
        self.state, self.since_s, self.face_shown = TrackState.STILL, self.now_s, other.face
        self.arrived = self.arrived or other.arrived
        if turned:
            self.emit(EventKind.FLIPPED)

    def succeed(self, other: CardTrack) -> None:
        """Be what was read where another track had lain: those readings are of this one."""
        self.belief = other.belief
        self.come_to_rest()

    def settle(self, frame: Frame, t_s: float) -> None:
        """Take the name that the readings of a frame, (h, w, 3), decide on; a card that lies face down has none."""
        self.confirm()
        self.decision = self.belief.decide() if self.face is Face.UP else None
        if self.decision is not None:
            self.belief.know()
            self.pose.start_at(self.decision.turn)
            self.belief.turn_by(self.decision.turn)
            self.pose.remember(frame)
            self.pose.note_name()
        self.state, self.settled_s, self.unread = TrackState.SETTLED, t_s, False
        self.movement.settle_at(self.pose.quad.copy())
        self._touched = False
        self.emit(EventKind.SETTLED)

    def be_unreadable(self) -> None:
        """Lie still without a name, which somebody is asked for."""
        was = self.state is TrackState.UNREADABLE
        self.confirm()
        self.state, self.settled_s = TrackState.UNREADABLE, None
        self.decision, self.unread = None, True
        self.movement.settle_at(self.pose.quad.copy())
        if not was:
            self.emit(EventKind.UNREADABLE)

    def confirm(self) -> None:
        """Report that it is there, once."""
        if not self.confirmed:
            self.confirmed = True
            self.emit(EventKind.APPEARED)

    def withdraw(self) -> None:
        """Report no longer what is likelier no card."""
        if self.confirmed:
            self.emit(EventKind.LEFT)
            self.confirmed = False
            self.movement.settle_at(None)
            self.state, self.settled_s = TrackState.MOVING, None

    def emit(self, kind: EventKind) -> None:
        """Report an event; of a track that was never confirmed there is none."""
        if self.confirmed:
            self.events.append(TrackEvent(kind, self.snapshot()))

    def carry(self, motion: Homography, frame: Frame) -> None:
        """Follow a camera that moved: nobody touched the card."""
        self.lay_down = None if self.lay_down is None else project(self.lay_down, motion)
        self.pose.carry(motion, frame)
        self.movement.carry(motion)
        self._first_quad = project(self._first_quad, motion)
        self.average.clear()

    def claim_to(self, code: str) -> Decision | None:
        """What speaks for its bearing a name: what was decided, or else its readings while it is in sight."""
        if self.decision is not None:
            return self.decision if self.decision.code == code else None
        return self.belief.about(code) if self.face is Face.UP and self.in_sight else None

    def is_near(self, other: CardTrack) -> bool:
        """Whether both lie at one place."""
        return quad_iou(self.pose.quad, other.pose.quad) > PART

    def snapshot(self) -> Track:
        """Return the track as others see it."""
        named = self.decision
        unreadable = self.state is TrackState.UNREADABLE
        return Track(
            id=self.number,
            face=self.face,
            state=self.state,
            quad=self.pose.quad,
            code=named.code if named else None,
            deck=named.deck if named else None,
            reversed=is_reversed(self.pose.quad) if named else None,
            confidence=named.confidence if named else 0.0,
            candidates=self.belief.candidates() if unreadable else (),
            since_s=self.since_s,
            settled_s=self.settled_s,
            hidden=self.lies and self.filter.places[CLEAR] < 0.5,
            arrived=self.arrived,
        )
