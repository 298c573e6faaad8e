"""Digits that must not be told: whether they stand in a text by themselves.

Any four stand by chance in an id, a hash, a token or the millionths of a second, about once in a thousand runs.
"""

import re


def stands_in(digits: str, text: str) -> bool:
    return re.search(rf"(?<![\w-]){digits}(?![\w-])", text) is not None
