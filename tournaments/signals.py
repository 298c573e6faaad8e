"""What other rooms may want to hear about tournaments. Sent inside the transaction that changes them."""

from django.dispatch import Signal

round_published = Signal()
"""A round is shown to everybody. Gives ``round``."""

tables_changed = Signal()
"""People of a published round sit elsewhere. Gives ``round``."""

clock_started = Signal()
"""The organiser let a round's time begin. Gives ``round``."""

person_gone = Signal()
"""An entrant is not who they were: erased, or somebody else plays on. Gives ``entrant_id``."""

standings_changed = Signal()
"""Something other than a match changed what the standings say, or who may see them. Gives ``tournament_id``."""

tournament_closed = Signal()
"""The standings are final. Gives ``tournament``."""
