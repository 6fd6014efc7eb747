"""How many cards the seats throw in a test or an opposed throw, from what was tapped for them (D13 to D21)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from rules.demon_city.documents import CountedThrows
from rules.names import normalized
from webui.documents import DocumentError, judge_document, known_system
from webui.documents.demon_city.answers import count_answer
from webui.documents.demon_city.shapes import CountPart, Json
from webui.i18n import LANGUAGES
from webui.i18n.narrator import Narrator
from webui.table.settings import Mode, Seat, Settings, Value

COUNTED: Final = ("test", "opposed")
"""The kinds of throw whose cards are counted from claims; an Action Round counts its own."""


class Claim(Value):
    """What was tapped for a seat's throw: the Skill in use, advantages and losses as a document has them."""

    skill: str = ""
    """The stat in use; empty: none is compared."""
    extra: tuple[object, ...] = ()
    lost: tuple[object, ...] = ()


@dataclass(frozen=True, slots=True)
class Counting:
    """What was tapped for the seats of a throw that is no Action Round."""

    settings: Settings
    claims: Mapping[str, Claim]

    @property
    def seats(self) -> list[Seat]:
        """Those for whom something was tapped, of those who can throw."""
        mode = self.settings.mode
        if mode.kind not in COUNTED:
            return []
        return [
            seat
            for seat in self.settings.seats
            if seat.id in self.claims and (mode.kind == "opposed" or seat.id == mode.thrower)
        ]

    def counts(self, language: str = LANGUAGES[0]) -> dict[str, CountPart]:
        """Return the number of cards of each of them, with the reasons; nothing where a claim does not fit."""
        try:
            return self._counts(language)
        except DocumentError:
            return {}

    def verify(self) -> None:
        """Refuse claims that cannot be counted.

        :raise DocumentError: naming what does not fit
        """
        self._counts(LANGUAGES[0])

    def _counts(self, language: str) -> dict[str, CountPart]:
        seats = self.seats
        if self.settings.mode.kind == "test":
            return {seat.id: self._count(self._test(seat, self.settings.mode), language)[0] for seat in seats}
        if len(seats) == 2:
            both = self._count(self._opposed(seats[0], seats[1:]), language)
            return {seat.id: count for seat, count in zip(seats, both, strict=True)}
        return {
            seat.id: self._count(self._opposed(seat, [each for each in seats if each is not seat]), language)[
                0
            ]
            for seat in seats
        }

    def unknown(self) -> list[tuple[str, str]]:
        """Return the stats in use that nobody has noted, or that nobody has named for others: whose, and which (D30b).

        In an opposed throw stats are compared only where everybody's is known.
        """
        seats = self.seats
        missing = [
            (seat.id, self.claims[seat.id].skill)
            for seat in seats
            if self.claims[seat.id].skill and self._rank(seat) is None
        ]
        if self.settings.mode.kind == "opposed" and any(self._rank(seat) is not None for seat in seats):
            missing += [(seat.id, "") for seat in seats if not self.claims[seat.id].skill]
        return missing

    def _rank(self, seat: Seat) -> int | None:
        used = normalized(self.claims[seat.id].skill)
        return next((rank for name, rank in seat.stats.items() if used and normalized(name) == used), None)

    def _claimed(self, seat: Seat) -> Json:
        claim = self.claims[seat.id]
        return {"skill": claim.skill, "extra": list(claim.extra), "lost": list(claim.lost)}

    def _test(self, seat: Seat, mode: Mode) -> Json:
        rank, goals = self._rank(seat), list(mode.intensities)
        against = {"intensities": goals} if len(goals) > 1 else {"intensity": goals[0]}
        measured = {} if rank is None else {"stat": rank, **against}
        return {"kind": "test-throws", **self._claimed(seat), **measured}

    def _opposed(self, seat: Seat, others: list[Seat]) -> Json:
        """Write the document of one against the others: against several the highest of their stats is compared."""
        document = {"kind": "opposed-throws", **self._claimed(seat)}
        if not others:
            return document
        ranks = [self._rank(each) for each in others]
        own, known = self._rank(seat), [rank for rank in ranks if rank is not None]
        measured = own is not None and len(known) == len(ranks)
        theirs = self._claimed(others[0]) if len(others) == 1 else {}
        stats = ({"stat": own}, {"stat": max(known)}) if measured else ({}, {})
        return document | stats[0] | {"opponent": theirs | stats[1]}

    def _count(self, document: Json, language: str) -> list[CountPart]:
        record = judge_document(known_system("demon-city"), document).record
        assert isinstance(record, CountedThrows), "a document of claims is counted"
        narrator = Narrator(language)
        counted = [record.own, *([record.opponent] if record.opponent else [])]
        return [count_answer(each, narrator) for each in counted]
