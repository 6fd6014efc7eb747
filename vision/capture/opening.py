"""From a source spec to the source itself."""

from __future__ import annotations

from vision.capture.spec import Source, SourceError, SourceKind, SourceSpec


def open_source(spec: SourceSpec) -> Source:
    """Build the source of a spec, not yet opened; only its own module is imported.

    :raise SourceError: if it is a phone that nobody has paired
    """
    match spec.kind:
        case SourceKind.CAMERA:
            from vision.capture.camera import Camera

            return Camera(int(spec.address), None if spec.largest else spec.size_wh, spec.fps, spec.hold)
        case SourceKind.STREAM:
            from vision.capture.stream import Stream

            return Stream(spec.address)
        case SourceKind.PHONE:
            from vision.capture.motion_jpeg import MotionJPEG

            if spec.locked:
                raise SourceError(f"{spec.name}: only the page can pair one; run clashcam play")
            return MotionJPEG(spec.address, spec.name)
        case SourceKind.CLIP:
            from vision.capture.clip import Clip

            return Clip(spec.address, spec.fps)
        case SourceKind.PICTURES:
            from vision.capture.picture_folder import PictureFolder

            return PictureFolder(spec.address, spec.fps)
        case SourceKind.RECORDING:
            from vision.capture.recorded import Recorded

            return Recorded(spec.address)
        case SourceKind.DEMO:
            from vision.capture.virtual_source import VirtualSource

            return VirtualSource(spec)
