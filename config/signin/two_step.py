"""A code from the phone beside the password: set up, asked for, switched off; and the codes for when it is lost."""

from __future__ import annotations

import hashlib
import logging
import secrets
import time

from django.contrib.auth.models import User
from django.core import signing
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from config.signin import letters, limits, totp
from config.signin.limits import CODES, TooMany, Try
from config.signin.models import RecoveryCode, TwoStep
from config.signin.origin import Origin
from games.errors import Refused
from games.security_log import tell

KEY_BYTES = 20
BEGUN = "signin.two-step.begun"
BEGUN_SECONDS = 3600
RECOVERY_CODES = 10
RECOVERY_LENGTH = 24
"""Of 31 letters and digits: 118 bits, so that a plain hash of them cannot be tried out."""
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


def is_on(user: User) -> bool:
    return TwoStep.objects.filter(user=user).exists()


def begin(user: User) -> str:
    """A new salt, signed, for the page to carry: nothing is kept of it until a code proves that a phone has its key."""
    return signing.dumps([user.pk, secrets.token_hex(32)], salt=BEGUN)


def salt_of(user: User, begun: str) -> str:
    """What ``begin`` gave this account not long ago."""
    try:
        account, salt = signing.loads(begun, salt=BEGUN, max_age=BEGUN_SECONDS)
    except signing.BadSignature as wrong:
        raise _begun_too_long_ago() from wrong
    if account != user.pk:
        raise _begun_too_long_ago()
    return str(salt)


def key_of(salt: str) -> bytes:
    """Made of the installation's secret: whoever has only the database cannot make codes."""
    return salted_hmac("signin.two-step", salt, algorithm="sha256").digest()[:KEY_BYTES]


def confirm(user: User, salt: str, code: str, origin: Origin) -> list[str]:
    """From now on codes are asked for. Gives the recovery codes, this once. The caller has asked for the password."""
    tries = _counted(user, origin)
    step = _step_of(salt, "".join(code.split()))
    with transaction.atomic():
        _kept, new = TwoStep.objects.get_or_create(
            user=user, defaults={"salt": salt, "confirmed_at": timezone.now(), "last_step": step}
        )
        if not new:
            raise Refused("already-on", _("A code is asked for already. Switch that off first."))
        codes = _new_codes(user)
        letters.notify(user, "two-step-on")
    limits.give_back(*tries)
    tell("two-step-on", account=user.pk)
    return codes


def check(user: User, code: str, origin: Origin) -> None:
    """Refuse a code that is wrong, used already, or comes after too many wrong ones."""
    tries = _counted(user, origin)
    typed = "".join(each for each in code if each.isalnum()).lower()
    try:
        if len(typed) == RECOVERY_LENGTH:
            _take_recovery_code(user, typed)
        else:
            _take(TwoStep.objects.get(user=user), typed)
    except Refused as refusal:
        tell(refusal.code, logging.WARNING, account=user.pk, network=origin.network)
        raise
    limits.give_back(*tries)


def switch_off(user: User, *, by_operator: bool = False) -> bool:
    """No code is asked for any more. The caller has asked for password and code, or is the operator."""
    with transaction.atomic():
        was_on = is_on(user)
        TwoStep.objects.filter(user=user).delete()
        RecoveryCode.objects.filter(user=user).delete()
        if was_on:
            letters.notify(user, "two-step-off")
    if was_on:
        by, level = ("operator", logging.WARNING) if by_operator else ("", logging.INFO)
        tell("two-step-off", level, account=user.pk, by=by)
    return was_on


def renew_codes(user: User) -> list[str]:
    """Others in place of those there are. The caller has asked for password and code."""
    with transaction.atomic():
        codes = _new_codes(user)
        letters.notify(user, "codes-renewed")
    tell("recovery-codes-renewed", account=user.pk)
    return codes


def codes_left(user: User) -> int:
    return RecoveryCode.objects.filter(user=user, used_at__isnull=True).count()


# -- in detail -----------------------------------------------------------------------------------


def _counted(user: User, origin: Origin) -> tuple[Try, ...]:
    name = user.get_username()
    who = f"{origin.device} {name}" if origin.knows(name) else name
    tries = (Try(CODES, who),)
    try:
        limits.count(*tries)
    except TooMany as refusal:
        refused = TooMany(
            refusal.seconds, _("Too many wrong codes. Wait %s.") % limits.in_words(refusal.seconds)
        )
        refused.field = "code"
        raise refused from refusal
    return tries


def _begun_too_long_ago() -> Refused:
    return Refused(
        "begun-too-long-ago", _("This page was open for too long. Scan the code that it shows now.")
    )


def _step_of(salt: str, code: str) -> int:
    step = totp.step_of(key_of(salt), code, time.time())
    if step is None:
        raise Refused(
            "wrong-code", _("This code is wrong. Type the one that the phone shows now."), field="code"
        )
    return step


def _take(two_step: TwoStep, code: str) -> None:
    step = _step_of(two_step.salt, code)
    # The row decides: of two who come with one code, one is late.
    if not TwoStep.objects.filter(pk=two_step.pk, last_step__lt=step).update(last_step=step):
        raise Refused("used-code", _("This code was used already. Wait for the next one."), field="code")


def _take_recovery_code(user: User, typed: str) -> None:
    unused = RecoveryCode.objects.filter(user=user, digest=_digest(typed), used_at__isnull=True)
    with transaction.atomic():
        if not unused.update(used_at=timezone.now()):
            raise Refused("wrong-code", _("This recovery code is wrong, or was used already."), field="code")
        letters.notify(user, "code-used")
    tell("recovery-code-used", account=user.pk)


def _new_codes(user: User) -> list[str]:
    codes = [
        "".join(secrets.choice(LETTERS) for _place in range(RECOVERY_LENGTH))
        for _code in range(RECOVERY_CODES)
    ]
    RecoveryCode.objects.filter(user=user).delete()
    RecoveryCode.objects.bulk_create(RecoveryCode(user=user, digest=_digest(code)) for code in codes)
    return ["-".join(code[at : at + 4] for at in range(0, RECOVERY_LENGTH, 4)) for code in codes]


def _digest(code: str) -> str:
    return hashlib.sha256(code.encode()).hexdigest()
