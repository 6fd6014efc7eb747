"""What may only become less: refused words, writes to other objects, imports against the order of the folders."""

from __future__ import annotations

from collections import Counter

import pytest

from tests import guards

TABLE = """
| word | means | do not write |
|---|---|---|
| session | one game night | evening, sitting |
| sign-in | a permission | session (of HTTP) |
| seat | a place | |
| `render_*` | words | `tell_*` |
| at rest | has not moved | lies as it lay |
| command | what a person asks for | order, wanted |
"""


@pytest.fixture(scope="module")
def found() -> dict[str, Counter[str]]:
    return guards.counts()


@pytest.mark.parametrize("kind", [guards.WORDS, guards.WRITES, guards.IMPORTS, guards.UNTYPED])
def test_there_is_no_more_of_it_than_is_allowed(kind: str, found: dict[str, Counter[str]]) -> None:
    assert guards.too_many(found[kind], guards.allowed()[kind]) == {}, "see python -m tests.guards --help"
    assert found[kind].total() > 0, "none is left: delete its ceilings and this line"


def test_the_refused_words_are_those_of_the_glossary() -> None:
    refused = [" ".join(words) for words in guards.forbidden_words(TABLE)]
    assert refused == ["evening", "lies as it lay", "sitting", "tell", "wanted"]
    real = guards.forbidden_words(guards.GLOSSARY.read_text(encoding="utf-8"))
    assert len(real) > 30
    assert guards.allowed()[guards.WORDS].keys() == {" ".join(words) for words in real}, (
        "run: python -m tests.guards --write"
    )


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("evenings_of", ["evening"]),
        ("LastEvening", ["evening"]),
        ("tell_how", ["tell"]),
        ("it_lies_as_it_lay", ["lies as it lay"]),
        ("WANTED_EVENING_S", ["wanted", "evening"]),
        ("even_intelligence", []),
        ("order", []),
    ],
)
def test_a_refused_word_is_found_in_a_name(name: str, words: list[str]) -> None:
    found = guards.count_words([name], TABLE)
    assert +found == dict.fromkeys(words, 1)
    assert len(found) == 5


def test_every_kind_of_name_is_read() -> None:
    code = """
import module as alias
class Thing:
    field: int
    def method(self, first, *, second): self.attribute = lambda third: (local := third)
for loop in used: plain = loop
"""
    assert guards.names_defined(code) == {
        *("alias", "Thing", "field", "method", "self", "first", "second", "attribute", "third", "local"),
        *("loop", "plain"),
    }
    assert guards.names_in_script("const one = 1; function two() { let three; }") == {"one", "two", "three"}


def test_the_product_seldom_uses_a_refused_word() -> None:
    used = guards.uses_in_the_product()
    most = Counter(dict.fromkeys(used, guards.MOST_USES)) | guards.USES_OF_FIELDS
    assert guards.too_many(used, most) == {}
    assert used["told"] > 0, "a verb that is right in places; were none found, nothing would be read"


def test_uses_are_counted_in_names_comments_and_strings() -> None:
    text = (
        "# As it lay, it lies as it lay.\nEvenings, order_wanted = wanted('evening'), {'even': intelligence}"
    )
    assert +guards.count_uses([text, text], TABLE) == {"evening": 4, "lies as it lay": 2, "wanted": 4}


@pytest.mark.parametrize(
    ("line", "is_outside"),
    [
        ("self.x = 1", False),
        ("self.cards[0] = 1", False),
        ("cards[0] = 1", False),
        ("track.x = 1", True),
        ("track.x += 1", True),
        ("track.x: int = 1", True),
        ("del track.x", True),
        ("self.track.x = 1", True),
        ("a, track.x = 1, 2", True),
        ("track.cards[0][1] = 1", True),
        ("setattr(track, 'x', 1)", True),
        ("object.__setattr__(self, 'x', 1)", False),
    ],
)
def test_a_write_to_another_object_is_found(line: str, *, is_outside: bool) -> None:
    assert guards.writes_outside(line) == ([1] if is_outside else [])


def test_what_has_no_type_is_counted() -> None:
    code = """
from typing import Any, Literal
def read(entry: dict[str, Any], kind: Literal["clash"]) -> Any:
    entry["seats"] = entry["cards"][0], entry[kind]
"""
    assert (guards.lines_with_any(code), guards.literal_subscripts(code)) == (1, 2)


def test_one_more_is_too_many_and_ceilings_only_sink() -> None:
    assert guards.too_many({"told": 3, "vain": 1}, {"told": 3}) == {"vain": "1, allowed are 0"}
    assert guards.too_many({"told": 4}, {"told": 3}) == {"told": "4, allowed are 3"}
    found = {
        guards.WORDS: {"told": 2, "vain": 5, "tell": 0, "new": 4},
        guards.WRITES: {"webui/table": 1, "vision/tracking": 0},
        guards.IMPORTS: {"one imports two": 9},
        guards.UNTYPED: {guards.ANY: 4, guards.SUBSCRIPTS: 9},
    }
    most = {
        guards.WORDS: {"told": 3, "vain": 4, "tell": 1, "old": 1},
        guards.WRITES: {"webui/table": 3, "vision/tracking": 3},
        guards.IMPORTS: {},
        guards.UNTYPED: {guards.ANY: 5, guards.SUBSCRIPTS: 8},
    }
    assert guards.lowered(found, most) == {
        guards.WORDS: {"told": 2, "vain": 4, "tell": 0, "new": 4},
        guards.WRITES: {"webui/table": 1},
        guards.IMPORTS: {},
        guards.UNTYPED: {guards.ANY: 4, guards.SUBSCRIPTS: 8},
    }
