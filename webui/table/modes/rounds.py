"""The Action Round as the table plays it: one growing document of ``clashcam round``, judged again at every step.

The rules' state machine (D23 to D31) decides who speaks, who throws how many cards, what clashes with what and what
the next round begins with; here the document is written, card by card and word by word, as people announce and flip.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any, Literal, TypeAlias

from rules.demon_city.round import Phase
from rules.demon_city.round_replay import ReplayedRound
from webui.documents import DocumentError, Judged, judge_document, known_system
from webui.documents.demon_city.action_round import RoundForm
from webui.documents.demon_city.shapes import ClashAnswer, RoundAnswer, StaticAnswer
from webui.i18n import LANGUAGES, format_items, render
from webui.i18n.refusals import RefusedError
from webui.table.modes.harm import Hit, hits_of
from webui.table.modes.held import deck_options, held_by
from webui.table.settings import Seat, Value

Document: TypeAlias = dict[str, Any]

DEFAULT_AGILITY = 3
"""The Agility of somebody for whom nobody has noted one."""

Condition = Literal["injured", "panic", "out-of-the-fight", "may-reposition"]


class RoundError(RefusedError, ValueError):
    """A step that the round cannot take; one line says why."""


class RoundMisfitError(RoundError):
    """A step after which the round's document would not fit; the rules have the words for it (D23 to D31)."""

    def __init__(self, fault: DocumentError) -> None:
        super().__init__("misfit")
        self._fault = fault

    def render(self, language: str) -> str:
        """Return what does not fit in one line of a language."""
        return self._fault.render(language)


