"""Mails: asked for as rows, sent by a job. What is due is a fact in the database, and is sent once.

Whoever asks for a link is answered before anybody has looked whether there is such an account: the answer, and the time
it takes, cannot tell. The link is made when the mail is sent, so it is never kept.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from datetime import datetime, timedelta
from smtplib import SMTPException, SMTPRecipientsRefused, SMTPResponseException

from django.conf import settings
from django.contrib.auth.models import User
from django.core.mail import EmailMessage
from django.db.models import Q
from django.utils import timezone, translation

from config.signin import limits, links
from config.signin.limits import MAIL_FROM, MAIL_TO, TooMany, Try
from config.signin.models import Letter, Mailbox, MailedLink
from config.signin.origin import Origin
from config.signin.tongues import tongue_of
from config.signin.wording import words_for
from games.jobs import send_on_commit

logger = logging.getLogger(__name__)

SEND = "signin.send_letter"
Kind, Outcome = Letter.Kind, Letter.Outcome
SENDING = timedelta(minutes=2)
FIRST_PAUSE, LONGEST_PAUSE = 5, 300
KEEP_TRYING = {
    Kind.LINK: timedelta(minutes=30),
    Kind.CONFIRM: timedelta(hours=2),
    Kind.NOTICE: timedelta(days=3),
}
KEPT = timedelta(days=1)
PERMANENT = 500


def ask_for_link(address: str, site: str, origin: Origin) -> None:
    """A link to sign in by, should there be such an account. Refused only for where it is asked from."""
    limits.count(Try(MAIL_FROM, origin.network))
    try:
        limits.count(Try(MAIL_TO, key_of(address)))
    except TooMany:
        return  # those that were sent still work; to say so would be no secret, but be of use to nobody
    _ask(Kind.LINK, address, site=site)


def ask_to_confirm(user: User, address: str, site: str) -> None:
    limits.count(Try(MAIL_TO, f"account {user.pk}"), Try(MAIL_TO, key_of(address)))
    _ask(Kind.CONFIRM, address, user=user, site=site)


def notify(user: User, what: str, address: str = "") -> None:
    """Say that something about an account was changed, if there is an address to say it to."""
    if not settings.MAILS:
        return
    if not address:
        mailbox = Mailbox.objects.filter(user=user).first()
        address = mailbox.address if mailbox else ""
    if address:
        _ask(Kind.NOTICE, address, user=user, what=what)


def key_of(address: str) -> str:
    return address.strip().casefold()


def due() -> Iterable[int]:
    """Letters to be sent that nobody is sending."""
    return Letter.objects.filter(_is_due(timezone.now())).values_list("pk", flat=True)


def send(letter_id: int) -> None:
    """Send one, if it is due and nobody else is at it. A server that does not take it is tried again later."""
    now = timezone.now()
    # The row decides: of two tasks, one finds it claimed.
    if not Letter.objects.filter(_is_due(now), pk=letter_id).update(claimed_until=now + SENDING):
        return
    letter = Letter.objects.select_related("user").get(pk=letter_id)
    user = letter.user or _owner(letter.address)
    if letter.asked_at < now - KEEP_TRYING[Kind(letter.kind)]:
        _done(letter, Outcome.GIVEN_UP)
    elif user is None:
        _done(letter, Outcome.NOBODY)
    else:
        _try_to_send(letter, user)


def sweep() -> None:
    """Addresses are kept no longer than it takes to see whether mails go out."""
    Letter.objects.filter(done_at__lt=timezone.now() - KEPT).delete()


# -- in detail -----------------------------------------------------------------------------------


def _is_due(now: datetime) -> Q:
    free = Q(claimed_until__isnull=True) | Q(claimed_until__lt=now)
    return free & Q(done_at__isnull=True, due_at__lte=now)


def _ask(
    kind: Letter.Kind, address: str, *, user: User | None = None, site: str = "", what: str = ""
) -> None:
    now = timezone.now()
    letter = Letter.objects.create(
        kind=kind,
        user=user,
        address=address,
        site=site,
        what=what,
        language=translation.get_language() or settings.LANGUAGE_CODE,
        asked_at=now,
        due_at=now,
    )
    send_on_commit(SEND, letter.pk)


def _owner(address: str) -> User | None:
    found = Mailbox.objects.select_related("user").filter(key=key_of(address), user__is_active=True).first()
    return found.user if found else None


def _message(letter: Letter, user: User) -> EmailMessage:
    purposes = {Kind.LINK: MailedLink.Purpose.SIGN_IN, Kind.CONFIRM: MailedLink.Purpose.CONFIRM}
    purpose = purposes.get(Kind(letter.kind))
    link = letter.site + links.make(user, purpose, letter.address) if purpose else ""
    # Whoever asked may sit at a borrowed machine: what the account chose goes before the language of the page.
    with translation.override(tongue_of(user) or letter.language):
        subject, text = words_for(letter, user.get_username(), link)
    return EmailMessage(subject, text, to=[letter.address], headers={"Auto-Submitted": "auto-generated"})


def _try_to_send(letter: Letter, user: User) -> None:
    try:
        _message(letter, user).send()
    except (SMTPException, OSError) as problem:
        if _is_final(problem):
            logger.warning("the mail server does not take letter %s: its address is refused", letter.pk)
            _done(letter, Outcome.GIVEN_UP)
        else:
            _later(letter, problem)
    else:
        _done(letter, Outcome.SENT)


def _is_final(problem: Exception) -> bool:
    """There is no such address, and there will be none in a minute."""
    if not isinstance(problem, SMTPRecipientsRefused):
        return False
    return all(code >= PERMANENT for code, _said in problem.recipients.values())


def _done(letter: Letter, outcome: Letter.Outcome) -> None:
    letter.done_at, letter.outcome, letter.claimed_until = timezone.now(), outcome, None
    letter.save(update_fields=["done_at", "outcome", "claimed_until"])


def _later(letter: Letter, problem: Exception) -> None:
    """Of the problem only its kind is told: what a server says may hold what was sent to it."""
    pause = timedelta(seconds=min(FIRST_PAUSE * 2 ** min(letter.tries, 10), LONGEST_PAUSE))
    letter.tries, letter.due_at, letter.claimed_until = letter.tries + 1, timezone.now() + pause, None
    code = f" {problem.smtp_code}" if isinstance(problem, SMTPResponseException) else ""
    letter.problem = f"{type(problem).__name__}{code}"[:100]
    letter.save(update_fields=["tries", "due_at", "claimed_until", "problem"])
    logger.warning("letter %s could not be sent (%s); it is tried again", letter.pk, letter.problem)
