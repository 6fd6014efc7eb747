"""`"roll"` in place of any `"dice"`: the program throws, and answers every throw with its seed.

Both `{"roll": [10, 10], "seed": 7}` among an object's other fields and `"dice": {"roll": [10, 10], "seed": 7}`
are read. A roll without a seed of its own draws on the document's seed, in the order of the document; where the
document has none, on a fresh one. Dice that were typed in are answered too, as thrown by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

from rules.dice import Thrower, check_sizes, throw_dice
from rules.refusal import Path, Refusal
from webui.documents.errors import DocumentError, from_refusal, written_path, wrong

DEEPEST = 12
"""The deepest place of dice in a document; deeper ones are left to the reader to refuse."""


class Roller:
    """Replaces the rolls of one document by dice, and keeps each throw.

    `die_size` is the only size that the document's kind knows, None where any may be thrown.
    """

    def __init__(self, die_size: int | None, fresh_seed: Callable[[], int]) -> None:
        self.die_size = die_size
        self.fresh_seed = fresh_seed
        self.thrown: list[dict[str, object]] = []
        self._shared: tuple[int, Random] | None = None

    def replace(self, document: Mapping[str, object]) -> dict[str, object]:
        """The document with dice for rolls; its own seed stays where it is.

        :raise DocumentError: about a roll that cannot be thrown, or a seed that is no number.
        """
        if "seed" in document:
            seed = self._seed(document["seed"], ("seed",))
            self._shared = seed, Random(seed)
        seed_of = {"seed": document["seed"]} if "seed" in document else {}
        plain = {name: value for name, value in document.items() if name != "seed"}
        return self._of_object(plain, ()) | seed_of

    def _of(self, value: object, path: Path) -> object:
        if len(path) > DEEPEST:
            return value
        if isinstance(value, list):
            return [self._of(item, (*path, place)) for place, item in enumerate(value)]
        return self._of_object(value, path) if isinstance(value, Mapping) else value

    def _of_object(self, node: Mapping[str, object], path: Path) -> dict[str, object]:
        if "roll" not in node:
            return {name: self._of_field(name, value, (*path, name)) for name, value in node.items()}
        if "dice" in node:
            raise DocumentError((*path, "roll"), "dice-and-roll")
        rest = {name: value for name, value in node.items() if name not in ("roll", "seed")}
        return {name: self._of(value, (*path, name)) for name, value in rest.items()} | {
            "dice": self._throw(node, path)
        }

    def _of_field(self, name: str, value: object, path: Path) -> object:
        if name != "dice":
            return self._of(value, path)
        if isinstance(value, Mapping) and "roll" in value:
            return self._throw(value, path)
        self.thrown.append({"field": written_path(path), "dice": _values(value), "by": str(Thrower.HAND)})
        return value

    def _throw(self, node: Mapping[str, object], path: Path) -> Sequence[object]:
        sizes = self._sizes(node["roll"], (*path, "roll"))
        seed, chance = self._chance(node, path)
        values = list(throw_dice(sizes, chance))
        self.thrown.append(
            {
                "field": written_path((*path, "roll")),
                "dice": values,
                "by": str(Thrower.PROGRAM),
                "roll": sizes,
                "seed": seed,
            }
        )
        if self.die_size is not None:
            return values
        return [{"size": size, "value": value} for size, value in zip(sizes, values, strict=True)]

    def _sizes(self, roll: object, path: Path) -> list[int]:
        if not isinstance(roll, list):
            raise wrong(path, roll, "list")
        for place, size in enumerate(roll):
            if not isinstance(size, int) or isinstance(size, bool):
                raise wrong((*path, place), size, "integer")
            if self.die_size not in (None, size):
                raise DocumentError((*path, place), "die-size", {"size": self.die_size})
        try:
            check_sizes(roll, *path)
        except Refusal as refusal:
            raise from_refusal(refusal) from None
        return roll

    def _chance(self, node: Mapping[str, object], path: Path) -> tuple[int, Random]:
        if "seed" in node:
            seed = self._seed(node["seed"], (*path, "seed"))
            return seed, Random(seed)
        if self._shared is None:
            seed = self.fresh_seed()
            self._shared = seed, Random(seed)
        return self._shared

    def _seed(self, seed: object, path: Path) -> int:
        if not isinstance(seed, int) or isinstance(seed, bool):
            raise wrong(path, seed, "integer")
        return seed


def _values(dice: object) -> object:
    """The numbers of dice, in any of their notations."""
    if not isinstance(dice, list):
        return dice
    return [die.get("value") if isinstance(die, Mapping) else die for die in dice]
