"""A second implementation of the Triominos rules, written from the published documents alone.

It is the witness against which the engine is checked: slow, obvious, and sharing no code with
it. Every question is answered from scratch by looking at everything: a corner is a point of the
plane, two tiles touch where such points are equal, a hexagon is a point with six tiles round it.
It does not know how the engine works, and must never import it.
"""

from .scorer import score

__all__ = ["score"]
