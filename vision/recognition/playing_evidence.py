"""One probability for the name of a playing card, from all that was read of it.

Three sources speak of each of the 52 cards: the network that reads the whole card, the network that reads one corner,
and the likeness to a known print design. Their logarithms are weighed and summed; the card with the highest sum is the
likeliest. How far it is ahead of all others in each source, whether the crop shows a playing card at all, and the size
give the probability that the name is right. Whole cards and cards partly out of sight have weights of their own, fitted
by ``python -m models.training.calibrate_playing`` to designs that no network was trained on.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from vision.recognition.calibration import CalibrationError, logistic
from vision.recognition.playing_cards import CODES, LogShares
from vision.types import Reading

INPUTS: Final = 5
FLOORS: Final = (2e-3, 2e-2, 1.5e-2)
"""Share that each source may give wrongly to any card: no source rules a card out alone."""

LEADS: Final = ((-10.0, 7.0), (-10.0, 1.0), (-10.0, 6.0))
"""Range in which the lead of a card in each source counts, in nats. Both networks misread some fonts alike, and then a
corner is as clear as can be: it confirms a name, or contradicts it, and makes up for no doubt of the whole card's."""

CARD_RANGE: Final = (-4.0, 8.0)
"""Range in which the log-odds of a playing card against none count, in nats."""

LogEvidence: TypeAlias = NDArray[np.float64]
"""What the whole card, the corners and the design say of each of the 52 cards, in nats, shape (3, 52)."""


@dataclass(frozen=True, slots=True)
class IndexView:
    """What the networks of indices say of one quad: log-shares of the whole card, shape (53,), and of its corners,
    shape (4, 53); which corners are in sight, shape (4,); whether all of the card is; and the card's height in
    pixels."""

    whole: LogShares
    corners: LogShares
    in_sight: NDArray[np.bool_]
    is_whole: bool
    height_px: float

    @property
    def none_share(self) -> float:
        """The share that the whole card's network gives to none of the 52."""
        return float(np.exp(self.whole[-1]))

    def favours(self, card: int) -> bool:
        """Return whether the whole card's network finds this card the likeliest of the 52 and, if a part may be out of
        sight, a corner in sight shows it rather than anything else."""
        corners = np.exp(self.corners[self.in_sight, card])
        return int(self.whole[:-1].argmax()) == card and (self.is_whole or bool((corners > 1 / 2).any()))


def log_evidence(view: IndexView, design: Reading) -> LogEvidence:
    """Return what each source says of each card; a source that knows nothing says the same of all."""
    whole, corners = np.exp(view.whole), np.exp(view.corners)
    of_corners = np.log(corners[:, :-1] + (corners[:, -1:] + FLOORS[1]) / len(CODES))
    return np.stack(
        [
            np.log(whole[:-1] + (whole[-1] + FLOORS[0]) / len(CODES)),
            of_corners[view.in_sight].sum(axis=0),
            np.log(_design_shares(design) + FLOORS[2]),
        ]
    )


def _design_shares(design: Reading) -> NDArray[np.float64]:
    """Return the share of each card by its likeness to a known design; what its likeliest name leaves goes to all
    others alike."""
    named = ((design.code, design.confidence),) if design.code is not None else design.candidates[:1]
    for code, share in named:
        if code in CODES:
            shares = np.full(len(CODES), (1 - share) / (len(CODES) - 1))
            shares[CODES.index(code)] = max(share, 1 / len(CODES))
            return shares
    return np.full(len(CODES), 1 / len(CODES))


def inputs_of(evidence: LogEvidence, view: IndexView, card: int) -> tuple[float, ...]:
    """Return the inputs of the probability that a card's number is right: its lead over all others together in each
    source, the log-odds of any playing card, and the logarithm of the height."""
    others = np.delete(evidence, card, axis=1)
    leads = evidence[:, card] - np.logaddexp.reduce(others, axis=1)
    clipped = (float(np.clip(lead, *span)) for lead, span in zip(leads, LEADS, strict=True))
    none = min(max(view.none_share, 1e-9), 1 - 1e-9)
    is_card = float(np.clip(np.log((1 - none) / none), *CARD_RANGE))
    return (*clipped, is_card, float(np.log(max(view.height_px, 1.0) / 100)))


@dataclass(frozen=True, slots=True)
class PlayingCalibration:
    """Weights of both models, constant first, and the probabilities from which a card is named.

    ``indices``, ``corners`` and ``embedder`` are the digests of the networks that the models were fitted to.
    """

    indices: str
    corners: str
    embedder: str
    whole: tuple[float, ...]
    partial: tuple[float, ...]
    whole_threshold: float
    partial_threshold: float

    def likeliest(self, view: IndexView, design: Reading) -> tuple[int, float]:
        """Return the number of the likeliest card among the 52 and the probability that it is the right one."""
        weights = self.whole if view.is_whole else self.partial
        evidence = log_evidence(view, design)
        card = int((np.array(weights[1:4]) @ evidence).argmax())
        return card, logistic(weights, inputs_of(evidence, view, card))

    def threshold(self, *, is_whole: bool) -> float:
        """Return the probability from which a card is named."""
        return self.whole_threshold if is_whole else self.partial_threshold

    def save(self, path: Path) -> None:
        """Write the file."""
        path.write_text(json.dumps(asdict(self), indent=2) + "\n", "utf-8")

    @classmethod
    def load(cls, path: Path | str) -> PlayingCalibration:
        """Read the file.

        :raise CalibrationError: if it is missing or not of this form.
        """
        try:
            entries = json.loads(Path(path).read_text("utf-8"))
            whole, partial = (tuple(float(x) for x in entries.pop(key)) for key in ("whole", "partial"))
            if {len(whole), len(partial)} != {1 + INPUTS}:
                raise ValueError(f"{len(whole)} and {len(partial)} weights, not {1 + INPUTS}")
            return cls(whole=whole, partial=partial, **entries)
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise CalibrationError(
                f"{path}: is no calibration file ({error}); install the program again"
            ) from error
