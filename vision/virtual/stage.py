"""Draws a play at a moment: cards, shadows and hands under a lamp, through a lens, onto a sensor."""

from __future__ import annotations

import math
from collections.abc import Mapping

import cv2
import numpy as np
from numpy.typing import NDArray

from ..types import Frame, Quad
from .clutter import strew
from .hands import HAND_WH_MM, SLEEVE_WH_MM, TIP_MM, Arm, Grip, dress_arm
from .kinematics import PlayedCard, Pose, Seat, Stretch
from .light import light_table, tone
from .optics import TableCamera
from .play import Play
from .sensor import Sensor
from .sprites import (
    Box,
    Sheet,
    Sprite,
    card_sheet,
    crop,
    fill,
    paste,
    shrink_steps,
    smear,
    split,
    warp,
    widen,
)
from .style import TableStyle
from .textures import paint_surface

_SHADOW_BGR = (0.0, 0.0, 0.0)
_BACK_OF_QUAD = [1, 0, 3, 2]
_CUFF_MM = 176.0
"""Where the sleeve begins, from the finger tip."""


class Stage:
    """Draws a play at a moment. What lies still is kept from frame to frame; only what changes is drawn."""

    def __init__(
        self,
        camera: TableCamera,
        style: TableStyle,
        faces: Mapping[str, Frame],
        back: Frame,
        play: Play,
        chance: np.random.Generator,
    ) -> None:
        self._times = 2 if style.rich else 1
        self._camera = camera.enlarged(self._times)
        self._style, self._faces, self._play = style, faces, play
        self._size = self._camera.size_wh
        self._light = light_table(chance, self._size, style.lamp, style.level, style.unevenness, style.glare)
        surface = paint_surface(style.surface, chance, self._camera.table_map())
        self._bare = tone(surface * self._light.gain)
        self._arms: dict[Seat, Arm] = {seat: dress_arm(chance) for seat in Seat}
        self._arm_steps: dict[int, list[Sheet]] = {}
        self._card_steps: dict[str | None, list[Sheet]] = {
            None: shrink_steps(card_sheet(back, style.border_share))
        }
        self._sensor = Sensor(chance, camera.size_wh, style.noise, style.jpeg_quality)
        self._still: dict[int, tuple[Pose, list[Sprite]]] = {}
        self._strew(chance)
        self._sharp = self._bare.copy()
        self._soft = self._through_lens(self._sharp)

    def shoot(self, t_s: float, chance: np.random.Generator) -> Frame:
        """The picture at a time."""
        self._lay(t_s)
        moving = self._moving(t_s)
        frame = self._soft.copy()
        if moving:
            sharp = self._sharp.copy()
            for sprite in moving:
                paste(sharp, sprite)
            for sprite in moving:
                self._soften(sharp, frame, sprite.box)
        if self._times > 1:
            size = (self._size[0] // self._times, self._size[1] // self._times)
            frame = np.asarray(cv2.resize(frame, size, interpolation=cv2.INTER_AREA), np.uint8)
        if self._style.flicker > 0:
            frame = np.asarray(
                cv2.convertScaleAbs(frame, alpha=1 + self._style.flicker * chance.normal()), np.uint8
            )
        return self._sensor.expose(frame, chance)

    @property
    def size_wh(self) -> tuple[int, int]:
        """The size at which it draws, in pixels."""
        return self._size

    def _strew(self, chance: np.random.Generator) -> None:
        """Put the other things onto the bare table."""
        corners = np.abs(
            self._camera.unproject(np.array([[0, self._size[1] / 2], [self._size[0] / 2, self._size[1]]]))
        )
        half = (float(corners[0, 0]), float(corners[1, 1]))
        script = self._play.script
        clear = self._play.reach_mm()
        for thing, pose in strew(chance, self._style.clutter, half, clear, script.piles or script.discards):
            ground = pose.corners_mm(thing.size_wh_mm)
            quad = self._camera.project(ground)
            fall = thing.height_mm * 0.35 * self._camera.scale_at(ground) * np.array(self._light.towards)
            flat = warp(shrink_steps(thing.sheet), quad, self._size)
            if flat is not None:
                paste(self._bare, self._soft_shadow(flat, fall))
                lit = self._lit(flat)
                if lit is not None:
                    paste(self._bare, lit)

    # What lies still

    def _lay(self, t_s: float) -> None:
        """Bring the picture of all that lies still up to date."""
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
            self._soften(self._sharp, self._soft, box)

    def _repaint(self, box: Box) -> None:
        left, top, right, bottom = box
        self._sharp[top:bottom, left:right] = self._bare[top:bottom, left:right]
        for _, sprites in self._still.values():
            for sprite in sprites:
                part = crop(sprite, box)
                if part is not None:
                    paste(self._sharp, part)

    # What moves

    def _moving(self, t_s: float) -> list[Sprite]:
        sprites: list[Sprite] = []
        for card in _on_table(self._play, t_s):
            stretch = card.path.stretch_at(t_s)
            if stretch is not None:
                sprites += self._card_sprites(card.code, stretch.pose(t_s), self._shift(stretch, t_s))
        for seat, path in self._play.hands.items():
            last = path.last_before(t_s) if path.stretches else None
            if last is not None:
                sprites += self._hand_sprites(seat, last, t_s)
        return sprites

    def _shift(self, stretch: Stretch, t_s: float) -> NDArray[np.floating]:
        """How far it goes while the shutter is open, in pixels."""
        before, after = (stretch.pose(t_s + side * self._style.exposure_s / 2) for side in (-1, 1))
        ends = self._camera.project(np.array([[before.x, before.y, before.z], [after.x, after.y, after.z]]))
        return np.asarray(ends[1] - ends[0])

    def _card_sprites(self, code: str, pose: Pose, shift_px: NDArray[np.floating] | None) -> list[Sprite]:
        """Shadow, edge and face of a card, back to front."""
        corners = pose.corners_mm(self._play.card_wh_mm)
        quad = self._camera.project(corners)
        shown: str | None = code
        if signed_area(quad) < 0:
            quad, shown = quad[_BACK_OF_QUAD], None
        edge = quad + np.array([0, 0.35 * self._camera.scale_at(corners)], np.float32)
        parts = [
            self._shadow(corners),
            self._lit(fill(edge, self._size, (0.55, 0.58, 0.6))) if pose.z > 1 else None,
        ]
        face = warp(self._steps(shown), quad, self._size)
        if face is not None and shift_px is not None:
            face = smear(face, shift_px)
        parts.append(self._lit(face, glossy=True))
        return [part for part in parts if part is not None]

    def _steps(self, code: str | None) -> list[Sheet]:
        if code not in self._card_steps:
            assert code is not None
            self._card_steps[code] = shrink_steps(card_sheet(self._faces[code], self._style.border_share))
        return self._card_steps[code]

    def _shadow(self, corners_mm: NDArray[np.floating]) -> Sprite | None:
        """The shadow on the table: sharp and close under a lying card, wide and far under a lifted one."""
        height = float(corners_mm[:, 2].mean())
        ground = corners_mm.copy()
        ground[:, 2] = 0
        scale = self._camera.scale_at(corners_mm)
        offset = (0.6 + 0.45 * height) * scale * np.array(self._light.towards)
        quad = self._camera.project(ground)
        if signed_area(quad) < 0:
            quad = quad[_BACK_OF_QUAD]
        soft = max(0.8, (0.8 + 0.12 * height) * scale)
        shadow = fill(quad + offset, self._size, _SHADOW_BGR, soft)
        if shadow is not None:
            shadow.sheet[:] *= 0.6 / (1 + height / 90)
        return shadow

    def hand_outlines(self, t_s: float) -> list[list[Sprite]]:
        """For each hand over the table its parts, unlit: what covers the cards."""
        lasts = ((seat, path.last_before(t_s)) for seat, path in self._play.hands.items() if path.stretches)
        outlines = (
            self._hand_parts(seat, last.pose(t_s), last.grip) for seat, last in lasts if last is not None
        )
        return [parts for parts in outlines if parts]

    def _hand_parts(self, seat: Seat, pose: Pose, grip: Grip) -> list[Sprite]:
        """Hand and sleeve where they are in the picture."""
        (tip_x, tip_y), (width, length), half = TIP_MM, HAND_WH_MM, SLEEVE_WH_MM[0] / 2
        hand = self._hand_quad(pose, (-tip_x, -tip_y, width - tip_x, length - tip_y))
        end = _CUFF_MM + self._reach_out_mm(pose, seat)
        sleeve = self._hand_quad(pose, (-half, _CUFF_MM, half, end))
        if seat is Seat.FAR:
            hand = hand[_BACK_OF_QUAD]
        arm = self._arms[seat]
        flat = (
            warp(self._arm_sheet(arm.hands[grip]), hand, self._size),
            warp(self._arm_sheet(arm.sleeve), sleeve, self._size),
        )
        return [part for part in flat if part is not None]

    def _hand_sprites(self, seat: Seat, stretch: Stretch, t_s: float) -> list[Sprite]:
        """Shadows and lit parts of one hand, back to front."""
        pose = stretch.pose(t_s)
        shift = self._shift(stretch, t_s)
        scale = self._camera.scale_at(np.array([[pose.x, pose.y, pose.z]]))
        fall = scale * (9 + 0.4 * pose.z) * np.array(self._light.towards)
        parts = self._hand_parts(seat, pose, stretch.grip)
        lit = [self._lit(smear(part, shift)) for part in parts]
        return [
            *(self._soft_shadow(part, fall) for part in parts),
            *(part for part in lit if part is not None),
        ]

    def _arm_sheet(self, sheet: Sheet) -> list[Sheet]:
        if id(sheet) not in self._arm_steps:
            self._arm_steps[id(sheet)] = shrink_steps(sheet, 40)
        return self._arm_steps[id(sheet)]

    def _soft_shadow(self, hand: Sprite, offset_px: NDArray[np.floating]) -> Sprite:
        left, top, right, bottom = hand.box
        box = widen(hand.box, 14, self._size)
        size = (max(1, (right - left) // 4), max(1, (bottom - top) // 4))
        small = cv2.resize(hand.sheet[..., 3], size, interpolation=cv2.INTER_AREA)
        small = cv2.GaussianBlur(small, (0, 0), 1.6)
        move = np.array(
            [[4, 0, left - box[0] + offset_px[0]], [0, 4, top - box[1] + offset_px[1]]], np.float32
        )
        alpha = cv2.warpAffine(small, move, (box[2] - box[0], box[3] - box[1])) * 0.45
        sheet = np.zeros((*alpha.shape, 4), np.float32)
        sheet[..., 3] = alpha
        return Sprite(sheet, box)

    def _hand_quad(self, pose: Pose, rect_mm: tuple[float, float, float, float]) -> Quad:
        """A rectangle of the hand (left, top, right, bottom from the finger tip, y towards the wrist) in pixels."""
        left, top, right, bottom = rect_mm
        turn = math.radians(pose.angle_deg)
        flat = np.array([[left, -top], [right, -top], [right, -bottom], [left, -bottom]])
        turned = flat @ np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
        points = np.column_stack([turned + np.array([pose.x, pose.y]), np.full(4, pose.z + 12)])
        return self._camera.project(points)

    def _reach_out_mm(self, pose: Pose, seat: Seat) -> float:
        """How long the sleeve must be to end outside of the picture."""
        width, height = self._size
        rim = self._camera.unproject(
            np.array([[width / 2, height * 1.25 if seat is Seat.NEAR else -height * 0.25]])
        )[0]
        return max(SLEEVE_WH_MM[1], abs(float(rim[1]) - pose.y) + 60.0)

    # Light and lens

    def _lit(self, sprite: Sprite | None, glossy: bool = False) -> Sprite | None:
        if sprite is None:
            return None
        left, top, right, bottom = sprite.box
        here = (slice(top, bottom), slice(left, right))
        colours, alpha = split(sprite.sheet)
        alphas = cv2.merge((alpha,) * 3)
        lit = cv2.multiply(colours, self._light.gain[here])
        if glossy and self._style.glare > 0:
            lit = cv2.add(lit, cv2.multiply(alphas, self._light.glare[here]))
        sheet = cv2.merge((*cv2.split(cv2.min(lit, alphas)), alpha))
        return Sprite(np.asarray(sheet, np.float32), sprite.box)

    def _through_lens(self, frame: Frame) -> Frame:
        """Defocus, and what the camera does against it."""
        style, blur_px = self._style, self._style.blur_px * self._times
        soft = cv2.GaussianBlur(frame, (0, 0), blur_px) if blur_px > 0.2 else frame.copy()
        if style.sharpen > 0:
            wide = cv2.GaussianBlur(soft, (0, 0), 1.3 * self._times)
            soft = cv2.addWeighted(soft, 1 + style.sharpen, wide, -style.sharpen, 0)
        return np.asarray(soft, np.uint8)

    def _soften(self, sharp: Frame, target: Frame, box: Box) -> None:
        """Blur a box of a sharp picture into another, with what surrounds it."""
        pad = math.ceil(self._times * (3 * self._style.blur_px + 4)) + 1
        left, top, right, bottom = widen(box, pad, self._size)
        x, y, far_x, far_y = widen((left, top, right, bottom), pad, self._size)
        soft = self._through_lens(sharp[y:far_y, x:far_x])
        target[top:bottom, left:right] = soft[top - y : bottom - y, left - x : right - x]


def signed_area(quad: Quad) -> float:
    """Positive if the corners go clockwise as seen on the picture."""
    x, y = quad[:, 0].astype(float), quad[:, 1].astype(float)
    return float(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y)) / 2


def _on_table(play: Play, t_s: float) -> list[PlayedCard]:
    return [card for card in play.cards if card.present(t_s)]


def _rest_since(card: PlayedCard, t_s: float) -> float:
    last = card.path.last_before(t_s)
    return math.inf if last is None else last.end_s
