"""Tournaments: entrants, rounds, tables, pairings, standings. Knows games."""
