"""Days and times in words."""

from __future__ import annotations

from datetime import datetime

from babel.dates import format_date

from webui.i18n import LOCALES


def session_title(name: str, identity: str, started: str, language: str) -> str:
    """Return what a session is called: its name, or the day where nobody named it.

    >>> session_title("2026-11-20-a", "2026-11-20-a", "2026-11-20T21:14:07+00:00", "de")
    'Freitag, 20. November 2026'
    >>> session_title("The Orphanage", "2026-11-20-a", "2026-11-20T21:14:07+00:00", "de")
    'The Orphanage'
    """
    return name if name != identity else day_of(started, language, "full")


def day_of(started: str, language: str, form: str = "long") -> str:
    """Return the day of a stamp in words; the stamp itself where it is damaged.

    >>> day_of("2026-11-20T21:14:07+00:00", "en")
    '20 November 2026'
    """
    try:
        return format_date(datetime.fromisoformat(started), form, locale=LOCALES[language])
    except ValueError:
        return started
