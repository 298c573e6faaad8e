"""``make chaos``: a whole tournament played by bots while everything it stands on is killed, paused and filled up.

Each client keeps a journal of what it asked and what it was told; afterwards the journals, the log and what the
pages show must agree. ``tests/chaos/test_short.py`` is a short run of it.
"""
