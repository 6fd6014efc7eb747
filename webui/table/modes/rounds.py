"""The Action Round as the table plays it: one growing document of ``clashcam round``, judged again at every step.

The rules' state machine (D23 to D31) decides who speaks, who throws how many cards, what clashes with what and what
the next round begins with; here the document is written, card by card and word by word, as people announce and flip.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, Final, TypeAlias

from rules.demon_city.derived_throws import AGILITY
from rules.demon_city.round import Phase
from rules.demon_city.round_harm import regained
from rules.demon_city.round_parts import Character
from rules.demon_city.round_parts import Condition as Held
from rules.demon_city.round_replay import ReplayedRound
from rules.names import normalized
from webui.documents import DocumentError, Judged, judge_document, known_system
from webui.documents.demon_city.action_round import RoundForm
from webui.documents.demon_city.shapes import ClashAnswer, RoundAnswer, StaticAnswer
from webui.i18n import LANGUAGES, format_items, render
from webui.i18n.refusals import RefusedError
from webui.table.modes.harm import Hit, hits_of
from webui.table.modes.held import deck_options, held_by
from webui.table.settings import Condition, Range, Seat, Value

Document: TypeAlias = dict[str, Any]

CHARACTERS: Final = "characters"

Fought: TypeAlias = dict[str, tuple[tuple[Condition, ...], int]]
"""What a fight left of each seat: its conditions, and the Toughness that it lost."""


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
    joining: tuple[str, ...] = ()
    """The seats that are in the fight from the next round on."""
    leaving: tuple[str, ...] = ()
    """The seats that are in it until the next round."""
    by_phone: tuple[str, ...] = ()
    """The seats whose announcement came from their own phone; once the Host says something else it is not theirs."""

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
        damage = (self.document.get("damage") or {}).values()
        options = deck_options(thrown.values(), held) | {
            name: value for cards in damage for name, value in deck_options([cards]).items()
        }
        return self.document | {"throws": thrown} | options

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

    def hits_in(self, language: str) -> list[Hit]:
        """Return the same with its words in a language."""
        return hits_of(self.answer_in(language).damage, self.unnoted)

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

    def awaits_phone(self, seat: str) -> bool:
        """Return whether a player's phone may announce: in their turn, and again before anything is flipped."""
        first = next((each for each in self.answer.waiting if each.id == self.speaker), None)
        in_turn = first is not None and first.id == seat and first.awaited == "announcement"
        return in_turn or (seat in self.by_phone and not self.document.get("throws"))

    def announced(self, said: Document, *, by_phone: bool = False) -> OpenRound:
        """Return the round in which somebody has said what they do; said again it replaces what they said.

        That they have recovered stays said (D24). ``by_phone``: they said it on their own phone.

        :raise RoundError: it does not fit
        """
        before = self.document.get("announcements", [])
        others = [each for each in before if _id(each) != _id(said)]
        if any(_id(each) == _id(said) and each.get("recovered") for each in before):
            said = {"recovered": True} | said
        document = self.document | {"announcements": [*others, said]}
        phones = tuple(each for each in self.by_phone if each != _id(said)) + (_id(said),) * by_phone
        return _checked(self._with({"document": document, "by_phone": phones}))

    def withdrawn(self, seat: str) -> OpenRound:
        """Return the round in which somebody has taken their announcement back."""
        kept = [each for each in self.document.get("announcements", []) if _id(each) != seat]
        throws = {key: cards for key, cards in self.document.get("throws", {}).items() if key != seat}
        document = self.document | {"announcements": kept, "throws": throws}
        phones = tuple(each for each in self.by_phone if each != seat)
        return _checked(self._with({"document": document, "by_phone": phones}))

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

    def next_round(self, seats: Sequence[Seat], seed: int) -> OpenRound:
        """Return the next round with the seats as they are noted now: conditions carried over, lots kept (D23, D31);
        one that was given up begins again.

        :raise RoundError: nobody would be left in it
        """
        following = self.following or {
            "kind": "round",
            "characters": self.document["characters"],
            "ties": list(self._tied),
            **{name: self.document[name] for name in ("ranges",) if name in self.document},
        }
        last = {"announcements": self.document.get("announcements", []), "adjusted": self.adjusted}
        now = OpenRound(number=self.number + 1, document=following | {"seed": seed}, last=last)
        for leaving in self.leaving:
            now = now._without(leaving)
        now = now.noted(seats)
        for seat in seats:
            now = now.joined(seat) if seat.id in self.joining else now
        return now

    @property
    def ids(self) -> tuple[str, ...]:
        """Everybody who is in the fight."""
        return tuple(map(_id, self._characters))

    @property
    def _characters(self) -> list[Document]:
        return list(self.document[CHARACTERS])

    def joined(self, seat: Seat) -> OpenRound:
        """Return the round that somebody has joined: they draw a lot among their equals; once cards are flipped they
        are in it from the next round on (D23, D24).

        :raise RoundError: they are in it
        """
        if seat.id in self.leaving:
            return self._with({"leaving": tuple(each for each in self.leaving if each != seat.id)})
        if seat.id in (*self.ids, *self.joining):
            raise RoundError("in-the-round", name=seat.name)
        if self.document.get("throws"):
            return self._with({"joining": (*self.joining, seat.id)})
        characters = [*self._characters, _character(seat)]
        document = self.document | {"characters": characters, "ties": list(self._tied)}
        return _checked(self._with({"document": document}))

    @property
    def _tied(self) -> tuple[str, ...]:
        """Those who have equals, in the order that their lots gave them (D23)."""
        agility = [each.get("agility") for each in self._characters]
        equals = {_id(each) for each in self._characters if agility.count(each.get("agility")) > 1}
        return tuple(each for each in self.answer.order if each in equals)

    def left(self, seat: str) -> OpenRound:
        """Return the round that somebody has left; where an action names them, or cards are flipped, they are in it
        until the next round.

        :raise RoundError: they are the last
        """
        if seat in self.joining:
            return self._with({"joining": tuple(each for each in self.joining if each != seat)})
        if seat not in self.ids or not set(self.ids) - {seat, *self.leaving}:
            raise RoundError("last-in-the-round")
        if not self.document.get("throws"):
            try:
                return _checked(self._without(seat))
            except RoundError:
                pass
        return self._with({"leaving": (*self.leaving, seat)})

    def _without(self, seat: str) -> OpenRound:
        """Return the round without somebody, and without whatever is said of them alone."""
        held, lists = self.document, ("characters", "announcements", "marks")
        kept = {name: [each for each in held[name] if _id(each) != seat] for name in lists if name in held}
        ties = [each for each in held.get("ties", []) if each != seat]
        ranges = [each for each in held.get("ranges", []) if seat not in _between(each)]
        adjusted = {key: by for key, by in self.adjusted.items() if key != seat}
        return self._with({"document": held | kept | {"ties": ties, "ranges": ranges, "adjusted": adjusted}})

    def noted(self, seats: Iterable[Seat]) -> OpenRound:
        """Return the round with what is noted of the seats now; the order of those who are in it stays once anybody has
        announced (D23, D24).

        :raise RoundError: it does not fit
        """
        known = {seat.id: seat for seat in seats}
        fixed = bool(self.document.get("announcements"))
        characters = []
        for each in self._characters:
            seat = known.get(_id(each))
            fresh = each if seat is None else each | _noted(seat)
            if fixed:
                fresh = fresh | {"agility": each.get("agility")}
            characters.append(fresh)
        return _checked(self._with({"document": self.document | {"characters": characters}}))

    @property
    def may_draw(self) -> bool:
        """Whether equals may draw their lots again: nobody has announced yet (D23)."""
        return bool(self._tied) and not self.document.get("announcements")

    def drawn_again(self, seed: int) -> OpenRound:
        """Return the round in which equals have drawn lots again, as the Host may let them (D23).

        :raise RoundError: somebody has announced, or there are no equals
        """
        if not self.may_draw:
            raise RoundError("no-lots")
        return _checked(self._with({"document": self.document | {"ties": [], "seed": seed}}))

    def with_range(self, seat: str, foe: str, distance: Range) -> OpenRound:
        """Return the round in which two are so far from one another, as the round begins (D18, D24).

        :raise RoundError: one of them is not in it
        """
        others = [each for each in self.document.get("ranges", []) if _between(each) != {seat, foe}]
        line = {"between": [seat, foe], "range": distance}
        return _checked(self._with({"document": self.document | {"ranges": [*others, line]}}))

    def given_back(self, seat: str, points: int) -> OpenRound:
        """Return the round in which somebody has so many points of Toughness again (D20, D33).

        :raise RoundError: they are not in it, or have lost none
        """
        characters = [_given_back(each, points) if _id(each) == seat else each for each in self._characters]
        if characters == self._characters:
            raise RoundError("nothing-lost")
        return _checked(self._with({"document": self.document | {"characters": characters}}))

    @property
    def as_they_are(self) -> Fought:
        """The conditions and the lost Toughness with which everybody is in this round."""
        return {
            _id(each): (tuple(each.get("state", ())), each.get("lost_toughness", 0))
            for each in self._characters
        }

    def left_over(self) -> Fought:
        """Return what the fight leaves of everybody in it, if it ends now (D20, D24, D33)."""
        record = self.judged.record
        assert isinstance(record, ReplayedRound), "the document of a round is judged as one"
        return {
            each.id: (
                tuple(str(held) for held in sorted(each.conditions - {Held.MAY_REPOSITION})),  # type: ignore[misc]
                each.lost_toughness,
            )
            for each in record.now.left_characters()
        }

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


