"""The judge's desk: a table followed turn by turn, or deal by deal, on a phone.

Knows tables, permits and the Triominos engines. Writes to a match only through ``games.services``.
"""
