"""Mails: asked for as rows, sent by a job. What is due is a fact in the database, and is sent once.

Whoever asks for a link is answered before anybody has looked whether there is such an account: the answer, and the time
it takes, cannot tell. The link is made when the mail is sent, so it is never kept.

The queue carries other things too (``carried_by``): messages that people asked for, by mail or not. Hundreds of them may
wait at once; they go one after the other, so that neither a letter about an account nor a result waits behind them.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import datetime, timedelta
from smtplib import SMTPException, SMTPRecipientsRefused, SMTPResponseException

from django.conf import settings
from django.contrib.auth.models import User
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db.models import Q, QuerySet
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
SENDING_A_TIDING = timedelta(minutes=1)
TURN_SECONDS = 5.0
"""So long one job sends what waits, then others have their turn."""
FIRST_PAUSE, LONGEST_PAUSE = 5, 300
KEEP_TRYING = {
    Kind.LINK: timedelta(minutes=30),
    Kind.CONFIRM: timedelta(hours=2),
    Kind.NOTICE: timedelta(days=3),
    Kind.FOLLOW: timedelta(hours=2),
}
"""How long a message is worth telling, its carrier knows."""
KEPT = timedelta(days=1)
PERMANENT = 500
Carrier = Callable[[Letter, BaseEmailBackend], Letter.Outcome]
"""Sends a letter, by the connection it is given if by mail, and says what came of it; what may be mended is raised."""
_carriers: dict[str, Carrier] = {}


class NotYet(Exception):
    """It was not taken, and may be later; says why in a word."""


def carried_by(kind: Letter.Kind, carrier: Carrier) -> None:
    """Letters of this kind are another room's to write."""
    _carriers[kind] = carrier


def ask_for_link(address: str, site: str, origin: Origin) -> None:
    """A link to sign in by, should there be such an account. Refused only for where it is asked from."""
    limits.count(Try(MAIL_FROM, origin.network))
    try:
        limits.count(Try(MAIL_TO, key_of(address)))
    except TooMany:
        return  # those that were sent still work; to say so would be no secret, but be of use to nobody
    ask(Kind.LINK, address, site=site)


def ask_to_confirm(user: User, address: str, site: str) -> None:
    limits.count(Try(MAIL_TO, f"account {user.pk}"), Try(MAIL_TO, key_of(address)))
    ask(Kind.CONFIRM, address, user=user, site=site)


def notify(user: User, what: str, address: str = "") -> None:
    """Say that something about an account was changed, if there is an address to say it to."""
    if not settings.MAILS:
        return
    if not address:
        mailbox = Mailbox.objects.filter(user=user).first()
        address = mailbox.address if mailbox else ""
    if address:
        ask(Kind.NOTICE, address, user=user, what=what)


def ask(
    kind: Letter.Kind, address: str = "", *, user: User | None = None, site: str = "", what: str = ""
) -> None:
    """Write a letter down, in the caller's transaction; it is sent by a job."""
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


def ask_many(kind: Letter.Kind, whats: Iterable[str]) -> None:
    """The same of many at once."""
    now = timezone.now()
    made = Letter.objects.bulk_create(
        Letter(kind=kind, what=what, language=settings.LANGUAGE_CODE, asked_at=now, due_at=now)
        for what in whats
    )
    if made:
        send_on_commit(SEND, made[0].pk)


def key_of(address: str) -> str:
    return address.strip().casefold()


def due() -> Iterable[int]:
    """Letters to be sent that nobody is sending; of messages one at most, and none while one is sent."""
    now = timezone.now()
    waiting = Letter.objects.filter(_is_due(now))
    busy = Letter.objects.filter(kind=Kind.TIDING, done_at__isnull=True, claimed_until__gte=now)
    own = list(waiting.exclude(kind=Kind.TIDING).values_list("pk", flat=True))
    return own + ([] if busy.exists() else list(_tidings(now)[:1]))


def send(letter_id: int) -> None:
    """Send one, if it is due and nobody else is at it. A server that does not take it is tried again later.

    Behind a message go those that wait after it, over one connection, for a few seconds.
    """
    letter = _claim(letter_id)
    if letter is None:
        return
    connection = get_connection()
    try:
        _carry(letter, connection)
        if letter.kind == Kind.TIDING:
            _send_more(connection)
    finally:
        _hang_up(connection)


