"""What other rooms may want to hear about tournaments. Sent inside the transaction that changes them."""

from django.dispatch import Signal

round_published = Signal()
"""A round is shown to everybody. Gives ``round``."""

standings_changed = Signal()
"""Something other than a match changed what the standings say, or who may see them. Gives ``tournament_id``."""

tournament_closed = Signal()
"""The standings are final. Gives ``tournament``."""
