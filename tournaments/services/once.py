"""A form that is sent twice is carried out once."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from games.errors import Refused
from tournaments.models import Receipt


@dataclass(frozen=True, slots=True)
class Form:
    """A form as it was sent: its own id, and all that it says."""

    id: UUID
    contents: tuple[object, ...]

    @property
    def digest(self) -> str:
        return hashlib.sha256(repr(self.contents).encode()).hexdigest()


def once(form: Form, work: Callable[[], int]) -> int:
    """Do the work, or give the number it gave when the same form came before.

    The receipt and the work stand or fall together; of two that come at the same moment, the
    second waits for the first and then reads its receipt.
    """
    try:
        with transaction.atomic():
            receipt = Receipt.objects.filter(pk=form.id).first()
            if receipt is None:
                receipt = Receipt.objects.create(pk=form.id, digest=form.digest)
                receipt.outcome = work()
                receipt.save()
    except IntegrityError:
        receipt = Receipt.objects.filter(pk=form.id).first()
        if receipt is None:
            raise
    return _outcome(receipt, form)


def outcome_of(form: Form) -> int | None:
    """The number that the work gave when this very form came before; None where it did not."""
    receipt = Receipt.objects.filter(pk=form.id).first()
    return None if receipt is None else _outcome(receipt, form)


def _outcome(receipt: Receipt, form: Form) -> int:
    if receipt.digest != form.digest:
        raise Refused(
            FORM_REUSED,
            _(
                "This page was sent before with other contents, and those count. Press again to send these too."
            ),
        )
    return receipt.outcome


FORM_REUSED = "form-reused"
