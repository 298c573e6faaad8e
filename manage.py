#!/usr/bin/env python
"""Django's command line for Triomphe."""

import os
import sys


def stand_in_for_what_is_closed() -> None:
    """Else the first file or door that is opened gets its number and is taken for it, by our children above all."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115 - until the end


def main() -> None:
    stand_in_for_what_is_closed()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        from django.core.management import execute_from_command_line
    except ImportError:
        sys.exit("Django is not installed here. Run “python launch.py setup” and then use .venv/bin/python.")
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
