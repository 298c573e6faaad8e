"""Addresses of the pages."""

from collections.abc import Callable

from django.http import HttpResponse
from django.urls import URLPattern, path, register_converter

from tournaments.desk import entry_views
from tournaments.desk import views as desk
from tournaments.desk.worker import service_worker
from tournaments.views import (
    again,
    archive,
    calendars,
    cards,
    checking_in,
    clubs,
    control,
    copying,
    documents,
    embedding,
    ending,
    entering,
    files,
    hall,
    history,
    holds,
    home,
    importing,
    importing_rounds,
    mistakes,
    paper,
    people,
    pictures,
    pins,
    plan,
    planning,
    players,
    prizes,
    ratings,
    records,
    rehearsal,
    roster,
    rounds,
    rulings,
    seasons,
    seating,
    settings,
    signing,
    spots,
    stages,
    standing_rules,
    standings,
    story,
    tables,
    tour,
    wall,
)


class TokenConverter:
    """What our own links carry; anything else is no address of ours."""

    regex = "[A-Za-z0-9_-]{16,64}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


class SignedConverter(TokenConverter):
    """A link that is signed instead of kept."""

    regex = "[A-Za-z0-9_:-]{16,200}"


register_converter(TokenConverter, "token")
register_converter(SignedConverter, "signed")

TABLE = "t/<slug:slug>/rounds/<int:round_number>/tables/<int:number>"


def both(where: str, view: Callable[..., HttpResponse], name: str) -> list[URLPattern]:
    """One sheet as two files, each with an address that ends as files of its kind do."""
    return [path(f"{where}.{kind}", view, {"kind": kind}, name=f"{name}_{kind}") for kind in files.WRITERS]


