"""The base of forms whose answer has a shape of its own."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from webui.documents.demon_city.shapes import AnyAnswer, Json
from webui.documents.fields import Options
from webui.i18n.narrator import Narrator


class ResultForm(Options):
    """A document that is answered with one of :data:`webui.documents.demon_city.shapes.AnyAnswer`."""

    @abstractmethod
    def result(self, record: Any, narrator: Narrator) -> AnyAnswer:
        """The judge's record in the shape of the contracts."""

    def answer(self, record: Any, narrator: Narrator) -> Json:
        """The same as JSON has it."""
        return self.result(record, narrator).serialize()
