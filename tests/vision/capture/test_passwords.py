"""An address may be shown without whoever signs in and without any password, however strangely it is written."""

from __future__ import annotations

import pytest

from vision.capture.passwords import Passwords, is_masked, masked
from vision.capture.spec import parse_source

SECRET = "s3cret"

WITH_PASSWORD = [
    f"rtsp://ann:{SECRET}@10.0.0.7/live",
    f"rtsp://ann:{SECRET}@10.0.0.7:554/live?channel=1",
    f"RTSP://ann:{SECRET}@[fe80::1]:554/1",
    f"http://{SECRET}@cam/video",
    f"http://ann:{SECRET}/with/slashes@cam/video",
    f"http://ann:8080/{SECRET}@cam/video",
    f"http://ann:{SECRET}#hash@cam/video",
    f"http://ann:a@{SECRET}@cam/video",
    f"http://ann:?{SECRET}@cam/video",
    f"http://cam/video.cgi?user=ann&pwd={SECRET}&res=8",
    f"http://cam/video.cgi?user=ann&PASSWORD={SECRET}",
    f"http://cam/video.cgi?loginuse=ann&loginpas={SECRET}",
    f"http://cam/video?access_token={SECRET}/{SECRET}#{SECRET}",
    f"http://cam/video?p={SECRET}",
    f"rtsp://cam:554/user=ann&password={SECRET}&channel=1&stream=0.sdp",
    f"rtsp://cam:554/user=ann_password={SECRET}_channel=1_stream=0.sdp",
    f"htp://ann:{SECRET}@cam/a-slip-of-the-keyboard",
]

WITHOUT = [
    "0",
    "demo",
    "clips/evening@home.mp4",
    "http://cam/video",
    "http://10.0.0.7:8080/video?resolution=640x480&channel=1",
    "rtsp://cam/stream@2",
    "rtsp://cam:554/1",
]


@pytest.mark.parametrize("word", WITH_PASSWORD)
def test_no_password_is_shown(word: str) -> None:
    shown = masked(word)
    assert SECRET not in shown
    assert is_masked(shown)
    assert masked(shown) == shown
    spec = parse_source(word)
    assert SECRET not in spec.name
    assert SECRET not in repr(spec)
    assert spec.address == word


@pytest.mark.parametrize("word", WITHOUT)
def test_what_holds_none_stays_as_it_is(word: str) -> None:
    assert masked(word) == word
    assert not is_masked(word)
    assert not parse_source(word).locked


def test_what_was_hidden_is_known_until_the_program_ends() -> None:
    passwords = Passwords()
    shown = passwords.hide(WITH_PASSWORD[0])
    assert shown == "rtsp://***@10.0.0.7/live"
    assert passwords.reveal(shown) == WITH_PASSWORD[0]
    assert passwords.hide(shown) == shown
    assert passwords.reveal(shown) == WITH_PASSWORD[0]
    assert parse_source(shown).locked
    assert Passwords().reveal(shown) == shown
