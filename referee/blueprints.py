"""All blueprints of the application, one by one."""

from flask import Flask

from referee.web.api import ask_routes, correction_routes, joining_routes
from referee.web.api import routes as table_routes
from referee.web.api.access import api
from referee.web.ask.routes import ask_pages
from referee.web.changes.fix_routes import fixes
from referee.web.changes.routes import changes_pages
from referee.web.disputes.routes import disputes_pages
from referee.web.entry.demo_routes import demo_pages
from referee.web.entry.detail_routes import details
from referee.web.entry.routes import corrections, tables
from referee.web.entry.typed_routes import typed
from referee.web.finale.routes import finale
from referee.web.group.group_routes import groups
from referee.web.group.identity_routes import identities
from referee.web.group.import_routes import imports
from referee.web.health.health_routes import health_pages
from referee.web.http.permissions import needs
from referee.web.http.script_routes import scripts
from referee.web.http.stream_routes import live
from referee.web.menu.routes import menu_pages, moved
from referee.web.move.arriving_routes import arriving
from referee.web.move.departing_routes import departing
from referee.web.other_games.routes import other_games
from referee.web.own.routes import own_games
from referee.web.people.join_request_routes import join_request_pages, own_seat
from referee.web.people.join_routes import join
from referee.web.people.player_routes import phones, players
from referee.web.people.seat_routes import seats
from referee.web.people.setting_routes import house_pages
from referee.web.phone.backup_routes import backup_pages
from referee.web.phone.offline_routes import offline
from referee.web.phone.setting_routes import settings_pages
from referee.web.rulebook.routes import rules
from referee.web.rulings.routes import group_ruling_pages, rulings, shared
from referee.web.sheet.blank_routes import blanks
from referee.web.sheet.file_routes import files
from referee.web.sheet.print_routes import print_pages
from referee.web.sheet.routes import sheets
from referee.web.start.home_routes import home_pages
from referee.web.start.new_table_routes import start
from referee.web.tv.routes import tv

API = (table_routes, joining_routes, correction_routes, ask_routes)
"""The modules whose views share the blueprint of the API."""
BLUEPRINTS = (
    home_pages,
    start,
    own_games,
    other_games,
    demo_pages,
    rules,
    ask_pages,
    print_pages,
    blanks,
    settings_pages,
    backup_pages,
    offline,
    scripts,
    health_pages,
    join,
    groups,
    imports,
    arriving,
    departing,
    identities,
    shared,
    tables,
    corrections,
    details,
    typed,
    live,
    sheets,
    finale,
    tv,
    menu_pages,
    moved,
    fixes,
    files,
    changes_pages,
    house_pages,
    players,
    seats,
    own_seat,
    join_request_pages,
    phones,
    rulings,
    group_ruling_pages,
    disputes_pages,
    api,
)


def register(app: Flask) -> None:
    """Add every view to an application."""
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    # Flask made the view of static files; anybody may have them.
    needs("anyone")(app.view_functions["static"])
