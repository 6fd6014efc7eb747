"""How long is waited for cameras, in one place: what means the same waits the same."""

from __future__ import annotations

from typing import Final

SILENCE_S: Final = 1.2
"""A live source from which for so long nothing comes, or nothing whole or new, has stopped: a slow webcam needs a
quarter of a second. Whoever holds the frame slot for so long was killed with it in hand."""

OPENING_S: Final = 10.0
"""A camera on the same network answers within a second, one across a mobile link may need a few. Video, which is coded
as differences, may repeat a picture for as long where nothing moves. A file from which for so long no picture comes is
lost, too: a loaded machine takes its time, but never so much for one."""

PAUSE_S: Final = 0.4
"""Between two attempts to open what was lost; a process that is to end gets so long, and so far may a paced source fall
behind before it goes on from now instead of racing to catch up. A camera is tried for so long to see how fast it is; a
file may be so much shorter than it says."""