def _id(part: Document) -> str:
    """Return whose a part of a round's document is."""
    return str(part.get("id"))


def _between(distance: Document) -> set[str]:
    """Return the two between whom a distance of a round's document holds."""
    return set(distance["between"])


def _character(seat: Seat) -> Document:
    left = {"state": list(seat.conditions), "lost_toughness": seat.lost_toughness}
    return {"id": seat.id, **_noted(seat), **{name: value for name, value in left.items() if value}}


def _noted(seat: Seat) -> Document:
    """Return what is noted of a seat, as the character of a round."""
    return {
        "side": seat.side,
        "agility": agility_of(seat),
        "significator": [],
        "specials": [],
        **held_by(seat),
        "stats": dict(seat.stats),
        "weapon": dict(seat.weapons) or None,
        "supernatural": seat.supernatural,
    }


def agility_of(seat: Seat) -> int | None:
    """Return the Agility that is noted of a seat; None where none is."""
    return next((value for name, value in seat.stats.items() if normalized(name) == AGILITY), None)


def character_of(seat: Seat) -> Character:
    """Return a seat as far as the last fight has changed it (D20, D33)."""
    return _wounded(seat.id, seat.conditions, seat.lost_toughness)


def _wounded(id_: str, conditions: Iterable[str], lost_toughness: int) -> Character:
    held = frozenset(map(Held, conditions))
    return Character(id_, "", None, conditions=held, lost_toughness=lost_toughness)


