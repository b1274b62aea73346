"""Seats, phones, places and results in words."""

from collections.abc import Iterable, Sequence

from markupsafe import Markup

from referee.kernel.contract import Level, Line, Message, Result, Ruling, rank_by
from referee.store.values import PhoneRow
from referee.web.http.edition import has_server
from referee.web.http.parts import Sentence
from referee.web.http.words import gettext as _
from referee.words import Translator, line_sentence, plain_number, ruling_sentence

from .log_words import table_text
from .view import View

ENDS = tuple(".!?…。！？")


def players_title() -> str:
    """Return the name of the page of all players."""
    return _("Players and phones") if has_server() else _("Players")


def handover_notes(view: View) -> list[str]:
    """Return a sentence per handover: who played for whom from which round."""
    known = view.people if view.seats.handovers else {}
    return [
        table_text(
            "handover",
            now=known.get(taken.now, "?"),
            was=known.get(taken.was, "?"),
            round=view.round_name(taken.round),
        )
        for taken in view.seats.handovers
    ]


def early_end(view: View) -> str:
    """Return the ranking if the table was ended early; else empty."""
    if view.seats.closed is None or view.result is not None:
        return ""
    comma, gap = view.translator.marks.comma, view.translator.marks.gap or "　"
    numbers = {seat: shown.value for seat, shown in view.scene.shown.items()} or view.totals
    groups = rank_by(numbers, view.low_wins)
    told = comma.join(
        f"{' = '.join(map(view.side_name, view.heads_of(group)))}"
        f"{gap}{plain_number(numbers[group[0]])}"
        for group in groups
    )
    return _("Ended early. Ranking: %(ranking)s", ranking=told)


def phone_label(view: View, phone: PhoneRow) -> str:
    """Return a phone's owner and rights in words."""
    if phone.away:
        return _("removed")
    if phone.role == "watch":
        return _("watch only (set by the host)") if phone.held else _("watch only")
    whose = (
        _("%(name)s’s phone", name=view.names[phone.seat])
        if phone.seat
        else _("enters for everyone")
    )
    whose += "" if phone.let_in else " · " + _("joined by code")
    return whose + " · " + _("host") if phone.role == "host" else whose


def join_names(view: View, seats: Iterable[str | None]) -> str:
    """Join the names of seats: "Ann, Bo and Cy"; アキ・ユウ・ミオ."""
    return view.translator.marks.listed([view.names[seat] for seat in seats if seat])


def number_in_words(number: int) -> str:
    """Return a number up to ten in words, else in digits."""
    words = (
        _("none"),
        _("one"),
        _("two"),
        _("three"),
        _("four"),
        _("five"),
        _("six"),
        _("seven"),
        _("eight"),
        _("nine"),
        _("ten"),
    )
    return str(words[number]) if number < len(words) else str(number)


# Places and results


def sentences(view: View, said: Sequence[Message]) -> Markup:
    """Join sentences with full stops; Japanese needs no space between them."""
    marks = view.translator.marks
    told = [Markup(view.say(one)) for one in said]
    return Markup(marks.gap).join(
        [*(text if text.endswith(ENDS) else text + marks.stop for text in told[:-1]), *told[-1:]]
    )


def spoken(translator: Translator, said: Ruling | Line | Message) -> Sentence:
    """Return the sentence of a ruling, score line or statement, with its clause."""
    match said:
        case Ruling():
            text = ruling_sentence(translator, said)
        case Line():
            text = line_sentence(translator, said)
        case Message():
            text = translator.say(f"say.{said.code}", said.params)
    return Sentence(text, said.clause)


def ordinal(place: int, shared: bool) -> str:
    """Return a place in words: "1st", "2nd="; 1位, 同2位."""
    said: str = (
        (_("1st"), _("2nd"), _("3rd"))[place - 1] if 1 <= place <= 3 else _("%(n)sth", n=place)
    )
    return _("%(place)s=", place=said) if shared else said


def result_text(view: View) -> str:
    """Return the result in one or a few sentences; empty before the end."""
    return (_won(view, view.result) or sentences(view, view.result.reasons)) if view.result else ""


def _won(view: View, result: Result) -> str:
    """The lead in points if one winner simply leads; empty if other things decided or count."""
    counted = view.history.game.info.tally or any(shown.unit for shown in view.scene.shown.values())
    alone = len(view.heads_of(result.winners)) == 1
    if counted or not alone or len(result.reasons) > 1 or len(result.ranking) < 2:
        return ""
    ahead = view.totals[result.winners[0]] - view.totals[result.ranking[1][0]]
    if ahead < 1:
        return ""
    name = view.side_name(result.winners[0])
    return (
        _("%(name)s wins by one point", name=name)
        if ahead == 1
        else _("%(name)s wins by %(n)s points", name=name, n=ahead)
    )


def worst_first(rulings: Sequence[Ruling]) -> list[Ruling]:
    """Sort rulings by severity."""
    return sorted(rulings, key=lambda ruling: ruling.level is not Level.IMPOSSIBLE)
