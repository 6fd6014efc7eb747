"""The virtual table as a camera: an iterator of pictures with their times, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..types import Frame
from .camera.optics import TableCamera
from .plays.play import Play
from .plays.script import Script, Throw, Wish
from .stage import Stage
from .style import TableStyle
from .things.found import TableParts


@dataclass(frozen=True, slots=True)
class RenderedFrame:
    """A picture, its number counted from 0, and the source's own clock in seconds."""

    frame: int
    t_s: float
    image: Frame


class VirtualTable:
    """Renders a seeded play.

    ``faces`` maps codes to pictures of the cards' faces, ``back`` is that of their backs (any size, BGR). Keyword
    arguments fix fields of :class:`TableStyle` (``card_height_px=60``, ``noise=0``). ``around_flips_only`` leaves out
    frames away from cards being turned over: numbers and times jump. ``play`` is the people's play. With ``found`` the
    table is made of those parts, with more things on it: the cards, hands and light are unchanged. The same arguments
    give the same pictures.

    :raise CrowdedTableError: if the script has more cards than fit.
    """

    def __init__(
        self,
        seed: int,
        faces: Mapping[str, Frame],
        back: Frame,
        size_wh: tuple[int, int] = (1280, 720),
        fps: float = 30.0,
        seconds: float | None = None,
        script: Script | None = None,
        throws: Sequence[Throw] | None = None,
        around_flips_only: bool = False,
        play: type[Play] = Play,
        found: TableParts | None = None,
        **style: Any,
    ) -> None:
        chance = np.random.default_rng([seed, 0])
        self.size_wh, self.fps, self.seconds = size_wh, fps, seconds
        self.style = TableStyle.drawn(chance, **style)
        self._seed, self._around_flips_only = seed, around_flips_only
        self._ahead_s, self._played_s = 0.0, 0.0
        card_wh_mm = card_size_mm(back, self.style.border_share)
        self._camera = TableCamera.over_cards(
            size_wh,
            card_wh_mm[1],
            self.style.card_height_px,
            self.style.tilt_deg,
            self.style.roll_deg,
            self.style.k1,
        )
        self._play = play(seed, tuple(faces), self._camera, script or Script(), throws, card_wh_mm)
        found_by = None if found is None else (found, np.random.default_rng([seed, 3]))
        self._stage = Stage(self._camera, self.style, faces, back, self._play, chance, found_by)

    @property
    def dealt(self) -> tuple[Throw, ...]:
        """The throws dealt so far; the last one may not be laid yet."""
        return tuple(self._play.dealt)

    def take_wish(self, wish: Wish | None) -> None:
        """Lay the wished cards from now on, None: as the script says.

        The first wish clears the table first, whatever was being played.
        """
        if wish is not None and self._play.wish is None:
            self._ahead_s += max(0.0, self._play.written_s - self._played_s)
        self._play.wish = wish

    def frame_numbers(self) -> Iterator[int]:
        """Yield the numbers of this camera's frames, in order; without end if no length was given."""
        number = 0
        while self.seconds is None or number < round(self.seconds * self.fps):
            t_s = number / self.fps + self._ahead_s
            self._play.write_until(t_s)
            if self._play.over and t_s > self._play.written_s:
                return
            if not self._around_flips_only or self._near_flip(t_s):
                yield number
            number += 1

    def _near_flip(self, t_s: float) -> bool:
        return any(flip.start_s - 0.25 <= t_s <= flip.end_s + 1.0 for flip in self._play.flips())

    def render(self, number: int) -> RenderedFrame:
        """Return one picture by its number."""
        self._played_s = number / self.fps + self._ahead_s
        self._play.write_until(self._played_s)
        chance = np.random.default_rng([self._seed, 2, number])
        return RenderedFrame(number, number / self.fps, self._stage.shoot(self._played_s, chance))

    def __iter__(self) -> Iterator[RenderedFrame]:
        return (self.render(number) for number in self.frame_numbers())


def card_size_mm(back: Frame, border_share: float = 0.0) -> tuple[float, float]:
    """Return the size of the cards: tarot or poker size, whichever is nearer to the shape of their back."""
    height, width = back.shape[:2]
    rim = round(border_share * width)
    aspect = (width + 2 * rim) / (height + 2 * rim)
    height_mm = 120.0 if aspect < 0.65 else 88.9
    return (aspect * height_mm, height_mm)
