"""Certainty: from what was measured on a crop to the probability that its likeliest name is right.

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

from vision.verify import Evidence

ALONE_INPUTS, VERIFIED_INPUTS = 3, 6
FAR_AHEAD: Final = 40.0
"""A lead in weight of evidence beyond which more adds nothing."""


FAULTLESS: Final = 0.05
"""What is always missing: a similarity of 1 would mean that there is no camera."""

DOUBTFUL_ODDS: Final = 10.0
"""By so much the odds of a name must be better for each doubt: another card may hide what tells it from the next, or no
other frame will vote; and where none will, the card is small: designs grow alike when they are."""

SMALL_PX: Final = 100.0
"""A card lower than this is small, in the picture's own pixels: enlarging it adds nothing that tells designs apart."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How a face stands in a match: how similar (a cosine), by how much more than the best face of another name and
    than plain paper (negative if one of them is ahead), and how similar plain and spotted crops are to it at most."""

    similarity: float
    lead: float
    plainness: float


class CertaintyError(ValueError):
    """A certainty file that cannot be used; the message names it."""


@dataclass(frozen=True, slots=True)
class Certainty:
    """Weights of both models, constant first, and the probabilities from which a card is named.

    ``alone`` weighs 1 and what :func:`alone_inputs` returns, ``verified`` 1 and :func:`verified_inputs`. Crops
    less similar than ``worth_verifying`` to any card are not verified. ``embedder`` is the digest of the
    embedder that the models were fitted to.
    """

    embedder: str
    alone: tuple[float, ...]
    verified: tuple[float, ...]
    sure_alone: float
    sure_verified: float
    worth_verifying: float

    def bars(self, doubts: int) -> tuple[float, float]:
        """Return the probabilities from which a card is named, by the embedding alone and when verified."""
        factor = DOUBTFUL_ODDS**doubts
        return _with_odds(self.sure_alone, factor), _with_odds(self.sure_verified, factor)

    def of_standing(self, standing: Standing) -> float:
        """Return how likely a name is right, by the embedding alone, 0 to 1."""
        return logistic(self.alone, alone_inputs(standing))

    def of_evidence(self, standing: Standing, own: Evidence, rival: Evidence) -> float:
        """Return how likely a verified name is right, 0 to 1."""
        return logistic(self.verified, verified_inputs(standing, own, rival))

    def save(self, path: Path) -> None:
        """Write the file."""
        path.write_text(json.dumps(asdict(self), indent=2) + "\n", "utf-8")

    @classmethod
    def load(cls, path: Path | str) -> Certainty:
        """Read the file.

        :raise CertaintyError: if it is missing or not of this form.
        """
        try:
            entries = json.loads(Path(path).read_text("utf-8"))
            alone, verified = (tuple(float(x) for x in entries.pop(key)) for key in ("alone", "verified"))
            return cls(alone=alone, verified=verified, **entries)
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise CertaintyError(
                f"{path}: is no certainty file ({error}); install the program again"
            ) from error


def clearness(similarity: float, lead: float) -> float:
    """Return the lead over the next name as a share of what a perfect likeness would still add.

    A small lead says much where the card is seen well and little where it is seen badly: the same noise that keeps a
    crop from its own card may bring it nearer to another (compare the ratio test of Lowe 2004, section 7.1).
    """
    return lead / (1 - similarity + FAULTLESS)


def alone_inputs(standing: Standing) -> tuple[float, ...]:
    """Return what the model of the embedding alone weighs: a face that shows little must be met more closely."""
    return standing.similarity, clearness(standing.similarity, standing.lead), standing.plainness


def verified_inputs(standing: Standing, own: Evidence, rival: Evidence) -> tuple[float, ...]:
    """Return what the verified model weighs; weights of evidence grow by steps that matter less and less."""
    ahead = min(max(own.weight - rival.weight, -FAR_AHEAD), FAR_AHEAD)
    return (
        *alone_inputs(standing),
        float(np.log1p(own.weight)),
        float(np.log1p(rival.weight)),
        ahead / FAR_AHEAD,
    )


def _with_odds(share: float, factor: float) -> float:
    odds = factor * share / max(1 - share, 1e-12)
    return odds / (1 + odds)


def logistic(weights: tuple[float, ...], inputs: tuple[float, ...]) -> float:
    """Return the logistic function of the weighted inputs, the constant first."""
    total = weights[0] + float(np.dot(weights[1:], inputs))
    return float(1 / (1 + np.exp(-np.clip(total, -40, 40))))
