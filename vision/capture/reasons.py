"""Reasons why a source gives no pictures: one English line with code and parameters for other languages."""

from __future__ import annotations

from typing import Final

WORDS: Final = {
    "stopped": "{name}: has stopped sending",
    "silent": "{name}: has sent nothing for {seconds} seconds",
    "no-frame": "{name}: no frame for {seconds} seconds",
    "no-whole-picture": "{name}: sends, but no whole picture for {seconds} seconds",
    "half-pictures": "{name}: sends half pictures; check its cable or its reception",
    "broken-pictures": "{name}: sends broken pictures ({why})",
    "no-pictures": "{name}: sends no pictures",
    "too-large": "{name}: sends a picture of more than {count} bytes",
    "a-page": "{name}: sends a page ({kind}) and no pictures; give the address of its video",
    "unreached": "{name}: cannot be reached ({why}); open it in a browser to see",
    "no-video": "{name}: cannot be reached or sends no video; open it in a browser to see",
    "no-rtsp": (
        "{name}: cannot be reached or sends no video; "
        "check its address, name and password: {scheme}://NAME:PASSWORD@..."
    ),
    "answers": "{name}: answers {status}; open it in a browser to see",
    "not-let-in": "{name}: answers {status}; give its name and password in the address: http://NAME:PASSWORD@...",
    "camera-taken": (
        "camera {name}: gives no picture; close the program that uses it, or allow this one to use the camera"
    ),
    "camera-gone": "camera {name}: not there; cameras found: {found}",
    "no-camera": "camera {name}: not there; cameras found: none",
    "one-away": "{name}: is away; its half shows the last picture, the other goes on",
    "black-pictures": (
        "{name}: sends nothing but black; open its shutter, or switch it from interlaced to progressive video"
    ),
    "undecodable": "{name}: sends {codec}, which cannot be decoded here; switch it to H.264",
    "black-video": (
        "{name}: every picture is black, as interlaced video is here; "
        "convert it: ffmpeg -i IN -vf yadif OUT.mp4"
    ),
    "undecodable-video": "{name}: is coded as {codec}, which cannot be decoded here; save it as H.264",
    "broken-video": (
        "{name}: no picture of it can be decoded ({codec}); it is cut short or damaged: copy it again"
    ),
    "no-video-file": "{name}: is no video that can be decoded; MP4, MKV, AVI and WebM usually can",
    "breaks-off": "{name}: breaks off at {where}, after frame {count}; it is cut short or damaged: copy it again",
    "died": "the capture process has died",
}


class Reason(str):
    """A reason as a line; it passes through a pipe with its code and parameters."""

    __slots__ = ("code", "named")
    code: str
    named: dict[str, str]

    def __new__(cls, code: str, /, **named: object) -> Reason:
        """Format it; ``code`` is one of :data:`WORDS`."""
        words = {key: str(value) for key, value in named.items()}
        self = super().__new__(cls, " ".join(WORDS[code].format(**words).split()))
        self.code, self.named = code, words
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return _again, (self.code, self.named)


def _again(code: str, named: dict[str, str]) -> Reason:
    return Reason(code, **named)


def reason_of(error: BaseException) -> str:
    """Return why something failed in one line, as a :class:`Reason` where it is one."""
    first = error.args[0] if error.args else None
    if isinstance(first, Reason):
        return first
    return " ".join(str(error).split()) or type(error).__name__
