"""A club's page: members, roles, invitations, judges' tables. Nobody else's business is seen."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.errors import Refused
from tests.factories import ClubFactory, UserFactory, member_of, organiser_of, published_round, tournament_of
from tournaments.access import Actor, NotAllowed
from tournaments.models import Club, ClubHistoryLine, Duty, Invitation, Member, Role
from tournaments.services import clubs, invitations
from tournaments.services.invitations import NewAccount

pytestmark = pytest.mark.django_db

PASSWORD = "a long triangle 555"


@pytest.fixture
def tournament():
    return tournament_of(8)


@pytest.fixture
def club(tournament):
    return tournament.club


@pytest.fixture
def owner(tournament):
    return organiser_of(tournament)


def member(club, actor):
    return Member.objects.get(club=club, user=actor.user)


# -- members ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", [Role.ORGANISER, Role.JUDGE, Role.DESK, Role.VIEWER, None])
def test_only_owners_change_the_club(club, owner, role):
    actor = member_of(club, role) if role else member_of(ClubFactory.create(), Role.OWNER)
    mine = member(club, owner)
    for forbidden in (
        lambda: clubs.rename_club(actor, club, "Ours"),
        lambda: clubs.change_role(actor, club, mine.pk, Role.VIEWER),
        lambda: clubs.remove_member(actor, club, mine.pk),
        lambda: invitations.invite(actor, club, Role.OWNER),
        lambda: invitations.take_back(actor, club, 1),
    ):
        with pytest.raises(NotAllowed):
            forbidden()
    assert not ClubHistoryLine.objects.exists()


def test_a_club_keeps_its_last_owner(club, owner):
    mine = member(club, owner)
    for impossible in (
        lambda: clubs.change_role(owner, club, mine.pk, Role.ORGANISER),
        lambda: clubs.remove_member(owner, club, mine.pk),
    ):
        with pytest.raises(Refused) as refusal:
            impossible()
        assert refusal.value.code == "last-owner"
    other = member_of(club, Role.VIEWER)
    clubs.change_role(owner, club, member(club, other).pk, Role.OWNER)
    clubs.change_role(owner, club, mine.pk, Role.ORGANISER)
    assert Actor(owner.user).role_in(club.pk) == Role.ORGANISER


def test_who_is_removed_has_no_tables_any_more(tournament, club, owner):
    judge = member_of(club, Role.JUDGE)
    clubs.give_tables(owner, tournament, judge.user.pk, [1, 2])
    clubs.remove_member(owner, club, member(club, judge).pk)
    assert not Duty.objects.exists()
    assert Actor(judge.user).role_in(club.pk) is None


def test_everybody_may_leave(club):
    viewer = member_of(club, Role.VIEWER)
    clubs.remove_member(viewer, club, member(club, viewer).pk)
    assert not Member.objects.filter(user=viewer.user).exists()


def test_a_member_of_another_club_is_not_reached(club, owner):
    stranger = member_of(ClubFactory.create(), Role.OWNER)
    theirs = Member.objects.get(user=stranger.user)
    with pytest.raises(Refused):
        clubs.change_role(owner, club, theirs.pk, Role.VIEWER)


@pytest.mark.parametrize(
    ("name", "good"), [("Ours", True), ("", False), ("x" * 81, False), ("\u202e", False)]
)
def test_a_club_is_called_something_that_can_be_read(club, owner, name, good):
    if good:
        assert clubs.rename_club(owner, club, name).name == name
    else:
        with pytest.raises(Refused):
            clubs.rename_club(owner, club, name)


# -- invitations -----------------------------------------------------------------------------------


def test_an_invitation_makes_a_member_once_and_only_its_hash_is_kept(club, owner):
    token = invitations.invite(owner, club, Role.JUDGE, "for Zoe")
    assert token not in str(Invitation.objects.values().get())
    guest = Actor(UserFactory.create())
    assert invitations.accept(guest, token).role == Role.JUDGE
    with pytest.raises(Refused) as refusal:
        invitations.accept(Actor(UserFactory.create()), token)
    assert refusal.value.code == "invitation-gone"
    assert [line.code for line in ClubHistoryLine.objects.order_by("pk")] == ["invited", "member-joined"]


def test_an_invitation_ends_after_its_time_or_when_taken_back(club, owner):
    old, withdrawn = (invitations.invite(owner, club, Role.VIEWER) for _ in range(2))
    first, second = Invitation.objects.order_by("pk")
    Invitation.objects.filter(pk=first.pk).update(expires_at=timezone.now() - timedelta(seconds=1))
    invitations.take_back(owner, club, second.pk)
    for token in (old, withdrawn, "x" * 32):
        with pytest.raises(Refused):
            invitations.accept(Actor(UserFactory.create()), token)
    with pytest.raises(Refused):
        invitations.take_back(owner, club, first.pk)


def test_a_member_does_not_use_an_invitation_up(club, owner):
    token = invitations.invite(owner, club, Role.OWNER)
    viewer = member_of(club, Role.VIEWER)
    with pytest.raises(Refused) as refusal:
        invitations.accept(viewer, token)
    assert refusal.value.code == "already-member"
    assert Actor(viewer.user).role_in(club.pk) == Role.VIEWER
    assert invitations.accept(Actor(UserFactory.create()), token).role == Role.OWNER


@pytest.mark.parametrize(
    ("account", "field"),
    [
        (None, "username"),
        (NewAccount("", PASSWORD), "username"),
        (NewAccount("taken", PASSWORD), "username"),
        (NewAccount("TAKEN", PASSWORD), "username"),
        (NewAccount("bad name!", PASSWORD), "username"),
        (NewAccount("zoe", "short"), "password"),
        (NewAccount("zoe", "password123"), "password"),
    ],
)
def test_an_account_that_cannot_be_is_told_and_uses_nothing_up(club, owner, account, field):
    UserFactory.create(username="taken")
    token = invitations.invite(owner, club, Role.VIEWER)
    users = User.objects.count()
    with pytest.raises(Refused) as refusal:
        invitations.accept(Actor(), token, account)
    assert refusal.value.field == field
    assert User.objects.count() == users
    assert invitations.accept(Actor(), token, NewAccount("zoe", PASSWORD)).user.username == "zoe"


# -- judges ----------------------------------------------------------------------------------------


def test_a_judge_is_given_tables_and_loses_them(tournament, owner):
    judge = member_of(tournament.club, Role.JUDGE)
    one, two = published_round(tournament).tables.select_related("match", "round__tournament")
    clubs.give_tables(owner, tournament, judge.user.pk, [1])
    assert Actor(judge.user).judges(one)
    assert not Actor(judge.user).judges(two)
    clubs.give_tables(owner, tournament, judge.user.pk, [2])
    assert not Actor(judge.user).judges(one)
    clubs.give_tables(owner, tournament, judge.user.pk, [])
    assert not Duty.objects.exists()


@pytest.mark.parametrize("role", [Role.DESK, Role.VIEWER, None])
def test_only_judges_of_the_club_are_given_tables(tournament, owner, role):
    somebody = member_of(tournament.club, role) if role else Actor(UserFactory.create())
    with pytest.raises(Refused) as refusal:
        clubs.give_tables(owner, tournament, somebody.user.pk, [1])
    assert refusal.value.code == "no-judge"


def test_judges_give_themselves_no_tables(tournament):
    judge = member_of(tournament.club, Role.JUDGE)
    with pytest.raises(NotAllowed):
        clubs.give_tables(judge, tournament, judge.user.pk, [1])


# -- the pages -------------------------------------------------------------------------------------


def client_of(actor):
    client = Client()
    client.force_login(actor.user)
    return client


def test_a_link_is_shown_once_and_lets_somebody_without_an_account_in(club, owner):
    client = client_of(owner)
    page = client.post(reverse("invite", args=[club.slug]), {"role": "desk", "note": "Zoe"}).content.decode()
    link = re.search(r'href="http://testserver(/i/[^"]+)"', page).group(1)
    assert link not in client.get(reverse("club", args=[club.slug])).content.decode()
    guest = Client()
    shown = guest.get(link)
    assert club.name in shown.content.decode()
    assert shown.headers["Referrer-Policy"] == "same-origin"
    assert guest.post(link, {"username": "zoe", "password": "short"}).status_code == 422
    response = guest.post(link, {"username": "zoe", "password": PASSWORD})
    assert response.headers["Location"] == reverse("club", args=[club.slug])
    assert guest.get(reverse("club", args=[club.slug])).status_code == 200
    assert Member.objects.get(user__username="zoe").role == Role.DESK
    assert Client().get(link).status_code == 410


def test_who_has_an_account_joins_with_it(club, owner):
    token = invitations.invite(owner, club, Role.VIEWER)
    guest = Actor(UserFactory.create())
    client = client_of(guest)
    url = reverse("join", args=[token])
    assert "Join as" in client.get(url).content.decode()
    client.post(url)
    assert Actor(guest.user).role_in(club.pk) == Role.VIEWER
    again = client_of(guest).post(reverse("join", args=[invitations.invite(owner, club, Role.OWNER)]))
    assert "member already" in again.content.decode()
    assert again.status_code == 422


def test_roles_are_changed_on_the_page(club, owner):
    client = client_of(owner)
    viewer = member(club, member_of(club, Role.VIEWER))
    url = reverse("member", args=[club.slug, viewer.pk])
    client.post(url, {"role": "judge"})
    viewer.refresh_from_db()
    assert viewer.role == Role.JUDGE
    client.post(url, {"role": "king"})
    viewer.refresh_from_db()
    assert viewer.role == Role.JUDGE
    client.post(url, {"remove": "1"})
    assert not Member.objects.filter(pk=viewer.pk).exists()
    page = client.post(
        reverse("member", args=[club.slug, member(club, owner).pk]), {"remove": "1"}, follow=True
    )
    assert "A club needs an owner" in page.content.decode()


@pytest.mark.parametrize("role", Role.values)
def test_each_role_sees_the_club_and_what_it_may_do_there(tournament, club, role):
    actor = member_of(club, role)
    page = client_of(actor).get(reverse("club", args=[club.slug])).content.decode()
    assert tournament.name in page
    assert ("Invite somebody" in page) == (role == Role.OWNER)
    assert ("New tournament</a>" in page.split('<header class="page-head">')[1].split("</header>")[0]) == (
        role in (Role.OWNER, Role.ORGANISER)
    )
    assert (reverse("check_in", args=[tournament.slug]) in page) == (
        role in (Role.OWNER, Role.ORGANISER, Role.DESK)
    )
    assert (reverse("club_people", args=[club.slug]) in page) == (
        role in (Role.OWNER, Role.ORGANISER, Role.DESK)
    )


@pytest.mark.parametrize("role", Role.values)
def test_no_club_sees_anothers_drafts_members_or_people(tournament, club, role):
    other = Club.objects.create(name="Rivals", slug="rivals")
    spy = client_of(member_of(other, role))
    for name in ("club", "club_people", "doubles", "player_new"):
        assert spy.get(reverse(name, args=[club.slug])).status_code == 404
    for name in (
        "people",
        "door",
        "applications",
        "check_in",
        "check_in_cards",
        "judges",
        "from_list",
        "enter",
        "here",
    ):
        assert spy.get(reverse(name, args=[tournament.slug])).status_code == 404
    assert tournament.name not in spy.get(reverse("club", args=[other.slug])).content.decode()
    assert tournament.name not in spy.get(reverse("home")).content.decode()


def test_tables_are_written_as_people_write_them(tournament, club, owner):
    judge = member_of(club, Role.JUDGE)
    client = client_of(owner)
    url = reverse("judges", args=[tournament.slug])
    client.post(url, {"judge": judge.user.pk, "tables": "1–3, 7"})
    assert list(Duty.objects.values_list("number", flat=True)) == [1, 2, 3, 7]
    for wrong in ("first", "1-", "0", "501"):
        response = client.post(url, {"judge": judge.user.pk, "tables": wrong})
        assert response.status_code == 422
        assert f'value="{wrong}"' in response.content.decode()
    assert Duty.objects.count() == 4


def test_the_club_s_page_asks_little_of_the_database(club, owner, django_assert_max_num_queries):
    for _ in range(10):
        member_of(club, Role.JUDGE)
        tournament_of(3, club=club, organiser=owner.user)
        invitations.invite(owner, club, Role.VIEWER)
    client = client_of(owner)
    with django_assert_max_num_queries(12):
        assert client.get(reverse("club", args=[club.slug])).status_code == 200


def test_where_one_belongs(club, owner):
    assert client_of(owner).get(reverse("clubs")).headers["Location"] == reverse("club", args=[club.slug])
    assert "no club yet" in client_of(Actor(UserFactory.create())).get(reverse("clubs")).content.decode()
