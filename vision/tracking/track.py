"""One card through time: what is known of it. What a frame does to it stands in ``matching``, ``naming``, ``life``."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, unique

from vision.geometry import is_reversed
from vision.tracking.arrival import Arrival
from vision.tracking.association import Expectation
from vision.tracking.belief import Decision, IdentityBelief
from vision.tracking.face_state import FaceState
from vision.tracking.identity import TrackIdentity
from vision.tracking.occlusion import Occlusion
from vision.tracking.pose import NEAR, Movement, TrackPose
from vision.tracking.presence import Presence
from vision.tracking.settings import SETTINGS, TrackerSettings
from vision.types import Detection, EventKind, Face, Frame, Quad, Track, TrackState


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


class LifeCycle:
    """Where a track stands: its state and since when, whether it was announced, what becomes of it, its events.

    An ``implausible`` one is of a size that no card has there, or likelier no card at all; one of ``wrong_size`` is
    of such a size, and nobody laid it there. ``doubted_s`` is when it was last implausible.
    """

    def __init__(self, t_s: float) -> None:
        self.state = TrackState.MOVING
        self.since_s = t_s
        self.settled_s: float | None = None
        self.announced = False
        self.implausible = False
        self.doubted_s = -1e9
        self.wrong_size = False
        self.outcome = TrackOutcome.STAYS
        self.events: list[TrackEvent] = []

    def restart(self) -> None:
        """Be on the move again, not settled."""
        self.state, self.settled_s = TrackState.MOVING, None


class CardTrack:
    """The state of one card: pose, face, identity, life cycle, and what may hide it.

    ``sighting`` is the last detection of it; a ``low_score`` track has had no better one yet.
    """

    def __init__(
        self,
        number: int,
        detection: Detection,
        frame: Frame,
        t_s: float,
        settings: TrackerSettings = SETTINGS,
        *,
        early: bool = False,
        belief: IdentityBelief | None = None,
    ) -> None:
        """``early`` means that the first picture has only just come: nobody knows what was there before."""
        self.number = number
        self.settings = settings
        self.sighting = detection
        self.low_score = detection.low_score
        self.pose = TrackPose(detection.quad, frame, t_s)
        self.movement = Movement(settings)
        self.face_state = FaceState(detection.face, settings, t_s)
        self.identity = TrackIdentity(settings, IdentityBelief(known=True) if belief is None else belief)
        self.presence = Presence(t_s, settings)
        self.occlusion = Occlusion(t_s, settings)
        self.life = LifeCycle(t_s)
        self.arrival = Arrival(detection.quad, early=early)
        self.now_s = self.changed_s = self.unclear_s = t_s

    @property
    def face(self) -> Face:
        """Which side is up."""
        return self.face_state.face

    @property
    def code(self) -> str | None:
        """Its name, once decided."""
        return self.identity.code

    @property
    def lies(self) -> bool:
        """Whether it has come to rest."""
        return self.life.state is not TrackState.MOVING

    @property
    def lies_unchanged(self) -> bool:
        """Whether it rests and the pixels there are as they were."""
        return self.lies and not self.pose.changed

    @property
    def in_sight(self) -> bool:
        """Whether the last frame showed it, or the unchanged pixels of where it lies."""
        return self.presence.last_seen_s == self.now_s or self.lies_unchanged

    @property
    def confirmed(self) -> bool:
        """Whether it is reported."""
        return self.life.announced

    @property
    def events(self) -> list[TrackEvent]:
        """What is to be reported of it."""
        return self.life.events

    @property
    def is_witness(self) -> bool:
        """Whether its place shows what the camera did: it is known to lie in sight."""
        return self.life.announced and self.lies and not (self.presence.hidden or self.occlusion.unseen)

    @property
    def is_quiet(self) -> bool:
        """Whether it lies as it lay, and nothing more is asked about it."""
        decided = self.life.state in (TrackState.SETTLED, TrackState.UNREADABLE)
        return (decided or (self.life.implausible and self.lies)) and not self.pose.changed

    @property
    def is_as_it_settled(self) -> bool:
        """Whether nothing has changed where it lies since it settled."""
        settled_s = self.life.settled_s
        return settled_s is not None and self.changed_s <= settled_s and not self.pose.changed

    @property
    def is_hindered(self) -> bool:
        """Whether something lies on it, or may; or the detector sees an unnamed card otherwise than it is known."""
        disputed = self.code is None and self.movement.is_doubted
        cut = self.occlusion.shortened and not self.lay_face_down_near
        return self.presence.hidden or self.occlusion.under_hand or disputed or cut

    @property
    def clear_s(self) -> float:
        """For how long it has lain with no hand near, and neither its outline nor a name of it in doubt, in seconds."""
        return self.now_s - max(self.unclear_s, self.pose.rest_s)

    def note_view(self) -> None:
        """Take note if something is, or may be, in the way."""
        if self.is_hindered or self.occlusion.near_hand:
            self.unclear_s = self.now_s

    @property
    def lay_face_down_near(self) -> bool:
        """Whether it lay face down near here."""
        return self.occlusion.lay_near(self.pose.quad)

    @property
    def may_be_turned(self) -> bool:
        """Whether it has no name, lay face down near here and was touched since, so that it may show its face."""
        return self.code is None and self.lay_face_down_near and not self.is_as_it_settled

    @property
    def has_arrived(self) -> bool:
        """Whether it came to where it lies; before it is announced, as far as can be told."""
        return self.arrival.arrived if self.life.announced else self.arrival.has_come(self.pose.quad)

    @property
    def is_believed(self) -> bool:
        """Whether it is likely enough to be a card; what arrived needs less for that than what lay there."""
        return self.identity.belief.is_card(arrived=self.has_arrived)

    @property
    def is_refuted(self) -> bool:
        """Whether it was weighed often enough, has no name, and is no card."""
        return self.code is None and self.identity.belief.is_weighed and not self.is_believed

    def note_table(self) -> bool:
        """Tell whether it may be table, and take note since when: it lay there before, or is most likely no card, and
        was not told as one."""
        unsure = not (self.life.announced or self.identity.belief.is_known)
        may_be_table = unsure and (self.is_refuted or not self.has_arrived)
        if may_be_table:
            self.arrival.lie_as_table(self.now_s)
        return may_be_table

    @property
    def table_since_s(self) -> float | None:
        """Since when its place may have been learnt as table while it lay there, once it is told as a card."""
        if not self.life.announced:
            return None
        return self.arrival.as_table_s if self.has_arrived else self.arrival.anew_s

    def claim_to(self, code: str) -> Decision | None:
        """What speaks for its bearing a name: what was decided, or else its readings while it is in sight."""
        decided = self.identity.decision
        if decided is not None:
            return decided if decided.code == code else None
        return self.identity.belief.about(code) if self.face is Face.UP and self.in_sight else None

    def is_in_view(self, t_s: float) -> bool:
        """Whether the detector sees it, or it is known to lie there although it does not."""
        return self.occlusion.unseen or t_s - self.presence.last_seen_s < self.settings.still_s

    def expectation(self) -> Expectation:
        """Where this frame should show it."""
        pose = self.pose
        told = self.life.announced
        if self.lies_unchanged or self.occlusion.buried:
            return Expectation(pose.rest, self.face, NEAR, fixed=True, told=told)
        if self.presence.hidden:
            return Expectation(pose.quad, self.face, NEAR, hidden=True, home=pose.rest, told=told)
        if self.lies:
            return Expectation(pose.quad, self.face, NEAR, home=pose.rest, told=told)
        expected = self.movement.expected(pose.quad)
        return Expectation(expected, self.face, told=told)

    def snapshot(self) -> Track:
        """The card as others see it."""
        life, identity = self.life, self.identity
        named = identity.decision if life.state is TrackState.SETTLED else None
        unreadable = life.state is TrackState.UNREADABLE
        return Track(
            id=self.number,
            face=self.face,
            state=life.state,
            quad=self.pose.quad,
            code=named.code if named else None,
            deck=named.deck if named else None,
            reversed=is_reversed(self.pose.quad) if named else None,
            confidence=named.confidence if named else 0.0,
            candidates=identity.belief.candidates() if unreadable else (),
            since_s=life.since_s,
            settled_s=life.settled_s,
            hidden=self.presence.hidden,
            arrived=self.arrival.arrived,
        )

    def emit(self, kind: EventKind) -> None:
        """Tell an event; a card that was never announced tells none."""
        if self.life.announced:
            self.life.events.append(TrackEvent(kind, self.snapshot()))

    def announce(self) -> None:
        """Say that it is there, once."""
        if not self.life.announced:
            self.life.announced = True
            self.arrival.announce(self.pose.quad)
            self.emit(EventKind.APPEARED)

    def disturb(self) -> None:
        """Something happened at its place: what was read there must be read again."""
        self.identity.disturb()
        self.face_state.forget_reading()

    def relocate(self, quad: Quad, frame: Frame, t_s: float) -> None:
        """Lie elsewhere from now on; what was read before says nothing of it."""
        self.movement.settle_doubt()
        turned_up = self.face is Face.DOWN and self.sighting.face is Face.UP
        if self.pose.changed and not turned_up:
            self.arrival.lie_anew(t_s)
        self.pose.relocate(quad, frame, t_s)
        self.identity.average.clear()
        self.identity.belief.clear()
        self.identity.belief.look_again()
        self.disturb()

    def restart(self) -> None:
        """Be a card on the move, without a name: what was decided holds no longer."""
        self.identity.forget()
        self.movement.home = None
        self.life.restart()

    def turn_over(self) -> None:
        """The other side is up: face up is a flip, face down is another card put there."""
        if self.face is Face.DOWN and self.identity.decision is not None:
            self.identity.belief.clear()
            self.life.outcome = TrackOutcome.REPLACED
            return
        self.restart()
        self.identity.belief.look_again()
        self.arrival.turn_over(self.face)
        if self.face is Face.UP:
            self.emit(EventKind.FLIPPED)
