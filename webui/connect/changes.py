"""What has happened between two snapshots, as events of the stream.

Snapshots of a role without secrets go in, so that nothing of the Host's can come out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from pydantic import BaseModel, ConfigDict

from webui.connect.events import (
    CameraData,
    CardReadData,
    CriticalData,
    DamageData,
    Data,
    FumbleData,
    HelloData,
    MarkData,
    MarkedData,
    PartData,
    PauseData,
    PlayedData,
    QuestionData,
    RoundData,
    SessionData,
    ThrowOpenedData,
    VerdictConfirmedData,
    VerdictData,
    VerdictWithdrawnData,
)

MARKS: Mapping[str, type[MarkedData]] = {"critical": CriticalData, "fumble": FumbleData}

SEEING = ("live", "ended")
"""The states of a source whose cards can be seen."""

RESTING = ("empty", "confirmed")
"""The phases in which no throw is open."""


class _Shown(BaseModel):
    """A part of a snapshot: the fields that are named here, whatever else there is."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class _Session(_Shown):
    id: str
    name: str


class _Message(_Shown):
    text: str


class _Source(_Shown):
    kind: str
    state: str
    message: _Message | None


class _Mode(_Shown):
    kind: str


class _Throw(_Shown):
    number: int
    round: int | None


class _Card(_Shown):
    face: str
    card: str | None
    name: str | None
    value: int | None
    reversed: bool | None
    state: str
    by: str
    significator: bool


class _Seat(_Shown):
    id: str
    name: str
    side: str
    cards: tuple[_Card, ...]


class _Played(_Shown):
    seat: str
    name: str
    card: str
    card_name: str
    value: int
    outcome: str | None


class _Mark(_Shown):
    kind: str
    seat: str
    text: str


class _Part(_Shown):
    kind: str
    tone: str
    headline: str
    title: str
    line: str
    played: tuple[_Played, ...]
    marks: tuple[_Mark, ...]


class _Verdict(_Part):
    spoken: str
    result: dict[str, object]
    parts: tuple[_Part, ...]


class _Hit(_Shown):
    seat: str
    by: str
    done: bool
    say: str


class _Round(_Shown):
    number: int
    phase: str
    order: tuple[str, ...]
    speaker: str | None
    hits: tuple[_Hit, ...]


class _Table(_Shown):
    language: str
    session: _Session
    source: _Source
    paused: bool
    mode: _Mode
    phase: str
    throw: _Throw
    seats: tuple[_Seat, ...]
    verdict: _Verdict | None
    round: _Round | None

    def name_of(self, seat: str | None) -> str | None:
        """Return the name of who sits there."""
        return next((each.name for each in self.seats if each.id == seat), seat)

    def camera(self) -> CameraData:
        """Return the state of the camera."""
        source = self.source
        text = source.message.text if source.message else ""
        return CameraData(ok=source.state in SEEING, state=source.state, kind=source.kind, text=text)


