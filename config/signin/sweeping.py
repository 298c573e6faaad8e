"""What is of no use any more, thrown away now and then."""

from config.signin import letters, limits, links, stays


def sweep() -> None:
    for part in (limits, stays, links, letters):
        part.sweep()
