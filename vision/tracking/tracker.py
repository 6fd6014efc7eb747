"""The tracker: propose, associate, measure, filter, read, decide, report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

import numpy as np

from vision.geometry import CORNER_REACH, Homography, aligned
from vision.overlap import are_one, is_taken, overlap_area, quad_iou, share_hidden
from vision.scene.background import BackgroundModel, SceneMasks
from vision.scene.changes import Changes
from vision.scene.stabilizer import STANDING_VIEW, CameraState, Stabilizer
from vision.scene.table_plane import TablePlane, may_be_hidden
from vision.tracking import names
from vision.tracking.association import Expectation, associate
from vision.tracking.backs import BackBelief
from vision.tracking.bump import Camera, CameraWatch
from vision.tracking.decisions import Action, confirms, leaves, withdraws
from vision.tracking.emission import Emission
from vision.tracking.evidence import Beliefs, Evidence, measure
from vision.tracking.looking import Looking
from vision.tracking.names import ONE_OF_EACH, Copies
from vision.tracking.report import Report
from vision.tracking.schedule import Schedule, Work
from vision.tracking.search import TableSearch, believe
from vision.tracking.settings import SETTINGS, TrackerSettings
from vision.tracking.situations import CARRIED, CLEAR, COVERED, GONE, UNDER_HAND
from vision.tracking.track import COVERED_SHARE, CardTrack
from vision.tracking.unchanged import UnchangedTable
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
    TrackState,
)

BARE_SHARE = 0.8
"""A place of which so much looks as the table does without cards is bare."""

KEPT_SHARE = 0.8
"""A card lies at its place still if so much of what covers leave of it looks as remembered."""

ALIKE = 0.5
"""A named track follows a detection of which so much looks as the track did when its name was read,"""

LIKER = 0.1
"""and so much more than its place still does."""

SAME_CARD_IOU = 0.5
"""A detection that shares so much with a track in sight is no other card."""

FLIP_LOG_ODDS = 2.0
"""The other face is reported once it is likelier by so many nats."""

HAND_HIDES_BARE = 0.3
"""A hand hides a place of which less than this share shows the bare table."""

HAND_HIDES = 2.0
"""Nats by which a place that a hand hides is rather under the hand than gone: nobody can see that it is gone."""

REST_SHOWS = 2.0
"""Nats by which a track that others cover lies there rather than not, or not rather than so, as what they leave of it
shows it or does not: the sessions that the emission was fitted on hold few cards that are pulled from under others."""

CONTRADICTED = 4.0
"""Nats for a card having gone that readings of another name at its place say at most in one frame."""

PREEXISTING = -3.5
"""Prior log-odds of a card where nothing came: tables are full of things, each of which would be a question."""

DETECTED = 2.2
"""Log-odds of a card that a detection of it stands for where there is no classifier."""

UNLIKELY = -1.0
"""Log-odds of a card, at most, of what the detector hardly sees, whose size no card has there, or what known cards
explain: it is read first."""

STARTED_S = 0.7
"""What is found so soon after the first picture lay there before it."""

MOVED_LATELY_S = 5.0
"""What is found where nothing has moved for so long lay there before."""

PATIENCE_S = 0.7
"""Seconds without an obstacle after which an unnamed track is called unreadable."""


LAID_LATER = 1.5
"""Log-odds that a card lies above another one that came to rest before it."""

SHOWS_ITSELF = 5.0
"""Log-odds that a card lies above another one if its look is kept where both lie, and the other one's is not."""


def background_for(settings: TrackerSettings) -> BackgroundModel:
    """Build what tells hands from the bare table, with the tracker's times."""
    return BackgroundModel(still_s=settings.still_s, rim_s=settings.moment_s, absorb_s=settings.unseen_s)


