"""Documents in JSON: checked here, at the application's edge, judged by `rules`, answered as documents.

`judge_document` takes one parsed JSON value and returns a `Judged`, `answer_document` returns JSON; a list gives a
list. What does not fit raises `DocumentError`, whose text is one line that begins with the path of the field.
"""

from webui.documents.errors import DocumentError
from webui.documents.pipeline import Judged, answer_document, judge_document, known_system

__all__ = ["DocumentError", "Judged", "answer_document", "judge_document", "known_system"]
