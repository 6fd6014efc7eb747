"""Every page and state at every width, by day and night, in every language: ``make shots ALL=FOLDER`` to look at them.

``python -m tests.browser.matrix FOLDER [WHAT ...]``: WHAT are looks (``fr-light-390``) and beginnings of names
(``tv``, ``table-eight``, ``upright``); without any, all are taken. FOLDER/LOOK/NAME.png; a phone's pages to their end.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from webui.i18n import LANGUAGES, catalogue
from webui.table.contract import HOST
from webui.table.seen.labels import title_of

from . import played
from .builders import Snapshot
from .conftest import FLAGS, LAPTOP, PHONE, TV, needs_chromium
from .fight_scenes import played_in
from .judged_scenes import EIGHT, clash_of, deal_of, fight_of_eight, round_of, throw_of
from .played import Drawn, program
from .scenes import IN_OTHER_LANGUAGES, SCENES
from .shots import PLAYED, wait_for_pictures
from .stage import Stage, served

SIZES = {size["width"]: size for size in (PHONE, LAPTOP, TV)}
UPRIGHT = ViewportSize(width=TV["height"], height=TV["width"])
"""A TV that stands on its side, among the pictures at a TV's width."""

JUDGED: Mapping[str, Callable[[str], Snapshot]] = {
    # What the rules judge and the narrator tells, in every language.
    "players": lambda language: clash_of({"ann": ["w09"], "fiend": ["s06"]}, language),
    "host": lambda language: clash_of({"ann": ["w06"], "fiend": ["s09"]}, language),
    "critical": lambda language: clash_of(
        {"ann": ["w09", "c03"], "fiend": ["c01"]}, language, significator="c03"
    ),
    "fumble": lambda language: clash_of({"doctor": ["m00"], "well": ["s07", "m15"]}, language),
    "tie": lambda language: clash_of({"ann": ["w09"], "doctor": ["c02"], "fiend": ["p09"]}, language),
    "success": lambda language: throw_of("w07", 4, language),
    "failure": lambda language: throw_of("w03", 4, language),
    "deal": lambda language: deal_of(language=language),
    "eight": lambda language: clash_of(EIGHT, language),
    "round-of-two": lambda language: round_of(2, language),
    "round-of-three": lambda language: round_of(3, language),
    "four-clashes": lambda language: round_of(4, language),
    "fight-of-eight": fight_of_eight,
}

FOUGHT = (
    *("fight-opening", "fight-announcing", "fight-throwing", "fight-judged", "fight-confirmed"),
    *("damage-to-draw", "damage-one-more", "damage-judged", "damage-confirmed"),
    *("fight-joining", "fight-recovering", "fight-of-six", "damage-drawing", "fight-third", "damage-unnoted"),
    *("wounds", "test-counting", "test-counted", "test-judged", "opposed-counted"),
)
"""States of a fight and of counted throws, as they are played (fight_scenes.py)."""

STATES = [name for name in {**SCENES, **JUDGED} if name not in IN_OTHER_LANGUAGES.values()] + [*FOUGHT]
SHOWN = [
    *("empty", "no-camera", "gathering", "reading", "question", "paused", "confirmed"),
    *("announcing", "throwing", "eight-throwing", "over", *JUDGED, *FOUGHT),
]
SETUP = ("camera", "picture", "deck", "seats", "piles", "others", "connect")
OTHERS = ("log", "sessions", "story", "odds", "decks", "decks/new", "deck-help", "support", "join", "camera")
SYSTEMS = ("pulp", "dragon", "chronica")

PAGES = {
    # name: path and scene
    **{f"table-{name}": ("/", name) for name in STATES},
    **{f"tv-{name}": ("/screen", name) for name in SHOWN},
    **{f"upright-{name}": ("/screen", name) for name in SHOWN},
    **{f"phone-{name}": ("/phone", name) for name in SHOWN},
    **{f"overlay-{name}": ("/overlay", name) for name in ("gathering", *JUDGED)},
    **{f"setup-{name}": (f"/setup#{name}", "empty") for name in SETUP},
    "setup-seats-of-eight": ("/setup#seats", "eight-gathering"),
    **{name.replace("/", "-"): (f"/{name}", "empty") for name in (*OTHERS, *SYSTEMS)},
    "decks-foes": ("/decks", "fight-opening"),
    "setup-seats-of-a-fight": ("/setup#seats", "wounds"),
    "join-refused": ("/join?code=1", "empty"),
    "overlay-settings": ("/overlay/settings", "critical"),
}


class Dialog(NamedTuple):
    """What opens over a page: a key to press, or what to press, found by a selector or by the key of its words; one
    after the other, if `then` stands between them.
    """

    path: str
    scene: str
    opens: str


