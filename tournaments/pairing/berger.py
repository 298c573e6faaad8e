"""Round robin for two at a table, by Berger's tables. Knows nobody who plays."""

from __future__ import annotations

from tournaments.pairing.designs import Design, Round


def berger(people: int, legs: int = 1) -> Design:
    """Everybody meets everybody once a leg; first and second seat come out even, and change with the leg.

    With an odd number there is one more chair, which stays empty: whoever is to meet it sits out.
    """
    chairs = people + people % 2
    rounds: list[Round] = []
    for leg in range(legs):
        for number in range(chairs - 1):
            tables = [_seats(chairs, number, place) for place in range(chairs // 2)]
            there = [table for table in tables if max(table) < people]
            rounds.append(tuple(table[::-1] if leg % 2 else table for table in there))
    return Design(people, 2, tuple(rounds))


def _seats(chairs: int, number: int, place: int) -> tuple[int, int]:
    turning, last = chairs - 1, chairs - 1
    lead = number * (chairs // 2) % turning
    if place == 0:
        return (last, lead) if number % 2 else (lead, last)
    return (lead + place) % turning, (lead - place) % turning
