"""An address may be shown without whoever signs in and without any password, however strangely it is written."""

from __future__ import annotations

import pytest

from vision.capture.passwords import Passwords, is_masked, masked
from vision.capture.spec import parse_source

SECRET = "s3cret"
NAME = "ann0nym"

WITH_PASSWORD = [
    f"rtsp://{NAME}:{SECRET}@10.0.0.7/live",
    f"rtsp://{NAME}:{SECRET}@10.0.0.7:554/live?channel=1",
    f"RTSP://{NAME}:{SECRET}@[fe80::1]:554/1",
    f"http://{SECRET}@cam/video",
    f"http://{NAME}:{SECRET}/with/slashes@cam/video",
    f"http://{NAME}:8080/{SECRET}@cam/video",
    f"http://{NAME}:{SECRET}#hash@cam/video",
    f"http://{NAME}:a@{SECRET}@cam/video",
    f"http://{NAME}:?{SECRET}@cam/video",
    f"http://cam/video.cgi?user={NAME}&pwd={SECRET}&res=8",
    f"http://cam/video.cgi?user={NAME}&PASSWORD={SECRET}",
    f"http://cam/video.cgi?loginuse={NAME}&loginpas={SECRET}",
    f"http://cam/video?access_token={SECRET}/{SECRET}#{SECRET}",
    f"http://cam/video?p={SECRET}",
    f"rtsp://cam:554/user={NAME}&password={SECRET}&channel=1&stream=0.sdp",
    f"rtsp://cam:554/user={NAME}_password={SECRET}_channel=1_stream=0.sdp",
    f"rtsp://cam:554/user={NAME}_password={SECRET}_channel=1_stream=0.sdp?real_stream",
    f"rtsp://cam:554/USER={NAME}&channel=1;pwd={SECRET}",
    f"http://cam/video?usr={NAME}&pwd={SECRET}",
    f"http://cam/video?username={NAME}",
    f"http://cam/video?channel=1&login={NAME}&p={SECRET}",
    f"http://cam/video?u={NAME}&p={SECRET}",
    f"http://cam/video?account={NAME}&uname={NAME}",
    f"http://{NAME}@cam/video",
    f"htp://{NAME}:{SECRET}@cam/a-slip-of-the-keyboard",
]

WITHOUT = [
    "0",
    "demo",
    "clips/evening@home.mp4",
    "http://cam/video",
    "http://10.0.0.7:8080/video?resolution=640x480&channel=1",
    "rtsp://cam/stream@2",
    "rtsp://cam:554/1",
    "http://cam/users/7/video?menu=1",
]


@pytest.mark.parametrize("word", WITH_PASSWORD)
def test_no_password_and_no_name_is_shown(word: str) -> None:
    shown = masked(word)
    assert SECRET not in shown
    assert NAME not in shown
    assert is_masked(shown)
    assert masked(shown) == shown
    spec = parse_source(word)
    for secret in (SECRET, NAME):
        assert secret not in spec.name
        assert secret not in repr(spec)
    assert spec.address == word


@pytest.mark.parametrize("word", WITHOUT)
def test_what_holds_none_stays_as_it_is(word: str) -> None:
    assert masked(word) == word
    assert not is_masked(word)
    assert not parse_source(word).locked


@pytest.mark.parametrize(
    "address", ["rtsp://cam/user={}_password={}_channel={}_stream=0.sdp", "http://cam/?u={}&p={}&channel={}"]
)
def test_two_pictures_of_one_camera_stay_two(address: str) -> None:
    assert masked(address.format(NAME, SECRET, 1)) == address.format("***", "***", 1).replace(
        "***_password=***", "***"
    )
    passwords = Passwords()
    words = [address.format(NAME, SECRET, channel) for channel in (1, 2)]
    shown = [passwords.hide(word) for word in words]
    assert [passwords.reveal(each) for each in shown] == words


def test_what_was_hidden_is_known_until_the_program_ends() -> None:
    passwords = Passwords()
    shown = passwords.hide(WITH_PASSWORD[0])
    assert shown == "rtsp://***@10.0.0.7/live"
    assert passwords.reveal(shown) == WITH_PASSWORD[0]
    assert passwords.hide(shown) == shown
    assert passwords.reveal(shown) == WITH_PASSWORD[0]
    assert parse_source(shown).locked
    assert Passwords().reveal(shown) == shown