DIALOGS = {
    "correct": Dialog("/", "critical", "key c"),
    "why": Dialog("/", "round-of-two", "why-sheet :is(button, summary)"),
    "whom": Dialog("/", "announcing", "words ui.do.attack"),
    "something-else": Dialog("/", "announcing", "words ui.do.other"),
    "actor": Dialog("/", "throwing", "round-list .actor button"),
    "calm": Dialog("/", "over", "next-steps [popovertarget]"),
    "keys": Dialog("/", "empty", "key ?"),
    "more": Dialog("/", "empty", "top-bar .menu summary"),
    "specials": Dialog("/", "players", "seat-list .holds >> nth=-1"),
    "significators": Dialog("/", "players", "seat-list .holds"),
    "new-session": Dialog("/sessions", "empty", "words ui.setup.new-session"),
    "session-menu": Dialog("/sessions", "empty", ".session:nth-child(2) .more-ways"),
    "delete-session": Dialog(
        "/sessions", "empty", ".session:nth-child(2) .more-ways then words ui.sessions.delete-it"
    ),
    "storage": Dialog("/sessions", "empty", "keep-pictures summary"),
    "campaign": Dialog("/sessions", "empty", "campaign-figures summary"),
    "figures": Dialog("/log", "empty", "log-figures summary"),
    "stats": Dialog("/setup#seats", "empty", "seat-editor summary"),
    "list-cards": Dialog("/decks", "empty", "words ui.decks.count"),
    "ranges": Dialog("/", "fight-announcing", "words ui.do.shoot"),
    "parry-or-dodge": Dialog("/", "fight-announcing", "words ui.do.defend"),
    "skill-in-a-round": Dialog("/", "fight-announcing", "words ui.do.other"),
    "who-is-in-it": Dialog("/", "fight-judged", "words ui.round.people"),
    "wounded": Dialog("/", "fight-third", "round-list .actor:nth-child(4) button"),
    "who-panics": Dialog("/", "fight-confirmed", "next-steps [popovertarget]"),
    "why-one-card-more": Dialog("/", "fight-throwing", "round-list .why-opens"),
    "why-two-degrees": Dialog("/", "test-judged", "why-sheet :is(button, summary)"),
    "new-skill": Dialog("/", "test-counted", "words ui.count.new-skill"),
    "armed-foe": Dialog("/decks", "fight-opening", "foe-shelf summary"),
}

ALSO_PLAYED: Mapping[str, tuple[Callable[[played.Drawn], None], str]] = {
    # name: what is played on the real program, and its path; beside those of the documents
    "pulp-by-hand": (played.pulp_by_hand, "/pulp"),
    "pulp-combat": (played.pulp, "/pulp#combat"),
    "pulp-initiative": (played.pulp_initiative, "/pulp#combat"),
    "pulp-deck": (played.pulp, "/pulp#deck"),
    "dragon-speeds": (played.dragon_speeds, "/dragon"),
    **{
        f"dragon-{task}": (played.dragon_dice, f"/dragon#{task}")
        for task in ("pool", "damage", "death-check")
    },
    **{f"dragon-{task}": (played.dragon_dice, f"/dragon#{task}") for task in ("split", "range", "odds")},
    "chronica-before": (played.chronica_before, "/chronica"),
    "chronica-assisted": (played.chronica_assisted, "/chronica"),
    "chronica-tie": (played.chronica_tie, "/chronica"),
    "chronica-kept": (played.chronica, "/chronica#kept"),
}


PLAYED_PAGES = {name: (play, path) for name, (play, path, _) in PLAYED.items()} | dict(ALSO_PLAYED)

ROLES = {"/screen": "screen", "/phone": "players", "/overlay": "overlay"}
"""Who looks at a page; at all others the Host."""


class Look(NamedTuple):
    """How a person sees it."""

    language: str
    scheme: Any
    width: int

    def __str__(self) -> str:
        return "-".join(map(str, self))


LOOKS = [Look(*each) for each in product(LANGUAGES, ("dark", "light"), SIZES)]


def scene_in(name: str, language: str) -> Snapshot:
    """A state in a language: its cards, and every sentence that the catalogues have as it stands."""
    if name in FOUGHT:
        return played_in(language)[name]
    theirs = catalogue(language)
    same = {words: theirs[key] for key, words in catalogue().items() if key in theirs}
    made = JUDGED[name](language) if name in JUDGED else SCENES[name]()
    scene: Snapshot = _told(made, same, language)
    return scene | {"language": language}


