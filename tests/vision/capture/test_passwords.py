"""An address may be shown without whoever signs in and without any password, however strangely it is written."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.capture.passwords import Passwords, is_masked, masked, split_user, without_secrets
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


MARK = "Zq7"
"""Stands in every password made here, and in nothing else."""

odd = st.lists(
    st.sampled_from([*"@:/?#%'\"`\\ \t&;=+,()[]{}<>|~^!$", "ü", "ß", "漢", "🂡", "\u2028", "%40", "://"])
)


@st.composite
def odd_passwords(draw: st.DrawFn, without: str = "") -> str:
    """Passwords of marks with anything between them."""
    pieces = draw(st.lists(odd.map("".join), min_size=1, max_size=4))
    return MARK + "".join(piece + MARK for piece in pieces).translate({ord(each): None for each in without})


@given(odd_passwords(), st.sampled_from(["rtsp", "http", "postgresql"]))
def test_an_odd_password_before_the_host_is_never_shown(password: str, scheme: str) -> None:
    word = f"{scheme}://ann:{password}@10.0.0.7:554/live/1"
    assert masked(word) == f"{scheme}://***@10.0.0.7:554/live/1"
    told = f"2026: 'lost {word}' for 3 s; again\nnext line"
    shown = without_secrets(told)
    assert MARK not in shown
    assert shown == f"2026: 'lost {scheme}://***@10.0.0.7:554/live/1' for 3 s; again\nnext line"
    assert without_secrets(shown) == shown


@given(odd_passwords(), st.sampled_from(["", "?mail=a@b", "?user=x&pwd=y@z", "/s@2"]))
def test_whatever_follows_the_host_no_piece_of_a_password_is_shown(password: str, path: str) -> None:
    word = f"http://ann:{password}@cam/live{path}"
    assert MARK not in masked(word)
    assert masked(masked(word)) == masked(word)
    assert MARK not in without_secrets(f"cannot open {word}: no such camera")


@given(odd_passwords(without="&;"), st.sampled_from(["cam", "10.0.0.7:8080", "[fe80::1]:80", "ann:pw@cam"]))
def test_an_odd_password_in_a_field_is_never_shown(password: str, host: str) -> None:
    word = f"http://{host}/video?user=ann&pwd={password}&channel=2"
    assert MARK not in masked(word)
    assert masked(word).endswith("&channel=2")
    assert masked(masked(word)) == masked(word)
    assert MARK not in without_secrets(f"lost {word} for 3 s")


SECRET_NAMES = [
    "k", "u", "p", "code", "pin", "access", "pin_code", "pinCode", "access_key", "user.code", "otp", "totp", "sid",
    "psk", "passphrase", "ticket", "jwt", "hash", "X-Auth", "apikey", "kennwort", "clave", "senha", "contrasena",
]  # fmt: skip


@pytest.mark.parametrize(
    "name",
    SECRET_NAMES,
)
@pytest.mark.parametrize("before", ["?", "?channel=1&", "?channel=1;", "/"])
def test_every_usual_name_of_a_secret_field_is_known(name: str, before: str) -> None:
    assert (
        masked(f"http://cam/video{before}{name}={SECRET}&res=8")
        == f"http://cam/video{before}{name}=***&res=8"
    )


@pytest.mark.parametrize(
    "name", ["codec", "encoder", "channel", "stream", "spin", "kbps", "up", "id", "subtype", "fps"]
)
def test_fields_that_hold_no_secret_stay(name: str) -> None:
    assert masked(f"http://cam/video?{name}=h264&res=8") == f"http://cam/video?{name}=h264&res=8"


def test_a_text_keeps_what_is_no_secret() -> None:
    for text in [
        "clips/evening@home.mp4: no such file",
        "lost http://cam/video?user=***&pwd=*** for 3 s",
        "http://127.0.0.1:8765/ is served; rtsp://cam/stream@2 is lost",
        "rtsp://***@10.0.0.7/live + http://cam/?u=***&p=***: both are lost",
    ]:
        assert without_secrets(text) == text
    both = f"rtsp://{NAME}:{SECRET}@near/1 + rtsp://{NAME}:{SECRET}@far/1"
    assert without_secrets(both) == "rtsp://***@near/1 + rtsp://***@far/1"


@given(odd_passwords())
def test_the_last_at_ends_the_password(password: str) -> None:
    assert split_user(f"ann:{password}@host:5432/log") == (f"ann:{password}", "host:5432/log")


@pytest.mark.parametrize("name", ["pwd_", "user.", "p", "p_", "pin-", "x.", "pwd=", "pwd=@&", "=@"])
def test_a_long_line_is_masked_at_once(name: str) -> None:
    """A camera may send one: whoever writes the line down must not stand still meanwhile."""
    began_s = time.process_time()
    without_secrets("lost http://10.0.0.7:80/" + name * 5000)
    assert time.process_time() - began_s < 2.0
