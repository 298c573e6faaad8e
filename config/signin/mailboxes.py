"""The address of an account: given, confirmed by whoever reads it, taken away."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from config.signin import letters, links
from config.signin.models import Letter, Mailbox, MailedLink
from games.errors import Refused
from games.security_log import tell


def mailbox_of(user: User) -> Mailbox | None:
    return Mailbox.objects.filter(user=user).first()


def waiting_for(user: User) -> str:
    """The address that was sent a link and has not been confirmed yet."""
    since = timezone.now() - links.LASTS[MailedLink.Purpose.CONFIRM]
    asked = Letter.objects.filter(user=user, kind=Letter.Kind.CONFIRM, asked_at__gt=since).order_by(
        "-asked_at", "-pk"
    )
    last = asked.first()
    has = mailbox_of(user)
    return last.address if last and not (has and has.key == letters.key_of(last.address)) else ""


def confirm(token: str) -> Mailbox:
    """The link of the mail was pressed: from now on the address is this account's."""
    try:
        with transaction.atomic():
            link = links.use(token)
            before = mailbox_of(link.user)
            mailbox = Mailbox(
                user=link.user,
                address=link.address,
                key=letters.key_of(link.address),
                confirmed_at=timezone.now(),
            )
            mailbox.save(force_insert=before is None, force_update=before is not None)
            if before and before.key != mailbox.key:
                letters.notify(link.user, "address-changed", before.address)
            # Links that went to the old address are of no use any more.
            links.end_all(link.user)
    except IntegrityError as error:
        raise Refused(
            "address-taken",
            _(
                "Another account uses this address already. Take it away there first, or give another one here."
            ),
        ) from error
    tell("address-confirmed", account=link.user_id)
    return mailbox


def remove(user: User) -> None:
    with transaction.atomic():
        mailbox = mailbox_of(user)
        if mailbox:
            letters.notify(user, "address-removed", mailbox.address)
            mailbox.delete()
            links.end_all(user)
    if mailbox:
        tell("address-removed", account=user.pk)