def sweep() -> None:
    """Addresses are kept no longer than it takes to see whether mails go out."""
    Letter.objects.filter(done_at__lt=timezone.now() - KEPT).delete()


# -- in detail -----------------------------------------------------------------------------------


def _is_due(now: datetime) -> Q:
    free = Q(claimed_until__isnull=True) | Q(claimed_until__lt=now)
    return free & Q(done_at__isnull=True, due_at__lte=now)


def _owner(address: str) -> User | None:
    found = Mailbox.objects.select_related("user").filter(key=key_of(address), user__is_active=True).first()
    return found.user if found else None


def _tidings(now: datetime) -> QuerySet[Letter, int]:
    """Messages that wait: those that failed before behind those that were not tried."""
    found = Letter.objects.filter(_is_due(now), kind=Kind.TIDING)
    return found.order_by("tries", "due_at", "pk").values_list("pk", flat=True)


def _claim(letter_id: int) -> Letter | None:
    """The row decides: of two tasks, one finds it claimed."""
    now = timezone.now()
    due = Letter.objects.filter(_is_due(now), pk=letter_id)
    messages = due.filter(kind=Kind.TIDING).update(claimed_until=now + SENDING_A_TIDING)
    if not messages and not due.update(claimed_until=now + SENDING):
        return None
    return Letter.objects.select_related("user").get(pk=letter_id)


def _send_more(connection: BaseEmailBackend) -> None:
    until = time.monotonic() + TURN_SECONDS
    while time.monotonic() < until and (letter := _claim_next()):
        _carry(letter, connection)
    for pk in _tidings(timezone.now())[:1]:
        send_on_commit(SEND, pk)


def _claim_next() -> Letter | None:
    while (pk := _tidings(timezone.now()).first()) is not None:
        if letter := _claim(pk):
            return letter
    return None


def _carry(letter: Letter, connection: BaseEmailBackend) -> None:
    longest = KEEP_TRYING.get(Kind(letter.kind))
    if longest and letter.asked_at < timezone.now() - longest:
        _done(letter, Outcome.GIVEN_UP)
        return
    try:
        outcome = _carriers.get(letter.kind, _mail)(letter, connection)
    except (SMTPException, OSError, NotYet) as problem:
        _hang_up(connection)
        if is_final(problem):
            logger.warning("the mail server does not take letter %s: its address is refused", letter.pk)
            _done(letter, Outcome.GIVEN_UP)
        else:
            _later(letter, problem)
    else:
        _done(letter, outcome)


def _mail(letter: Letter, connection: BaseEmailBackend) -> Letter.Outcome:
    user = letter.user or _owner(letter.address)
    if user is None:
        return Outcome.NOBODY
    message = _message(letter, user)
    message.connection = connection
    message.send()
    return Outcome.SENT


def _message(letter: Letter, user: User) -> EmailMessage:
    purposes = {Kind.LINK: MailedLink.Purpose.SIGN_IN, Kind.CONFIRM: MailedLink.Purpose.CONFIRM}
    purpose = purposes.get(Kind(letter.kind))
    link = letter.site + links.make(user, purpose, letter.address) if purpose else ""
    # Whoever asked may sit at a borrowed machine: what the account chose goes before the language of the page.
    with translation.override(tongue_of(user) or letter.language):
        subject, text = words_for(letter, user.get_username(), link)
    return EmailMessage(subject, text, to=[letter.address], headers={"Auto-Submitted": "auto-generated"})


def _hang_up(connection: BaseEmailBackend) -> None:
    # A server that has gone already cannot be told good-bye.
    with suppress(SMTPException, OSError):
        connection.close()


def is_final(problem: Exception) -> bool:
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
    what = str(problem) if isinstance(problem, NotYet) else type(problem).__name__
    letter.problem = f"{what}{code}"[:100]
    letter.save(update_fields=["tries", "due_at", "claimed_until", "problem"])
    logger.warning("letter %s could not be sent (%s); it is tried again", letter.pk, letter.problem)
