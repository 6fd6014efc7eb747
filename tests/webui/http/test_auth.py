"""Other machines come in only by a code, and see only what their role may."""

from __future__ import annotations

import pytest

from webui.http.auth import (
    CODE_LIFE_S,
    MOST_DEVICES,
    SIGN_IN_S,
    Access,
    TooManyDevicesError,
    is_cross_site,
    is_own_origin,
    is_safe_host,
)
from webui.http.guesses import (
    HOUR_S,
    MINUTE_S,
    MOST_REMEMBERED,
    WRONG_OF_ALL,
    TooManyTriesError,
    WrongCodeError,
)
from webui.http.server.budget import is_this_machine

PHONE = "192.168.1.20"


class FakeClock:
    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


def other_code(*codes: str) -> str:
    return next(f"{number:06d}" for number in range(10) if f"{number:06d}" not in codes)


def test_nobody_comes_in_before_the_host_allows_it() -> None:
    access = Access()
    assert access.role(PHONE, None) is None
    assert access.codes == {}
    with pytest.raises(WrongCodeError):
        access.enter("", PHONE)


def test_this_machine_is_the_hosts() -> None:
    assert Access().role("127.0.0.1", None) == "host"
    assert Access().role("::1", None) == "host"


@pytest.mark.parametrize(
    ("role", "may_be"), [("players", {"players", "screen", "overlay"}), ("host", {"host"})]
)
def test_a_code_gives_its_role(role: str, may_be: set[str]) -> None:
    access = Access()
    access.allow()
    cookie = access.enter(access.codes[role], PHONE)
    assert access.role(PHONE, cookie) in may_be
    assert access.role(PHONE, cookie + "x") is None


def test_a_player_cannot_ask_for_more_but_the_host_may_ask_for_less() -> None:
    access = Access()
    access.allow()
    cookie = access.enter(access.codes["players"], PHONE)
    assert access.role(PHONE, cookie, "host") == "players"
    assert access.role(PHONE, cookie, "screen") == "screen"
    assert access.role("127.0.0.1", None, "overlay") == "overlay"
    assert access.role("127.0.0.1", None, "nonsense") == "host"


def test_closing_the_network_ends_every_cookie() -> None:
    access = Access()
    access.allow()
    cookie = access.enter(access.codes["host"], PHONE)
    access.forbid()
    assert access.role(PHONE, cookie) is None
    access.allow()
    assert access.role(PHONE, cookie) is None


def test_guessing_is_slowed_down_for_the_guesser_only() -> None:
    clock = FakeClock()
    access = Access(clock)
    access.allow()
    wrong = other_code(*access.codes.values())
    for _ in range(6):
        with pytest.raises(WrongCodeError):
            access.enter(wrong, PHONE)
    with pytest.raises(TooManyTriesError):
        access.enter(access.codes["players"], PHONE)
    assert access.enter(access.codes["players"], "192.168.1.21")
    clock.now_s += 61
    assert access.enter(access.codes["players"], PHONE)


@pytest.mark.parametrize(
    ("address", "own"), [("127.0.0.1", True), ("127.5.5.5", True), ("::1", True), (PHONE, False), ("", False)]
)
def test_which_addresses_are_this_machine(address: str, own: bool) -> None:
    assert is_this_machine(address) is own


@pytest.mark.parametrize(
    ("host", "address", "safe"),
    [
        ("127.0.0.1:8765", "127.0.0.1", True),
        ("localhost:8765", "127.0.0.1", True),
        ("[::1]:8765", "::1", True),
        ("evil.example:8765", "127.0.0.1", False),  # a foreign name that was pointed at this machine
        ("", "127.0.0.1", False),
        ("[::1", "127.0.0.1", False),
        ("table.local:8766", PHONE, True),  # in the network the code keeps strangers out
    ],
)
def test_which_host_names_are_safe(host: str, address: str, safe: bool) -> None:
    assert is_safe_host(host, address) is safe