class Changes:
    """Compares each snapshot with the one before; the first one is where it begins."""

    def __init__(self, program: str) -> None:
        """``program`` is its version."""
        self._program = program
        self._table: _Table | None = None
        self._opened: int | None = None
        self._read: Counter[tuple[str, str]] = Counter()
        self._judged: tuple[int, _Verdict] | None = None
        self._last_judged: int | None = None
        self._revision = 0
        self._marked: set[tuple[str, str]] = set()
        self._confirmed: int | None = None
        self._hits: Counter[_Hit] = Counter()

    @property
    def session(self) -> str:
        """The id of the session; empty before the first snapshot."""
        return self._table.session.id if self._table else ""

    def hello(self) -> HelloData | None:
        """Return the state of the table; None before the first snapshot."""
        table = self._table
        if table is None:
            return None
        return HelloData(
            program=self._program,
            language=table.language,
            session_name=table.session.name,
            phase=table.phase,
            throw=table.throw.number,
            round=table.throw.round,
            paused=table.paused,
            camera=table.camera(),
        )

    def after(self, snapshot: Mapping[str, object]) -> list[Data]:
        """Return what has happened since the last snapshot, in order.

        :raise pydantic.ValidationError: it is no snapshot
        """
        table = _Table.model_validate(snapshot)
        before, self._table = self._table, table
        happened = list(self._after(before or table, table))
        return happened if before is not None else []

    def _after(self, before: _Table, table: _Table) -> Iterator[Data]:
        if table.session.id != before.session.id:
            self._begin()
            yield SessionData(session_name=table.session.name)
        if table.paused != before.paused:
            yield PauseData(on=table.paused)
        if table.camera() != before.camera():
            yield table.camera()
        yield from self._throw(table)
        if (table.phase == "question") != (before.phase == "question"):
            yield QuestionData(waiting=table.phase == "question")
        yield from self._verdict(table)
        yield from self._round(before, table)

    def _begin(self) -> None:
        """Forget what was sent of the last session."""
        self._opened = self._judged = self._last_judged = self._confirmed = None
        self._read.clear()
        self._marked.clear()

    def _throw(self, table: _Table) -> Iterator[Data]:
        number = table.throw.number
        if table.phase == "empty":
            self._opened = None
        elif table.phase != "confirmed" and self._opened != number:
            self._opened = number
            self._read.clear()
            yield ThrowOpenedData(throw=number, kind=table.mode.kind, round=table.throw.round)
        if table.phase not in RESTING:
            yield from self._cards(table)

    def _cards(self, table: _Table) -> Iterator[Data]:
        lying: Counter[tuple[str, str]] = Counter()
        for seat in table.seats:
            for card in seat.cards:
                is_read = card.state == "settled" or card.by == "human"
                if card.card is None or card.face != "up" or not is_read:
                    continue
                lying[seat.id, card.card] += 1
                if lying[seat.id, card.card] > self._read[seat.id, card.card]:
                    yield _card_read(table.throw.number, seat, card, card.card)
        self._read |= lying

    def _verdict(self, table: _Table) -> Iterator[Data]:
        number, verdict = table.throw.number, table.verdict
        if verdict is None:
            if self._judged is not None and self._judged[0] == number and table.phase not in RESTING:
                self._judged = None
                yield VerdictWithdrawnData(throw=number)
            return
        if self._judged != (number, verdict) and table.phase in ("verdict", "confirmed"):
            yield from self._judge(table, verdict)
        if table.phase != "confirmed":
            self._confirmed = None
        elif self._confirmed != number:
            self._confirmed = number
            yield VerdictConfirmedData(throw=number, title=verdict.title)

    def _judge(self, table: _Table, verdict: _Verdict) -> Iterator[Data]:
        number = table.throw.number
        again = self._last_judged == number
        self._revision = self._revision + 1 if again else 1
        if not again:
            self._marked.clear()
        self._judged, self._last_judged = (number, verdict), number
        yield VerdictData(
            **_part(verdict).__dict__,
            throw=number,
            round=table.throw.round,
            revision=self._revision,
            spoken=verdict.spoken,
            result=verdict.result,
            parts=[_part(each) for each in verdict.parts],
        )
        for part in (verdict, *verdict.parts):
            yield from self._marks(table, part)
        if verdict.kind == "damage" and table.round is None:
            yield _thrown_damage(number, verdict)

    def _marks(self, table: _Table, part: _Part) -> Iterator[Data]:
        for mark in part.marks:
            kind = MARKS.get(mark.kind)
            if kind is None or (mark.kind, mark.seat) in self._marked:
                continue
            self._marked.add((mark.kind, mark.seat))
            played = next((each for each in part.played if each.seat == mark.seat), None)
            yield kind(
                throw=table.throw.number,
                seat=mark.seat,
                name=table.name_of(mark.seat) or "",
                text=mark.text,
                card=played.card if played else None,
                card_name=played.card_name if played else None,
                value=played.value if played else None,
            )

    def _round(self, before: _Table, table: _Table) -> Iterator[Data]:
        was, now = before.round, table.round
        if now is None:
            self._hits.clear()
            if was is not None:
                yield RoundData(number=was.number, phase="closed", order=[], speaker=None, speaker_name=None)
            return
        if was is None or (was.number, was.phase, was.speaker) != (now.number, now.phase, now.speaker):
            yield RoundData(
                number=now.number,
                phase=now.phase,
                order=list(now.order),
                speaker=now.speaker,
                speaker_name=table.name_of(now.speaker),
            )
        hits = Counter(now.hits)
        for hit in (hits - self._hits).elements():
            yield DamageData(
                state="done" if hit.done else "due",
                throw=table.throw.number,
                seat=hit.seat,
                name=table.name_of(hit.seat),
                by=hit.by,
                by_name=table.name_of(hit.by),
                text=hit.say,
            )
        self._hits = hits


def _card_read(throw: int, seat: _Seat, card: _Card, code: str) -> CardReadData:
    return CardReadData(
        throw=throw,
        seat=seat.id,
        name=seat.name,
        side=seat.side,
        card=code,
        card_name=card.name or "",
        value=card.value,
        reversed=card.reversed,
        by="human" if card.by == "human" else "camera",
        significator=card.significator,
    )


def _part(part: _Part) -> PartData:
    return PartData(
        kind=part.kind,
        tone=part.tone,
        headline=part.headline,
        title=part.title,
        line=part.line,
        played=[PlayedData(**each.model_dump()) for each in part.played],
        marks=[MarkData(**each.model_dump()) for each in part.marks],
    )


def _thrown_damage(throw: int, verdict: _Verdict) -> DamageData:
    """Damage that is thrown outside of a round: the verdict names who threw it, and says the rest in words."""
    played = verdict.played[0] if verdict.played else None
    return DamageData(
        state="done",
        throw=throw,
        seat=None,
        name=None,
        by=played.seat if played else None,
        by_name=played.name if played else None,
        text=f"{verdict.title}. {verdict.line}".strip(),
    )
