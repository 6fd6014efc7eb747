"""Why an event could not be delivered."""

from __future__ import annotations

from webui.i18n.refusals import RefusedError


class DeliveryError(RefusedError):
    """A receiver that cannot be reached, or answers that it could not take the event: it is tried again."""

    wait_s: float = 0.0
    """How long the receiver asks to be left alone, in seconds."""

    def after(self, wait_s: float) -> DeliveryError:
        """Return the fault of a receiver that asks for patience."""
        self.wait_s = wait_s
        return self


class UndeliverableError(RefusedError):
    """A receiver that refuses the event, or an address that may not be used: the event is not tried again."""
