"""The command `play`: the page on live frames."""

from __future__ import annotations

import webbrowser
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import click

from vision.capture.spec import JOIN, SourceKind, SourceSpec
from webui.camera.decks.readable import DeckError, Decks, deck_names
from webui.cli.bad_input import fail, say
from webui.cli.closing import Closing, is_clashcam
from webui.cli.ending import Ending, handle_termination
from webui.cli.options import (
    FOLDER,
    check_copies,
    copies_option,
    database_option,
    record_option,
    record_pictures_option,
    table_option,
)
from webui.storage.folders import data_folder
from webui.storage.logbook import keep_messages

PHONE_AGAIN = "is not paired; have it scan the code on the page, under Set-up, Camera"
PASSWORD_AGAIN = "its password is not kept; type its whole address again on the page, under Set-up, Camera"


@click.command("play")
@click.argument("source", required=False)
@click.option("--far", help="A second camera, over the far half of the table, by the same words as SOURCE.")
@click.option("--deck", "deck", help="Decks on the table, comma separated.")
@copies_option
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to serve on.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8765,
    show_default=True,
    help="Port to serve on; 0 takes a free one.",
)
@click.option("--data", type=FOLDER, help="Folder of the log and decks.")
@click.option("--no-browser", is_flag=True, help="Open no browser.")
@click.option(
    "--until-closed",
    is_flag=True,
    help="For a double click: end when the last page is closed, and open the page alone where it runs already.",
)
@click.option("--seed", default=0, show_default=True, help="Which session the virtual table plays.")
@click.option(
    "--read-only", is_flag=True, help="Look at the log beside a program that writes it; keep nothing."
)
@database_option
@table_option
@click.option(
    "--fast", is_flag=True, help="Play a recording, a video or the virtual table as fast as possible."
)
@record_option
@record_pictures_option
def command(
    source: str | None,
    far: str | None,
    deck: str | None,
    copies: dict[str, int],
    host: str,
    port: int,
    data: Path | None,
    no_browser: bool,
    until_closed: bool,
    seed: int,
    read_only: bool,
    database: str | None,
    table: str,
    fast: bool,
    record: Path | None,
    record_pictures: bool,
) -> None:
    """Open the page on live frames.

    SOURCE is a camera's number or name, a video file, `replay:FILE` (a recording), a URL (MJPEG, RTSP), `phone` or
    `demo`, the virtual table. Left out, the camera that was chosen on the page last time is taken if it is still
    there, else the first that works, else the virtual table; the page says which. The decks are remembered likewise.
    At first Rider-Waite-Smith is looked for (on the virtual table its own deck); others are offered when seen.
    """
    from webui.camera.trackers import tracker_of
    from webui.cli.looking import first_decks, remaining_decks, spec_of
    from webui.cli.program import Place, Running, Tape, open_browser, remembered
    from webui.cli.serving import is_free, url_of

    if far and not source:
        raise click.UsageError("--far: say SOURCE too, the camera over the near half")
    if until_closed and port and not is_free(port, host):
        if is_clashcam(url_of(host, port)):
            if not no_browser:
                webbrowser.open(url_of(host, port))
            return
        port = 0  # Another program has it, and whoever clicked cannot choose.
    place = Place(host, port, data_folder(data), read_only, database, table)
    decks = Decks(data)
    try:
        kept, known = remembered(place), tuple(file.name for file in decks.files())
        chosen = list(deck_names(deck)) if deck else remaining_decks(kept.decks, known)
        read = partial(spec_of, seed=seed, decks=chosen)
        spec = (
            read(JOIN.join(filter(None, (source, far))))
            if source
            else source_again(kept.source, read) or first_camera() or read("demo")
        )
        names = chosen or first_decks(spec)
        check_copies(copies, names)
        decks.load_all(names)  # A deck that cannot be read is reported now, not on the page.
        _must_exist(spec)
        spec = replace(spec, hurried=fast)

        tape = Tape(record, record_pictures)
        if not read_only:
            keep_messages(place.data)
        with Running(
            place, spec, partial(tracker_of, decks, every_frame=False), decks, names, tape, copies
        ) as running:
            # Before anything is said: who reads that it serves may ask it to end at once.
            ending = handle_termination()
            click.echo(f"Clashcam looks at {spec.name} and serves {running.url} (stop with Ctrl-C)", err=True)
            if running.source.locked:
                missing = PHONE_AGAIN if spec.kind is SourceKind.PHONE else PASSWORD_AGAIN
                say(f"{spec.name}: {missing}")
            for line in running.unread():
                say(line)
            if not no_browser:
                open_browser(running.url, lambda: running.vision_thread.newest)
            closing = Closing(lambda: running.listeners)
            running.wait(lambda: _check(ending, closing if until_closed else None))
    except (DeckError, OSError, ValueError) as fault:
        fail(str(fault))
    except KeyboardInterrupt:
        click.echo("Goodbye; the log is kept.", err=True)


def _check(ending: Ending, closing: Closing | None) -> None:
    """Raise if the program is to end: somebody asked, or the last page was closed."""
    ending.check()
    if closing is not None:
        closing.check()


def source_again(chosen: str | None, read: Callable[[str], SourceSpec]) -> SourceSpec | None:
    """Return what was chosen on the page last time, if it is still there; a real camera comes before the demo."""
    from vision.capture.camera import list_cameras

    if chosen is None:
        return None
    spec = read(chosen)
    if spec.kind is SourceKind.CAMERA:
        return spec if spec.address in {str(camera.index) for camera in list_cameras()} else None
    if spec.kind is SourceKind.DEMO or spec.is_missing:
        return None
    return spec


def _must_exist(spec: SourceSpec) -> None:
    """A file that is not there is a slip of the keyboard: say so instead of waiting for it."""
    if spec.is_missing:
        raise ValueError(
            f"{spec.name}: no such file; expected a camera's number, a video, replay:FILE, a URL or demo"
        )


def first_camera() -> SourceSpec | None:
    """Return the first camera that gives a frame, None if there is none."""
    from vision.capture.camera import list_cameras
    from vision.capture.capture import Capture
    from vision.capture.spec import SourceError

    for camera in list_cameras():
        spec = SourceSpec(SourceKind.CAMERA, str(camera.index))
        try:
            with Capture(spec, patience_s=8.0):
                return spec
        except SourceError:
            continue
    return None
