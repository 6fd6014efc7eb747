"""What a person is told when something cannot be done: a code and what it names, worded in their language."""

from __future__ import annotations

from webui.i18n import LANGUAGES, render


class RefusedError(Exception):
    """Mixed into an error that people meet on the page: its words are ``refused.CODE`` of the catalogue."""

    def __init__(self, code: str, /, **named: object) -> None:
        super().__init__(code)
        self.code = code
        self.named = named

    def render(self, language: str) -> str:
        """Return it in one line of a language."""
        return " ".join(render(f"refused.{self.code}", self.named, language).splitlines())

    def __str__(self) -> str:
        return self.render(LANGUAGES[0])


def render_fault(fault: Exception, language: str) -> str:
    """Return what is wrong in one line of a language, as far as it has words in that language."""
    return fault.render(language) if isinstance(fault, RefusedError) else str(fault)
