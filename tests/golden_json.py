"""Everything that the program writes as JSON, before and after a change: ``python -m tests.golden_json record FILE``.

Written are, a line each: the browser's scenes; every snapshot of sessions played by lot through the table, with their
log, their stored events and their exports; the turns, log and exports of recorded sessions; 10,000 generated
documents with their answers and their verdicts in the log. ``compare FILE`` plays all of it again, and names the
first lines that are not the same byte for byte. Times, seeds and pictures are fixed, so that nothing else may differ.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from datetime import UTC, datetime
from itertools import zip_longest
from pathlib import Path
from random import Random
from typing import Any, Final, TypeAlias

import numpy as np

from rules.registry import SYSTEMS
from tests.benchmarks.fuzz import documents as changed_documents
from tests.browser.builders import checked
from tests.browser.judged_scenes import EIGHT, clash_of, deal_of, round_of, throw_of
from tests.browser.scenes import SCENES
from tests.rules.second.agreement import BENCHES, documents
from tests.webui.recording.sessions import RecordedSession
from tests.webui.session import FAR_Y, NEAR_Y, Session
from webui.documents import DocumentError, judge_document
from webui.documents.plain_json import UnfitJSONError, read_json
from webui.http.export import render_export
from webui.i18n import LANGUAGES
from webui.recording.replay import Replay
from webui.storage.databases.packed import pack
from webui.storage.store import Store, StoredEvent, StoreError
from webui.table.contract.roles import HOST, ROLES
from webui.table.contract.verdicts import Verdict
from webui.table.errors import CommandError, StaleCommandError
from webui.table.judging.systems import render_any, resolve_any
from webui.table.log.entries import serialize_log
from webui.table.log.reading import read_events
from webui.table.settings import SettingError

Item: TypeAlias = tuple[str, Any]
"""What it is of, and its JSON."""

RELEASED: Final = Path(__file__).parent / "webui" / "released" / "before-sessions"
DOCUMENTS: Final = 10_000
SESSIONS: Final = 24
STEPS: Final = 60
"""So many things are done in each session."""

INLINE: Final = re.compile(r"(?<=;base64,)[\w+/=]+")
"""Pictures and letters inside an exported page, which no session changes."""

FORMS: Final = (".json", ".csv", ".html")
SHOWN: Final = 20
"""The most differences that are printed."""

REFUSED: Final = (CommandError, DocumentError, SettingError, StaleCommandError, StoreError)
CODES: Final = ("w01", "w09", "s06", "s13", "m02", "m00", "m05", "c01", "m13", "s04", "p14", "w10", None)
OTHERS: Final = [f"{suit}{rank:02d}" for suit in "cp" for rank in range(2, 14)]
PLAYING: Final = ("4s", "As", "Ah", "Kd", "Qs", "Js", "Ad")


def everything() -> Iterator[Item]:
    """Yield all of it."""
    yield from scenes()
    for seed in range(SESSIONS):
        yield from played(seed)
    yield from recorded()
    yield from generated(DOCUMENTS)


# --- the browser's scenes ---


def scenes() -> Iterator[Item]:
    """Yield the scenes that the page's tests show, and those that the rules judge."""
    for name, make in SCENES.items():
        yield f"scene {name}", checked(make())
    for language in LANGUAGES:
        judged: dict[str, Callable[[str], Any]] = {
            "clash": lambda tongue: clash_of(EIGHT, tongue),
            "significator": lambda tongue: clash_of(
                {"ann": ["m05"], "ghoul": ["w01"]}, tongue, significator="m05"
            ),
            **{f"round {n}": lambda tongue, n=n: round_of(n, tongue) for n in range(1, 5)},  # type: ignore[misc]
            "success": lambda tongue: throw_of("w09", 4, tongue),
            "fumble": lambda tongue: throw_of("m00", 4, tongue),
            "deal": lambda tongue: deal_of(language=tongue),
        }
        for name, of_language in judged.items():
            yield f"judged {language} {name}", checked(of_language(language))


