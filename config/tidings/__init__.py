"""Messages to whoever asked for them: your table is known, a round begins, a result waits to be signed.

Knows tournaments and who sits where; knows accounts by their confirmed address alone. What is sent says no more than
the public pages do, and gives nobody leave to do anything.
"""
