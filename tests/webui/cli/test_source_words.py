"""The word by which a source is opened again leads to the same source."""

from __future__ import annotations

import pytest

from webui.cli.looking import spec_of, text_of


@pytest.mark.parametrize("word", ["session.mp4", "replay:session.jsonl", "http://camera/video"])
def test_a_source_is_opened_again_by_its_own_word(word: str) -> None:
    assert spec_of(text_of(spec_of(word))) == spec_of(word)


def test_the_word_of_a_source_holds_no_password() -> None:
    assert "secret" not in text_of(spec_of("http://ann:secret@camera/video"))
