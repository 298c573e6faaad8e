from collections.abc import Iterable

from tests.config.chores.models import Chore


def undone() -> Iterable[int]:
    return list(Chore.objects.filter(done_at=None).order_by("pk").values_list("pk", flat=True))


DUE = (("chores.do", undone),)