# --- sessions by lot ---


class Played:
    """A session at which somebody does anything that a page can ask for, by lot."""

    def __init__(self, store: Store, seed: int) -> None:
        self.chance = Random(f"golden {seed}")
        self.session = Session(store, run=f"run-{seed}")
        seeds = Random(seed)
        self.session.table_state.readings._seed = lambda: seeds.randrange(2**32)  # type: ignore[attr-defined]
        self.order("language", language=self.chance.choice(LANGUAGES))
        for seat, name in (("players", "Ann"), ("host", "Ghoul")):
            self.order("seat-change", seat=seat, seat_name=name)
            self.order("seat-change", seat=seat, stats=self._stats())
        for _ in range(self.chance.randrange(3)):
            side = self.chance.choice(("players", "host"))
            self.order("seat-add", side=side, stats=self._stats())
        self.order("significators", seat="players", cards=self.chance.sample(["m05", "c01", "s13"], 2))
        horror = {"specials": [{"card": "m13", "text": "The lights go out"}]}
        self.order("seat-change", seat="host", **horror)

    def _stats(self) -> dict[str, int]:
        return {
            "agility": self.chance.randrange(1, 6),
            "toughness": self.chance.randrange(4),
            "calm": self.chance.randrange(1, 6),
        }

    def order(self, name: str, **arguments: Any) -> None:
        """Give a command; that it is refused belongs to a session, too."""
        try:
            self.session.order(name, **arguments)
        except REFUSED:
            return

    def step(self) -> None:
        """Do the next thing by lot: what the main key asks for more often than anything else."""
        snapshot = self.session.see()
        asked = [*([snapshot["main_key"]["command"]] if snapshot["main_key"]["command"] else [])]
        asked += [option["command"] for option in (snapshot["question"] or {}).get("options", ())]
        asked += [each["command"] for each in snapshot["steps"] if each["command"]]
        asked += [option["command"] for each in snapshot["steps"] for option in each["options"]]
        if snapshot["verdict"] and snapshot["verdict"]["choose"] and self.chance.random() < 0.8:
            self._choose(snapshot)
        elif asked and self.chance.random() < 0.6:
            order = dict(asked[0] if self.chance.random() < 0.7 else self.chance.choice(asked))
            self.order(order.pop("name"), **order)
        elif snapshot["round"] and self.chance.random() < 0.8:
            self._play_round(snapshot)
        else:
            self.chance.choice(self._acts(snapshot))()

    def _acts(self, snapshot: dict[str, Any]) -> list[Callable[[], None]]:
        entries = [each["id"] for each in snapshot["log"]["last"]] or [1]
        entry, seats = self.chance.choice(entries), [each["id"] for each in snapshot["seats"]]
        seat, card = self.chance.choice(seats), self.chance.choice(CODES)
        key = f"t{self.chance.randrange(1, self.session.table.next_id + 1)}"
        kind = self.chance.choice(("clash", "test", "opposed", "c10", "c100", "pulp"))
        intensities = self.chance.choice(([4], [9], [2, 6, 10], [0]))
        throw: list[Callable[[], None]] = [lambda: self._throw(seats)] * 8
        return [
            *throw,
            lambda: self.order("mode", kind="clash"),
            lambda: self.order("mode", kind=kind, intensities=intensities, thrower=seat),
            lambda: self._deal(),
            lambda: self.order("round-open"),
            lambda: self.order("round-open"),
            lambda: self.order("round-close"),
            lambda: self.order("new-throw"),
            lambda: self.order("judge-now"),
            lambda: self.order("count"),
            lambda: self.order("undo"),
            lambda: self.order("undo"),
            lambda: self.order("correct", key=key, card=card),
            lambda: self.order("assign", key=key, seat=seat),
            lambda: self.order("correct-entry", entry=entry, seat=seat, index=0, card=card or "w02"),
            lambda: self.order("correct-entry", entry=entry, seat=seat, index=0, card="Ks"),
            lambda: self.order("confirm-entry", entry=entry),
            lambda: self.order("remove-entry", entry=entry),
            lambda: self.order("note", entry=entry, text="why?"),
            lambda: self.order("reshuffle", deck=self.chance.choice(("players", "host"))),
            lambda: self.order("accept-count", seat=seat),
            lambda: self.order("seat-change", seat=seat, awaited=self.chance.randrange(3)),
            lambda: self._record(),
            lambda: self._record(),
            lambda: self._keep_worksheet(),
            lambda: self.order("language", language=self.chance.choice(LANGUAGES)),
            lambda: self._restart(),
        ]

    def _choose(self, snapshot: dict[str, Any]) -> None:
        chosen = self.chance.choice(snapshot["verdict"]["choose"])["seat"]
        side = next(each["side"] for each in snapshot["seats"] if each["id"] == chosen)
        self.order("choose", side=side, seat=chosen)

    def _play_round(self, snapshot: dict[str, Any]) -> None:
        now = snapshot["round"]
        if now["speaker"]:
            self._announce(now["speaker"], [each["id"] for each in snapshot["seats"]])
        elif now["awaited"]:
            self._lay({seat: number or 1 for seat, number in now["awaited"].items()})
        else:
            self.chance.choice(
                (
                    lambda: self.order("round-next"),
                    lambda: self.order("adjust", seat="players", by=1),
                    lambda: self.order("mark", seat="host", condition="injured"),
                )
            )()

    def _announce(self, speaker: str, seats: Sequence[str]) -> None:
        foes = [seat for seat in seats if seat != speaker]
        several = self.chance.sample(foes, self.chance.randrange(1, len(foes) + 1))
        action: dict[str, Any] = self.chance.choice(
            (
                {"kind": "attack", "target": several},
                {"kind": "attack", "target": several[:1]},
                {"kind": "attack", "target": several[:1], "harmless": True},
                {"kind": "defend"},
                {"kind": "defend", "against": several[:1]},
                {"kind": "other", "intensity": self.chance.choice((0, 4, 7))},
                {"kind": "other", "target": several[:1], "resist": 3},
                {"kind": "move"},
                {"kind": "nothing"},
            )
        )
        more: dict[str, Any] = self.chance.choice(
            ({}, {}, {}, {"manner": "shooting"}, {"manner": "hand to hand"}, {"driver": True}, {"run": 30})
        )
        if self.chance.random() < 0.1:
            more = {"recovered": self.chance.random() < 0.5}
        self.order("announce", seat=speaker, action=action, **more)

    def _throw(self, seats: Sequence[str]) -> None:
        self.session.table.take()
        self.session.look(2.0)
        who = self.chance.sample(seats, self.chance.randrange(1, len(seats) + 1))
        self._lay({seat: self.chance.randrange(1, 4) for seat in who})

    def _lay(self, numbers: Mapping[str, int]) -> None:
        """Lay so many cards for each seat: face down, then up."""
        table, keys = self.session.table, []
        left = self.chance.sample([code for code in CODES if code], 12) + self.chance.sample(OTHERS, 20)
        for place, (seat, number) in enumerate(numbers.items()):
            for nth in range(number):
                y = FAR_Y if seat == "host" else NEAR_Y
                keys.append((seat, table.down(120 + 200 * place + 50 * nth, y)))
        self.session.look()
        for seat, key in keys:
            code = left.pop(0) if self.chance.random() < 0.9 else None
            table.flip(key, code)
            if seat not in ("players", "host"):
                self.order("assign", key=f"t{key}", seat=seat)
        self.session.look(0.5)
        self.session.look(1.5)

    def _deal(self) -> None:
        self.order("mode", kind="pulp")
        self.session.table.take()
        self.session.look(2.0)
        for place, code in enumerate(self.chance.sample(PLAYING, 7)):
            self.session.table.lay(code, 120 + 120 * place, NEAR_Y)
        self.session.look()
        self.session.look()

    def _record(self) -> None:
        system = self.chance.choice([each for each in SYSTEMS if each != "demon-city"])
        document = BENCHES[system].document(self.chance)
        place = self.chance.choice((None, "last"))
        self.order("record", system=system, document=document, place=place)

    def _keep_worksheet(self) -> None:
        turn = {
            "characters": [
                {"id": "Kara", "side": "good", "phases": [2, 5, 8]},
                {"id": "Ogre", "phases": [3]},
            ],
            "steps": [{"do": "next"}] * self.chance.randrange(1, 4),
        }
        combat = {"combatants": ["Ines", "Colt"], "steps": [{"do": "order", "order": ["Ines", "Colt"]}]}
        self.order("desk", system="dragon", document={"turn": turn})
        self.order("desk", system="pulp", document={"difficulty": self.chance.randrange(4), "combat": combat})

    def _restart(self) -> None:
        self.session.pipeline += 1
        self.session.look()


