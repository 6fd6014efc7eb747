"""Reading by embeddings: one crop of every card, more crops where it is unsure, local features at last.

Cards that remain unsure are unnamed, with candidates: a wrong name is worse than none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.geometry import SAME_SIZE, is_reversed, quad_size_wh, turned_half
from vision.recognition.amodal import complete_quads
from vision.recognition.calibration import SMALL_PX, Calibration, MatchFeatures, outweighs_doubt
from vision.recognition.embedder import Embedder
from vision.recognition.feature_index import CardFace
from vision.recognition.gallery import Gallery, GalleryError
from vision.recognition.index import EmbeddingIndex, Match
from vision.recognition.matcher import Matcher
from vision.recognition.verification import NOTHING, Evidence, Verifier
from vision.recognition.views import jittered, plain_crops, sideways
from vision.types import Candidate, Face, Frame, Quad, Reading, ReadRequest


@dataclass(frozen=True, slots=True)
class Identification:
    """The likeliest face of a card, its way up, its certainty, the next faces with their probabilities by the embedding
    alone, and the whole card's quad if a part of it was detected; ``borne_out`` by local features or not."""

    face: int
    turned: bool
    certainty: float
    sure: bool
    next: tuple[tuple[int, float], ...] = ()
    quad: Quad | None = None
    borne_out: bool = False

    @property
    def is_likely(self) -> bool:
        """Whether its name outweighs a doubt. That does not suffice to name it, but the card then lies face up, and one
        detected face down gets a second pass."""
        return outweighs_doubt(self.certainty)


