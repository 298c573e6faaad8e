"""A tournament as one JSON document, and back: ``triomphe-tournament/1`` (docs/tournament-document.md)."""

FORMAT = "triomphe-tournament"
VERSION = 1
NAMED = f"{FORMAT}/{VERSION}"
