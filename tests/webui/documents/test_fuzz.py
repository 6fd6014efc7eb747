"""Whatever stands in a document, the answer is a verdict or one clear line."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.webui.documents.asking import demon_city
from tests.webui.documents.demon_city.test_resolve import CLASH, OPPOSED, TEST
from tests.webui.documents.demon_city.test_round import ROUND
from tests.webui.documents.demon_city.test_throws import DERIVED
from webui.documents import DocumentError

COUNT: dict[str, Any] = {
    "kind": "clash-throws",
    "base": 2,
    "extra": ["weapon", {"situation": "high ground", "times": 2}],
    "lost": ["called-shot", {"situation": "drunk"}],
    "opponent": {"extra": [{"situation": "high ground"}], "lost": ["injury"]},
}
DOCUMENTS: list[tuple[Callable[[object], Any], dict[str, Any]]] = [
    (demon_city, TEST),
    (demon_city, OPPOSED),
    (demon_city, CLASH),
    (demon_city, COUNT),
    (demon_city, DERIVED),
    (demon_city, ROUND),
]
WORDS = [
    "ann",
    "bill",
    "players",
    "host",
    "w07",
    "m00",
    "attack",
    "defend",
    "other",
    "lowest",
    "weapon",
    "",
    "x",
]
SCALARS = (
    st.none() | st.booleans() | st.integers(-3, 25) | st.floats(allow_nan=False) | st.sampled_from(WORDS)
)
KEYS = st.sampled_from(
    ["id", "kind", "target", "resist", "cards", "action", "situation", "excludes", "11", "state", "zzz"]
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=5,
)


def places_in(document: Any) -> list[tuple[Any, Any]]:
    """Every container of a document with every key or position in it."""
    keys: list[Any] = (
        list(document)
        if isinstance(document, dict)
        else list(range(len(document)))
        if isinstance(document, list)
        else []
    )
    inner = [place for key in keys for place in places_in(document[key])]
    return [*((document, key) for key in keys), *inner]


def answer_to(answer: Callable[[object], Any], document: object) -> tuple[Any, str]:
    """The answer to a document, or the line that refuses it."""
    try:
        return answer(document), ""
    except DocumentError as error:
        return None, str(error)


@pytest.mark.parametrize(("answer", "document"), DOCUMENTS)
@given(st.data())
@settings(max_examples=100)
def test_a_verdict_or_one_clear_line(
    answer: Callable[[object], Any], document: dict[str, Any], data: st.DataObject
) -> None:
    """Some fields are replaced, left out or added at random."""
    changed = json.loads(json.dumps(document))
    for _ in range(data.draw(st.integers(1, 3))):
        container, key = data.draw(st.sampled_from(places_in(changed) or [(changed, "kind")]))
        match data.draw(st.sampled_from(["replace", "replace", "leave out", "add"])):
            case "replace":
                container[key] = data.draw(VALUES)
            case "leave out":
                container.pop(key, None) if isinstance(container, dict) else container.pop(key)
            case _ if isinstance(container, dict):
                container[data.draw(KEYS)] = data.draw(VALUES)
            case _:
                container.append(data.draw(VALUES))
    told, refused = answer_to(answer, changed)
    assert json.loads(json.dumps(told)) == told
    assert (told is None) == bool(refused)
    assert "\n" not in refused