@pytest.mark.parametrize(
    ("origin", "own"),
    [
        (None, True),
        ("http://127.0.0.1:8765", True),
        ("HTTP://127.0.0.1:8765", True),
        ("https://127.0.0.1:8765", False),
        ("ws://127.0.0.1:8765", False),
        ("http://127.0.0.1", False),
        ("http://127.0.0.1:8766", False),
        ("http://127.0.0.1:8765/", False),
        ("http://ann@127.0.0.1:8765", False),
        ("127.0.0.1:8765", False),
        ("//127.0.0.1:8765", False),
        ("http://evil.example", False),
        ("null", False),
        ("http://[", False),
        ("", False),
    ],
)
def test_which_origins_are_ours(origin: str | None, own: bool) -> None:
    assert is_own_origin(origin, "http", "127.0.0.1:8765") is own


def test_the_page_of_a_door_that_speaks_tls_is_of_its_own_origin() -> None:
    assert is_own_origin("https://192.168.1.2:9", "https", "192.168.1.2:9")
    assert not is_own_origin("http://192.168.1.2:9", "https", "192.168.1.2:9")


def test_a_code_is_good_for_a_quarter_of_an_hour() -> None:
    clock = FakeClock()
    access = Access(clock)
    access.allow()
    first = dict(access.codes)
    clock.now_s += CODE_LIFE_S - 1
    cookie = access.enter(first["players"], PHONE)
    clock.now_s += 2
    with pytest.raises(WrongCodeError):
        access.enter(first["players"], "192.168.1.21")
    assert access.codes != first
    assert access.role(PHONE, cookie) == "players"


def guess(access: Access, address: str, times: int = 1) -> None:
    for _ in range(times):
        with pytest.raises(WrongCodeError):
            access.enter(other_code(*access.codes.values()), address)


def test_guessing_from_many_addresses_is_slowed_down_for_all() -> None:
    """Whoever has guessed waits; an address more is one guess more within the hour."""
    clock = FakeClock()
    access = Access(clock)
    access.allow()
    for number in range(WRONG_OF_ALL):
        guess(access, f"10.0.{number}.1")
    for turn in range(3):
        with pytest.raises(TooManyTriesError):
            access.enter(access.codes["host"], "10.0.3.1")
        guess(access, f"10.1.{turn}.1")
        with pytest.raises(TooManyTriesError):
            access.enter(access.codes["host"], f"10.1.{turn}.1")
    clock.now_s += 61
    assert access.enter(access.codes["host"], "10.0.3.1")


