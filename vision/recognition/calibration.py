"""Calibration: from what was measured on a crop to the probability that its likeliest name is right.

Two logistic models: one for the embedding alone, one when local features were compared too. Their weights and
the probabilities from which a name is said come from designs that the embedder never saw (``python -m
models.training.calibrate``), never from photographs.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

import numpy as np

from vision.recognition.verification import Evidence

EMBEDDING_INPUTS, VERIFIED_INPUTS = 4, 6

FLOOR: Final = 0.05
"""What is always missing: a similarity of 1 would mean that there is no camera."""

DOUBTFUL_ODDS: Final = 10.0
"""By so much the odds of a name must be better for each doubt: another card may hide what tells it from the next, or no
other frame will be read; and where none will, the card is small: designs grow alike when they are."""

SMALL_PX: Final = 100.0
"""A card lower than this is small, in the picture's own pixels: enlarging it adds nothing that tells designs apart."""


@dataclass(frozen=True, slots=True)
class MatchFeatures:
    """How a face stands in a match: how similar (a cosine), by how much more than the best face of another name and
    than plain or spotted crops (negative if one of them is ahead), and how similar those are to it at most."""

    similarity: float
    margin: float
    plainness: float


class CalibrationError(ValueError):
    """A calibration file that cannot be used; the message names it."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """Weights of both models, constant first, and the probabilities from which a card is named.

    ``embedding`` weighs 1 and what :func:`embedding_inputs` returns, ``verified`` 1 and :func:`verified_inputs`. Crops
    less similar than ``worth_verifying`` to any card are not verified. ``embedder`` is the digest of the
    embedder that the models were fitted to.
    """

    embedder: str
    embedding: tuple[float, ...]
    verified: tuple[float, ...]
    embedding_threshold: float
    verified_threshold: float
    worth_verifying: float

    def thresholds(self, doubts: int) -> tuple[float, float]:
        """Return the probabilities from which a card is named, by the embedding alone and when verified."""
        factor = DOUBTFUL_ODDS**doubts
        return _with_odds(self.embedding_threshold, factor), _with_odds(self.verified_threshold, factor)

    def of_match(self, match: MatchFeatures, looks: int = 1) -> float:
        """Return how likely a name is right, by the embedding alone, 0 to 1; that of the best of so many looks."""
        return _with_odds(logistic(self.embedding, embedding_inputs(match)), 1 / looks)

    def of_evidence(self, match: MatchFeatures, own: Evidence, rival: Evidence) -> float:
        """Return how likely a verified name is right, 0 to 1."""
        return logistic(self.verified, verified_inputs(match, own, rival))

    def save(self, path: Path) -> None:
        """Write the file."""
        path.write_text(json.dumps(asdict(self), indent=2) + "\n", "utf-8")

    @classmethod
    def load(cls, path: Path | str) -> Calibration:
        """Read the file.

        :raise CalibrationError: if it is missing or not of this form.
        """
        try:
            entries = json.loads(Path(path).read_text("utf-8"))
            embedding, verified = (
                tuple(float(x) for x in entries.pop(key)) for key in ("embedding", "verified")
            )
            counts, expected = (len(embedding), len(verified)), (1 + EMBEDDING_INPUTS, 1 + VERIFIED_INPUTS)
            if counts != expected:
                raise ValueError("{} and {} weights, not {} and {}".format(*counts, *expected))
            return cls(embedding=embedding, verified=verified, **entries)
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise CalibrationError(
                f"{path}: is no calibration file ({error}); install the program again"
            ) from error


def normalized_margin(similarity: float, margin: float) -> float:
    """Return the lead over the next name as a share of what a perfect likeness would still add.

    A small lead says much where the card is seen well and little where it is seen badly: the same noise that keeps a
    crop from its own card may bring it nearer to another (compare the ratio test of Lowe 2004, section 7.1).
    """
    return margin / (1 - similarity + FLOOR)


def embedding_inputs(match: MatchFeatures) -> tuple[float, ...]:
    """Return what the model of the embedding alone weighs: a face that shows little must be met more closely, one
    that shows next to nothing more closely still."""
    lead = normalized_margin(match.similarity, match.margin)
    return match.similarity, lead, match.plainness, match.plainness**2


def verified_inputs(match: MatchFeatures, own: Evidence, rival: Evidence) -> tuple[float, ...]:
    """Return what the verified model weighs; weights of evidence grow by steps that matter less and less."""
    return (*embedding_inputs(match), float(np.log1p(own.weight)), float(np.log1p(rival.weight)))


def outweighs_doubt(share: float) -> bool:
    """Return whether something is as much likelier than all else together as a name must be for a doubt."""
    return share >= DOUBTFUL_ODDS * (1 - share)


def _with_odds(share: float, factor: float) -> float:
    return factor * share / (factor * share + 1 - share)


def logistic(weights: tuple[float, ...], inputs: tuple[float, ...]) -> float:
    """Return the logistic function of the weighted inputs, the constant first."""
    total = weights[0] + float(np.dot(weights[1:], inputs))
    return float(1 / (1 + np.exp(-np.clip(total, -40, 40))))
