"""The first version's search: every feature of a picture is compared with every feature of the galleries."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from vision.recognition.feature_index import FeatureIndex, Similarities
from vision.recognition.feature_search import FeatureSearch
from vision.recognition.local_features import Descriptors, unpacked

BLOCK = 2048
"""Keypoints compared at once, so that the products stay in the cache."""


class ExhaustiveIndex(FeatureIndex):
    """An index that looks at all of its features, name by name."""

    def compare(self, descriptors: Descriptors) -> Similarities:
        """Find the most similar feature of every name for each descriptor, shape (n, 128)."""
        best = np.full((len(descriptors), len(self.codes)), -1, np.float32)
        feature = np.full(best.shape, -1, np.int32)
        own = [np.flatnonzero(self.name == name) for name in range(len(self.codes))]
        shown = [unpacked(self.descriptors[which]).T for which in own]
        for start in range(0, len(descriptors), BLOCK):
            rows = np.arange(start, min(start + BLOCK, len(descriptors)))
            for name, (which, columns) in enumerate(zip(own, shown, strict=True)):
                if len(which):
                    similar = descriptors[rows] @ columns
                    likest = similar.argmax(axis=1)
                    best[rows, name] = similar[np.arange(len(rows)), likest]
                    feature[rows, name] = which[likest]
        return Similarities(best, feature)


class ExhaustiveSearch(FeatureSearch):
    """A search by such an index."""

    @cached_property
    def index(self) -> ExhaustiveIndex:
        """The galleries' features."""
        return ExhaustiveIndex(self._galleries)
