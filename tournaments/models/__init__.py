"""What a tournament is made of. Knows matches only by their id and result."""

from tournaments.models.accounts import Receipt, SignInLink
from tournaments.models.clubs import Club, Invitation, Member, Player, Role, make_club_slug
from tournaments.models.entering import Application, Door
from tournaments.models.hall import Call, Duty, JudgeCard, Phone, Spot, make_token
from tournaments.models.history import ClubHistoryLine, HistoryLine
from tournaments.models.holds import Hold, ShownResult
from tournaments.models.limits import MOST_ENTRANTS, MOST_ROUNDS, MOST_TABLES, NAME_LENGTH, SPOT_LENGTH
from tournaments.models.mistakes import REASON_LENGTH, Penalty, PendingChange
from tournaments.models.people import Absence, Entrant, KeepApart, Substitution
from tournaments.models.prizes import Category, Prize
from tournaments.models.ratings import MOST_EVENINGS, Ranking, Rating, Season
from tournaments.models.rehearsal import Rehearsal
from tournaments.models.rounds import PUBLIC_STATES, Place, Round, Table
from tournaments.models.tournament import (
    LANGUAGES,
    Stage,
    Tournament,
    default_tiebreaks,
    make_seed,
    make_slug,
)

__all__ = [
    "LANGUAGES",
    "MOST_ENTRANTS",
    "MOST_EVENINGS",
    "MOST_ROUNDS",
    "MOST_TABLES",
    "NAME_LENGTH",
    "PUBLIC_STATES",
    "REASON_LENGTH",
    "SPOT_LENGTH",
    "Absence",
    "Application",
    "Call",
    "Category",
    "Club",
    "ClubHistoryLine",
    "Door",
    "Duty",
    "Entrant",
    "HistoryLine",
    "Hold",
    "Invitation",
    "JudgeCard",
    "KeepApart",
    "Member",
    "Penalty",
    "PendingChange",
    "Phone",
    "Place",
    "Player",
    "Prize",
    "Ranking",
    "Rating",
    "Receipt",
    "Rehearsal",
    "Role",
    "Round",
    "Season",
    "ShownResult",
    "SignInLink",
    "Spot",
    "Stage",
    "Substitution",
    "Table",
    "Tournament",
    "default_tiebreaks",
    "make_club_slug",
    "make_seed",
    "make_slug",
    "make_token",
]
