"""The story of a group in words: days, months, winners, sessions."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from flask_babel import format_date
from markupsafe import Markup, escape

from referee.web.http import context
from referee.web.http.words import gettext as _
from referee.web.view.page_header import short_name
from referee.web.view.seat_words import ENDS, early_end, number_in_words, result_text
from referee.web.view.view import View
from referee.words import MARKS

from .story import Person, PlayerRecord, Session, in_front

LONG = {"en": "EEEE d MMMM", "ja": "M月d日（E）"}


def long_day(at: float) -> str:
    """Weekday, day and month; with the year unless it is the current one."""
    day, lang = datetime.fromtimestamp(at), context.language()
    this = day.year == datetime.now().year
    if lang == "ja":
        return format_date(day, LONG[lang] if this else f"y年{LONG[lang]}")
    return format_date(day, LONG["en"] if this else f"{LONG['en']} y")


def month(at: float, full: bool = False) -> str:
    """A month's name, abbreviated unless ``full``."""
    return format_date(datetime.fromtimestamp(at), "MMMM" if full else "MMM")


def fact(session: Session, players: Sequence[PlayerRecord], names: Mapping[Person, str]) -> str:
    """One sentence: who won the newest session, and who leads since."""
    day = format_date(datetime.fromtimestamp(session.began), "EEEE")
    won = {one.person: session.won(one.person) for one in players if session.won(one.person)}
    first, ahead = in_front(players)
    if not won:
        return _("Nobody won on %(day)s.", day=day)
    happened = _happened(day, won, names)
    by, leaders = (
        number_in_words(ahead),
        MARKS[context.language()].listed(
            [names[one.person] for one in players if one.person in first]
        ),
    )
    if len(first) > 1:
        return _("%(happened)s; %(names)s share the lead.", happened=happened, names=leaders)
    if first == won.keys():
        return _("%(happened)s and now leads by %(n)s.", happened=happened, n=by)
    return _("%(happened)s; %(name)s leads by %(n)s.", happened=happened, name=leaders, n=by)


def _happened(day: str, won: Mapping[Person, int], names: Mapping[Person, str]) -> str:
    if len(won) > 1:
        return _(
            "%(names)s won on %(day)s",
            names=MARKS[context.language()].listed([names[one] for one in won]),
            day=day,
        )
    ((one, times),) = won.items()
    if times == 1:
        return _("%(name)s won on %(day)s", name=names[one], day=day)
    if times == 2:
        return _("%(name)s won twice on %(day)s", name=names[one], day=day)
    return _(
        "%(name)s won %(n)s times on %(day)s", name=names[one], n=number_in_words(times), day=day
    )


def session_text(tables: Sequence[View], absent: Sequence[str]) -> Markup:
    """A session's results, or its running tables if none ended; and absent regulars."""
    marks = MARKS[context.language()]
    ended = [table for table in tables if _ended(table)]
    told = [
        Markup("{}{}{}").format(short_name(table.table.game), marks.colon, _came_to(table))
        for table in ended or tables
    ]
    if absent:
        told.append(escape(_("%(names)s not there", names=marks.listed(absent))))
    return Markup(marks.gap).join(
        text if text.endswith(ENDS) else text + marks.stop for text in told
    )


def _ended(table: View) -> bool:
    return table.over or (table.history.game.info.tally and bool(table.scene.complete))


def _came_to(view: View) -> str:
    if view.history.game.info.tally and view.scene.complete > 1:
        won = sorted(
            (-view.totals[seat], view.names[seat])
            for seat in view.history.seats
            if view.totals[seat]
        )
        told = view.translator.marks.comma.join(f"{name} {-n}" for n, name in won)
        return _("games won: %(told)s", told=told) if won else _("nobody won")
    if view.result:
        return result_text(view)
    return _("ended early") if early_end(view) else _("not over yet")
