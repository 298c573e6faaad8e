"""Triominos: one machine, and one short file for each published rule sheet.

Knows nothing of tournaments, of judges' screens or of how a match is kept.
"""