def lies_above(one: CardTrack, other: CardTrack) -> float:
    """Return the log-odds that a track lies above another one that it overlaps, from what the overlap shows and when
    each was laid."""
    later = LAID_LATER if one.since_s > other.since_s else -LAID_LATER
    own, others = one.pose.kept_under(other.pose.quad), other.pose.kept_under(one.pose.quad)
    if own is None or others is None:
        return later
    return later + SHOWS_ITSELF * (own - others)


class Tracker:
    """Frames in, tracked cards out.

    ``step`` takes every frame with the source's clock; times are seconds, so that it does the same at 8 and at 30
    frames a second. Where more cards in sight claim one name of a deck than ``copies`` of it lie there, none settles.
    With a ``classifier`` what is likelier no card is reported only once it was read; with a ``search`` what was read in
    vain is looked for in the whole picture; with ``backs`` what shows a known back's design lies face down. With
    ``unchanged`` the frames of a table that has not changed are left out. What is not urgent goes by a ``schedule``.
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
        emission: Emission | None = None,
        unchanged: UnchangedTable | None = None,
        schedule: Schedule | None = None,
    ) -> None:
        self._schedule = schedule or Schedule()
        self._looking = Looking(detector, settings, self._schedule)
        self._reader, self._copies, self._settings = reader, copies, settings
        self._classifier = classifier
        self._search = search
        self._backs = None if backs is None else BackBelief(backs)
        self._background = background_for(settings)
        self._changes = Changes()
        self._plane = TablePlane()
        self._tracks: list[CardTrack] = []
        self._left: list[CardTrack] = []
        self._next_number = 1
        self._rejected: set[int] = set()
        self._report = Report(settings, self)
        self._camera = CameraWatch(settings)
        self._stabilizer = stabilizer or Stabilizer()
        self._masks: SceneMasks | None = None
        self._last_s = 0.0
        self.motion: Homography = STANDING_VIEW.motion
        self._emission = emission or Emission()
        self._unchanged = unchanged
        self._has_worked = False

    @property
    def tracks(self) -> Sequence[CardTrack]:
        """The tracks, confirmed or not; ``motion`` maps their places to the last frame."""
        return self._tracks

    @property
    def frame_tracks(self) -> Sequence[CardTrack]:
        """The tracks of the last frame, those that left in it, too."""
        return (*self._tracks, *self._left)

    def refuted(self, tracks: Sequence[CardTrack]) -> int:
        """Return how many tracks so far were found to be no cards."""
        for track in tracks:
            wrong = track.code is None and track.belief.is_weighed and not track.is_card
            (self._rejected.add if wrong else self._rejected.discard)(track.number)
        return len(self._rejected)

    def step(self, frame: Frame, t_s: float) -> FrameResult:
        """Take the next frame, (h, w, 3), at ``t_s`` seconds, and report what lies on the table."""
        self._left = []
        if self._unchanged is not None and self._unchanged.holds(frame, t_s):
            self._stay(t_s)
            return self._report.repeat(t_s)
        result = self._full_step(frame, t_s)
        if self._unchanged is not None:
            self._unchanged.note_step(frame, t_s, quiet=self._is_quiet(result))
        return result

    def _stay(self, t_s: float) -> None:
        """Take note that all is at ``t_s`` as the last full step found it: what happens next happens after that."""
        self._last_s = t_s
        self._background.stay(t_s)
        for track in self._tracks:
            track.stay(t_s)

    def _is_quiet(self, result: FrameResult) -> bool:
        """Whether the last frame showed nothing new, and nothing is left to be found out about what lies there."""
        masks = self._masks
        still = masks is not None and not (result.busy or result.events or masks.changed.any())
        searching = self._search is not None and self._search.is_under_way
        return still and not (self._has_worked or searching) and all(track.is_quiet for track in self._tracks)

    def _full_step(self, frame: Frame, t_s: float) -> FrameResult:
        self._has_worked = True
        self._schedule.begin_frame(t_s)
        view = self._stabilizer.step(frame, t_s, None if self._masks is None else self._masks.foreground)
        if view.state is CameraState.UNKNOWN:
            return self._report.build(frame, t_s, self._tracks, disturbed=True, motion=view.motion)
        if view.state is CameraState.REBASED:
            self._carry(view.motion, frame)
            self._camera.forget()
            view = STANDING_VIEW
        frame, self.motion = self._stabilizer.undo(frame, view), view.motion
        if self._looking.open(frame, t_s):
            self._plane.forget((frame.shape[1], frame.shape[0]))
            self._forget_changes()
        frames = 1 if self._unchanged is None else 1 + self._unchanged.left_out
        for track in self._tracks:
            track.begin_frame(frame, t_s, frames)
        camera = self._camera.watch(frame, t_s, self._tracks, self._masks)
        if camera is Camera.SHAKES:
            return self._report.build(frame, t_s, self._tracks, disturbed=True, motion=view.motion)
        if camera is Camera.MOVED:
            assert self._camera.motion is not None
            self._carry(self._camera.motion, frame)
            self._stabilizer.restart(frame, t_s)
        dt_s = min(max(t_s - self._last_s, 1e-3), 0.5)
        self._last_s = t_s
        for track in self._tracks:
            track.note_change()
        masks = self._masks = self._masks_of(frame, t_s, frames)
        self._changes.step(masks, t_s)
        found = self._looking.detect(frame, t_s, masks, quiet=all(track.is_quiet for track in self._tracks))
        found = as_they_lie(found, self._plane)
        self._order_layers()
        matched, new = self._associate(found, t_s, masks)
        self._filter(matched, masks, frame, dt_s)
        self._follow(matched, frame, t_s, masks)
        for one in new:
            self._add(one, frame, t_s, masks)
        self._sharpen(frame)
        self._rest(frame, t_s, masks)
        has_waited = self._work(frame, t_s)
        self._has_worked = has_waited or view.state is not CameraState.STANDS
        self._look_everywhere(frame, t_s, masks)
        if self._backs is not None:
            self._backs.compare(self._tracks, frame)
        self._decide(frame, t_s, masks)
        gone = self._left = [track for track in self._tracks if track.gone]
        self._tracks = [track for track in self._tracks if not track.gone]
        for track in gone:
            track.emit(EventKind.LEFT)
        return self._report.build(frame, t_s, self._tracks, gone, disturbed=masks.busy, motion=view.motion)

    def _carry(self, motion: Homography, frame: Frame) -> None:
        self._background.carry(motion)
        self._plane.carry(motion)
        self._looking.forget()
        self._forget_changes()
        for track in self._tracks:
            track.carry(motion, frame)
            track.pose.compare(frame)

    def _forget_changes(self) -> None:
        self._changes.forget()
        if self._search is not None:
            self._search.forget()

    def _masks_of(self, frame: Frame, t_s: float, frames: int) -> SceneMasks:
        """Compare a frame with the bare table: that is all but cards, and what lies there and may be one."""
        self._background.unlearn(
            [
                (track.pose.quad, track.table_since_s)
                for track in self._tracks
                if track.confirmed and track.table_since_s is not None
            ]
        )
        cards, things = list[Quad](), list[Quad]()
        for track in self._tracks:
            unsure = not (track.confirmed or track.belief.is_known)
            is_thing = unsure and ((track.belief.is_weighed and not track.is_card) or not track.arrived)
            if is_thing:
                track.may_be_table()
            (things if is_thing else cards).append(track.pose.quad)
        return self._background.step(frame, t_s, cards, things, frames=frames)

    def _order_layers(self) -> None:
        """Let each track know which others lie on it."""
        resting = [track for track in self._tracks if track.lies and track.confirmed and not track.gone]
        for track in self._tracks:
            track.lie_alone()
        for number, one in enumerate(resting):
            for other in resting[:number]:
                shared = overlap_area(one.pose.quad, other.pose.quad)
                if shared <= 0 or are_one(one.pose.quad, other.pose.quad):
                    continue
                upper, lower = (one, other) if lies_above(one, other) > 0 else (other, one)
                upper.lie_on(lower)
        for track in self._tracks:
            if not track.confirmed:
                track.may_lie_on(resting)

    def _associate(
        self, found: Sequence[Detection], t_s: float, masks: SceneMasks
    ) -> tuple[dict[int, Detection], list[Detection]]:
        expected = [self._expectation(track, t_s) for track in self._tracks]
        bare = [masks.background_share(one.quad) > BARE_SHARE for one in found]
        pairs = associate(
            expected,
            found,
            bare,
            lambda track, one: self._lies_beside(self._tracks[track], found[one], masks),
        )
        matched = {track: found[one] for track, one in pairs.items()}
        left = [one for index, one in enumerate(found) if index not in pairs.values()]
        return matched, self._distinct(left)

    def _lies_beside(self, track: CardTrack, found: Detection, masks: SceneMasks) -> bool:
        """Whether a settled track whose pixels have changed lies at its place still, beside a detection elsewhere."""
        if track.state is not TrackState.SETTLED or not track.pose.changed or track.pose.holds(found.quad):
            return False
        cover = [found.quad, *track.above]
        kept = track.pose.share_kept(cover)
        if kept is None:
            return quad_iou(found.quad, track.pose.rest) < SAME_CARD_IOU
        return kept > KEPT_SHARE and masks.background_share(track.pose.rest, cover) <= BARE_SHARE

    def _expectation(self, track: CardTrack, t_s: float) -> Expectation:
        places = track.filter.places
        moving = not track.lies
        carried = track.movement.expected(track.pose.quad) if moving else track.pose.quad
        at_rest = 0.3 if moving else float(1 - places[CARRIED] - 0.5 * places[GONE])
        return Expectation(
            rest=track.pose.rest if track.lies else track.pose.quad,
            carried=carried,
            at_rest=min(max(at_rest, 0.02), 0.98),
            face_up=1 / (1 + float(np.exp(-track.filter.face_log_odds))),
            unseen_s=t_s - track.seen_s,
            unchanged=track.unchanged,
            confirmed=track.confirmed,
        )

    def _distinct(self, found: Sequence[Detection]) -> list[Detection]:
        """Return detections that show no known card in sight, nor one that a better detection shows."""
        taken = [track.pose.quad for track in self._tracks if track.in_sight or track.filter.lies > 0.5]
        kept: list[Detection] = []
        for one in sorted(found, key=lambda found: -found.score):
            known = [*taken, *(other.quad for other in kept)]
            piece = one.low_score and share_hidden(one.quad, known) > COVERED_SHARE
            if not piece and not is_taken(one.quad, known):
                kept.append(one)
        return kept

    def _filter(self, matched: dict[int, Detection], masks: SceneMasks, frame: Frame, dt_s: float) -> None:
        if not self._tracks:
            return
        evidence = list[Evidence]()
        for index, track in enumerate(self._tracks):
            beliefs = Beliefs(
                track.belief.card_log_odds,
                names.best_name(track),
                names.other_name(track),
                track.code is not None,
            )
            seen = measure(
                track.pose,
                matched.get(index),
                masks,
                track.above,
                track.below,
                self._plane,
                beliefs,
                frame,
                track.now_s - track.seen_s,
            )
            evidence.append(seen)
        logs = self._emission.log_likelihoods(np.stack([one.vector() for one in evidence]))
        for index, (track, seen) in enumerate(zip(self._tracks, evidence, strict=True)):
            track.note(seen, track.now_s)
            logs[index, GONE] += float(np.clip(seen.other_name, 0.0, CONTRADICTED))
            if seen.hand >= 1 and seen.match_score == 0 and seen.bare < HAND_HIDES_BARE:
                logs[index, GONE] = min(logs[index, GONE], logs[index, UNDER_HAND] - HAND_HIDES)
            elif seen.covered > COVERED_SHARE and seen.kept > KEPT_SHARE:
                logs[index, GONE] = min(logs[index, GONE], logs[index, COVERED] - REST_SHOWS)
            elif (
                seen.covered > COVERED_SHARE
                and seen.kept < 1 - KEPT_SHARE
                and seen.is_quiet
                and not seen.match_score
            ):
                logs[index, COVERED] = min(logs[index, COVERED], logs[index, GONE] - REST_SHOWS)
            track.filter.step(logs[index], dt_s, changed=seen.changed > 0)
            if index in matched and not (seen.moving > COVERED_SHARE or seen.covered > COVERED_SHARE):
                track.filter.see_face(matched[index].face, dt_s)
            track.judge(self._card_probability(track))

    def _card_probability(self, track: CardTrack) -> float:
        """Return the probability that a track is a card, from all that was learnt of it."""
        if track.belief.is_known or track.code is not None:
            return 0.999
        log_odds = DETECTED
        if self._classifier is not None:
            log_odds = track.belief.card_log_odds + (0.0 if track.arrived else PREEXISTING)
            if not (track.arrived or self._plane.is_known):
                log_odds = min(log_odds, UNLIKELY)
        if track.low_score or not self._plane.fits(track.pose.quad) or self._is_explained(track):
            log_odds = min(log_odds, UNLIKELY)
        return 1 / (1 + float(np.exp(-log_odds)))

    def _is_explained(self, track: CardTrack) -> bool:
        """Whether known cards and bare table explain what a track without a name shows."""
        seen = track.evidence
        may_be_explained = track.arrived or seen.under > COVERED_SHARE
        return may_be_explained and seen.under + seen.bare > BARE_SHARE

    def _follow(self, matched: dict[int, Detection], frame: Frame, t_s: float, masks: SceneMasks) -> None:
        """Move the tracks to where their detections are, as far as these are believed."""
        for index, track in enumerate(self._tracks):
            found = matched.get(index)
            if found is None:
                continue
            quad = track.match(found, t_s)
            pose = track.pose
            track.movement.note_step((quad - pose.quad).mean(axis=0) * (not track.lies))
            under_hand = masks.moving_share(quad) > CORNER_REACH
            if self._shows_another(track):
                track.forget_table()
                if track.code is not None:
                    continue  # The filter says whether the track has gone.
            covered = track.evidence.covered > COVERED_SHARE
            if not track.lies:
                if (not pose.changed and pose.resembles(quad)) or pose.holds(quad):
                    track.movement.settle_doubt()
                    pose.smooth(quad)
                    if pose.changed:
                        pose.remember(frame)
                else:
                    track.relocate(quad, frame, t_s)
            elif not pose.changed:
                if pose.resembles(quad):
                    track.movement.settle_doubt()
                    if not covered:
                        pose.smooth(quad)
                elif track.decision is None and track.belief.decide() is None and track.movement.doubts(t_s):
                    track.relocate(quad, frame, t_s)
            elif pose.holds(quad):
                track.movement.settle_doubt()
            elif covered and track.code is None:
                pass
            elif under_hand:
                pose.put(quad)
            elif track.movement.is_near_home(quad, pose.rest):
                track.relocate(quad, frame, t_s)
                track.disturb()
            elif track.movement.is_elsewhere_again(quad, t_s):
                track.restart()
                track.relocate(quad, frame, t_s)

    def _shows_another(self, track: CardTrack) -> bool:
        """Whether what was found at the changed place of a track does not look like it, nor as if it were turned
        up."""
        lay_down = track.face is Face.DOWN or track.lay_down is not None
        turned_up = track.code is None and lay_down and track.detection.face is Face.UP
        seen = track.evidence
        alike = seen.match_kept >= max(ALIKE, seen.named_kept + LIKER if track.code is not None else 0.0)
        return track.pose.changed and not turned_up and not alike

    def _add(self, found: Detection, frame: Frame, t_s: float, masks: SceneMasks) -> None:
        came = self._came(found.quad, t_s, masks)
        track = CardTrack(self._next_number, found, frame, t_s, self._settings, arrived=came)
        for back in self._tracks:
            if found.face is Face.UP and back.face is Face.DOWN and _shares_place(back, found.quad):
                track.learn_table_from(back)  # Its other side lay there, and may have been learnt as table.
        self._tracks.append(track)
        self._next_number += 1

    def _came(self, quad: Quad, t_s: float, masks: SceneMasks) -> bool:
        """Whether something moved at a place lately, after the first picture, and left it unlike the table before."""
        lately = self._changes.after(t_s - MOVED_LATELY_S, masks)
        moved = t_s - self._looking.opened_s >= STARTED_S and lately.moving_share(quad) > CORNER_REACH
        return moved and masks.background_share(quad) <= BARE_SHARE

    def _sharpen(self, frame: Frame) -> None:
        """Put the cards that lie in sight where their edges and the plane of the table have them."""
        in_sight = (track for track in self._tracks if track.unchanged and not track.filter.hidden > 0.5)
        stale = [
            track
            for track in in_sight
            if track.evidence.hand < 1 and track.pose.sharpen(frame, self._plane.version)
        ]
        if not stale:
            return
        sharp = np.reshape([track.pose.sharp for track in stale], (-1, 4, 2))
        hidden = [may_be_hidden(track.pose.rest, self._neighbours(track)) for track in stale]
        snapped = self._plane.snapped(sharp, np.reshape(hidden, (-1, 4)))
        for track, quad in zip(stale, snapped, strict=True):
            track.pose.put(quad)

    def _neighbours(self, track: CardTrack) -> Iterator[Quad]:
        return (other.pose.rest for other in self._tracks if other is not track and other.in_sight)

    def _rest(self, frame: Frame, t_s: float, masks: SceneMasks) -> None:
        """Let tracks come to rest; take a changed look as theirs once nothing moves there."""
        for track in self._tracks:
            still_s = track.pose.still_s(t_s)
            seen = track.unchanged or t_s - track.seen_s < self._settings.still_s
            seen |= not track.pose.changed and track.evidence.bare <= BARE_SHARE
            if not track.lies and still_s >= self._settings.still_s and seen and track.filter.lies > 0.3:
                track.come_to_rest()
            quiet = track.evidence.is_quiet
            kept = track.evidence.kept if track.code is None else track.evidence.named_kept
            same_look = kept > KEPT_SHARE or (track.code is None and track.seen_s == t_s)
            if track.lies and track.pose.changed and quiet and same_look and track.filter.places[CLEAR] > 0.5:
                track.pose.refresh(frame)
                track.disturb()
            elif self._shows_something_else(track, t_s) or (track.wants_look and not track.unread):
                track.disturb()
            useful = track.unread or track.face is Face.DOWN
            if track.unchanged and useful and not track.is_occluded:
                track.average.add(frame, track.pose.rest)

    def _shows_something_else(self, track: CardTrack, t_s: float) -> bool:
        """Whether a named track's place, where nothing moves, shows what it did not when the name was read."""
        seen = track.evidence
        still = seen.moving == 0 and track.seen_s == t_s and track.pose.changed
        named = track.state is TrackState.SETTLED and track.code is not None and not track.unread
        here = seen.named_kept <= KEPT_SHARE and track.pose.holds(track.detection.quad)
        return still and named and (here or (seen.match_kept < ALIKE and seen.match_iou > SAME_CARD_IOU))

    def _work(self, frame: Frame, t_s: float) -> bool:
        """Read and weigh what waits for it, as far as there is time; return whether anything waited."""
        plain, hard = self._unread(t_s)
        unweighed = self._unweighed(t_s)
        reads = self._schedule.take(Work.READ, [1.0] * len(plain))
        weighs = self._schedule.take(Work.WEIGH, [1.0] * len(unweighed))
        thorough = self._schedule.take(Work.READ_AGAIN, [1.0] * len(hard))
        self._weigh(unweighed[:weighs], frame, t_s)
        self._read(plain[:reads], frame, Work.READ)
        for track in hard[:thorough]:
            self._read([track], names.picture_of(track, frame), Work.READ_AGAIN)
        return bool(plain or hard or unweighed)

    def _unweighed(self, t_s: float) -> list[CardTrack]:
        """Return the tracks whose outlines are to be classified, those first that have waited longest."""
        waiting = (
            track
            for track in self._tracks
            if track.code is None
            and not track.is_occluded
            and track.pose.still_s(t_s) >= self._settings.still_s
            and track.belief.wants_weighing(t_s, self._settings.moment_s)
        )
        return [] if self._classifier is None else sorted(waiting, key=lambda track: track.belief.weighed_s)

    def _weigh(self, chosen: Sequence[CardTrack], frame: Frame, t_s: float) -> None:
        """Classify the outlines of tracks."""
        if self._classifier is None or not chosen:
            return
        with self._schedule.doing(Work.WEIGH, len(chosen)):
            odds = self._classifier.log_odds(frame, np.stack([track.pose.quad for track in chosen]))
        for track, said in zip(chosen, odds.tolist(), strict=True):
            track.belief.weigh(said, t_s)
            track.judge(self._card_probability(track))

    def _unread(self, t_s: float) -> tuple[list[CardTrack], list[CardTrack]]:
        """Return the tracks to be read, those first that have waited longest; apart from them those that the last
        reading did not name."""
        waiting = sorted(
            (track for track in self._tracks if names.wants_reading(track, t_s)),
            key=lambda track: (not track.is_card and not track.belief.nears_a_name, track.last_read_s),
        )
        hard = [track for track in waiting if track.belief.abstained]
        return [track for track in waiting if not track.belief.abstained], hard

    def _read(self, chosen: Sequence[CardTrack], picture: Frame, work: Work) -> None:
        """Read tracks together in one picture."""
        if not chosen:
            return
        requests = [
            names.request_for(track, [one for one in self._tracks if one is not track], self._plane)
            for track in chosen
        ]
        with self._schedule.doing(work, len(chosen)):
            readings = self._reader.read(picture, requests)
        for track, reading in zip(chosen, readings, strict=True):
            names.take_reading(track, reading)

    def _look_everywhere(self, frame: Frame, t_s: float, masks: SceneMasks) -> None:
        """Search the picture of a resting table for what no reading named; a find where no track is begins one."""
        if self._search is None:
            return
        for reading in self._search.step(self._tracks, frame, t_s, masks, self._changes, self._plane):
            if self._shows_known_only(reading.quad, masks):
                continue
            # It lay there before it was looked for, so that it may be named at once.
            since_s = t_s - self._settings.moment_s
            self._add(Detection(reading.quad, Face.UP, reading.confidence), frame, since_s, masks)
            believe(self._tracks[-1], reading)
            self._tracks[-1].come_to_rest()

    def _shows_known_only(self, quad: Quad, masks: SceneMasks) -> bool:
        """Whether a quad lies half on unchanged cards and half on bare table: signs of several put together."""
        known = [track.pose.rest for track in self._tracks if track.confirmed and track.unchanged]
        below = [one for one in known if share_hidden(quad, [one]) > COVERED_SHARE]
        in_part = any(share_hidden(one, [quad]) <= KEPT_SHARE for one in below)
        return in_part and masks.background_share(quad, known) > BARE_SHARE

    def _decide(self, frame: Frame, t_s: float, masks: SceneMasks) -> None:
        for track in self._tracks:
            track.act(Action.WAIT)
            contradicted = names.proves_another(track)
            if contradicted or leaves(float(track.filter.places[GONE])) or self._is_lost(track, t_s):
                track.leave()
                continue
            if track.confirmed and track.code is None and withdraws(track.card):
                track.act(Action.WITHDRAW)
                track.withdraw()
            if self._shows_other_face(track):
                track.act(Action.FLIP)
                self._turn(track, frame)
        for track in [track for track in self._tracks if track.gone and track.seen_s == t_s]:
            self._succeed(track, frame, t_s, masks)
        for track in self._tracks:
            if track.gone or not self._is_ready(track, t_s):
                continue
            if track.face is Face.DOWN:
                track.settle(frame, t_s)
            else:
                other = names.give_name(track, self._tracks, self._copies, frame, t_s)
                if other is not None:
                    other.leave()
            if track.code is not None:
                hidden = may_be_hidden(track.pose.rest, self._neighbours(track))
                self._plane.learn(track.pose.quad[None], hidden[None])
        for track in self._tracks:
            rested = track.lies and track.pose.still_s(t_s) >= self._settings.moment_s
            if rested and not (track.confirmed or track.gone) and confirms(track.card, track.filter.lies):
                track.act(Action.CONFIRM)
                track.confirm()
            if not track.gone and self._is_in_question(track):
                track.act(Action.ASK)
                track.be_unreadable()

    def _succeed(self, gone: CardTrack, frame: Frame, t_s: float, masks: SceneMasks) -> None:
        """Begin a track of what lies where a track has left, unless one is there; what was read there is its own."""
        seen = replace(gone.detection, quad=aligned(gone.detection.quad, gone.pose.quad))
        if is_taken(seen.quad, [track.pose.quad for track in self._tracks if not track.gone]):
            return
        if names.proves_another(gone):
            self._add(seen, frame, t_s - self._settings.moment_s, masks)
            self._tracks[-1].succeed(gone)
        else:
            self._add(seen, frame, t_s, masks)

    def _is_lost(self, track: CardTrack, t_s: float) -> bool:
        """Whether an unconfirmed or moving track has not been seen for long."""
        unseen_s = t_s - track.seen_s
        return (not track.confirmed or not track.lies) and not track.unchanged and unseen_s > PATIENCE_S

    def _shows_other_face(self, track: CardTrack) -> bool:
        log_odds = track.filter.face_log_odds
        return log_odds > FLIP_LOG_ODDS if track.face is Face.DOWN else log_odds < -FLIP_LOG_ODDS

    def _turn(self, track: CardTrack, frame: Frame) -> None:
        if track.face is Face.UP and track.decision is not None:
            track.leave()
        else:
            track.turn_over(Face.DOWN if track.face is Face.UP else Face.UP)
            track.pose.remember(frame)

    def _is_ready(self, track: CardTrack, t_s: float) -> bool:
        resting = track.lies and track.pose.still_s(t_s) >= self._settings.moment_s
        if track.state is TrackState.SETTLED or not resting or track.is_occluded:
            return False
        if track.face is Face.UP:
            of_its_size = track.arrived or self._plane.fits(track.pose.quad)
            return of_its_size and track.belief.decide() is not None
        return (len(track.belief) > 0 or track.belief.is_known) and track.is_card

    def _is_in_question(self, track: CardTrack) -> bool:
        waiting = track.state is TrackState.STILL and track.face is Face.UP and track.is_card
        clear_s = track.now_s - max(track.unclear_s, track.pose.rest_s)
        return waiting and track.belief.is_exhausted and clear_s >= PATIENCE_S


def as_they_lie(found: Sequence[Detection], plane: TablePlane) -> list[Detection]:
    """Start the quads of detections at the side that is short on the table, not in the picture."""
    quads = [quad for one in found for quad in (one.quad, *one.pose_hypotheses)]
    lie = iter(plane.short_side_first(np.reshape(quads, (-1, 4, 2))))
    return [
        replace(one, quad=next(lie), pose_hypotheses=tuple(islice(lie, len(one.pose_hypotheses))))
        for one in found
    ]


def _shares_place(track: CardTrack, quad: Quad) -> bool:
    return share_hidden(track.pose.quad, [quad]) > COVERED_SHARE
