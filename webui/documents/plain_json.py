"""JSON as every reader understands it: of limited depth, with finite numbers and whole characters.

Python reads and writes more than that (NaN, 1e999, lone surrogates, any depth of nesting); a browser that receives
such JSON shows nothing at all from then on. All JSON from outside is read here, and all JSON to outside written.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from rules.refusal import Path
from webui.documents.errors import printable, written_path
from webui.i18n.refusals import RefusedError

DEEPEST: Final = 40
"""The deepest nesting of lists and objects; the deepest document of the contracts has about a dozen."""

WHOLE: Final = 2**53
"""The largest whole number that a browser reads exactly."""

LONGEST_PATH: Final = 80

Place: TypeAlias = tuple[Path, int, object]
"""A value, its path, and the number of lists and objects around it."""


class UnfitJSONError(RefusedError, ValueError):
    """JSON that is malformed, or that not every reader understands alike; the message says where and why."""


def read_json(text: str | bytes) -> object:
    """Read JSON from outside.

    :raise UnfitJSONError: it is none, or nested too deeply, or holds what is no number or no text
    """
    try:
        value = json.loads(
            text.decode("utf-8-sig") if isinstance(text, bytes) else text, object_pairs_hook=_object
        )
    except RecursionError:
        raise UnfitJSONError("too-deep", limit=DEEPEST) from None
    except json.JSONDecodeError as fault:
        raise UnfitJSONError("not-json", line=fault.lineno, column=fault.colno) from None
    except UnicodeDecodeError:
        raise UnfitJSONError("not-text") from None
    except ValueError:  # The only other one: a whole number of thousands of digits.
        raise UnfitJSONError("no-number", field="") from None
    refuse_unfit(value)
    return value


class _Repeating(dict[str, object]):
    """An object with a field that is given twice."""

    def __init__(self, pairs: Sequence[tuple[str, object]]) -> None:
        super().__init__(pairs)
        names = [name for name, _ in pairs]
        self.repeated = next(name for place, name in enumerate(names) if name in names[:place])


def _object(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    """Build an object of its fields; one that is given twice is remembered, to be refused with its place."""
    fields = dict(pairs)
    return fields if len(fields) == len(pairs) else _Repeating(pairs)


def write_json(value: object) -> str:
    """Serialize to JSON, in one line.

    :raise ValueError: it holds what JSON or UTF-8 cannot
    """
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    text.encode()
    return text


def refuse_unfit(value: object) -> None:
    """Make sure that a value can be stored, and shown in every browser.

    :raise UnfitJSONError: in one line, which place of it cannot
    """
    if _fits(value, DEEPEST):
        return
    waiting: list[Place] = [((), 0, value)]
    while waiting:
        path, depth, here = waiting.pop()
        fault = _fault(here, path)
        if fault is not None:
            raise fault
        if depth > DEEPEST:
            raise UnfitJSONError("too-deep", limit=DEEPEST)
        waiting.extend(((*path, step), depth + 1, inner) for step, inner in _inside(here))


def _fits(value: object, left: int) -> bool:
    """Check quickly whether a value is plain: a log holds some hundred thousand values."""
    if isinstance(value, dict):
        return (
            left > 0
            and not isinstance(value, _Repeating)
            and all(not _is_broken(key) and _fits(each, left - 1) for key, each in value.items())
        )
    if isinstance(value, list | tuple):
        return left > 0 and all(_fits(each, left - 1) for each in value)
    return _fault(value, ()) is None


def _inside(value: object) -> Iterable[tuple[str | int, object]]:
    if isinstance(value, dict):
        return value.items()
    return enumerate(value) if isinstance(value, list | tuple) else ()


def _fault(value: object, path: Path) -> UnfitJSONError | None:
    broken = isinstance(value, str) and _is_broken(value)
    if broken or (isinstance(value, dict) and any(map(_is_broken, value))):
        return UnfitJSONError("broken-text", field=_where(path))
    if isinstance(value, _Repeating):
        return UnfitJSONError("key-twice", field=_where(path), key=printable(value.repeated)[:LONGEST_PATH])
    if isinstance(value, float | int) and not -WHOLE <= value <= WHOLE:
        return UnfitJSONError("no-number", field=_where(path))
    return None


def _where(path: Path) -> str:
    return f"{printable(written_path(path))[:LONGEST_PATH]}: " if path else ""


def _is_broken(text: str) -> bool:
    """Return whether a text holds a lone surrogate, which no file and no browser takes."""
    return not text.isascii() and any("\ud800" <= letter <= "\udfff" for letter in text)
