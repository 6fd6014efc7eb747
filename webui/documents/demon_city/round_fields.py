"""The fields of a round's document: characters, announcements, the Host's notes (D23 to D25)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Annotated

from pydantic import BeforeValidator, Field

from rules.cards import Card
from rules.demon_city import Special
from rules.demon_city.claims import Claims, ThrowKind
from rules.demon_city.claims_check import faults_of_claims
from rules.demon_city.derived_throws import AGILITY, Manner
from rules.demon_city.interference import targets_of
from rules.demon_city.round_check import faults_of_announcement
from rules.demon_city.round_parts import Announcement, Character, Condition, Mark, RoundRefusal
from rules.demon_city.round_replay import Declaration
from rules.limits import MOST_TOUGHNESS_LOST
from rules.names import misspelt
from rules.refusal import Path, Refusal
from webui.documents.demon_city.actions import AnyAction, AttackField, DefendField, NothingField
from webui.documents.demon_city.claims import ClaimsField
from webui.documents.demon_city.ranges import Ranges, WeaponField, own_weapon_at, weapon_at
from webui.documents.fields import (
    FROM_TEXT,
    Name,
    Names,
    OneOrMoreCards,
    PowerField,
    SpecialField,
    Stat,
    StatName,
    Stats,
    as_list,
    as_tuple,
    paths_of_cards,
)
from webui.documents.parse import DocumentModel

SHORT = {"out": Condition.OUT_OF_THE_FIGHT, "hurt": Condition.INJURED, "panicked": Condition.PANIC}
"""Other spellings of conditions."""


def read_conditions(state: object) -> object:
    """One condition, a list of them, or an object that says which hold."""
    if isinstance(state, Mapping):
        state = [name for name, holds in state.items() if holds]
    listed = as_list(state)
    return tuple(map(_read_condition, listed)) if isinstance(listed, tuple) else listed


def _read_condition(name: object) -> object:
    if not isinstance(name, str):
        return name
    code = name.strip().lower().replace(" ", "-").replace("_", "-")
    return SHORT.get(code, code)


Conditions = Annotated[tuple[Annotated[Condition, FROM_TEXT], ...], BeforeValidator(read_conditions)]


class CharacterField(DocumentModel):
    """A character in the action."""

    id: Name
    side: Name
    agility: Stat | None
    significator: OneOrMoreCards = ()
    specials: Annotated[tuple[SpecialField, ...], BeforeValidator(as_tuple)] = ()
    stats: Stats | None = None
    state: Conditions = ()
    lost_toughness: Annotated[int, Field(ge=0, le=MOST_TOUGHNESS_LOST)] = 0
    weapon: WeaponField = None
    """The weapon with which they attack or parry where the announcement names none (D18)."""
    supernatural: bool = False
    """Whether that is supernatural, whatever the announcement says (D18)."""

    def held(self, *where: str | int) -> Iterator[tuple[Path, str, Card]]:
        """Each Significator with the path of its field and its holder."""
        return (
            (path, self.id, card) for path, card in paths_of_cards(self.significator, *where, "significator")
        )

    def character(self) -> Character:
        """The character as the rules have it."""
        return Character(
            id=self.id,
            side=self.side,
            agility=self.agility,
            significators=frozenset(self.significator),
            specials=tuple(Special(special.card, special.text) for special in self.specials),
            stats=self.stats or {},
            conditions=frozenset(self.state),
            lost_toughness=self.lost_toughness,
        )


class AnnouncementField(ClaimsField):
    """An announcement; without an action where the character did not recover (D24)."""

    id: Name
    action: AnyAction | None = None
    contested: bool | None = None
    interferes: Names = ()
    driver: bool = False
    run: Annotated[int, Field(ge=0)] = 0
    manner: Annotated[Manner | None, FROM_TEXT] = None
    power: PowerField | None = None
    skill: StatName = ""
    stat: StatName = ""
    weapon: WeaponField = None
    parry: bool = False
    supernatural: bool = False
    over: Names = ()
    recovered: bool | None = None

    def announcement(self, ranges: Ranges, by: CharacterField | None = None) -> Announcement:
        """The announcement as the rules have it; ``by`` is who makes it, if there is such a character.

        :raise RoundRefusal: without an action, or with a weapon whose range is missing
        """
        if self.action is None:
            raise RoundRefusal("action-missing", ("action",))
        action = self.action.action()
        return Announcement(
            id=self.id,
            action=action,
            claims=self.claims(),
            contested=self.contested,
            interferes=frozenset(self.interferes),
            driver=self.driver,
            run_feet=self.run,
            manner=self.power.power() if self.power else self.manner,
            skill=self.skill,
            stat=self.stat,
            weapon=self._weapon(ranges, by),
            parries=self.parry,
            supernatural=self.supernatural or bool(by and by.supernatural and self._uses_a_weapon),
            over=frozenset(self.over),
        )

    @property
    def _uses_a_weapon(self) -> bool:
        """Whether a weapon is compared: in an attack that is no power, and in a parry (D18)."""
        return self.parry if isinstance(self.action, DefendField) else self._strikes

    @property
    def _strikes(self) -> bool:
        return isinstance(self.action, AttackField) and self.power is None

    def _weapon(self, ranges: Ranges, by: CharacterField | None) -> int | None:
        """The value of the weapon in use: the one that is named, else one's own, as far as the range is given."""
        if self.weapon is not None or by is None or by.weapon is None or not self._uses_a_weapon:
            return weapon_at(self.weapon, self.id, self._targets(), ranges)
        return own_weapon_at(by.weapon, self.id, self._targets(), ranges)

    def foe_at_no_range(self, ranges: Ranges, by: CharacterField) -> str | None:
        """The foe against whom one's own weapon cannot be compared, because nobody has given the range (D18, D30b)."""
        own = self.weapon is None and self._uses_a_weapon and isinstance(by.weapon, Mapping)
        foe = next(iter(self._targets()), None)
        return foe if own and foe and frozenset((self.id, foe)) not in ranges else None

    def declaration(self, ranges: Ranges, by: CharacterField | None = None) -> Declaration:
        """This turn to speak, as the rules have it; ``by`` is who speaks, if there is such a character.

        :raise RoundRefusal: with a weapon whose range is missing
        """
        announcement = self.announcement(ranges, by) if self.action else None
        return Declaration(self.id, announcement, self.recovered)

    def faults_among(
        self, characters: Mapping[str, Character], spoken: Collection[str], ranges: Ranges
    ) -> Iterator[Refusal]:
        """The faults of the announcement, among these characters and the earlier announcements."""
        if self.id not in characters:
            yield RoundRefusal("no-such-character", ("id",), id=self.id, known=tuple(characters))
        if self.id in spoken:
            yield RoundRefusal("twice", ("id",), id=self.id)
        if self.action is None:
            return
        if self.power and self.manner:
            yield RoundRefusal("power-and-manner", ("power",))
        yield from self._faults_of_stats(characters)
        if self.recovered is False:
            yield RoundRefusal("action-unrecovered", ("action",), id=self.id)
        if not isinstance(self.action, NothingField):
            yield from faults_of_claims(ThrowKind.CLASH, self.claims(), Claims())
        try:
            yield from faults_of_announcement(characters, self.announcement(ranges))
        except RoundRefusal as refusal:
            yield refusal

    def _faults_of_stats(self, characters: Mapping[str, Character]) -> Iterator[Refusal]:
        """The names of stats that are slips of those noted."""
        own = characters[self.id].stats if self.id in characters else {}
        named: list[tuple[Path, str, Mapping[str, int]]] = [
            (("skill",), self.skill, own),
            (("stat",), self.stat, own),
        ]
        if self.power:
            named.append((("power", "uses"), self.power.uses, own))
            theirs = [characters[id_].stats for id_ in self._targets() if id_ in characters]
            named += [(("power", "against"), self.power.against, stats) for stats in theirs]
        for path, name, stats in named:
            known = tuple({**stats, AGILITY: 0}) if stats else ()
            if name and misspelt(name, known):
                yield RoundRefusal("misspelt", path, given=name, known=known)

    def _targets(self) -> tuple[str, ...]:
        return targets_of(Announcement(self.id, self.action.action())) if self.action else ()


class MarkField(DocumentModel):
    """The Host's note for the next round that a condition begins or ends."""

    id: Name
    condition: Annotated[Condition, FROM_TEXT]
    holds: bool = True

    def mark(self) -> Mark:
        """The note as the rules have it."""
        return Mark(self.id, self.condition, self.holds)
