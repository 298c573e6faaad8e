"""Sending what waits: called by the letters' job with one letter at a time. Says what became of it, on the message too.

A worker that dies between sending and writing that down sends once more: better told twice than never. Both have the
same number, by which mail programs and browsers know that they are one.
"""

from __future__ import annotations

import json
from hashlib import sha256
from smtplib import SMTPException
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.db.models import QuerySet
from django.utils import timezone, translation

from config.api.sending import NotSent, post
from config.signin import letters
from config.signin.letters import NotYet
from config.signin.mailboxes import mailbox_of
from config.signin.models import Letter
from config.signin.tongues import tongue_of
from config.tidings import links, truth
from config.tidings.following import is_push_service
from config.tidings.models import Channel, Kind, Message, Subscription
from config.tidings.push.sealing import sealed
from config.tidings.push.vapid import authorization
from config.tidings.truth import News
from config.tidings.wording import letter_of, question_of, words_of

Done = Message.Outcome
TAKEN = range(200, 300)
GONE = (404, 410)
REFUSED = (400, 401, 403, 413)
"""Answers that no second try would change."""


def carry_question(letter: Letter, connection: BaseEmailBackend) -> Letter.Outcome:
    found = _subscriptions().filter(pk=letter.what, confirmed_at__isnull=True).first()
    if found is None or not settings.MAILS:
        return Letter.Outcome.NOBODY
    with translation.override(found.language):
        subject, text = question_of(found, found.site + links.confirm_path(found))
    _mail(EmailMessage(subject, text, to=[found.address], headers=_automatic()), connection)
    return Letter.Outcome.SENT


def carry_message(letter: Letter, connection: BaseEmailBackend) -> Letter.Outcome:
    found = Message.objects.select_related("round__tournament").filter(pk=letter.what, done_at=None)
    message = found.first()
    if message is None:
        return Letter.Outcome.NOBODY
    outcome = _carried(message, connection)
    message.outcome, message.done_at = outcome, timezone.now()
    message.save(update_fields=["outcome", "done_at"])
    return Letter.Outcome.SENT if outcome == Done.SENT else Letter.Outcome.GIVEN_UP


letters.carried_by(Letter.Kind.FOLLOW, carry_question)
letters.carried_by(Letter.Kind.TIDING, carry_message)


# -- in detail -----------------------------------------------------------------------------------


def _carried(message: Message, connection: BaseEmailBackend) -> Message.Outcome:
    subscription = _subscriptions().filter(messages=message).first()
    if subscription is None:
        return Done.NOBODY
    if truth.is_late(message, timezone.now()):
        return Done.LATE
    with translation.override(_language(subscription)):
        news = truth.news_of(message, subscription)
        if news is None:
            return Done.UNTRUE
        send = _by_mail if subscription.channel == Channel.MAIL else _by_push
        return send(message, subscription, news, connection)


def _subscriptions() -> QuerySet[Subscription]:
    return Subscription.objects.select_related("entrant__tournament", "entrant__player", "user")


def _language(subscription: Subscription) -> str:
    return (tongue_of(subscription.user) if subscription.user else "") or subscription.language


def _by_mail(
    message: Message, subscription: Subscription, news: News, connection: BaseEmailBackend
) -> Message.Outcome:
    address = _address(subscription)
    if not address or not settings.MAILS:
        return Done.NOBODY
    site = subscription.site
    subject, text = letter_of(news, site + news.path, site + links.change_path(subscription))
    number = f"<{_number(message)}@{urlsplit(site).hostname}>"
    headers = _automatic() | _one_click(subscription) | {"Message-ID": number}
    try:
        _mail(EmailMessage(subject, text, to=[address], headers=headers), connection)
    except SMTPException as problem:
        if not letters.is_final(problem):
            raise
        subscription.delete()  # there is no such address
        return Done.FAILED
    return Done.SENT


def _by_push(
    message: Message, subscription: Subscription, news: News, connection: BaseEmailBackend
) -> Message.Outcome:
    if not settings.PUSHES or not is_push_service(subscription.endpoint):
        return Done.NOBODY
    words = words_of(news)
    told = {"title": words.title, "body": words.text, "url": news.path, "tag": _number(message)}
    body = sealed(json.dumps(told).encode(), subscription.p256dh, subscription.auth)
    try:
        status = post(subscription.endpoint, body, _push_headers(message, subscription))
    except NotSent as trouble:
        raise NotYet(f"push {trouble.kind}") from trouble
    if status in GONE:
        subscription.delete()  # the browser has ended it
    if status in TAKEN:
        return Done.SENT
    if status in GONE + REFUSED:
        return Done.FAILED
    raise NotYet(f"push {status}")


def _push_headers(message: Message, subscription: Subscription) -> dict[str, str]:
    return {
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "Authorization": authorization(subscription.endpoint),
        "TTL": str(truth.left(message, timezone.now())),
        "Urgency": "normal" if message.kind == Kind.SIGN else "high",
        "Topic": _number(message),
    }


def _mail(mail: EmailMessage, connection: BaseEmailBackend) -> None:
    connection.open()  # stays open for those that come after
    mail.connection = connection
    mail.send()


def _address(subscription: Subscription) -> str:
    if subscription.user is None:
        return subscription.address
    mailbox = mailbox_of(subscription.user)
    return mailbox.address if mailbox and subscription.user.is_active else ""


def _automatic() -> dict[str, str]:
    return {"Auto-Submitted": "auto-generated"}


def _one_click(subscription: Subscription) -> dict[str, str]:
    """The button by which mail programs end it (RFC 8058); by plain HTTP they only show the address."""
    address = subscription.site + links.stop_path(subscription)
    headers = {"List-Unsubscribe": f"<{address}>"}
    if urlsplit(subscription.site).scheme == "https":
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return headers


def _number(message: Message) -> str:
    """The same for the same occasion, and of no use to anybody else; as short as a topic may be."""
    subscription = message.subscription
    uid = subscription.uid.hex if subscription else ""
    return sha256(f"{uid} {message.occasion}".encode()).hexdigest()[:32]
