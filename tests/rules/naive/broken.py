"""The one exception of the naive implementation: a rule is broken, and where.

It does not know which rules there are.
"""


class BrokenRuleError(Exception):
    """A record breaks a rule. ``deal`` and ``action`` are None where the fault is not in one."""

    def __init__(self, code: str, deal: int | None = None, action: int | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.deal = deal
        self.action = action