def _told(value: Any, same: Mapping[str, str], language: str) -> Any:
    if isinstance(value, list):
        return [_told(each, same, language) for each in value]
    if not isinstance(value, dict):
        return value
    told = {key: _told(each, same, language) for key, each in value.items()}
    told |= {
        key: same.get(told[key], told[key])
        for key in ("text", "name", "title", "headline", "line")
        if isinstance(told.get(key), str)
    }
    code = told.get("card") or told.get("code")
    if code and "card_name" in told:
        return told | {"card_name": title_of(code, language)}
    return told | {"name": title_of(code, language)} if told.get("name") and code else told


class Camera:
    """Takes pictures of one window, in one look."""

    def __init__(self, browser: Browser, look: Look, folder: Path) -> None:
        self.look, self.folder = look, folder / str(look)
        self.folder.mkdir(parents=True, exist_ok=True)
        context = browser.new_context(
            viewport=SIZES[look.width],
            color_scheme=look.scheme,
            reduced_motion="reduce",
            locale=look.language,
        )
        self.page: Page = context.new_page()
        self.page.on("pageerror", lambda error: print(f"{look}: {error}"))

    def take(self, name: str, url: str, opens: str = "", seat: str = "") -> None:
        """Open an address, then what shall lie open over it, and keep what is to be seen."""
        if seat:
            self.page.add_init_script(
                f"try {{ localStorage.setItem('clashcam.seat', {seat!r}); }} catch {{ void 0; }}"
            )
        self.page.set_viewport_size(UPRIGHT if name.startswith("upright") else SIZES[self.look.width])
        self.page.goto(url, wait_until="domcontentloaded")
        self.page.wait_for_timeout(600)
        self.page.locator(".waking").first.wait_for(state="detached")
        if opens:
            open_over(self.page, opens, self.look.language)
        wait_for_pictures(self.page)
        whole = self.look.width == PHONE["width"] and not name.startswith(("tv", "overlay", "dialog"))
        self.page.screenshot(path=self.folder / f"{name}.png", full_page=whole)
        # An empty page follows no other scene, and the next address is opened anew even if only its last part differs.
        self.page.goto("about:blank")


def open_over(page: Page, opens: str, language: str) -> None:
    """Open what a ``Dialog`` opens over the page as it stands."""
    for each in opens.split(" then "):
        how, _, what = each.partition(" ")
        if how == "key":
            page.keyboard.press(what)
        elif how == "words":
            page.locator("button:visible", has_text=catalogue(language)[what]).first.press("Enter")
        else:
            page.locator(each).first.press("Enter")
        page.evaluate(STANDS)


STANDS = """async () => {
    const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
    for (let n = 0; n < 3; n++) await frame();
    await Promise.all(document.getAnimations().map((each) => each.finished.catch(() => null)));
}"""
"""Resolves once what was opened has been drawn and has come to rest."""


def take_staged(camera: Camera, stage: Stage, address: str, name: str) -> None:
    """Takes a page or a dialog on the stage."""
    dialog = DIALOGS.get(name.removeprefix("dialog-")) if name.startswith("dialog-") else None
    path, scene, opens = dialog or (*PAGES[name], "")
    stage.show("empty", **scene_in(scene, camera.look.language) | {"role": ROLES.get(path, HOST)})
    somebody = next(each["id"] for each in stage.scene["seats"] if each["side"] == "players")
    camera.take(name, address + path, opens, seat=somebody if path == "/phone" else "")


def take_played(cameras: Sequence[Camera], name: str) -> None:
    """Takes a page of the real program after something was played on it; each language is played for itself."""
    play, path = PLAYED_PAGES[name.removeprefix("played-")]
    for language in LANGUAGES:
        theirs = [camera for camera in cameras if camera.look.language == language]
        if theirs:
            with TemporaryDirectory() as folder:
                live = Drawn(Path(folder))
                with program(live) as (_, address):
                    live.must("language", language=language)
                    play(live)
                    url = address + path
                    if path == "/export.html":
                        file = Path(folder) / "session.html"
                        file.write_bytes(live.client.get(path).data)
                        url = file.as_uri()
                    for camera in theirs:
                        camera.take(name, url)


def main(folder: str, *what: str) -> None:
    looks = [look for look in LOOKS if str(look) in what] or LOOKS
    beginnings = tuple(each for each in what if each not in map(str, LOOKS))
    names = [*PAGES, *(f"dialog-{name}" for name in DIALOGS), *(f"played-{name}" for name in PLAYED_PAGES)]
    wanted = [name for name in names if name.startswith(beginnings or "")]
    with served() as (stage, address), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=needs_chromium(), args=FLAGS)
        cameras = [Camera(browser, look, Path(folder)) for look in looks]
        for name in wanted:
            if name.startswith("played-"):
                take_played(cameras, name)
            staged = [each for each in cameras if each.look.width == TV["width"] or "upright" not in name]
            for camera in [] if name.startswith("played-") else staged:
                take_staged(camera, stage, address, name)
            print(name, flush=True)
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