def _given_back(character: Document, points: int) -> Document:
    """Return a round's character with points of Toughness given back (D20)."""
    before = _wounded(_id(character), character.get("state", ()), character.get("lost_toughness", 0))
    after = regained(before, points)
    left = {"state": sorted(map(str, after.conditions)), "lost_toughness": after.lost_toughness}
    return character if after == before else character | left


def _checked(changed: OpenRound) -> OpenRound:
    """Return the round if the rules can take it.

    :raise RoundError: they cannot
    """
    assert changed.judged
    return changed


def new_results(before: RoundAnswer, after: RoundAnswer) -> tuple[StaticAnswer | ClashAnswer, ...]:
    """Return what a flip has decided: single throws and clashes that were not decided before."""
    return tuple(answer for answer in after.decided if answer not in before.decided)


def render_announcement(
    said: Document, names: Mapping[str, str], language: str, who: str | None = None
) -> str:
    """Return an announcement in one line: the action, and what comes with it; with ``who`` empty, without the name."""
    action = said.get("action") or {"kind": "nothing"}
    if action["kind"] == "attack" and (said.get("power") or said.get("manner") == "shooting"):
        action = action | {"kind": "power" if said.get("power") else "shoot"}
    named = names.get(said["id"], said["id"]) if who is None else who
    parts = [in_words(action, named, names, language).strip()]
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
