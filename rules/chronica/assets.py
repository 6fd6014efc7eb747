"""A pool built asset by asset (C2): which dice it gets, and which assets it must do without."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from rules.dice import LARGEST_DIE
from rules.limits import MOST_USES, LimitRefusal, refuse_outside, refuse_unless
from rules.names import normalized
from rules.system import Said, written_as

RANDOM_TECH_SIZE = 1
"""Random tech is the smallest die (Ruling on C2: the source has "a 1d")."""


class AssetKind(StrEnum):
    """The kind of an asset, which is the place of the pool that it takes."""

    ATTRIBUTE = "attribute"
    BACKGROUND = "background"
    RELATIONSHIP = "relationship"
    TECH = "tech"
    OPPOSITION = "opposition"
    TEMPORARY = "temporary"
    ASPECT = "aspect"
    DESTINY = "destiny"


ALWAYS = (AssetKind.ATTRIBUTE, AssetKind.DESTINY)
"""Every pool has these (C2)."""


class WhyNot(StrEnum):
    """Why an asset brings no die."""

    PLACE_TAKEN = "place-taken"
    NAMED_TWICE = "named-twice"
    TECH_AT_HAND = "tech-at-hand"
    USED_UP = "used-up"


@dataclass(frozen=True)
class Asset:
    """An asset of a pool.

    `random` tech is invented on the spot; a `shared` background stands in for a relationship; `uses` are
    what a temporary asset has left.
    """

    name: str
    kind: AssetKind
    size: int | None = None
    shared: bool = False
    random: bool = False
    uses: int | None = None

    def __post_init__(self) -> None:
        refuse_unless(bool(self.name.strip()), "nameless", "name")
        refuse_unless(
            not self.random or self.kind is AssetKind.TECH, "only-for", "random", kind=AssetKind.TECH
        )
        backs = self.kind is AssetKind.BACKGROUND
        refuse_unless(not self.shared or backs, "only-for", "shared", kind=AssetKind.BACKGROUND)
        if self.uses is not None:
            refuse_outside(self.uses, 0, MOST_USES, "uses")
        if self.size is not None:
            refuse_outside(self.size, 1, LARGEST_DIE, "size")
        elif not self.random:
            raise LimitRefusal("needed-here", ("size",))

    @property
    def die(self) -> int:
        """The size of its die; a background keeps its own in place of a relationship."""
        return RANDOM_TECH_SIZE if self.random or self.size is None else self.size


@dataclass(frozen=True)
class AssetDie:
    """A die of the pool and the asset that it comes from."""

    size: int
    asset: str = field(metadata=written_as("from"))


@dataclass(frozen=True)
class RefusedAsset:
    """An asset that brings no die, and why."""

    asset: str
    why: WhyNot


@dataclass(frozen=True)
class BuiltPool:
    """The dice of a pool, the refused assets, and the required kinds that it lacks.

    `further` names the assets that came in by an aspect.
    """

    dice: tuple[AssetDie, ...]
    refused: tuple[RefusedAsset, ...]
    missing: tuple[AssetKind, ...]
    further: tuple[str, ...]
    rule: tuple[str, ...] = ("C2",)

    @property
    def said(self) -> Said:
        """How many dice there are to throw, and which assets bring none."""
        out: object = ""
        if self.refused:
            reasons = tuple(Said(f"chronica.pool.{one.why}", {"name": one.asset}) for one in self.refused)
            out = Said("chronica.pool.without", {"assets": reasons})
        if self.missing:
            return Said("chronica.pool.incomplete", {"missing": self.missing, "without": out})
        sizes = tuple(f"d{die.size}" for die in self.dice)
        return Said("chronica.pool.built", {"sizes": sizes, "without": out})


def _bar(asset: Asset, before: Sequence[Asset], all_assets: Sequence[Asset]) -> WhyNot | None:
    """Return why an asset can bring no die at all, whatever place is free."""
    real = {one.kind for one in all_assets if not one.random}
    bars = {
        WhyNot.NAMED_TWICE: any(normalized(one.name) == normalized(asset.name) for one in before),
        WhyNot.TECH_AT_HAND: asset.random and AssetKind.TECH in real,
        WhyNot.USED_UP: asset.uses == 0,
    }
    return next((why for why, holds in bars.items() if holds), None)


def _place_of(asset: Asset, taken: Counter[AssetKind], all_assets: Sequence[Asset]) -> AssetKind:
    """The place of the pool that an asset takes: a shared background that of a relationship, if it is free and
    nobody brings a relationship for it."""
    related = any(one.kind is AssetKind.RELATIONSHIP for one in all_assets)
    stands_in = asset.shared and not related and not taken[AssetKind.RELATIONSHIP]
    return AssetKind.RELATIONSHIP if stands_in else asset.kind


def build_pool(assets: Iterable[Asset]) -> BuiltPool:
    """Give every asset its die (C2).

    One for each place, as many aspects as apply, and for each aspect one further asset of any place. An
    asset counts once, invented tech only where there is no other; a shared background stands in for a
    relationship only where there is none.
    """
    brought = tuple(assets)
    barred = {place: _bar(asset, brought[:place], brought) for place, asset in enumerate(brought)}
    further = sum(
        asset.kind is AssetKind.ASPECT and barred[place] is None for place, asset in enumerate(brought)
    )
    taken: Counter[AssetKind] = Counter()
    dice: list[AssetDie] = []
    refused: list[RefusedAsset] = []
    extras: list[str] = []
    for place, asset in enumerate(brought):
        goes_to = _place_of(asset, taken, brought)
        extra = asset.kind is not AssetKind.ASPECT and taken[goes_to] > 0
        why = barred[place] or (WhyNot.PLACE_TAKEN if extra and further == 0 else None)
        if why is not None:
            refused.append(RefusedAsset(asset.name, why))
            continue
        further -= extra
        extras += [asset.name] if extra else []
        taken[goes_to] += 1
        dice.append(AssetDie(asset.die, asset.name))
    missing = tuple(kind for kind in ALWAYS if not taken[kind])
    return BuiltPool(tuple(dice), tuple(refused), missing, tuple(extras))
