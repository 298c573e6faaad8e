"""A hall full of people, for tests and measurements: judges who score over HTTP, spectators who watch.

Speaks to a running program only as phones do. Knows nothing of what is being tested or measured.
"""