class EmbeddingReader:
    """Names detected cards of the given galleries; implements ``vision.types.Reader``.

    :raise GalleryError: if another embedder made one of the galleries, or the certainty's models.
    """

    def __init__(
        self,
        embedder: Embedder,
        galleries: Sequence[Gallery],
        calibration: Calibration,
        *,
        single_pictures: bool = False,
        max_second_pass: int | None = None,
    ) -> None:
        """Prepare; with ``single_pictures`` no other frames will be read: cards detected face down get a second pass,
        too, and every name must be as clear as a covered card's.

        A picture with more than ``max_second_pass`` cards that one embedding does not name gets no second pass: the
        caller then searches the picture in another way.
        """
        if calibration.embedder != embedder.digest:
            raise GalleryError("the calibration file belongs to another embedder; install the program again")
        self.embedder = embedder
        self.calibration = calibration
        self.single_pictures = single_pictures
        self.max_second_pass = max_second_pass
        self.index = EmbeddingIndex.of(galleries, embedder.digest)
        self.matcher = Matcher(embedder, self.index)
        self.verifier = Verifier(galleries)
        plain = self.index.compare(embedder.embed(plain_crops(embedder.size_wh))).max(axis=2)
        self._plainness: NDArray[np.float32] = plain.max(axis=0)

    def read(self, frame: Frame, requests: list[ReadRequest]) -> list[Reading]:
        """Return one reading for each request, in order.

        A card detected face down gets one embedding only (unless the picture stands alone, a name is likely, or it may
        be a face), lest every back cost as much as an unresolved face; if its name is clearer than an unoccluded card's
        must be, it lies face up: some backs, with one round sign, are like an ace.
        """
        cards = [replace(one, occluded=True) if one.is_back or one.covers else one for one in requests]
        matches = self.matcher.once(frame, [card.quad for card in cards])
        found = [
            self._named(frame, card, card.quad, match) for match, card in zip(matches, cards, strict=True)
        ]
        found = [self._uncovered(frame, card, one) for card, one in zip(cards, found, strict=True)]
        unsure = [
            i
            for i, (card, one) in enumerate(zip(cards, found, strict=True))
            if not one.sure and (self.single_pictures or not card.is_back or one.is_likely)
        ]
        unresolved = [i for i in unsure if self._is_unresolved(matches[i], cards[i].quad)]
        if self.max_second_pass is not None and len(unresolved) > self.max_second_pass:
            unsure, unresolved = [], []
        for i in unsure:
            found[i] = self._pose_search(frame, cards[i], found[i])
        unresolved = [i for i in unresolved if not found[i].sure and not cards[i].fast]
        for i, second in zip(unresolved, self._second(frame, [cards[i] for i in unresolved]), strict=True):
            found[i] = second
        return [self._reading(card, one) for card, one in zip(cards, found, strict=True)]

    def judge(self, frame: Frame, quad: Quad) -> Identification:
        """Return the likeliest card of one quad."""
        match = self.matcher.once(frame, [quad])[0]
        card = ReadRequest(quad, Face.UP)
        found = self._by_embedding(match, card)
        return found if found.sure or not self._is_unresolved(match, quad) else self._second(frame, [card])[0]

    def _uncovered(self, frame: Frame, card: ReadRequest, answer: Identification) -> Identification:
        """Return the identification by the card's visible part, if that is surer than the whole crop's."""
        if answer.sure or not card.covers:
            return answer
        found = self._best(frame, card, (card.quad, *card.pose_hypotheses), card.covers)
        return found if found is not None and found.certainty > answer.certainty else answer

    def _is_unresolved(self, match: Match, quad: Quad) -> bool:
        """Return whether an unnamed card is worth a second pass: similar to some card, or a part of one."""
        worth = match.similarity >= self.calibration.worth_verifying
        return worth or bool(complete_quads(quad, self.index.faces[match.face].aspect))

    def _pose_search(self, frame: Frame, card: ReadRequest, answer: Identification) -> Identification:
        """Return an identification that is certain at another pose, or the given one.

        Poses are the detector's hypotheses, sideways quads, and, if there is time, displacements by half of what sides
        differ to all sides, then from the best of these by half of that: a dark edge on dark cloth does not show where
        the card ends, its picture does.
        """
        found = self._best(frame, card, (*card.pose_hypotheses, *sideways(card.quad)))
        if found is not None and found.sure:
            return found
        if card.fast or card.occluded or self.single_pictures:
            return answer  # Occluded signs may be cut off with a strip of background: ten signs become eight.
        start = replace(answer, quad=card.quad)
        for share in (SAME_SIZE / 2, SAME_SIZE / 4):
            start = found if found is not None and found.certainty > start.certainty else start
            assert start.quad is not None
            found = self._best(frame, card, jittered(start.quad, share))
            if found is not None and found.sure:
                return found
        return answer

    def _best(
        self, frame: Frame, card: ReadRequest, quads: Sequence[Quad], covers: Sequence[Quad] = ()
    ) -> Identification | None:
        """Return the most certain identification at any of these quads, None if there are none; only uncovered parts
        are compared. The best of n is right by chance n times as often."""
        if not quads:
            return None
        matches = self.matcher.once(frame, quads, covers)
        certainties = [self._by_embedding(match, card).certainty for match in matches]
        best = int(np.argmax(certainties))
        answer = self._named(frame, card, quads[best], matches[best], covers, len(quads))
        return replace(answer, quad=quads[best])

    def _named(
        self,
        frame: Frame,
        card: ReadRequest,
        quad: Quad,
        match: Match,
        covers: Sequence[Quad] = (),
        best_of: int = 1,
    ) -> Identification:
        """Return the identification of a match at a quad, the best of n; of a card that may be partly occluded, a name
        that would be sure is weighed again with the rivals of slightly displaced quads."""
        answer = self._by_embedding(match, card, best_of)
        if not (answer.sure and card.occluded):
            return answer
        return self._by_embedding(self.matcher.beside(frame, quad, match, covers), card, best_of)

    def _second(self, frame: Frame, cards: Sequence[ReadRequest]) -> list[Identification]:
        """Read unsure cards from more crops, and compare local features where a doubt remains."""
        found = []
        for card, match in zip(cards, self.matcher.closer(frame, [card.quad for card in cards]), strict=True):
            answer = self._closer(frame, card, match)
            if answer.sure and card.occluded:
                answer = self._closer(frame, card, self.matcher.beside(frame, card.quad, match))
            found.append(answer if answer.sure else self._as_part(frame, card, answer))
        return found

    def _closer(self, frame: Frame, card: ReadRequest, match: Match) -> Identification:
        """Return the identification from more crops, or from local features, if they are surer."""
        answer = self._by_embedding(match, card)
        if answer.sure or match.similarity < self.calibration.worth_verifying:
            return answer
        verified = self._verified(frame, card.quad, match, card)
        return verified if verified.sure or verified.certainty > answer.certainty else answer

    def _as_part(self, frame: Frame, card: ReadRequest, answer: Identification) -> Identification:
        """Take an unsure card's quad for a part of a larger card, if local features confirm that."""
        wholes = complete_quads(card.quad, self.index.faces[answer.face].aspect)
        matches = self.matcher.once(frame, wholes)
        likeliest = sorted(zip(wholes, matches, strict=True), key=lambda pair: -pair[1].similarity)
        for whole, match in likeliest:
            if match.similarity < self.calibration.worth_verifying:
                break
            found = self._verified(frame, whole, match, replace(card, occluded=True))
            if found.sure and found.borne_out:
                return replace(found, quad=whole)
        return answer

    def evidence(self, frame: Frame, quad: Quad, match: Match) -> list[tuple[int, bool, Evidence]]:
        """Compare local features with the likeliest faces: face, upside down, evidence; strongest first, and of equals
        the embedding's likeliest."""
        features = self.verifier.describe(frame, quad, self.index.faces[match.face].aspect)
        tried = [match.face, *(face for face, _ in match.others)]
        found = [
            (face, bool(turned), evidence)
            for face in tried
            for turned, evidence in enumerate(self.verifier.verify(features, face))
        ]
        likeliest = match.face, match.turned
        return sorted(found, key=lambda one: (-one[2].weight, one[:2] != likeliest))

    def match_features(self, match: Match, face: int) -> MatchFeatures:
        """Return a face's standing in a match. Plain paper, with a spot or without, is one more rival: a face similar
        to it shows too little to be distinguished."""
        similarity, rival = match.similarity, match.similarity - match.margin
        if face != match.face:
            similarity, rival = dict(match.others)[face], match.similarity
        plainness = float(self._plainness[face])
        return MatchFeatures(similarity, similarity - max(rival, plainness), plainness)

    def strongest(self, found: Sequence[tuple[int, bool, Evidence]], match: Match) -> Verified:
        """Pick the best supported face of ``found``, sorted as :meth:`evidence` does."""
        faces, (face, turned, own) = self.index.faces, found[0]
        rival = next((e for f, _, e in found if faces[f].code != faces[face].code), NOTHING)
        return Verified(face, turned, (self.match_features(match, face), own, rival))

    def _by_embedding(self, match: Match, card: ReadRequest, best_of: int = 1) -> Identification:
        certainty = self.calibration.of_match(self.match_features(match, match.face), best_of)
        sure = certainty >= self._thresholds(card)[0]
        return Identification(match.face, match.turned, certainty, sure, self._next(match, match.face))

    def _next(self, match: Match, named: int) -> tuple[tuple[int, float], ...]:
        """Return the three likeliest faces but the one named, best first, each with its probability."""
        faces = [face for face in (match.face, *(face for face, _ in match.others)) if face != named][:3]
        return tuple((face, self.calibration.of_match(self.match_features(match, face))) for face in faces)

    def _thresholds(self, card: ReadRequest) -> tuple[float, float]:
        small = self.single_pictures and quad_size_wh(card.quad)[1] < SMALL_PX
        return self.calibration.thresholds((card.occluded or self.single_pictures) + small)

    def _verified(self, frame: Frame, quad: Quad, match: Match, card: ReadRequest) -> Identification:
        best = self.strongest(self.evidence(frame, quad, match), match)
        certainty = self.calibration.of_evidence(*best.inputs)
        sure = certainty >= self._thresholds(card)[1]
        following = self._next(match, best.face)
        return Identification(best.face, best.turned, certainty, sure, following, None, best.borne_out)

    def _reading(self, card: ReadRequest, answer: Identification) -> Reading:
        face = self.index.faces[answer.face]
        if not answer.sure:
            shown = Face.UP if answer.is_likely else card.face
            return Reading(card.quad, shown, candidates=candidates_of(answer, self.index.faces))
        quad = card.quad if answer.quad is None else answer.quad
        quad = turned_half(quad) if answer.turned else quad
        return Reading(quad, Face.UP, face.code, face.deck, is_reversed(quad), answer.certainty)


@dataclass(frozen=True, slots=True)
class Verified:
    """The face that local features support best, with its standing, its own evidence, and the strongest evidence for
    another name."""

    face: int
    turned: bool
    inputs: tuple[MatchFeatures, Evidence, Evidence]

    @property
    def borne_out(self) -> bool:
        """Whether any local features support it."""
        return self.inputs[1] != NOTHING


def candidates_of(answer: Identification, faces: Sequence[CardFace]) -> tuple[Candidate, ...]:
    """Return the three likeliest codes with their probabilities to three digits: the first as calibrated, the next as
    far as it leaves them room, since a card has one name."""
    left, following = 1.0 - answer.certainty, sum(share for _, share in answer.next)
    room = min(1.0, left / following) if following else 1.0
    found = {faces[answer.face].code: round(answer.certainty, 3)}
    for face, share in answer.next:
        found.setdefault(faces[face].code, round(share * room, 3))
    return tuple(found.items())[:3]
