"""What a game is, in plain Python.

Knows nothing of Django, of matches kept in a database, or of tournaments.
"""
