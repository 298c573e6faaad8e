"""Who may come in: passwords, links by mail, codes from a phone, sessions, and what slows down whoever guesses.

Knows accounts, browsers and addresses; knows nothing of clubs or tournaments but a club's name, which is no password.
"""
