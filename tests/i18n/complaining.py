"""What can be wrong with one translation, in words. Pure: knows a string and what was made of it, no file."""

import re
from collections import Counter

PLACE = re.compile(r"%\(\w+\)[a-z]|%%?[sdi]\b|%%|\{\w*\}")
TAG = re.compile(r"</?[a-zA-Z][^>]*>|&\w+;")


def complaints(texts: list[str], made: str) -> list[str]:
    """``texts``: the English singular, and the plural where there is one; ``made``: one form of the translation."""
    wrong = []
    places = [Counter(PLACE.findall(text)) for text in texts]
    needed, allowed = places[0], places[0]
    for each in places[1:]:
        needed, allowed = needed & each, allowed | each
    mine = Counter(PLACE.findall(made))
    if lost := needed.keys() - mine.keys():
        wrong.append(f"lost {sorted(lost)}")
    if more := mine - allowed:
        wrong.append(f"has {sorted(more)} too often, or at all")
    tags = [Counter(TAG.findall(text)) for text in texts]
    if Counter(TAG.findall(made)) not in tags:
        wrong.append("has other tags")
    if any("%(" in text for text in texts) and "%" in PLACE.sub("", made):
        wrong.append("has a % that stands for nothing")
    if any(texts[0][side].isspace() != made[side].isspace() for side in (0, -1)):
        wrong.append("begins or ends with another blank")
    if texts[0].count("\n") != made.count("\n"):
        wrong.append("has other line breaks")
    return wrong
