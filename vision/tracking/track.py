"""One card through time: where it lies, which side is up, what it is called, and since when."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum, unique
from typing import Final

import numpy as np

from vision.geometry import aligned, is_reversed, length_of, turn_between
from vision.overlap import quad_iou, share_hidden
from vision.scene.background import SceneMasks
from vision.scene.card_size import CardSize
from vision.tracking.association import REACH_HIDDEN, REACH_LYING, REACH_MOVING, SAME_CARD_IOU, Expectation
from vision.tracking.belief import Decision, IdentityBelief, Observation
from vision.tracking.face_state import FaceState
from vision.tracking.pose import STEADY, TrackPose, displacement, is_same_size
from vision.tracking.presence import BACKGROUND_SHARE, GONE_S, NEAR_HAND_SHARE, Presence
from vision.tracking.temporal_average import TemporalAverage
from vision.types import Detection, EventKind, Face, Frame, Quad, Reading, Track, TrackState

STILL_S: Final = 0.06
"""A card that has not changed for so long lies still: two frames at 30 a second, one at 8."""

SETTLE_S: Final = 0.18
"""A card must lie still for this time before it is named: at 8 frames a second that is the third frame."""

READ_EVERY_S: Final = 0.05
"""Readings of one card are at least so far apart: two neighbouring frames share their faults."""

READ_SILENT_S: Final = 0.15
READ_AGAIN_S: Final = 1.0
"""The same for a card that gave no name twice, and for one that was called unreadable: such readings take longest."""

ANNOUNCE_S: Final = 0.3
"""A card that lies still is announced with its first reading, or after this time without one."""

UNREADABLE_S: Final = 0.7
UNREADABLE_VOTES: Final = 3
"""A card is called unreadable when it has lain still for so long, was read so often, and the vote is not clear."""

MOVED_SHARE: Final = 0.05
"""A settled card that lies further away than this share of its length was moved; less is a bump."""

AGAIN_S: Final = 0.2
AGAIN_SHARE: Final = 0.3
"""A move is believed at the second sighting, so soon and so near the first, in card lengths; nearer than
that, what was found has not moved either."""

HAND_SHARE: Final = 0.25
"""With more than this share moving, not even the face that is seen is believed."""

COVERED_SHARE: Final = 0.03
"""A card of which its neighbour's quad overlaps more may be covered; corners err by less."""

DOUBT_S: Final = 0.3
"""A quad of another size, or another quad over unchanged pixels, is believed after this time."""

SHORTENED: Final = 0.88
SHORTENED_REACH: Final = 0.6
SHORTENED_S: Final = 0.8
MISSING_REVEALED: Final = 0.5
"""A card that is so much shorter face up than it was face down, and lies no further from there (in card lengths), is
partly under a hand: for so long it is read as it lay, since of seven signs five may show. Where this share of what is
missing is known to be bare table, it was the quad of the face-down card that was too long."""

AS_IT_LAY_REACH: Final = 0.3
"""A card that lay further from here, in card lengths, is not looked for there: its neighbour may lie there now."""

NAMED_REACH: Final = 0.4
"""A name that is read further from the middle of a card, in card lengths, is another card's."""

UNSEEN_STILL_S: Final = 0.15
"""A card that changed and that no detection shows is taken to lie as it lay when nothing has stirred there so long; it
must be named before it would be called gone."""


@unique
class TrackOutcome(StrEnum):
    """What becomes of a card after a frame."""

    STAYS = "stays"
    GONE = "gone"
    REPLACED = "replaced"


@dataclass(frozen=True, slots=True)
class TrackEvent:
    """An event of one card, with the card as it was then."""

    kind: EventKind
    track: Track


