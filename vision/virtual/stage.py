"""Rendering of a play at a moment: cards, shadows and hands under a lamp, through a lens, onto a sensor."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from functools import partial

import cv2
import numpy as np
from numpy.typing import NDArray

from ..types import Frame, Quad
from .camera.lens import Lens
from .camera.optics import TableCamera
from .camera.sensor import Sensor
from .light.lamp import light_table, lit, tone
from .people.hand_painter import HandPainter, smear_px
from .people.hands import dress_arm
from .people.surroundings import Captions, Person
from .plays.kinematics import PlayedCard, Pose, Seat
from .plays.play import Play
from .sprites import (
    BACK_OF_QUAD,
    Box,
    Sizes,
    Sprite,
    card_sheet,
    crop,
    fill,
    paste,
    smear,
    soft_shadow,
    warp,
)
from .style import TableStyle
from .surfaces.textures import paint_surface
from .things.clutter import Thing, strew
from .things.found import TableParts, lay_picture, strew_found
from .types import Chance

CARDS_AT_HAND = 20
"""Number of cards whose sizes are cached: more than are on any table."""

_SHADOW_BGR = (0.0, 0.0, 0.0)


class CardSheets:
    """A deck's faces and its back in all sizes; the faces drawn last are kept."""

    def __init__(self, faces: Mapping[str, Frame], back: Frame, border_share: float) -> None:
        self._faces, self._border_share = faces, border_share
        self._back = self._sizes_of(back)
        self._kept: dict[str, Sizes] = {}

    def _sizes_of(self, picture: Frame) -> Sizes:
        return Sizes(partial(card_sheet, picture, self._border_share))

    def sizes(self, code: str | None) -> Sizes:
        """Return a face in all sizes; the back for None."""
        if code is None:
            return self._back
        sizes = self._kept.pop(code, None) or self._sizes_of(self._faces[code])
        self._kept[code] = sizes
        while len(self._kept) > CARDS_AT_HAND:
            del self._kept[next(iter(self._kept))]
        return sizes