urlpatterns = [
    path("", home.home, name="home"),
    path("help/", home.help_page, name="help"),
    path("try/", tour.begin_tour, name="begin_tour"),
    path("t/<slug:slug>/tour/", tour.tour, name="tour"),
    path("t/new/", plan.tournament_new, name="tournament_new"),
    path("t/<slug:slug>/", standings.standings, name="standings"),
    path("t/<slug:slug>/final/", standings.final_standings, name="final_standings"),
    path("t/<slug:slug>/people/", plan.people, name="people"),
    path("t/<slug:slug>/people/<int:entrant_id>/withdraw/", plan.withdraw, name="withdraw"),
    path("t/<slug:slug>/people/<int:entrant_id>/play-again/", plan.play_again, name="play_again"),
    path("t/<slug:slug>/people/<int:entrant_id>/", people.person, name="person"),
    path("t/<slug:slug>/people/<int:entrant_id>/substitute/", people.substitute, name="substitute"),
    path("t/<slug:slug>/people/import/", importing.import_people, name="import_people"),
    path("t/<slug:slug>/people/list/", roster.from_list, name="from_list"),
    path("t/<slug:slug>/people/list/<int:player_id>/", roster.enter_from_list, name="enter_from_list"),
    path("t/<slug:slug>/people/by-rating/", ratings.number_by_rating, name="number_by_rating"),
    path("t/<slug:slug>/enter/", entering.enter, name="enter"),
    path("e/<token:token>/", entering.my_entry, name="my_entry"),
    path("t/<slug:slug>/door/", entering.door, name="door"),
    path("t/<slug:slug>/entries/", entering.applications, name="applications"),
    path(
        "t/<slug:slug>/entries/<int:application_id>/", entering.answer_application, name="answer_application"
    ),
    path("t/<slug:slug>/check-in/", checking_in.check_in, name="check_in"),
    path("t/<slug:slug>/check-in/<int:entrant_id>/", checking_in.check_one_in, name="check_one_in"),
    path("t/<slug:slug>/check-in/clear/", checking_in.clear_check_in, name="clear_check_in"),
    path("t/<slug:slug>/check-in/cards/", checking_in.check_in_cards, name="check_in_cards"),
    path("h/<signed:token>/", checking_in.scan_here, name="scan_here"),
    path("t/<slug:slug>/here/", checking_in.here, name="here"),
    path("t/<slug:slug>/judges/", clubs.judges, name="judges"),
    path("c/", clubs.clubs, name="clubs"),
    path("c/<slug:slug>/", clubs.club, name="club"),
    path("c/<slug:slug>/invite/", clubs.invite, name="invite"),
    path(
        "c/<slug:slug>/invitations/<int:invitation_id>/take-back/",
        clubs.take_back_invitation,
        name="take_back_invitation",
    ),
    path("c/<slug:slug>/members/<int:member_id>/", clubs.member, name="member"),
    path("c/<slug:slug>/people/", roster.club_people, name="club_people"),
    path("c/<slug:slug>/people/new/", roster.player_new, name="player_new"),
    path("c/<slug:slug>/people/doubles/", roster.doubles, name="doubles"),
    path("c/<slug:slug>/people/<int:player_id>/", roster.player, name="club_player"),
    path("c/<slug:slug>/people/<int:player_id>/erase/", roster.erase_player, name="erase_player"),
    path("c/<slug:slug>/ratings/shown/", ratings.show_ratings, name="show_ratings"),
    path("c/<slug:slug>/seasons/", seasons.seasons, name="seasons"),
    path("c/<slug:slug>/seasons/new/", seasons.season_new, name="season_new"),
    path("c/<slug:slug>/seasons/<int:season_id>/", seasons.season_edit, name="season_edit"),
    path("c/<slug:slug>/seasons/<int:season_id>/delete/", seasons.delete_season, name="delete_season"),
    path("club/<slug:slug>/ratings/", ratings.ratings, name="ratings"),
    path("club/<slug:slug>/players/<int:player_id>/against/", ratings.against, name="against"),
    path("club/<slug:slug>/seasons/<int:season_id>/", seasons.season, name="season"),
    path("i/<token:token>/", clubs.join, name="join"),
    path("t/<slug:slug>/tie-breaks/", standing_rules.tie_breaks, name="tie_breaks"),
    path("t/<slug:slug>/stages/", stages.stages, name="stages"),
    path("t/<slug:slug>/stages/<int:number>/", stages.stage, name="stage"),
    path("t/<slug:slug>/stages/<int:number>/remove/", stages.remove_stage, name="remove_stage"),
    path("t/<slug:slug>/plan/", planning.plan, name="plan"),
    path("t/<slug:slug>/plan/about/", planning.about, name="about"),
    path("t/<slug:slug>/plan/rules/", planning.change_rules, name="change_rules"),
    path("t/<slug:slug>/plan/tables/", planning.split, name="split"),
    path("t/<slug:slug>/plan/copy/", copying.copy, name="copy"),
    path("t/<slug:slug>/plan/delete/", copying.delete, name="delete_tournament"),
    path("t/<slug:slug>/rules/", planning.rules, name="rules"),
    path("t/<slug:slug>/prizes/", prizes.prizes, name="prizes"),
    path("t/<slug:slug>/prizes/categories/", prizes.add_category, name="add_category"),
    path("t/<slug:slug>/prizes/categories/<int:category_id>/", prizes.category, name="category"),
    path(
        "t/<slug:slug>/prizes/categories/<int:category_id>/remove/",
        prizes.remove_category,
        name="remove_category",
    ),
    path(
        "t/<slug:slug>/people/<int:entrant_id>/categories/",
        prizes.person_categories,
        name="person_categories",
    ),
    path("t/<slug:slug>/end/", ending.end, name="end"),
    path("t/<slug:slug>/end/close/", ending.close, name="close_tournament"),
    path("t/<slug:slug>/end/reopen/", ending.reopen, name="reopen_tournament"),
    path("t/<slug:slug>/end/rating/", ratings.count_in_ratings, name="count_in_ratings"),
    path("t/<slug:slug>/podium/", ending.podium, name="podium"),
    path("t/<slug:slug>/certificates/", ending.certificates, name="certificates"),
    path("t/<slug:slug>/certificates.csv", ending.certificates_csv, name="certificates_csv"),
    path("t/<slug:slug>/print/", paper.print_page, name="print"),
    path("t/<slug:slug>/print/<slug:document>.pdf", paper.paper, name="paper"),
    path("t/<slug:slug>/where/", players.where, name="where"),
    path("t/<slug:slug>/players/<int:entrant_id>/", players.player, name="player"),
    path("t/<slug:slug>/calendar.ics", calendars.tournament_calendar, name="calendar"),
    path(
        "t/<slug:slug>/players/<int:entrant_id>/calendar.ics",
        calendars.player_calendar,
        name="player_calendar",
    ),
    path("club/<slug:slug>/players/<int:player_id>/", players.player_record, name="player_record"),
    path("t/<slug:slug>/pair/", rounds.pair, name="pair"),
    path("t/<slug:slug>/rounds/<int:number>/", rounds.round_page, name="round"),
    path("t/<slug:slug>/rounds/<int:number>/publish/", rounds.publish, name="publish"),
    path("t/<slug:slug>/rounds/<int:number>/take-best/", rounds.take_best, name="take_best"),
    path("t/<slug:slug>/rounds/<int:number>/seats/", seating.change_seats, name="change_seats"),
    path("t/<slug:slug>/rounds/<int:number>/seats/undo/", seating.undo_seats, name="undo_seats"),
    path("t/<slug:slug>/rounds/<int:number>/unpublish/", seating.unpublish, name="unpublish"),
    path("t/<slug:slug>/rounds/<int:number>/again/", again.again, name="again"),
    path("t/<slug:slug>/rounds/<int:number>/names/", seating.names, name="round_names"),
    path("t/<slug:slug>/rounds/<int:round_number>/tables/<int:number>/", tables.table_page, name="table"),
    path(
        "t/<slug:slug>/rounds/<int:round_number>/tables/<int:number>/deal/",
        tables.enter_deal,
        name="enter_deal",
    ),
    path(
        "t/<slug:slug>/rounds/<int:round_number>/tables/<int:number>/take-back/",
        tables.take_back,
        name="take_back",
    ),
    path(
        "t/<slug:slug>/rounds/<int:round_number>/tables/<int:number>/preview/",
        desk.preview,
        name="desk_preview",
    ),
    path(
        "t/<slug:slug>/rounds/<int:round_number>/tables/<int:number>/start/",
        desk.start_deal,
        name="start_deal",
    ),
    path(
        "t/<slug:slug>/rounds/<int:round_number>/tables/<int:number>/turn/",
        desk.enter_turn,
        name="enter_turn",
    ),
    path(
        "t/<slug:slug>/rounds/<int:round_number>/tables/<int:number>/close/",
        desk.close_deal,
        name="close_deal",
    ),
    path(
        "t/<slug:slug>/rounds/<int:round_number>/tables/<int:number>/entries/<uuid:event>/",
        entry_views.entry,
        name="desk_entry",
    ),
    path("sw.js", service_worker, name="service_worker"),
    path("t/<slug:slug>/rehearsal/", rehearsal.rehearsal, name="rehearsal"),
    path("t/<slug:slug>/spots/", spots.spots, name="spots"),
    path("t/<slug:slug>/cards/", cards.cards, name="cards"),
    path("t/<slug:slug>/cards/<int:number>/renew/", cards.renew_card, name="renew_card"),
    path("t/<slug:slug>/cards/<int:number>/revoke/", cards.revoke_card, name="revoke_card"),
    path("t/<slug:slug>/tables/<int:number>/", cards.desk, name="desk"),
    path("j/<token:token>/", cards.scan_card, name="scan_card"),
    path("s/<signed:token>/", signing.scan_seat, name="scan_seat"),
    path("t/<slug:slug>/settings/", settings.settings, name="settings"),
    path("t/<slug:slug>/archive.zip", archive.archive, name="archive"),
    path("t/<slug:slug>/tournament.json", documents.export_tournament, name="export_tournament"),
    path("c/<slug:slug>/import/", documents.import_tournament, name="import_tournament"),
    path("t/<slug:slug>/embed/", embedding.embed, name="embed"),
    path("t/<slug:slug>/standings.json", embedding.standings_json, name="standings_json"),
    path("t/<slug:slug>/pictures/", pictures.pictures, name="pictures"),
    path("t/<slug:slug>/wall/", wall.wall, name="wall"),
    path("t/<slug:slug>/wall/settings/", wall.wall_settings, name="wall_settings"),
    path("t/<slug:slug>/overlay/", wall.overlay, name="overlay"),
    path("t/<slug:slug>/pins/", pins.pins, name="pins"),
    path("t/<slug:slug>/pins/<int:entrant_id>/", pins.pin, name="pin"),
    path("t/<slug:slug>/calls/", hall.calls, name="calls"),
    path("t/<slug:slug>/calls/<uuid:call_id>/", hall.answer, name="answer_call"),
    path("t/<slug:slug>/rounds/<int:number>/clock/", hall.round_clock, name="round_clock"),
    path(f"{TABLE}/story/", story.story, name="story"),
    path("t/<slug:slug>/control/", control.control, name="control"),
    path("t/<slug:slug>/hold/", holds.hold, name="hold"),
    path("t/<slug:slug>/hold/begin/", holds.begin, name="begin_hold"),
    path("t/<slug:slug>/hold/places/", holds.places, name="begin_reveal"),
    path("t/<slug:slug>/hold/reveal/", holds.reveal, name="reveal_place"),
    path("t/<slug:slug>/hold/lift/", holds.lift, name="lift_hold"),
    path("t/<slug:slug>/history/", history.history, name="history"),
    path("t/<slug:slug>/penalties/", mistakes.penalties, name="penalties"),
    path(
        "t/<slug:slug>/penalties/<int:penalty_id>/back/", mistakes.take_back_penalty, name="take_back_penalty"
    ),
    path("t/<slug:slug>/changes/", mistakes.changes, name="changes"),
    path("t/<slug:slug>/changes/<int:change_id>/", mistakes.decide_change, name="decide_change"),
    path("t/<slug:slug>/files/", files.files, name="files"),
    *both("t/<slug:slug>/files/people", files.people, "people"),
    *both("t/<slug:slug>/files/results", files.results, "results"),
    *both("t/<slug:slug>/files/standings", files.standings, "standings"),
    *both("t/<slug:slug>/files/crosstable", files.crosstable, "crosstable"),
    path("t/<slug:slug>/files/report.trf", files.report, name="report"),
    *both("t/<slug:slug>/rounds/<int:number>/pairings", files.pairings, "pairings"),
    *both("t/<slug:slug>/rounds/<int:number>/results", files.round_results, "round_results"),
    path(
        "t/<slug:slug>/rounds/<int:number>/results/import/",
        importing_rounds.import_results,
        name="import_results",
    ),
    path("t/<slug:slug>/files/pairings/import/", importing_rounds.import_pairings, name="import_pairings"),
    *both("c/<slug:slug>/files/people", files.club_people, "club_people"),
    path(f"{TABLE}/record.json", records.record, name="record"),
    path(f"{TABLE}/record/", records.import_record, name="import_record"),
    path(f"{TABLE}/hall/", hall.hall, name="hall"),
    path(f"{TABLE}/call/", hall.call, name="call"),
    path(f"{TABLE}/sign/<int:seat>/", signing.sign, name="sign"),
    path(f"{TABLE}/check/", signing.check_sheet, name="check_sheet"),
    path(f"{TABLE}/decide/", rulings.decide, name="decide"),
    path(f"{TABLE}/end/", rulings.end_match, name="end_match"),
    path(f"{TABLE}/ruling/", rulings.take_back_ruling, name="take_back_ruling"),
]