class OpenRound(Value):
    """A round that is being played. ``last`` holds the last round's announcements and adjustments, for "same again"."""

    number: int = 1
    document: Document
    last: Document | None = None
    hurting: str | None = None
    """For whom damage is thrown now (D33)."""
    unnoted: tuple[str, ...] = ()
    """Who has had their damage though nobody has noted their Toughness: the log alone keeps it."""

    @property
    def adjusted(self) -> dict[str, int]:
        """The Host's + and - on the seats' cards (D23a)."""
        return dict(self.document.get("adjusted", {}))

    @cached_property
    def answer(self) -> RoundAnswer:
        """What the rules say of the round as it stands.

        :raise RoundError: it does not stand: the line names what does not fit
        """
        return self.answer_in(LANGUAGES[0])

    def answer_in(self, language: str) -> RoundAnswer:
        """Return the same with its words in a language.

        :raise RoundError: it does not stand
        """
        answer = self.judged.result(language)
        assert isinstance(answer, RoundAnswer), "the document of a round is judged as one"
        return answer

    @cached_property
    def judged(self) -> Judged:
        """The round as it stands, judged.

        :raise RoundError: it does not stand
        """
        try:
            return judge_document(known_system("demon-city"), self._with_throws({}))
        except DocumentError as fault:
            raise RoundMisfitError(fault) from None

    def _with(self, changes: Mapping[str, object]) -> OpenRound:
        """Return a copy with other fields, and without what was worked out from the old ones."""
        return OpenRound(**{name: getattr(self, name) for name in OpenRound.model_fields} | dict(changes))

    def _with_throws(self, throws: Mapping[str, list[str]]) -> Document:
        thrown = {**self.document.get("throws", {}), **throws}
        held = (each.get("significator", ()) for each in self.document["characters"])
        return self.document | {"throws": thrown} | deck_options(thrown.values(), held)

    def after_throws(self, throws: Mapping[str, list[str]]) -> OpenRound:
        """Return the round in which these cards have been flipped for good."""
        return self._with({"document": self._with_throws(throws)})

    def after_verdict(self, document: Document) -> OpenRound:
        """Return the round after a verdict that was judged from this document: its own, or that of its damage."""
        if self.harm is not None:
            return self.after_damage(self.harm.seat, document["cards"])
        return self._with({"document": document})

    def after_choice(self, side: str, seat: str) -> OpenRound:
        """Return the round in which a side has chosen who acts (D28)."""
        chosen = self.document.get("choose", {})
        choose = {**chosen, side: [*chosen.get(side, []), seat]}
        return self._with({"document": self.document | {"choose": choose}})

    @property
    def hits(self) -> list[Hit]:
        """Who was hit, as far as it has been judged (D32)."""
        return hits_of(self.answer.damage, self.unnoted)

    @property
    def harm(self) -> Hit | None:
        """The hit for which damage is thrown now."""
        return next((hit for hit in self.hits if hit.seat == self.hurting), None) if self.hurting else None

    def with_harm(self, seat: str) -> OpenRound:
        """Return the round in which damage is thrown for somebody next.

        :raise RoundError: they were not hit, or have had it
        """
        if all(hit.done or hit.seat != seat for hit in self.hits):
            raise RoundError("not-hit")
        return self._with({"hurting": seat})

    def after_damage(self, seat: str, cards: list[str]) -> OpenRound:
        """Return the round in which damage has been thrown for somebody."""
        noted = next((hit.cards for hit in self.hits if hit.seat == seat), None) is not None
        if not noted:
            return self._with({"hurting": None, "unnoted": (*self.unnoted, seat)})
        damage = {**self.document.get("damage", {}), seat: cards}
        return _checked(self._with({"hurting": None, "document": self.document | {"damage": damage}}))

    def awaited_cards(self) -> dict[str, int | None]:
        """Return how many cards each seat whose turn it is to flip has to throw, None: as many as they like."""
        if self.harm is not None:
            return {self.harm.by: self.harm.cards}
        waiting = {each.id for each in self.answer.waiting if each.awaited == "cards"}
        return {seat: self.cards_of(seat) for seat in self.answer.order if seat in waiting}

    def cards_of(self, seat: str) -> int:
        """Return how many cards a seat throws, the Host's adjustment counted in (D23a)."""
        return self.answer.cards.get(seat, 1)

    @property
    def speaker(self) -> str | None:
        """Whose turn it is to announce: the slowest who has not (D24)."""
        awaited = ("announcement", "recovery")
        return next((each.id for each in self.answer.waiting if each.awaited in awaited), None)

    def announced(self, said: Document) -> OpenRound:
        """Return the round in which somebody has said what they do; said again it replaces what they said.

        That they have recovered stays said (D24).

        :raise RoundError: it does not fit
        """
        before = self.document.get("announcements", [])
        others = [each for each in before if each["id"] != said["id"]]
        if any(each["id"] == said["id"] and each.get("recovered") for each in before):
            said = {"recovered": True} | said
        changed = self._with({"document": self.document | {"announcements": [*others, said]}})
        return _checked(changed)

    def withdrawn(self, seat: str) -> OpenRound:
        """Return the round in which somebody has taken their announcement back."""
        kept = [each for each in self.document.get("announcements", []) if each["id"] != seat]
        throws = {key: cards for key, cards in self.document.get("throws", {}).items() if key != seat}
        document = self.document | {"announcements": kept, "throws": throws}
        return _checked(self._with({"document": document}))

    def with_adjustment(self, seat: str, by: int) -> OpenRound:
        """Return the round in which a seat throws so many cards more or fewer by the Host's decision."""
        return self._with({"document": self.document | {"adjusted": {**self.adjusted, seat: by}}})

    def marked(self, seat: str, condition: Condition, holds: bool) -> OpenRound:
        """Return the round with a condition that begins or ends for the next one (D20, D24)."""
        others = [
            mark
            for mark in self.document.get("marks", [])
            if (mark["id"], mark["condition"]) != (seat, condition)
        ]
        marks = [*others, {"id": seat, "condition": condition, "holds": holds}]
        return _checked(self._with({"document": self.document | {"marks": marks}}))

    def next_round(self, seed: int) -> OpenRound:
        """Return the next round: conditions carried over, lots kept (D23, D31); one that was given up begins again."""
        following = self.following or {
            "kind": "round",
            "characters": self.document["characters"],
            "ties": self.document.get("ties", []),
        }
        last = {"announcements": self.document.get("announcements", []), "adjusted": self.adjusted}
        return OpenRound(number=self.number + 1, document=following | {"seed": seed}, last=last)

    @property
    def is_over(self) -> bool:
        """Whether all is judged; damage may still be thrown, or left to the Host."""
        return self.answer.phase in (Phase.DAMAGE, Phase.OVER)

    @property
    def following(self) -> Document | None:
        """Return the next round's document, without damage that was not thrown; None before all is judged."""
        form, record = self.judged.asked, self.judged.record
        if self.is_over and isinstance(form, RoundForm) and isinstance(record, ReplayedRound):
            return form.next_round(record.now)
        return None

    def same_again(self) -> OpenRound:
        """Return the round in which everybody announces and throws as in the last (D35).

        :raise RoundError: there was no last round
        """
        if self.last is None:
            raise RoundError("no-last-round")
        said = [
            {name: value for name, value in each.items() if name != "recovered"}
            for each in self.last["announcements"]
            if each.get("action")
        ]
        document = self.document | {"announcements": said, "adjusted": self.last["adjusted"]}
        return _checked(self._with({"document": document}))


