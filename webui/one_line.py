"""Texts of one line: names of sessions, seats, tables and devices hold no control characters.

PostgreSQL keeps no NUL, a terminal obeys control characters, and a line break tears a log or a spreadsheet.
"""

from __future__ import annotations

import re
from typing import Final

CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
IN_A_TEXT: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
"""Control characters that are refused even in texts of several lines; tabs and line breaks are not."""


def is_one_line(text: str) -> bool:
    """Return whether a text holds no control characters.

    >>> is_one_line("Zoë's night"), is_one_line("a\\0b"), is_one_line("a\\nb")
    (True, False, False)
    """
    return CONTROL.search(text) is None


def one_line(text: str) -> str:
    """Return a text without control characters as it is.

    :raise ValueError: it holds some
    """
    if not is_one_line(text):
        raise ValueError("must hold no control characters, such as a line break")
    return text
