"""An independent look at pairings: everything counted again, from the records alone.

Shares no code with what makes pairings, and imports none of it. Slow and plain on purpose: this is the
side that has to be obviously right.
"""
