"""What the browser tests find in the log and in the decks: a session of seven throws, two decks."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from webui.http.api.answers import Deck, DeckCard, Decks, HeldCard, UnlistedCard
from webui.i18n import card_name
from webui.table.contract.figures import Figures, Luck, Person, Rivals
from webui.table.contract.moments import Moment, Moments
from webui.table.contract.sessions import SessionLine

from .builders import (
    LONG_NAME,
    Snapshot,
    card,
    entry,
    halves,
    mark,
    played,
    reasons,
    snapshot,
    step,
    value_of,
    verdict,
    with_outcomes,
)

Place: TypeAlias = Literal["pile", "table", "discard"]

TONIGHT = "2026-11-20-a"

PLAYERS_WIN = verdict(
    "players",
    "Players win",
    "The players' Nine of Wands (9) beats 6.",
    next=[step("throw-damage"), step("may-reposition")],
    why=reasons("D27", "D29"),
    played=[played("players", "Players", "w09", "won"), played("host", "Host", "s06", "lost")],
)

CRITICAL = verdict(
    "players",
    "Players win",
    "The players' Nine of Wands (9) beats 5.",
    marks=[mark("critical", "Critical: the players' Hierophant, a Significator")],
    next=[step("throw-damage"), step("host-describes-critical")],
    sum=[
        "9 Nine of Wands > 5 Five of Swords",
        "Critical: The Hierophant is a Significator, and would have done it alone.",
    ],
    why=reasons("D27", "D11"),
    played=[played("players", "Players", "w09", "won"), played("host", "Host", "s05", "lost")],
)

FUMBLE = verdict(
    "host",
    "The Host wins",
    "The Host's Seven of Swords (7) beats 0.",
    marks=[mark("fumble", "Fumble: the players' Fool counts")],
    next=[step("host-describes-fumble")],
    why=reasons("D10"),
)

TIE = verdict(
    "tie",
    "Tie",
    "Both threw 9. Undecided.",
    next=[step("host-changes-situation")],
    why=reasons("D28"),
    played=[played("players", "Players", "w09", "tied"), played("host", "Host", "p09", "tied")],
)

STALEMATE = verdict("stalemate", "Stalemate", "The players' Nine of Wands (9) beats 6.")

CHOICE = verdict(
    "choice",
    "Choose who acts",
    "Ann's Nine of Wands (9) beats The Fiend's 6.",
    next=[step("players-choose")],
    choose=[{"seat": "ann", "name": "Ann"}, {"seat": "bill", "name": "Bill"}],
)

SUCCESS = verdict("success", "Success", "The players' Seven of Cups (7) beats Intensity 4.", kind="test")

FAILURE = verdict(
    "failure", "Failure", "The players' Four of Wands (4) does not beat Intensity 4.", kind="test"
)


def clash_cards(players: str, host: str, **more: Any) -> list[Snapshot]:
    """Two cards for the players, one for the Host; the first of each side counts."""
    mine = [
        card("t1", players, "players", (0.38, 0.74), turn_deg=4, **more),
        card("t2", "c03", "players", (0.52, 0.75), turn_deg=-7, **more),
    ]
    theirs = [card("t3", host, "host", (0.47, 0.26), turn_deg=176, reversed=True, **more)]
    first, second = value_of(players), value_of(host)
    tied = first == second
    return with_outcomes(
        halves(mine, theirs, players=players, host=host),
        players="tied" if tied else "won" if first > second else "lost",
        host="tied" if tied else "lost" if first > second else "won",
    )


def session() -> list[Snapshot]:
    """A log of seven throws: every tone, a note, a correction, one taken back."""
    critical = clash_cards("w09", "s05")
    critical[0]["cards"][1] |= {"card": "m05", "name": "The Hierophant", "value": 5, "significator": True}
    corrected = {"seat": "players", "index": 0, "from": "w08", "to": "w07", "at": "21:19:40"}
    by_hand = clash_cards("w07", "s05")
    by_hand[0]["cards"][0]["by"] = "human"
    return [
        entry(1, TIE, clash_cards("w09", "p09"), note="The floor gives way. Everybody into the cellar."),
        entry(2, PLAYERS_WIN, clash_cards("w09", "s06")),
        entry(3, CRITICAL, critical, note="Right between the eyes, which it had many of."),
        entry(4, FUMBLE, clash_cards("m00", "s07")),
        entry(5, PLAYERS_WIN, by_hand, corrected=[corrected]),
        entry(6, FAILURE, clash_cards("w04", "s02")[:1], mode="test", undone=True),
        entry(7, SUCCESS, clash_cards("c07", "s02")[:1], mode="test"),
    ]


def sessions() -> list[SessionLine]:
    """Tonight and two earlier sessions, one of which nobody named."""

    def line(identity: str, name: str, throws: int, *who: str) -> SessionLine:
        started = f"{identity[:10]}T20:14:00+01:00"
        tonight = identity == TONIGHT
        return SessionLine(
            id=identity,
            name=name,
            started=started,
            tonight=tonight,
            throws=throws,
            who=list(who),
            picture="0001" if throws else None,
        )

    return [
        line(TONIGHT, "Friday at the Orphanage", 7, "Players", "Host"),
        line("2026-11-13-a", "2026-11-13-a", 31, "Ann", LONG_NAME, "The Fiend"),
        line("2026-11-06-a", "The Lighthouse", 0),
    ]


def at_the_table(**more: Any) -> Snapshot:
    """A quiet table with zero set-up and a log of two throws, changed as told."""
    return snapshot(**{"log": {"count": 2, "last": session()[:2]}} | more)


def two_decks(language: str = "en") -> Snapshot:
    """A Players' Deck that somebody counted, a Horror's Deck that nobody did, as ``GET /api/decks`` has them."""
    codes = [f"{suit}{value:02d}" for value in range(1, 11) for suit in "csw"]
    where: dict[str, Place] = {"c07": "table", "s03": "table"}
    where |= dict.fromkeys(("w02", "c05", "s09", "w10"), "discard")
    counted = [
        _deck_card(code, card_name(code, language), where.get(code, "pile"))
        for code in ["m00", *codes, "m21"]
    ]
    values = [
        _deck_card(None, str(value), "discard" if value == 6 else "pile", value)
        for value in range(1, 11)
        for _ in range(3)
    ]
    gained = [HeldCard(code="m21", name=card_name("m21", language), held_by="Ann")]
    players = Deck(deck="players", counted=True, fool=True, cards=counted, unlisted=[], significators=gained)
    unlisted = [UnlistedCard(code=code, name=card_name(code, language)) for code in ("w12", "m08", "c13")]
    horror = Deck(deck="host", counted=False, fool=False, cards=values, unlisted=unlisted, significators=[])
    return Decks(decks=[players, horror], faults=["More than three cards worth 6."]).model_dump()


def _deck_card(code: str | None, name: str, where: Place, value: int = 0) -> DeckCard:
    return DeckCard(code=code, name=name, value=value_of(code) if code else value, where=where)


def figures_of_a_session() -> Figures:
    """Figures that nobody could count from the seven throws of the log: the program alone knows them."""
    sides = [_person("Players", "players", 41, 21, 18.4), _person("Host", "host", 39, 16, 17.5)]
    people = [
        *(each.model_copy(update={"n": 21, "success_luck": None, "critical_luck": None}) for each in sides),
        _person("Ann", "players", 12, 7, 5.1),
        _person(LONG_NAME, "players", 5, 1, 2.4),
        _person("Bill", "players", 3, 2, 1.2),
    ]
    rivals = [
        Rivals(first="Players", second="Host", n=21, first_won=12, second_won=9, neither=0),
        Rivals(first="Ann", second=LONG_NAME, n=6, first_won=3, second_won=1, neither=2),
        Rivals(first="Ann", second="Bill", n=1, first_won=1, second_won=0, neither=0),
    ]
    return Figures(
        n=41,
        unconfirmed=2,
        sides=[side.model_copy(update={"name": side.side}) for side in sides],
        people=people,
        rivals=rivals,
    )


def _person(name: str, side: str, n: int, came: int, expected: float) -> Person:
    luck = Luck(n=n, came=came, expected=expected, spread=(expected * (1 - expected / n)) ** 0.5)
    return Person(
        name=name,
        side=side,
        whole_side=name in ("Players", "Host"),
        n=n,
        succeeded=came,
        outdone=1,
        failed=n - came - 1,
        criticals=n // 10,
        fumbles=n // 10,
        success_luck=luck,
        critical_luck=luck.model_copy(update={"came": n // 10, "expected": n / 20}),
    )


def moments_of_a_session() -> Moments:
    """A wall with each kind of moment, of people with long names."""
    kinds: dict[Literal["odds", "critical", "narrow", "fumble"], tuple[str, str, str, bool]] = {
        "odds": ("m18", "The Moon", "Against the odds", True),
        "critical": ("c13", "Queen of Cups", "Critical", True),
        "narrow": ("w09", "Nine of Wands", "By a hair", False),
        "fumble": ("s01", "Ace of Swords", "Fumble", False),
    }
    who = "Doctor Wilhelmina Harker-Szymborska"
    moments = [
        Moment(
            kind=kind, entry=number, at="21:14:07", seat="ann", name=who, side="players", card=code, card_name=name,
            value=18, critical=critical, crop=None, label=label, said=f"{who}: {name}, a chance of 5%, 18 > 9",
            headline=f"{who} hits The Ghoul, 18 > 9",
        )
        for number, (kind, (code, name, label, critical)) in enumerate(kinds.items(), 1)
    ]  # fmt: skip
    luck = [f"{who} won 7 of 12, expected 5.1.", "Bill won 2 of 9, expected 4.4."]
    return Moments(session=sessions()[0], moments=moments, luck=luck, unconfirmed=2)
