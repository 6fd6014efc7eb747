"""What became of one session: names, throws, false positives and events of what nobody touched."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class NameScore:
    """A card that lay face up, or a labelled span of a clip; ``key`` is the same in every replay of the tape.

    ``kept``: the name of what lay there before stood for too long. ``short``: it was not in sight for long enough to be
    judged.
    """

    key: str
    right: bool = False
    wrong: bool = False
    kept: bool = False
    short: bool = False
    delay_s: float | None = None
    covered: float = 0.0

    @property
    def unnamed(self) -> bool:
        """Whether no name was told of it."""
        return not (self.right or self.wrong or self.kept)


@dataclass(slots=True)
class SessionScore:
    """One session. ``stray_names`` were told where no card lay, ``whole_throws`` stand in the log as dealt; at its end
    ``standing`` tracks were there."""

    kind: str
    seed: int
    frames: int = 0
    seconds: float = 0.0
    names: list[NameScore] = field(default_factory=list)
    stray_names: int = 0
    throws: int = 0
    whole_throws: int = 0
    false_positives: int = 0
    untouched_events: int = 0
    bump_failures: int = 0
    standing: int = 0
    step_ms: list[float] = field(default_factory=list)
    asked: int = 0
    known: int = 0

    @property
    def name(self) -> str:
        """Which session it is."""
        return f"{self.kind}-{self.seed}"

    @property
    def wrong_names(self) -> int:
        """How many names were wrong when they were told."""
        return self.stray_names + sum(one.wrong for one in self.names)

    def plain(self) -> dict[str, Any]:
        """Return it for JSON."""
        return asdict(self)

    @classmethod
    def read(cls, plain: dict[str, Any]) -> SessionScore:
        """Return it from JSON."""
        names = [NameScore(**one) for one in plain["names"]]
        return cls(**plain | {"names": names})
