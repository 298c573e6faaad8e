#!/usr/bin/env python3
"""Starts everything: python launch.py setup | run | demo | test | bench | lock

Kept to words that any Python understands, so that one which is too old can say so; the work is done
in config/launcher, on the standard library alone.
"""

import sys

NEEDED = (3, 11)


def main():  # type: () -> str | int
    if sys.version_info < NEEDED:
        return "Triomphe needs Python %d.%d or newer, and this is Python %s (%s)." % (
            NEEDED + (sys.version.split()[0], sys.executable)
        )
    from config.launcher.cli import main

    return main(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
