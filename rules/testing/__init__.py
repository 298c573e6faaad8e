"""The conformance kit: what the author of a rule engine runs to see that it keeps the contract.

    from rules.testing import EngineConformance
    from my_rules import engine

    class TestMyRules(EngineConformance):
        engine = engine

pytest finds the checks in that class. They play seeded random matches and look at every state. Knows
neither pytest nor Django nor any particular game; ``rules.testing.triominos`` knows the Triominos
machine. ``docs/plugins.md`` explains the hooks.
"""

from rules.testing.declared import Declared
from rules.testing.guarded import Guarded
from rules.testing.kept import Kept
from rules.testing.scored import Scored
from rules.testing.told import Told

__all__ = ["EngineConformance"]


class EngineConformance(Declared, Kept, Scored, Guarded, Told):
    """All checks. A subclass names the ``engine`` and overrides the hooks it needs."""
