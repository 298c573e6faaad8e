"""Matches and their logs. Knows rule engines; knows nothing of tournaments."""
