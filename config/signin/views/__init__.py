"""Thin: who asks and what was sent, one service, a page."""
