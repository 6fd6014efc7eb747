"""Faults of the store, each worded in every language (``refused.CODE``)."""

from __future__ import annotations

from webui.i18n.refusals import RefusedError


class StoreError(OSError):
    """The store cannot be opened, read or written."""


class UnfitStoreError(RefusedError, StoreError):
    """The store cannot be opened as it is; the message says why and what to do."""


class NotWrittenError(RefusedError, StoreError):
    """Nothing was written: the disk is full, gone, or not the one that was opened."""
