"""Who a request comes from: a stranger, a program with a token, or a phone with the card of a table. Knows no route.

A card opens here what it opens on pages: the desk of its table, on the days of its tournament, until it is renewed.
"""

from __future__ import annotations

import logging
import re

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.utils.translation import gettext as _

from config.api import tokens
from config.api.problems import fallback
from games import bearings
from games.errors import Refused
from games.security_log import tell
from tournaments.access import Actor
from tournaments.guesses import tell_of_guess
from tournaments.models import JudgeCard
from tournaments.origin import network_of
from tournaments.services import cards

CARD = re.compile(r"[A-Za-z0-9_-]{16,64}")
"""As in the link that a card carries (tournaments.urls)."""
UNAUTHORISED = 401


def come_in(request: HttpRequest) -> None:
    """From here on it is known who asks. Whoever shows something that opens nothing is refused, not taken for a stranger."""
    request.user, actor = AnonymousUser(), Actor()
    request.api_token = request.api_card = None  # type: ignore[attr-defined]
    if request.headers.get("Authorization"):
        secret = secret_of(request)
        actor = _with_card(request, secret) if is_card(secret) else _with_token(request, secret)
    request._actor = actor  # type: ignore[attr-defined]


def secret_of(request: HttpRequest) -> str:
    kind, _space, secret = request.headers.get("Authorization", "").partition(" ")
    return secret.strip() if kind.lower() == "bearer" else ""


def is_card(secret: str) -> bool:
    """Whether it looks like a card's."""
    return not secret.startswith(tokens.PREFIX) and CARD.fullmatch(secret) is not None


def tell_of_clear(request: HttpRequest) -> str:
    """What was sent in the clear, if anything, is written down; and what is to be done about it."""
    secret, network = secret_of(request), network_of(request)
    if not secret:
        return _("Use https:// here.")
    if is_card(secret):
        found = JudgeCard.objects.filter(token=secret).first()
        facts = {"tournament": found.tournament_id, "table": found.number} if found else {"card": "unknown"}
        tell("card-in-the-clear", logging.WARNING, **facts, network=network)
        return _("Use https:// here. This card was sent in the clear: the organiser should make a new one.")
    token = tokens.find(secret)
    tell("token-in-the-clear", logging.WARNING, token=token.pk if token else "unknown", network=network)
    return _("Use https:// here. This token was sent in the clear: call it back and make another one.")


def _with_token(request: HttpRequest, secret: str) -> Actor:
    token = tokens.find(secret) if secret else None
    actor = tokens.actor_for(token) if token else None
    if token is None or actor is None:
        tell("token-refused", logging.WARNING, network=network_of(request))
        raise Refused(*fallback(UNAUTHORISED))
    request.user, request.api_token = token.user, token  # type: ignore[attr-defined]
    bearings.note(user=token.user_id)
    tokens.note_use(token)
    return actor


def _with_card(request: HttpRequest, secret: str) -> Actor:
    try:
        card = cards.working_card(secret)
    except Refused as refusal:
        tell_of_guess(request, refusal)
        raise
    request.api_card = card  # type: ignore[attr-defined]
    if cards.note_use(card):
        tell("card-scanned", tournament=card.tournament_id, table=card.number, network=network_of(request))
    return Actor(cards=frozenset({secret}))