class CardTrack:
    """The state of one card; :class:`vision.tracking.tracker.Tracker` tells it what each frame shows."""

    def __init__(
        self, number: int, detection: Detection, frame: Frame, t_s: float, *, early: bool = False
    ) -> None:
        """``early`` means that the eyes have only just opened: nobody knows what was there before."""
        self.number = number
        self._early = early
        self._first_quad = detection.quad
        self._as_before = False
        self._disturbed = False
        self.arrived = not early
        self.place = TrackPose(detection.quad, frame, t_s)
        self.facing = FaceState(detection.face)
        self.score = detection.score
        self.seen_face = detection.face
        self.pose_hypotheses = detection.pose_hypotheses
        self.low_score = detection.low_score
        self.touched = False
        self._beside_hand = False
        self.ballot = IdentityBelief()
        self.exposure = TemporalAverage()
        self.state = TrackState.MOVING
        self.fate = TrackOutcome.STAYS
        self.election: Decision | None = None
        self.presence = Presence(t_s)
        self.announced = False
        self.odd = False
        self.said: list[TrackEvent] = []
        self._now_s = t_s
        self._since_s = t_s
        self._settled_s: float | None = None
        self.last_read_s = -1e9
        self._doubt_since_s: float | None = None
        self._unread = True
        self._step_px = np.zeros(2, np.float32)
        self._home: Quad | None = None
        self._face_down: Quad | None = None
        self._shortened = False
        self._elsewhere: tuple[Quad, float] | None = None
        self._unseen = False
        self._stirred_s = self._changed_s = t_s

    # What the watcher asks

    @property
    def face(self) -> Face:
        """Which side is up."""
        return self.facing.face

    @property
    def lies(self) -> bool:
        """Whether it has come to rest."""
        return self.state is not TrackState.MOVING

    @property
    def in_sight(self) -> bool:
        """Whether the last frame showed it, or the unchanged pixels of where it lies."""
        return self.presence.last_seen_s == self._now_s or self._lies_unchanged

    @property
    def is_quiet(self) -> bool:
        """Whether it lies as it lay, and nothing more is asked about it."""
        at_rest = self.state in (TrackState.SETTLED, TrackState.UNREADABLE) or (self.odd and self.lies)
        return at_rest and not self.place.changed

    @property
    def code(self) -> str | None:
        """Its name, once the vote was clear."""
        return self.election.code if self.election else None

    @property
    def claim(self) -> str | None:
        """The name that its votes speak for although it is not settled."""
        election = self.ballot.elect() if self.face is Face.UP else None
        return election.code if election else None

    def expectation(self) -> Expectation:
        """Where this frame should show it."""
        quad = self.place.quad
        if self._lies_unchanged:
            return Expectation(self.place.rest, self.face, REACH_LYING, fixed=True)
        if self.presence.hidden:
            return Expectation(quad, self.face, REACH_HIDDEN, hidden=True, home=self.place.rest)
        if self.lies:
            return Expectation(quad, self.face, REACH_LYING, home=self.place.rest)
        expected = (quad + self._step_px).astype(np.float32)
        return Expectation(expected, self.face, REACH_MOVING, newborn=not self.announced)

    @property
    def _hindered(self) -> bool:
        """Whether something lies on it, or may; or the detector sees an unnamed card otherwise than it is known."""
        disputed = self.code is None and self._doubt_since_s is not None
        cut = self._shortened and not self._lay_within(AS_IT_LAY_REACH)
        return self.presence.hidden or self.touched or disputed or cut

    def _in_view(self, t_s: float) -> bool:
        """Whether the detector sees it, or it is known to lie there although it does not."""
        return self._unseen or t_s - self.presence.last_seen_s < STILL_S

    @property
    def _lies_unchanged(self) -> bool:
        return self.lies and not self.place.changed

    def wants_reading(self, t_s: float) -> bool:
        """Whether it rests in full sight and is not surely named."""
        in_view = self._lies_unchanged or self._in_view(t_s)
        resting = not self._hindered and self.place.still_s(t_s) >= READ_EVERY_S and in_view
        return resting and self._unread and t_s - self.last_read_s >= self._pause_s()

    def question(self, neighbours: Iterable[Quad], size: CardSize) -> Detection:
        """What a reader is asked: the first time in a hurry, since most cards are plain and frames do not wait."""
        quad, others, neighbours = self.place.quad, self.pose_hypotheses, list(neighbours)
        occluded = self._beside_hand or share_hidden(quad, neighbours) > COVERED_SHARE
        if self._shortened and self._face_down is not None:
            quad, others = aligned(self._face_down, quad), ()
        elif self.ballot.was_silent:
            # What is taken for a back is in doubt as it is: a place that cuts it short would show fewer signs.
            likely = self._as_it_lay() + (size.as_named(quad) if self.seen_face is Face.UP else ())
            others += tuple(place for place in likely if not is_taken(place, neighbours))
        return Detection(
            quad,
            self.face if self._unseen else self.seen_face,
            self.score,
            others,
            fast=not len(self.ballot),
            occluded=occluded,
        )

    def _as_it_lay(self) -> tuple[Quad, ...]:
        """Where it lies if its corners are wrong: as it lay face down, or as large as then and one corner right.

        A back shows its outline where a dark face on dark cloth does not.
        """
        if self._face_down is None or not self._lay_within(AS_IT_LAY_REACH):
            return ()
        then = aligned(self._face_down, self.place.quad)
        away = self.place.quad - then
        if np.abs(away).max() <= STEADY * length_of(then):
            return ()
        return (then, *(np.asarray(then + corner, np.float32) for corner in away))

    def expose(self, frame: Frame) -> None:
        """Add the frame to the long exposure of a card that lies still and has no name."""
        if self._lies_unchanged and self._unread and not self._hindered:
            self.exposure.add(frame, self.place.rest)

    def shown_to_reader(self, frame: Frame) -> Frame:
        """Return what a reader is to look at: for a card that one frame did not name, many frames in one."""
        exposed = self.ballot.was_silent and self.exposure.is_ready
        return self.exposure.averaged(frame) if exposed else frame

    def _pause_s(self) -> float:
        """How long to wait from one reading to the next."""
        if not self.ballot.was_silent or len(self.ballot) <= 1:
            return READ_EVERY_S
        given_up = self.odd or self.state is TrackState.UNREADABLE
        looked_long = len(self.ballot) >= UNREADABLE_VOTES and self._now_s - self._changed_s >= UNREADABLE_S
        return READ_AGAIN_S if given_up and looked_long else READ_SILENT_S

    def track(self) -> Track:
        """The card as others see it."""
        named = self.election if self.state is TrackState.SETTLED else None
        unreadable = self.state is TrackState.UNREADABLE
        return Track(
            id=self.number,
            face=self.face,
            state=self.state,
            quad=self.place.quad,
            code=named.code if named else None,
            deck=named.deck if named else None,
            reversed=is_reversed(self.place.quad) if named else None,
            confidence=named.confidence if named else 0.0,
            candidates=self.ballot.candidates() if unreadable else (),
            since_s=self._since_s,
            settled_s=self._settled_s,
            hidden=self.presence.hidden,
            arrived=self.arrived,
        )

    def say(self, kind: EventKind) -> None:
        """Tell an event; a card that was never announced tells none."""
        if self.announced:
            self.said.append(TrackEvent(kind, self.track()))

    # What a frame shows

    def look(self, frame: Frame, t_s: float) -> None:
        """Compare the pixels at its place with what they were. Comes first in every frame."""
        self._now_s = t_s
        self.place.look(frame)
        if self.place.changed:
            self._changed_s, self._disturbed = t_s, True
            self.exposure.clear()
            if self.state is TrackState.SETTLED:
                self._disturb()
            elif self.state is TrackState.UNREADABLE:
                self.ballot.clear()  # it may be turned over: some backs look like faces

    def see(self, detection: Detection, frame: Frame, t_s: float, motion: SceneMasks) -> None:
        """Take the detection that is this card."""
        self._unseen, self._stirred_s = False, t_s
        self._start_as(detection.quad, frame)
        quad = aligned(detection.quad, self.place.quad)
        covered_share = motion.moving_share(quad)
        if covered_share <= HAND_SHARE and self.facing.see(
            detection.face, t_s, unmoved=self.lies and not self._unread
        ):
            self._turned()
        self._step_px = (quad - self.place.quad).mean(axis=0) * (not self.lies)
        self.score, self.seen_face, self.pose_hypotheses = (
            detection.score,
            detection.face,
            detection.pose_hypotheses,
        )
        self.low_score = self.low_score and detection.low_score
        self.presence.see(t_s)
        if not self.lies:
            self._follow(quad, frame, t_s)
        elif self.place.changed:
            turning = detection.face is not self.face
            self._see_disturbed(quad, frame, t_s, under_hand=covered_share > NEAR_HAND_SHARE, turning=turning)
        elif self.place.resembles(quad):
            self._doubt_since_s = None
            self.place.tremble(quad)
        elif self._doubts(t_s):
            self._lay(quad, frame, t_s)

    def miss(self, frame: Frame, t_s: float, motion: SceneMasks, others: Iterable[Quad]) -> None:
        """Take note that no detection is this card; ``others`` are the quads of other cards in sight."""
        if t_s - self.presence.last_seen_s > DOUBT_S:
            self._doubt_since_s = None  # what contradicted it is not seen either
        if not self._lies_unchanged:
            self._look_where_it_lay(frame, t_s, motion, others)
        if self._lies_unchanged:
            in_vain = self._unseen and self.code is None and t_s - self._stirred_s >= GONE_S
            gone = self.presence.miss_unchanged(t_s, named=self.code is not None) or in_vain
        else:
            gone = self.presence.miss(self.place.quad, t_s, motion, lies=self.lies)
        if gone:
            self.fate = TrackOutcome.GONE

    def _look_where_it_lay(
        self, frame: Frame, t_s: float, motion: SceneMasks, others: Iterable[Quad]
    ) -> None:
        """Take an unnamed card that no detection shows to lie as it lay, once something other than table is still there
        and no hand is near: most likely it was turned over, and the detector misses its face."""
        home = next((quad for quad in (self._home, self._face_down) if quad is not None), self.place.rest)
        if (
            self.code is not None
            or not (self.lies or self._lay_within(AS_IT_LAY_REACH))
            or is_taken(home, others)
            or motion.moving_share(home) > 0
            or motion.is_near_hand(home)
            or motion.background_share(home) > BACKGROUND_SHARE
        ):
            self._stirred_s = t_s
        if t_s - self._stirred_s >= UNSEEN_STILL_S:
            self._unseen = True
            if not self.lies:
                self.state = TrackState.STILL
            self._lay(home, frame, t_s)

    def _lay_within(self, reach: float) -> bool:
        """Whether it lay face down no further from here, in card lengths."""
        return self._face_down is not None and displacement(self.place.quad, self._face_down) <= reach

    def feel(self, motion: SceneMasks) -> None:
        """Take note whether a hand may lie on it: a pip under a finger makes an eight a ten, so it is not read."""
        if not self.announced:
            self._as_before = motion.background_share(self.place.quad) > BACKGROUND_SHARE
        unnamed = self.face is Face.UP and self.code is None
        self._beside_hand = unnamed and motion.is_near_hand(self.place.quad)
        self.touched = self._beside_hand and motion.is_under_hand(self.place.quad)
        was_shortened, self._shortened = self._shortened, unnamed and self._is_shorter_than_it_was(motion)
        if was_shortened and not self._shortened:
            self.ballot.clear()  # what was read in vain until now was not the card's own quad

    def _is_shorter_than_it_was(self, motion: SceneMasks) -> bool:
        """Whether it is, since lately, shorter than it was face down, and no bare table shows where it ended then."""
        if self._face_down is None or self.place.still_s(self._now_s) >= SHORTENED_S:
            return False
        missing = 1 - length_of(self.place.quad) / max(length_of(self._face_down), 1.0)
        if not self._lay_within(SHORTENED_REACH) or missing <= 1 - SHORTENED:
            return False
        return motion.background_share(self._face_down) < MISSING_REVEALED * missing

    def take_place_of(self, other: CardTrack, t_s: float) -> None:
        """Be the card that was thought to be another one: this one was carried there under a hand."""
        self._start_moving()
        self.presence.see(t_s)
        self.place, self.facing, self.ballot = other.place, other.facing, other.ballot
        self.exposure = other.exposure

    def judge_size(self, fits: bool) -> None:
        """Of a size that no card has there, or hardly a card at all, it is kept to itself until it is read by name."""
        self.odd = (self.low_score or not fits) and self.code is None
        if self.odd and self.announced:
            self.say(EventKind.LEFT)
            self.announced = False
            self.state, self._settled_s, self._home = TrackState.MOVING, None, None

    # What readings say

    def take_reading(self, reading: Reading, t_s: float) -> None:
        """Count a reading."""
        self.last_read_s = t_s
        if self.facing.read(reading.face):
            self._turned()
        if self.face is reading.face:
            self.ballot.cast(
                Observation(self._of_this_card(reading), turn_between(reading.quad, self.place.quad))
            )
        if self.state is TrackState.SETTLED:
            self._verify(reading)

    def _of_this_card(self, reading: Reading) -> Reading:
        """Take no name that was found where the next card may lie."""
        away = float(np.hypot(*(reading.quad.mean(axis=0) - self.place.quad.mean(axis=0))))
        near = away <= NAMED_REACH * length_of(reading.quad)
        return reading if near else Reading(self.place.quad, reading.face, candidates=reading.candidates)

    def advance(self, t_s: float, *, may_be_missing: bool) -> None:
        """Come to rest, be announced, or be found unreadable, as time passes. Naming is the watcher's.

        With ``may_be_missing`` a named card is out of sight: this may be that one, so it is announced late.
        """
        still_s = self.place.still_s(t_s)
        if not self.lies and still_s >= STILL_S and self._in_view(t_s):
            self.state = TrackState.STILL
            self._since_s = t_s
        if self.odd:
            return
        if not self.announced and self.lies and self._is_sure_enough(still_s, may_be_missing):
            self.announce()
        late = still_s >= UNREADABLE_S and len(self.ballot) >= UNREADABLE_VOTES
        if self.state is TrackState.STILL and self.face is Face.UP and late and not self.ready(t_s):
            self.be_unreadable()

    def announce(self) -> None:
        """Say that it is there, once; what looks as the table looked before it was found did not come just now."""
        if not self.announced:
            self.announced = True
            carried = displacement(self.place.quad, self._first_quad) > AGAIN_SHARE
            self.arrived = carried or not (self._early or self._as_before)
            self.say(EventKind.APPEARED)

    def _is_sure_enough(self, still_s: float, may_be_missing: bool) -> bool:
        """Whether it can be announced: read once, which tells its face too; or long enough without."""
        if may_be_missing:
            return still_s >= UNREADABLE_S
        return len(self.ballot) > 0 or still_s >= ANNOUNCE_S

    def ready(self, t_s: float) -> bool:
        """Whether it has lain still for long enough and its vote is clear."""
        if (
            self.state is TrackState.SETTLED
            or not self.lies
            or self._hindered
            or self.place.still_s(t_s) < SETTLE_S
        ):
            return False
        if self.face is Face.UP:
            return self.ballot.elect() is not None
        return len(self.ballot) > 0 and not self.odd

    def settle(self, t_s: float) -> None:
        """Take the name that the vote gave; a card that lies face down has none."""
        self.election = self.ballot.elect() if self.face is Face.UP else None
        if self.election is not None:
            self._start_upright(self.election)
        self.announce()
        self.state, self._settled_s = TrackState.SETTLED, t_s
        self._unread, self._home = False, self.place.quad.copy()
        self._disturbed = False
        self._face_down = self._home if self.face is Face.DOWN else None
        self.say(EventKind.SETTLED)

    def be_unreadable(self) -> None:
        """Lie still without a name."""
        was_unreadable = self.state is TrackState.UNREADABLE
        self.announce()
        self.state, self.election, self._settled_s = TrackState.UNREADABLE, None, None
        self._home, self._unread, self._disturbed = self.place.quad.copy(), True, False
        if not was_unreadable:
            self.say(EventKind.UNREADABLE)

    # Inside

    def _start_as(self, quad: Quad, frame: Frame) -> None:
        """Let an unnamed card's quad begin on a short side where the detection's does: half a card looked wide."""
        turn = -turn_between(quad, self.place.quad) % 4
        if self.code is None and turn % 2:
            self.place.start_at(turn)
            self.place.watch(frame)
            self.ballot.turn_by(turn)

    def _disturb(self) -> None:
        """Something happened at its place: what was read there must be read again."""
        if not self._unread:
            self.ballot.clear()
        self._unread = True
        self.facing.forget_reading()

    def _verify(self, reading: Reading) -> None:
        """A settled card whose pixels had changed: one agreeing reading confirms it, a clear other vote replaces it."""
        if reading.face is self.face and reading.code == self.code:
            self._unread = False
        elif (other := self.ballot.elect()) is not None and other.code != self.code:
            self.fate = TrackOutcome.REPLACED
        elif len(self.ballot) >= 3 * UNREADABLE_VOTES:
            self._unread = False  # something lies partly on it; its name still stands

    def _turned(self) -> None:
        """The other side is up: face up is a flip, face down is another card put there."""
        self.ballot.clear()
        if self.face is Face.DOWN and self.election is not None:
            self.fate = TrackOutcome.REPLACED
            return
        self.election, self._settled_s, self._home = None, None, None
        self.state, self._unread = TrackState.MOVING, True
        if self._disturbed:  # else nobody turned it: detector or reader have changed their mind
            self._early, self.arrived = False, True
        if self.face is Face.UP:
            self.say(EventKind.FLIPPED)

    def _follow(self, quad: Quad, frame: Frame, t_s: float) -> None:
        wavers = not self.place.changed and self.place.resembles(quad)
        if wavers or self.place.holds(quad):
            self._stay(quad, frame)
        else:
            self._lay(quad, frame, t_s)

    def _stay(self, quad: Quad, frame: Frame) -> None:
        """It has not moved; what changed there is light, or something that passes."""
        self._doubt_since_s = None
        self.place.tremble(quad)
        if self.place.changed:
            self.place.watch(frame)

    def _see_disturbed(
        self, quad: Quad, frame: Frame, t_s: float, *, under_hand: bool, turning: bool
    ) -> None:
        """Its pixels changed and it is still detected: bumped, moved, turned over, or partly under a hand."""
        if self.place.holds(quad):
            self._stay(quad, frame)
            return
        if not is_same_size(quad, self.place.rest) and not (self._doubts(t_s) and not under_hand):
            self.presence.hidden = True
        elif under_hand:
            self.place.quad = (
                quad  # pushed, carried or being turned over: which of them shows when the hand is off
            )
        elif self._is_elsewhere(quad, t_s, turning=turning):
            self._lay(quad, frame, t_s)

    def _is_elsewhere(self, quad: Quad, t_s: float, *, turning: bool) -> bool:
        """Whether a sighting away from its place is to be believed; if it is far, the card was moved."""
        home = self.place.rest if self._home is None else self._home
        if turning or displacement(quad, home) <= MOVED_SHARE:
            return True
        last, self._elsewhere = self._elsewhere, (quad, t_s)
        again = last is not None and t_s - last[1] <= AGAIN_S and displacement(quad, last[0]) <= AGAIN_SHARE
        if again:
            self._start_moving()
        return again

    def _start_moving(self) -> None:
        if self._home is not None:
            self.say(EventKind.MOVED)
        self.ballot.clear()
        self.election, self._settled_s, self._home = None, None, None
        self.state, self._unread = TrackState.MOVING, True

    def _lay(self, quad: Quad, frame: Frame, t_s: float) -> None:
        self._doubt_since_s = None
        self.place.lay(quad, frame, t_s)
        self.exposure.clear()
        self.ballot.clear()
        self._disturb()

    def _doubts(self, t_s: float) -> bool:
        """Whether a strange quad has been seen for long enough to be believed."""
        if self._doubt_since_s is None:
            self._doubt_since_s = t_s
        return t_s - self._doubt_since_s >= DOUBT_S

    def _start_upright(self, election: Decision) -> None:
        turn = election.turn
        self.place.start_at(turn)
        self.ballot.turn_by(turn)


def is_taken(quad: Quad, others: Iterable[Quad]) -> bool:
    """Tell whether another card lies there."""
    return any(quad_iou(quad, other) > SAME_CARD_IOU for other in others)
