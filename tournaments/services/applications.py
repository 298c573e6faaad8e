"""Entering by the public page: asking, being let in, waiting, moving up, leaving.

Takes anybody's word for who they are; knows nothing of mail. What was told of a person is kept here only until
it is decided: then it stands in the club's list, or nowhere.
"""

from __future__ import annotations

import hashlib
from datetime import timedelta
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from games.errors import Refused
from tournaments.access import Actor
from tournaments.models import PUBLIC_STATES, Application, Door, Entrant, Tournament
from tournaments.names import name_key
from tournaments.roles import Permission
from tournaments.selectors.entering import has_room, is_closed
from tournaments.services.entering import bring_in
from tournaments.services.history import record
from tournaments.services.once import Form, once
from tournaments.services.roster import Card, checked_card

State = Application.State
OPEN = (State.ASKED, State.WAITING)
MOST_OPEN = 1_000
AN_HOUR = timedelta(hours=1)
MOST_AN_HOUR = 20
"""From one sender: a family enters from one phone, a school from one network."""


def ask_to_enter(tournament: Tournament, form_id: UUID, card: Card, sender: str) -> str:
    """Ask to be entered. Gives the secret by which one looks up what became of it; the same form, the same secret."""
    card = checked_card(card)
    token = _token(form_id)

    def work() -> int:
        door = _locked_door(tournament)
        if door is None or not door.open or is_closed(door):
            raise Refused("door-shut", _("Entries are closed. Ask the organiser at the door."))
        _check_not_too_many(tournament, sender)
        _check_not_there(tournament, card.name)
        application = Application(
            tournament=tournament,
            state=State.ASKED,
            name=card.name,
            name_key=name_key(card.name),
            club=card.home,
            email=card.email,
            phone=card.phone,
            minor=card.minor,
            digest=digest_of(token),
            sender=sender,
            asked_at=timezone.now(),
        )
        application.save()
        if door.approval:
            record(None, tournament, "application-made", name=card.name)
        else:
            _let_in_or_wait(None, door, application)
        return application.pk

    once(Form(form_id, ("application", tournament.pk, card)), work)
    return token


def answer(actor: Actor, tournament: Tournament, application_id: int, *, yes: bool) -> Application:
    """Let somebody in, or do not take them. Who is let in when it is full waits."""
    actor.require(Permission.TAKE_ENTRIES, tournament)
    with transaction.atomic():
        door = _locked_door(tournament) or Door(tournament=tournament)
        application = Application.objects.filter(tournament=tournament, pk=application_id).first()
        if application is None or application.state not in OPEN:
            raise Refused("answered", _("Somebody has answered this already."))
        if not yes:
            _settle(application, State.REFUSED)
            record(actor, tournament, "application-refused")
        elif application.state == State.WAITING and not has_room(door):
            raise Refused(
                "full",
                _("All %(limit)s places are taken. Raise the limit, or wait until somebody leaves.")
                % {"limit": door.limit},
            )
        else:
            _let_in_or_wait(actor, door, application)
    return application


def leave(token: str) -> Application:
    """Take one's entry back, as long as one has not been seated anywhere."""
    with transaction.atomic():
        found = Application.objects.filter(digest=digest_of(token)).first()
        if found is None:
            raise Refused("no-such-application", _("This link is not known here."))
        _locked_door(found.tournament)
        application = Application.objects.select_related("entrant", "tournament").get(pk=found.pk)
        if application.state in (State.LEFT, State.REFUSED):
            return application
        entrant = application.entrant
        if entrant and entrant.seating.exists():
            raise Refused("playing", _("You have a seat already. Tell the organiser that you leave."))
        record(None, application.tournament, "application-left", name=application.name)
        _settle(application, State.LEFT)
        if entrant:
            entrant.delete()
        move_up(application.tournament)
    return application


def move_up(tournament: Tournament) -> None:
    """Let in who waits, in the order in which they asked, as far as there is room. In a transaction of the caller.

    Not once a round was published: whoever waited at home is not in the hall.
    """
    door = Door.objects.filter(tournament=tournament).first()
    if door is None or tournament.rounds.filter(state__in=PUBLIC_STATES).exists():
        return
    waiting = Application.objects.filter(tournament=tournament, state=State.WAITING)
    for application in waiting.order_by("asked_at", "pk"):
        if not has_room(door):
            return
        _let_in(None, application)


def digest_of(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def sender_of(address: str) -> str:
    """Where something came from, so that it can be counted and not be read."""
    return salted_hmac("tournaments.sender", address, algorithm="sha256").hexdigest()[:32]


# -- in detail -----------------------------------------------------------------------------------


def _token(form_id: UUID) -> str:
    return salted_hmac("tournaments.application", str(form_id), algorithm="sha256").hexdigest()[:40]


def _locked_door(tournament: Tournament) -> Door | None:
    Tournament.objects.select_for_update().get(pk=tournament.pk)
    return Door.objects.filter(tournament=tournament).first()


def _let_in_or_wait(actor: Actor | None, door: Door, application: Application) -> None:
    if has_room(door):
        _let_in(actor, application)
        return
    application.state = State.WAITING
    application.save()
    record(actor, application.tournament, "application-waits", name=application.name)


def _let_in(actor: Actor | None, application: Application) -> None:
    """Who was entered by hand meanwhile is entered."""
    tournament = application.tournament
    entrant = Entrant.objects.filter(tournament=tournament, name_key=application.name_key).first()
    if entrant is None:
        card = Card(
            application.name, application.club, application.email, application.phone, application.minor
        )
        (entrant,) = bring_in(tournament, [card])
    application.entrant = entrant
    record(actor, tournament, "application-entered", name=application.name)
    _settle(application, State.ENTERED)


def _settle(application: Application, state: str) -> None:
    """What was told of them is not kept twice, and not kept at all of whoever does not play."""
    application.state, application.decided_at = state, timezone.now()
    application.email = application.phone = ""
    application.save()


def _check_not_too_many(tournament: Tournament, sender: str) -> None:
    mine = Application.objects.filter(sender=sender, asked_at__gt=timezone.now() - AN_HOUR)
    everybody = Application.objects.filter(tournament=tournament, state__in=OPEN)
    if mine.count() >= MOST_AN_HOUR or everybody.count() >= MOST_OPEN:
        raise Refused("too-many", _("Too many entries at once. Try again in an hour, or ask the organiser."))


def _check_not_there(tournament: Tournament, name: str) -> None:
    key = name_key(name)
    asked = Application.objects.filter(tournament=tournament, name_key=key, state__in=OPEN)
    if asked.exists() or Entrant.objects.filter(tournament=tournament, name_key=key).exists():
        raise Refused(
            "name-taken",
            _("“%(name)s” is entered already. Are you somebody else? Add what tells the two apart.")
            % {"name": name},
            field="name",
        )
