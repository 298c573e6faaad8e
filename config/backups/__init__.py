"""Copies of everything, taken while people play, and brought back into an empty place.

A backup is one file: the database as it was at one moment, the secret key, and a manifest that says what is in it, so
that what is restored can be compared with what was kept. Knows nothing of what the data mean beyond how to verify it.
"""
