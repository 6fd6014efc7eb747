"""What the table refuses: a code and what it names, worded where it is shown (:mod:`webui.i18n.refusals`)."""

from __future__ import annotations

from webui.i18n.refusals import RefusedError


class CommandError(RefusedError, ValueError):
    """A command that cannot be carried out as it stands; one line says why."""


class StaleCommandError(RefusedError, ValueError):
    """The table has moved on since the page that sent the command was drawn."""
