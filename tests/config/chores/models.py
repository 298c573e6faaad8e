from typing import ClassVar

from django.db import models


class Chore(models.Model):
    """``seconds`` is how long doing it takes; ``runs`` how often it was begun."""

    objects: ClassVar[models.Manager["Chore"]] = models.Manager()

    seconds = models.FloatField(default=0)
    runs = models.IntegerField(default=0)
    asked_at = models.FloatField(default=0)
    done_at = models.FloatField(null=True)

    def __str__(self) -> str:
        return f"chore {self.pk}"
