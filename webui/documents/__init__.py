"""Documents in JSON: validated here, at the application's edge, judged by `rules`, answered as documents.

Each `..._document` function takes one parsed JSON value and returns another; a list gives a list. What
does not fit raises `DocumentError`, whose text is one line that begins with the path of the field.
"""

from webui.documents.action_round import round_document
from webui.documents.counted import throws_document
from webui.documents.errors import DocumentError
from webui.documents.judged import resolve_document

__all__ = ["DocumentError", "resolve_document", "round_document", "throws_document"]