def begin(seats: Iterable[Seat], seed: int) -> OpenRound:
    """Return a first round with everybody who has a seat; equals draw lots from the seed (D23).

    :raise RoundError: what is noted of a seat does not fit
    """
    return _checked(
        OpenRound(
            document={"kind": "round", "seed": seed, "characters": [_character(seat) for seat in seats]}
        )
    )


def _character(seat: Seat) -> Document:
    return {
        "id": seat.id,
        "side": seat.side,
        "agility": seat.stats.get("agility", DEFAULT_AGILITY),
        **held_by(seat),
        **({"stats": dict(seat.stats)} if seat.stats else {}),
    }


def _checked(changed: OpenRound) -> OpenRound:
    """Return the round if the rules can take it.

    :raise RoundError: they cannot
    """
    assert changed.judged
    return changed


def new_results(before: RoundAnswer, after: RoundAnswer) -> tuple[StaticAnswer | ClashAnswer, ...]:
    """Return what a flip has decided: single throws and clashes that were not decided before."""
    return tuple(answer for answer in after.decided if answer not in before.decided)


def render_announcement(said: Document, names: Mapping[str, str], language: str) -> str:
    """Return an announcement in one line: the action, and what comes with it."""
    action = said.get("action") or {"kind": "nothing"}
    if action["kind"] == "attack" and (said.get("power") or said.get("manner") == "shooting"):
        action = action | {"kind": "power" if said.get("power") else "shoot"}
    parts = [in_words(action, names.get(said["id"], said["id"]), names, language)]
    if said.get("run"):
        parts.append(render("announced.run", {"feet": said["run"]}, language))
    if said.get("driver"):
        parts.append(render("announced.driver", None, language))
    if said.get("interferes"):
        foes = format_items([names.get(each, each) for each in said["interferes"]], language)
        parts.append(render("announced.interferes", {"targets": foes}, language))
    return ", ".join(parts)


def in_words(action: Document, who: str, names: Mapping[str, str], language: str) -> str:
    """Return an action in one sentence."""
    targets = action.get("target") or action.get("against") or []
    people = [targets] if isinstance(targets, str) else targets
    named = format_items([names.get(each, each) for each in people], language)
    params = {"name": who, "targets": named, "intensity": action.get("intensity", "")}
    kind = action["kind"]
    if kind == "other":
        kind = "other-target" if named else "other-intensity"
    elif kind == "defend" and named:
        kind = "defend-against"
    return render(f"announced.{kind}", params, language)
