"""What goes wrong with the store, each with its words in every language (``refused.CODE``)."""

from __future__ import annotations

from webui.i18n.refusals import RefusedError


class StoreError(OSError):
    """The store cannot be opened, read or written."""


class UnfitStoreError(RefusedError, StoreError):
    """The store cannot be opened as it lies there; one line says why and what to do."""


class NotWrittenError(RefusedError, StoreError):
    """Nothing was written: the disk is full, gone, or no longer the one that was opened."""
