"""What other rooms may want to hear about matches. Sent inside the transaction that changes them."""

from django.dispatch import Signal

match_finalized = Signal()
"""A result was frozen. Gives ``match_id``."""

match_reopened = Signal()
"""A final match was taken up again. Gives ``match_id``."""

match_to_sign = Signal()
"""A match is over and its seats are asked to sign, or to sign anew. Gives ``match_id`` and the ``sheet``."""