def played(seed: int) -> Iterator[Item]:
    """Play a session by lot: every snapshot of every role, then its log, events and exports."""
    with tempfile.TemporaryDirectory() as name, closing(Store(Path(name))) as store:
        player = Played(store, seed)
        for step in range(STEPS):
            player.step()
            for role in ROLES if step % 6 == 0 else (HOST,):
                yield f"session {seed} step {step} {role}", player.session.see(role)
        for role in ROLES:
            yield f"session {seed} log {role}", player.session.log(role)
        yield from written_of(f"session {seed}", store)


def written_of(name: str, store: Store) -> Iterator[Item]:
    """Yield the events of a store and its exports."""
    for event in store.events(None):
        yield f"{name} settings {event.id}", [event.at, event.kind, event.payload]
    for session in store.sessions():
        for event in store.events(session.id):
            yield f"{name} event {event.id}", [event.at, event.kind, event.payload]
        for language in LANGUAGES:
            for form in FORMS:
                text = INLINE.sub("", render_export(store, session, form, language))
                yield f"{name} export {session.id} {language}{form}", text


# --- recorded sessions ---


def recorded() -> Iterator[Item]:
    """Play recordings again: one that was kept, and some that are made by lot."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copytree(RELEASED / "log", folder / "log")
        with closing(Store(folder / "log")) as store:
            yield from written_of("released log", store)
        yield from replayed("released", RELEASED / "table.recording", folder / "released")
        for seed in range(4):
            path = folder / f"{seed}.recording"
            session = RecordedSession(folder / f"recorded-{seed}", path, seed)
            for _ in range(40):
                session.act()
            session.close()
            yield from replayed(f"recorded {seed}", path, folder / f"again-{seed}")


def replayed(name: str, path: Path, folder: Path) -> Iterator[Item]:
    """Yield what comes of a recording, turn by turn, and what it leaves in the log."""
    turns: list[Any] = []
    result = Replay(path, folder, turns.append).run()
    yield f"{name} turns", turns
    yield f"{name} differences", result.differences
    with closing(Store(folder)) as store:
        yield from written_of(name, store)


# --- generated documents ---


def generated(count: int) -> Iterator[Item]:
    """Judge so many documents, three quarters of them right, and put those that count into a log."""
    right = count * 3 // 4 // len(BENCHES)
    for which, bench in BENCHES.items():
        system = which if which in SYSTEMS else "demon-city"
        for number, document in enumerate(documents(bench, 1, right)):
            name = f"document {which} {number}"
            yield from answered(name, {"system": system, **document})
            yield from logged(name, system, document)
    changed = changed_documents(np.random.default_rng(1))
    for number in range(count - right * len(BENCHES)):
        try:
            broken: object = read_json(next(changed))
        except UnfitJSONError:
            continue
        yield from answered(f"changed {number}", broken)


def answered(name: str, document: Any) -> Iterator[Item]:
    """Yield the answer to a document and its verdict, or why it is refused."""
    for language in LANGUAGES:
        for what, ask in (("answer", resolve_any), ("verdict", render_any)):
            try:
                # Whoever names no seed gets one by chance.
                made = ask({"seed": 7, **document} if is_by_chance(document) else document, language)
            except DocumentError as refused:
                made = refused.render(language)
            if isinstance(made, Verdict):
                made = made.model_dump(mode="json", exclude_unset=True)
            yield f"{name} {language} {what}", made


def is_by_chance(document: Any) -> bool:
    """Tell whether a document leaves something to chance: dice, or who of equals comes first."""
    return isinstance(document, dict) and (
        document.get("kind") == "round" or document.get("system", "demon-city") not in ("demon-city", "pulp")
    )


SIDES: Final = ("players", "host")


def logged(name: str, system: str, document: dict[str, Any]) -> Iterator[Item]:
    """Yield the entry that a judged document becomes in the log, for the Host and in both languages."""
    given = {"seed": 7, **document} if is_by_chance({"system": system, **document}) else document
    try:
        judged = judge_document(SYSTEMS[system], given)
    except DocumentError:
        return
    result: dict[str, Any] = judged.answer()
    if judged.kind.use != "logged":
        return
    more: dict[str, Any] = {}
    if system != "demon-city":
        more = {"system": system, "said": judged.sentences()}
    elif judged.document["kind"] == "round":
        result |= {"new": [*result["uncontested"], *result["results"]]}
        if not result["new"]:
            return
    elif judged.document["kind"] == "damage":
        result |= {"hurt": "a", "by": "b", "miscounted": []}
    payload = {
        "throw": 1,
        "mode": judged.document["kind"],
        "document": judged.document,
        "result": result,
        "people": [],
        "seats": [],
        "picture": None,
        "crops": [],
        **more,
    }
    event = StoredEvent(
        7, "s", datetime(2026, 11, 20, tzinfo=UTC).isoformat(), "confirmed", pack(read_json(_text(payload)))
    )
    projection = read_events([event])
    yield f"{name} unread", [each.render("en") for each in projection.unread]
    for language in LANGUAGES:
        yield f"{name} {language} log", json.loads(serialize_log(projection.entries.log, language, "host"))


# --- the file ---


def _text(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, default=str).encode()


def lines(items: Iterable[Item]) -> Iterator[bytes]:
    """Yield a line for each item."""
    return (_text([name, value]) + b"\n" for name, value in items)


def differences(file: Iterable[bytes], now: Iterable[bytes]) -> Iterator[str]:
    """Yield the names of the lines that are not the same in both."""
    for before, after in zip_longest(file, now, fillvalue=b'[""]\n'):
        if before != after:
            yield f"{json.loads(before)[0]!r} before, {json.loads(after)[0]!r} now: {_where(before, after)}"


def _where(before: bytes, after: bytes) -> str:
    place = next((n for n, pair in enumerate(zip(before, after, strict=False)) if pair[0] != pair[1]), 0)
    part = slice(max(0, place - 60), place + 100)
    return f"{before[part].decode(errors='replace')} | {after[part].decode(errors='replace')}"


def main(words: Sequence[str] | None = None) -> int:
    """Record, or compare; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.golden_json", description=__doc__)
    parser.add_argument("do", choices=("record", "compare"))
    parser.add_argument("file", type=Path)
    asked = parser.parse_args(words)
    if asked.do == "record":
        with asked.file.open("wb") as file:
            file.writelines(lines(everything()))
        print(f"{asked.file}: {asked.file.stat().st_size} bytes")
        return 0
    different, count = [], 0
    with asked.file.open("rb") as file:
        for difference in differences(file, lines(everything())):
            count += 1
            if count <= SHOWN:
                different.append(difference)
    print(*different, f"{count} lines differ", sep="\n")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
