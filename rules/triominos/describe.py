"""A rule sheet in plain sentences, point by point, out of the same values that the machine plays by.

Sentences are marked for translation and filled later. Knows nothing of states or boards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any

from rules.api import Message, RulePoint, gettext_noop
from rules.triominos.variant import Variant

Options = Mapping[str, Any]


def points_of(variant: Variant, options: Options) -> tuple[RulePoint, ...]:
    """All that is worth saying, in the order in which a deal meets it."""
    chosen = {**_usual(variant), **options}
    return (*_beginning(variant), *_bonuses(variant, chosen), *_turn(variant), *_ends(variant, chosen))


def _usual(variant: Variant) -> dict[str, Any]:
    """What holds where a sheet leaves the organiser no choice."""
    return {
        "limit": variant.limit,
        "bell": variant.bell,
        "two_sides": variant.two_sides,
        "blocked_tie": "each",
        "match_tie": "shared",
    }


def _beginning(variant: Variant) -> Iterator[RulePoint]:
    yield RulePoint(
        "hands",
        gettext_noop("Players and tiles"),
        Message(gettext_noop("Players, and tiles for each: %(hands)s."), {"hands": _hands(variant)}),
    )
    yield RulePoint("starter", gettext_noop("Who starts a deal"), Message(_starter(variant)))
    if variant.trio_start:
        first = Message(
            gettext_noop("Its own points, and %(trio)s more for a trio; 0-0-0 earns %(zero)s."),
            {"trio": variant.trio_bonus, "zero": variant.trio_bonus + variant.zero_bonus},
        )
    else:
        first = Message(gettext_noop("Its own points, nothing more."))
    yield RulePoint("start", gettext_noop("The first tile"), first)


def _starter(variant: Variant) -> str:
    if variant.trio_start and variant.zero_may_open:
        return gettext_noop(
            "Who holds the highest trio lays it, or 0-0-0 if they hold that too; without any trio the highest tile starts."
        )
    if variant.trio_start:
        return gettext_noop("Who holds the highest trio lays it; without any trio the highest tile starts.")
    if variant.only_tied_draw_again:
        return gettext_noop(
            "Everybody draws a tile; the highest starts, with any tile of the rack. If the highest are equal, only they draw again."
        )
    return gettext_noop(
        "Everybody draws a tile; the highest starts, with any tile of the rack. If the highest are equal, everybody draws again."
    )


def _hands(variant: Variant) -> str:
    """Such as “2 → 9 · 3–4 → 7”."""
    parts = []
    for tiles, group in groupby(sorted(variant.hands), key=variant.hands.__getitem__):
        players = list(group)
        span = str(players[0]) if len(players) == 1 else f"{players[0]}–{players[-1]}"
        parts.append(f"{span} → {tiles}")
    return " · ".join(parts)


def _bonuses(variant: Variant, options: Options) -> Iterator[RulePoint]:
    earned = {name: {"points": points} for name, points in variant.bonuses.items()}
    if "bridge" in earned:
        yield RulePoint(
            "bridge",
            gettext_noop("Bridge"),
            Message(
                gettext_noop("+%(points)s: one side matched, and the corner across touches a tile."),
                earned["bridge"],
            ),
            picture="bridge",
        )
    yield RulePoint(
        "two-sides",
        gettext_noop("Two or three sides matched"),
        Message(gettext_noop("+%(points)s, if it closes no hexagon."), {"points": options["two_sides"]})
        if options["two_sides"]
        else Message(gettext_noop("No bonus, if it closes no hexagon.")),
        reading=variant.two_sides_is_reading,
        picture="two-sides",
    )
    for name, title in HEXAGONS.items():
        if name not in earned:
            continue
        yield RulePoint(
            name,
            title,
            Message(gettext_noop("+%(points)s for the tile that closes it."), earned[name]),
            picture=name,
        )


HEXAGONS = {
    "hexagon": gettext_noop("Hexagon"),
    "double-hexagon": gettext_noop("Two hexagons at once"),
    "triple-hexagon": gettext_noop("Three hexagons at once"),
}


def _turn(variant: Variant) -> Iterator[RulePoint]:
    draws = variant.draw_limit * variant.draw_cost
    yield RulePoint(
        "drawing",
        gettext_noop("Drawing"),
        Message(
            gettext_noop(
                "Who cannot or will not lay a tile draws, up to %(most)s times in a turn; each costs %(cost)s."
            ),
            {"most": variant.draw_limit, "cost": variant.draw_cost},
        ),
    )
    yield RulePoint(
        "passing",
        gettext_noop("All draws made, still nothing laid"),
        Message(
            gettext_noop("%(cost)s more, %(all)s in all, and the turn is over."),
            {"cost": f"−{variant.pass_cost}", "all": f"−{draws + variant.pass_cost}"},
        ),
    )
    yield RulePoint(
        "pool-empty",
        gettext_noop("Passing because the pool is empty"),
        Message(gettext_noop("Costs %(cost)s."), {"cost": variant.empty_pool_cost})
        if variant.empty_pool_cost
        else Message(gettext_noop("Costs nothing.")),
    )


def _ends(variant: Variant, options: Options) -> Iterator[RulePoint]:
    yield RulePoint(
        "going-out",
        gettext_noop("Going out"),
        Message(
            gettext_noop(
                "Who lays their last tile gets %(points)s, and what is left in all the other racks."
            ),
            {"points": variant.going_out},
        ),
    )
    yield RulePoint(
        "blocked",
        gettext_noop("When a deal is blocked"),
        Message(
            gettext_noop("When everybody has passed in a row with the pool empty.")
            if variant.only_empty_pool_blocks
            else gettext_noop("When everybody has passed in a row.")
        ),
    )
    yield RulePoint(
        "blocked-deal", gettext_noop("What a blocked deal scores"), Message(_blocked(variant, options))
    )
    yield RulePoint(
        "bell",
        gettext_noop("The bell"),
        Message(
            gettext_noop("It rings when a total reaches %(limit)s, and the deal under way is the last one.")
            if options["bell"] == "reach"
            else gettext_noop(
                "It rings when a total exceeds %(limit)s, and the deal under way is the last one."
            ),
            {"limit": options["limit"]},
        ),
        reading=variant.bell_is_reading,
    )
    yield RulePoint(
        "winner",
        gettext_noop("Who wins the match"),
        Message(
            gettext_noop("The highest total after that deal. If it is shared, so is the win.")
            if options["match_tie"] == "shared"
            else gettext_noop("The highest total after that deal. If it is shared, one more deal is played.")
        ),
        reading=True,
    )


def _blocked(variant: Variant, options: Options) -> str:
    if not variant.lowest_rack_wins:
        return gettext_noop("Everybody subtracts what is left in the own rack.")
    if options["blocked_tie"] == "each":
        return gettext_noop(
            "The lowest rack gets what is left in the others, less its own. If it is shared, each of them wins against the rest."
        )
    return gettext_noop(
        "The lowest rack gets what is left in the others, less its own. If it is shared, nobody gets anything."
    )
