"""Where somebody is signed in: listed, ended, and over by themselves when they are too old or too long unused.

A session that is ended is deleted, so it ends with the next request. When it was last used is looked at and written
down once in a few minutes by each process, never with every request.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from datetime import datetime, timedelta
from threading import Lock

from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from config.signin.models import Stay
from games.security_log import tell

LOOK_SECONDS = 240.0
WRITE_AFTER = timedelta(minutes=5)
MOST_REMEMBERED = 10_000


class _Looked:
    """Which sessions this process has looked at a moment ago."""

    def __init__(self) -> None:
        self._at: dict[str, float] = {}
        self._lock = Lock()

    def lately(self, key: str) -> bool:
        with self._lock:
            return time.monotonic() - self._at.get(key, float("-inf")) < LOOK_SECONDS

    def now(self, key: str) -> None:
        with self._lock:
            if len(self._at) >= MOST_REMEMBERED:
                self._at.clear()
            self._at[key] = time.monotonic()

    def forget(self) -> None:
        with self._lock:
            self._at.clear()


looked = _Looked()


def begin(user_id: int, session_key: str, agent: str, address: str) -> Stay:
    now = timezone.now()
    said = {"user_id": user_id, "agent": agent[:300], "address": address[:45]}
    stay, _made = Stay.objects.update_or_create(
        session_key=session_key, defaults=said | {"began_at": now, "seen_at": now}
    )
    looked.now(session_key)
    return stay


def goes_on(user_id: int, session_key: str, agent: str, address: str) -> bool:
    """Whether this session is still good; that it was used is written down now and then."""
    if looked.lately(session_key):
        return True
    now = timezone.now()
    stay = Stay.objects.filter(session_key=session_key).first()
    if stay is None:  # from before stays were kept
        begin(user_id, session_key, agent, address)
        return True
    if _over(stay, now):
        end([stay])
        tell("session-over", account=stay.user_id)
        return False
    seen = {"seen_at": now} | ({"address": address[:45]} if address else {})
    Stay.objects.filter(pk=stay.pk, seen_at__lt=now - WRITE_AFTER).update(**seen)
    looked.now(session_key)
    return True


def follow(old_key: str | None, new_key: str | None) -> None:
    """The same browser has got a new session key."""
    Stay.objects.filter(session_key=old_key or "").update(session_key=new_key or "")


def stays_of(user: User) -> list[Stay]:
    """Those that can still be used, the last used first."""
    return [stay for stay in _living().filter(user=user) if not _over(stay, timezone.now())]


def stay_in(session_key: str | None) -> Stay | None:
    return Stay.objects.filter(session_key=session_key or "").first()


def end_one(user: User, stay_id: int) -> bool:
    return bool(_end_for(user, Stay.objects.filter(user=user, pk=stay_id)))


def end_others(user: User, keep: str | None) -> int:
    return _end_for(user, Stay.objects.filter(user=user).exclude(session_key=keep or ""))


def end(stays: Iterable[Stay]) -> int:
    ended = list(stays)
    with transaction.atomic():
        Session.objects.filter(pk__in=[stay.session_key for stay in ended]).delete()
        Stay.objects.filter(pk__in=[stay.pk for stay in ended]).delete()
    return len(ended)


def sweep() -> None:
    """Those that are over, and those whose session is gone."""
    now = timezone.now()
    over = Q(began_at__lt=now - settings.STAY_LONGEST) | Q(seen_at__lt=now - settings.STAY_IDLE)
    end(Stay.objects.filter(over))
    Stay.objects.exclude(pk__in=_living().values("pk")).delete()


def _end_for(user: User, stays: Iterable[Stay]) -> int:
    if ended := end(stays):
        tell("sessions-ended", account=user.pk, count=ended)
    return ended


def _living() -> QuerySet[Stay]:
    session = Session.objects.filter(pk=OuterRef("session_key"), expire_date__gt=timezone.now())
    return Stay.objects.filter(Exists(session))


def _over(stay: Stay, now: datetime) -> bool:
    return stay.began_at < now - settings.STAY_LONGEST or stay.seen_at < now - settings.STAY_IDLE
