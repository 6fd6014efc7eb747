"""Matching by embeddings: quads of a frame with the faces of known decks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from vision.geometry import SAME_SIZE, rectify, turned_half
from vision.recognition.embedder import Embedder
from vision.recognition.index import EmbeddingIndex, Match
from vision.recognition.views import augmented, jittered, joined_views
from vision.recognition.visible import blanked, occlusion_mask
from vision.types import Crop, Frame, Quad


class Matcher:
    """Matches quads of a frame, each shape (4, 2) in its pixels, with the faces of an index."""

    def __init__(self, embedder: Embedder, index: EmbeddingIndex) -> None:
        """Prepare; the index's vectors must be the embedder's."""
        self.embedder = embedder
        self.index = index

    def once(self, frame: Frame, quads: Sequence[Quad], covers: Sequence[Quad] = ()) -> list[Match]:
        """Match each quad by one embedding of its uncovered part."""
        size_wh = self.embedder.size_wh
        crops = [rectify(frame, quad, size_wh) for quad in quads]
        if covers:
            crops = [
                blanked(crop, occlusion_mask(quad, covers, size_wh))
                for crop, quad in zip(crops, quads, strict=True)
            ]
        return self.of_crops(crops)

    def of_crops(self, crops: list[Crop]) -> list[Match]:
        """Match crops of the embedder's size by one embedding each."""
        return self.index.matches(self.index.compare(self.embedder.embed(crops)))

    def closer(self, frame: Frame, quads: Sequence[Quad]) -> list[Match]:
        """Match each quad by several crops, both ways up."""
        if not quads:
            return []
        crops = [
            rectify(frame, way, self.embedder.size_wh)
            for quad in quads
            for resized in augmented(quad)
            for way in (resized, turned_half(resized))
        ]
        similar = self.index.compare(self.embedder.embed(crops))
        return self.index.matches(joined_views(similar, len(quads)))

    def beside(self, frame: Frame, quad: Quad, match: Match, covers: Sequence[Quad] = ()) -> Match:
        """Return a match at a quad with one more rival: the likeliest other name of slightly displaced quads, by half
        of what sides differ. With one of three signs occluded, two are left."""
        name = self.index.faces[match.face].code
        displaced = self.once(frame, jittered(quad, SAME_SIZE / 2), covers)
        leads = [
            match.similarity - other.similarity
            for other in displaced
            if self.index.faces[other.face].code != name
        ]
        return replace(match, margin=min([match.margin, *leads]))