def test_whoever_has_the_code_comes_in_while_others_guess() -> None:
    """Two devices that guess as often as they may lock nobody out, and soon have to wait for an hour themselves."""
    clock = FakeClock()
    access = Access(clock)
    access.allow()
    for minute in range(2):
        for address in ("10.0.0.1", "10.0.0.2"):
            guess(access, address, WRONG_OF_ALL // 2)
        for role in ("players", "host"):
            assert access.enter(access.codes[role], f"10.0.1.{minute}")
        clock.now_s += MINUTE_S
    for address in ("10.0.0.1", "10.0.0.2"):
        with pytest.raises(TooManyTriesError, match="hour"):
            access.enter(access.codes["players"], address)
    guess(access, "10.0.2.1")
    assert access.enter(access.codes["players"], "10.0.2.1"), "one slip of the finger keeps nobody out"
    clock.now_s += HOUR_S
    assert access.enter(access.codes["players"], "10.0.0.1")


def test_more_guesses_than_are_remembered_open_nothing() -> None:
    access = Access(FakeClock())
    access.allow()
    for number in range(MOST_REMEMBERED):
        guess(access, f"10.{number >> 8}.{number & 255}.1")
    with pytest.raises(TooManyTriesError):
        access.enter(access.codes["players"], "10.250.0.1")


def test_the_host_hears_who_guesses() -> None:
    clock = FakeClock()
    access = Access(clock)
    access.allow()
    guess(access, "10.0.0.1", 6)
    guess(access, "10.0.0.2", 2)
    assert access.guessers == ["10.0.0.1"], "a slip of the finger is no guess"
    clock.now_s += HOUR_S
    assert access.guessers == []
    guess(access, "10.0.0.1", 6)
    access.forbid()
    assert access.guessers == []


def test_a_device_with_many_addresses_is_one_guesser() -> None:
    access = Access(FakeClock())
    access.allow()
    wrong = other_code(*access.codes.values())
    for number in range(6):
        with pytest.raises(WrongCodeError):
            access.enter(wrong, f"2001:db8::{number:x}")
    with pytest.raises(TooManyTriesError):
        access.enter(wrong, "2001:db8::ffff")


def test_every_device_has_a_sign_in_of_its_own_that_ends_alone() -> None:
    access = Access(FakeClock(), lambda: "20:14")
    heard: list[int] = []
    access.changed = lambda: heard.append(1)
    access.allow()
    ann = access.enter(access.codes["players"], PHONE, "  Ann's\n phone ")
    bob = access.enter(access.codes["players"], "192.168.1.21")
    assert ann != bob
    shown = access.host_view([])["devices"]
    told = {"id": 1, "name": "Ann's phone", "role": "players", "address": PHONE, "since": "20:14"}
    assert shown[0] == told | {"seat": "", "colour": ""}
    access.end(shown[0]["id"])
    assert access.role(PHONE, ann) is None
    assert access.role("192.168.1.21", bob) == "players"
    assert [each["id"] for each in access.host_view([])["devices"]] == [2]
    assert len(heard) == 3


def test_a_sign_in_ends_after_a_day_of_silence() -> None:
    clock = FakeClock()
    access = Access(clock)
    access.allow()
    cookie = access.enter(access.codes["host"], PHONE)
    clock.now_s += SIGN_IN_S - 1
    assert access.role(PHONE, cookie) == "host"
    clock.now_s += SIGN_IN_S - 1
    assert access.role(PHONE, cookie) == "host"
    clock.now_s += SIGN_IN_S
    assert access.role(PHONE, cookie) is None


def test_nobody_fills_the_list_of_devices() -> None:
    clock = FakeClock()
    access = Access(clock)
    access.allow()
    for _ in range(MOST_DEVICES):
        access.enter(access.codes["players"], PHONE)
    with pytest.raises(TooManyDevicesError):
        access.enter(access.codes["players"], PHONE)
    clock.now_s += SIGN_IN_S
    assert access.enter(access.codes["players"], PHONE)


def fetch(site: str, mode: str = "no-cors", dest: str = "image") -> dict[str, str]:
    return {"Sec-Fetch-Site": site, "Sec-Fetch-Mode": mode, "Sec-Fetch-Dest": dest}


@pytest.mark.parametrize(
    ("headers", "is_page", "refused"),
    [
        ({}, False, False),  # no browser, or an old one
        (fetch("same-origin"), False, False),
        (fetch("none", "navigate", "document"), False, False),  # typed
        (fetch("cross-site"), False, True),
        (fetch("same-site"), False, True),  # another port of this machine
        (fetch("cross-site", "navigate", "document"), False, True),  # a link to what is no page
        (fetch("cross-site", "navigate", "document"), True, False),  # a link to a page
        (fetch("cross-site", "navigate", "iframe"), True, True),
        (fetch("cross-site", "cors", "empty"), True, True),
    ],
)
def test_other_sites_may_only_lead_people_here(headers: dict[str, str], is_page: bool, refused: bool) -> None:
    assert is_cross_site(headers, is_page) is refused


def test_devices_that_are_called_by_their_kind_are_told_apart() -> None:
    access = Access()
    access.allow()
    for name in ("iPhone", "iPhone", "iPad", "iphone", ""):
        access.enter(access.codes["players"], PHONE, name)
    names = [device["name"] for device in access.host_view([])["devices"]]
    assert names == ["iPhone", "iPhone 2", "iPad", "iphone 3", ""]