class Stage:
    """Renders a play at a moment. Things at rest are cached from frame to frame."""

    def __init__(
        self,
        camera: TableCamera,
        style: TableStyle,
        faces: Mapping[str, Frame],
        back: Frame,
        play: Play,
        chance: Chance,
        found: tuple[TableParts, Chance] | None = None,
    ) -> None:
        """Prepare; ``found`` are the table's parts, if it is not drawn, and their own generator."""
        self._times = 2 if style.rich else 1
        self._camera = camera.enlarged(self._times)
        self._style, self._play = style, play
        self._light = light_table(
            chance, self.size_wh, style.lamp, style.level, style.unevenness, style.glare
        )
        surface = paint_surface(style.surface, chance, self._camera.table_map())
        if found is not None:
            parts, luck = found
            surface = lay_picture(luck, parts.surface(luck), self._camera.table_map())
        self._bare = tone(surface * self._light.gain)
        arms = {seat: dress_arm(chance) for seat in Seat}
        self.hands = HandPainter(self._camera, self._light, arms, play.hands, style.exposure_s)
        self._lens = Lens(style, self._times, self.size_wh)
        self._sheets = CardSheets(faces, back, style.border_share)
        self._sensor = Sensor(chance, camera.size_wh, style.noise, style.jpeg_quality)
        self._still: dict[int, tuple[Pose, list[Sprite]]] = {}
        self._strew(chance)
        if found is not None:
            things = parts.things(luck, self._light.towards)
            self._put_down(strew_found(luck, things, self._half_wh_mm(), play.areas()))
        self._person = Person(chance, self.size_wh) if style.person else None
        self._captions = Captions(chance, camera.size_wh) if style.captions else None
        self._sharp = self._bare.copy()
        self._soft = self._lens.through(self._sharp)

    def shoot(self, t_s: float, chance: Chance) -> Frame:
        """Return the picture at a time."""
        self._lay(t_s)
        moving = self._moving(t_s)
        frame = self._soft.copy()
        if moving:
            sharp = self._sharp.copy()
            for sprite in moving:
                paste(sharp, sprite)
            for sprite in moving:
                self._lens.soften(sharp, frame, sprite.box)
        if self._times > 1:
            size = (self.size_wh[0] // self._times, self.size_wh[1] // self._times)
            frame = np.asarray(cv2.resize(frame, size, interpolation=cv2.INTER_AREA), np.uint8)
        if self._style.flicker > 0:
            frame = np.asarray(
                cv2.convertScaleAbs(frame, alpha=1 + self._style.flicker * chance.normal()), np.uint8
            )
        exposed = self._sensor.expose(frame, chance)
        if self._captions is not None:
            self._captions.write(exposed, t_s)
        return exposed

    @property
    def size_wh(self) -> tuple[int, int]:
        """Size of the rendering, in pixels."""
        return self._camera.size_wh

    def _half_wh_mm(self) -> tuple[float, float]:
        """Visible extent of the table from its middle, to the left and towards the camera."""
        rim = np.array([[0, self.size_wh[1] / 2], [self.size_wh[0] / 2, self.size_wh[1]]])
        corners = np.abs(self._camera.unproject(rim))
        return float(corners[0, 0]), float(corners[1, 1])

    def _strew(self, chance: Chance) -> None:
        """Put the drawn things onto the bare table."""
        script, clear = self._play.script, self._play.reach_mm()
        between_seats = script.piles or script.discards
        self._put_down(strew(chance, self._style.clutter, self._half_wh_mm(), clear, between_seats))

    def _put_down(self, things: Iterable[tuple[Thing, Pose]]) -> None:
        """Put things onto the bare table, below all cards or beside them."""
        for thing, pose in things:
            ground = pose.corners_mm(thing.size_wh_mm)
            quad = self._camera.project(ground)
            fall = thing.height_mm * 0.35 * self._camera.scale_at(ground) * np.array(self._light.towards)
            flat = warp(Sizes(partial(np.asarray, thing.sheet)), quad, self.size_wh)
            if flat is not None:
                paste(self._bare, soft_shadow(flat, fall, self.size_wh))
                shown = lit(flat, self._light)
                if shown is not None:
                    paste(self._bare, shown)

    # Things at rest

    def _lay(self, t_s: float) -> None:
        """Update the picture of all that is at rest."""
        lying: dict[int, Pose] = {}
        for card in sorted(_on_table(self._play, t_s), key=lambda card: _rest_since(card, t_s)):
            pose = card.path.pose(t_s)
            if card.lies(t_s) and pose is not None:
                lying[card.id] = pose
        gone = [key for key, (pose, _) in self._still.items() if lying.get(key) != pose]
        come = [key for key in lying if key not in self._still or key in gone]
        if not gone and not come:
            return
        dirty = [sprite.box for key in gone for sprite in self._still.pop(key)[1]]
        codes = {card.id: card.code for card in self._play.cards}
        for key in come:
            self._still[key] = (lying[key], self._card_sprites(codes[key], lying[key], None))
            dirty += [sprite.box for sprite in self._still[key][1]]
        self._still = {key: self._still[key] for key in lying}
        for box in dirty:
            self._repaint(box)
        for box in dirty:
            self._lens.soften(self._sharp, self._soft, box)

    def _repaint(self, box: Box) -> None:
        left, top, right, bottom = box
        self._sharp[top:bottom, left:right] = self._bare[top:bottom, left:right]
        for _, sprites in self._still.values():
            for sprite in sprites:
                part = crop(sprite, box)
                if part is not None:
                    paste(self._sharp, part)

    # Moving things

    def _moving(self, t_s: float) -> list[Sprite]:
        somebody = self._person.sprite(t_s, self._light) if self._person else None
        sprites = [] if somebody is None else [somebody]
        for card in _on_table(self._play, t_s):
            stretch = card.path.stretch_at(t_s)
            if stretch is not None:
                sprites += self._card_sprites(
                    card.code, stretch.pose(t_s), smear_px(self._camera, stretch, t_s, self._style.exposure_s)
                )
        return [*sprites, *self.hands.sprites(t_s)]

    def _card_sprites(self, code: str, pose: Pose, shift_px: NDArray[np.floating] | None) -> list[Sprite]:
        """Return shadow, edge and face of a card, back to front."""
        corners = pose.corners_mm(self._play.card_wh_mm)
        quad = self._camera.project(corners)
        shown: str | None = code
        if signed_area(quad) < 0:
            quad, shown = quad[BACK_OF_QUAD], None
        edge = quad + np.array([0, 0.35 * self._camera.scale_at(corners)], np.float32)
        parts = [
            self._shadow(corners),
            lit(fill(edge, self.size_wh, (0.55, 0.58, 0.6)), self._light) if pose.z > 1 else None,
        ]
        face = warp(self._sheets.sizes(shown), quad, self.size_wh)
        if face is not None and shift_px is not None:
            face = smear(face, shift_px)
        parts.append(lit(face, self._light, glossy=self._style.glare > 0))
        return [part for part in parts if part is not None]

    def _shadow(self, corners_mm: NDArray[np.floating]) -> Sprite | None:
        """Return the shadow on the table: sharp and close under a card on it, wide and far under a lifted one."""
        height = float(corners_mm[:, 2].mean())
        ground = corners_mm.copy()
        ground[:, 2] = 0
        scale = self._camera.scale_at(corners_mm)
        offset = (0.6 + 0.45 * height) * scale * np.array(self._light.towards)
        quad = self._camera.project(ground)
        if signed_area(quad) < 0:
            quad = quad[BACK_OF_QUAD]
        soft = max(0.8, (0.8 + 0.12 * height) * scale)
        shadow = fill(quad + offset, self.size_wh, _SHADOW_BGR, soft)
        if shadow is not None:
            shadow.sheet[:] *= 0.6 / (1 + height / 90)
        return shadow


def signed_area(quad: Quad) -> float:
    """Return the signed area: positive if the corners go clockwise as seen in the picture."""
    x, y = quad[:, 0].astype(float), quad[:, 1].astype(float)
    return float(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y)) / 2


def _on_table(play: Play, t_s: float) -> list[PlayedCard]:
    return [card for card in play.cards if card.present(t_s)]


def _rest_since(card: PlayedCard, t_s: float) -> float:
    last = card.path.last_before(t_s)
    return math.inf if last is None else last.end_s
