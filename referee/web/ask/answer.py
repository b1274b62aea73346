"""The answer to a question in words: by the game if it names cards, otherwise by the best rule."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from flask import url_for

from referee.games import GAMES, QUESTIONS
from referee.kernel.fields import Value
from referee.kernel.question import LETTERS, Answer
from referee.rulebook import Ambiguity, Clause, Rulebook, load
from referee.search import Entry, Found, find_answers
from referee.web.http import context, rendering
from referee.web.http.parts import Link
from referee.web.http.words import gettext as _
from referee.web.rulings.number import ScoredCell, verdict_sentence
from referee.web.rulings.recount import in_short, interpretations, linked, visible_part
from referee.web.view.log_words import chosen_text
from referee.web.view.page_header import short_name
from referee.web.view.seat_words import spoken
from referee.web.view.view import View, pack_cards
from referee.words import line_sentence

from .inquiry import Inquiry, options_of
from .offer import card_groups, offered
from .ruling import lead, reasons

MOST_FOUND, MOST_OTHERS, MOST_TAPS, MOST_GAMES = 8, 3, 2, 5
# A question of a game is offered if its rule is among this many best results.
BEST = 3


@dataclass(frozen=True)
class Help:
    """A rule that may help: title, text, address, and its game if it is another one."""

    id: str
    title: str
    text: str
    href: str
    game: str = ""


@dataclass(frozen=True)
class Case:
    """The case behind an answer: its cards, lines and the address of its ruling."""

    cards: Sequence[str]
    lines: Sequence[str]
    href: str


@dataclass(frozen=True)
class FoundAnswer:
    """The answer ``say``, yes or no as ``lead``, the choice here, and other ways to an answer.

    ``nothing``: no rule was found; ``elsewhere`` searches all games, ``games`` one game each.
    """

    say: str
    lead: str = ""
    under: str = ""
    clause: str = ""
    case: Case | None = None
    others: Sequence[Help] = ()
    taps: Sequence[Link] = ()
    elsewhere: Link | None = None
    games: Sequence[Link] = ()
    note: str = ""
    nothing: bool = False


def answer_to(
    words: str, game: str | None, view: View | None = None, played: frozenset[str] = frozenset()
) -> FoundAnswer:
    """Answer a question in words about ``game``, or about any game, preferring those ``played``."""
    found = find_answers(words, context.language(), game, MOST_FOUND, played)
    own = tuple(one for one in found if one.game == game) if game else found
    wider = Link(_("Ask about every game"), url_for("ask.games", words=words)) if game else None
    if not own:
        others = [*_others(found, game)]
        return FoundAnswer(
            _("No rule found. Try other words."), others=others, elsewhere=wider, nothing=True
        )
    asked = (_entered(words, view) if view else None) or _asked(words, own, view)
    answer = asked or _by_rule(own[0], view)
    if game is None:
        short = load(own[0].game).short[context.language()]
        answer = replace(answer, under=" · ".join(filter(None, (short, answer.under))))
    others = [*_alike(own[0]), *_others(own[0 if asked else 1 :], game)]
    which = [] if game else _which_game(words, own)
    return replace(answer, others=others, taps=[*_taps(own, view)], elsewhere=wider, games=which)


def _which_game(words: str, found: Sequence[Found]) -> list[Link]:
    """Links to ask each nearest game the same; empty if the best results are of one game."""
    games = dict.fromkeys(one.game for one in found[:MOST_GAMES])
    if len({one.game for one in found[:BEST]}) == 1:
        return []
    return [Link(short_name(one), url_for("ask.ask", game=one, words=words), one) for one in games]


def _entered(words: str, view: View) -> FoundAnswer | None:
    """The number of the newest entry with exactly the cards named in the text."""
    visible = visible_part(view)
    named = [Counter(group) for group in card_groups(words, view.scene.deck)]
    for played in reversed(visible.history.played) if len(named) == 1 else ():
        cell = (
            ScoredCell.about(visible, played.round, played.move.seat or "")
            if Counter(played.cards) == named[0]
            else None
        )
        if cell:
            why = [line_sentence(view.plain, line) for line in cell.scoring_lines[:1]]
            href = view.url("rulings.ruling", number=cell.round, seat=cell.seat)
            return FoundAnswer(
                verdict_sentence(cell),
                clause=next(iter(cell.clauses), ""),
                case=Case(played.cards, why, href),
            )
    return None


def _asked(words: str, found: Sequence[Found], view: View | None) -> FoundAnswer | None:
    """The answer of the game's own question, if the text contains its facts."""
    game = found[0].game
    table = view if view and view.table.game == game else None
    options = options_of(GAMES[game], table)
    offer = offered(words, found, options)
    if offer is None:
        return None
    inquiry = Inquiry(
        GAMES[game],
        offer.question,
        offer.facts,
        options,
        dict(zip(LETTERS, LETTERS, strict=True)),
        "",
        table,
    )
    answer = inquiry.answer
    if not isinstance(answer, Answer):
        return None
    why = reasons(inquiry.view.translator, answer)
    cards = [card for field in inquiry.hands for card in inquiry.cards(field)]
    return FoundAnswer(
        say=spoken(inquiry.view.translator, answer.verdict).text,
        lead=lead(answer) if answer.yes is not None else "",
        clause=answer.verdict.clause,
        case=Case(cards, [one.text for one in why[:1]], inquiry.url()),
    )


# Answers by a rule


def _by_rule(one: Found, view: View | None) -> FoundAnswer:
    """Answer by the best rule: the choice here for an open point, else the clause's text."""
    book, entry = load(one.game), one.entry
    table = view if view and view.table.game == one.game else None
    options: Mapping[str, Value] = {}
    if table:
        options = table.history.options
    elif one.game in GAMES:
        options = options_of(GAMES[one.game], None)
    held = _choice(book, entry, options)
    under = _title(entry) if held else next(_points(one, options), "")
    return FoundAnswer(
        say=held or _text(entry),
        under=under,
        clause=_number(entry),
        case=_case(table, one) if table else None,
    )


def _choice(book: Rulebook, entry: Entry, options: Mapping[str, Value]) -> str:
    """The choice in force on an open point, or the value of a setting."""
    lang = context.language()
    if isinstance(entry, Clause):
        return ""
    if isinstance(entry, Ambiguity) and not entry.options:
        return str(entry.why[lang])
    texts = [
        book.choice_text(name, options[name], lang)
        for name in entry.options
        if name in options and book.choices(name)
    ]
    return ("" if lang == "ja" else " ").join(texts)


def _points(one: Found, options: Mapping[str, Value]) -> Iterator[str]:
    """The choices in force on the open points of a clause."""
    for beside in one.beside:
        if isinstance(beside, Ambiguity):
            yield from (
                chosen_text(one.game, name, options[name])
                for name in beside.options
                if name in options
            )


def _case(view: View, one: Found) -> Case | None:
    """The newest number that rests on the rule, and its points under another interpretation."""
    open_points = _open_points(one)
    near = {*one.ids, *(clause for point in open_points for clause in point.clauses)}
    line = next(
        (line for line in reversed(view.lines) if line.counts and line.clause in near), None
    )
    cell = ScoredCell.about(view, line.round, line.seat) if line else None
    if cell is None:
        return None

    names = {name for point in open_points for name in point.options}
    said = [verdict_sentence(cell), *_otherwise(cell, names)]
    entered = view.history.entered(cell.round, cell.seat)
    cards = pack_cards(view, [card for played in entered for card in played.cards])
    href = view.url("rulings.ruling", number=cell.round, seat=cell.seat)
    return Case(cards, said[:2], href)


def _otherwise(cell: ScoredCell, names: Collection[str]) -> Iterator[str]:
    """The number under each other interpretation of these options that changes it."""
    options = [option for option in linked(cell.view, cell.clauses) if option.field.name in names]
    for interpretation in interpretations(cell.view, options):
        points = cell.by(interpretation)
        if points is None or points == cell.points or interpretation.counted.broke:
            continue
        choice = in_short(cell.view, interpretation.option, interpretation.value)
        yield _("%(choice)s, it would be %(points)s.", choice=choice, points=rendering.num(points))


def _open_points(one: Found) -> list[Ambiguity]:
    return [entry for entry in (one.entry, *one.beside) if isinstance(entry, Ambiguity)]


# Other ways to an answer


def _others(found: Sequence[Found], game: str | None) -> Iterator[Help]:
    yield from (_help(one.game, one.entry, named=one.game != game) for one in found[:MOST_OTHERS])


def _alike(one: Found) -> Iterator[Help]:
    """Rules of other games on the same matter, if no game was chosen."""
    yield from (_help(game, entry, named=True) for game, entry in one.alike)


def _help(game: str, entry: Entry, named: bool) -> Help:
    book, number, text = load(game), _number(entry), _text(entry)
    there = url_for("rules.rulebook", game=game)
    href = url_for("rules.clause", game=game, clause=number) if number else there
    return Help(
        number,
        _title(entry) or text,
        text,
        href,
        str(book.short[context.language()]) if named else "",
    )


def _taps(found: Sequence[Found], view: View | None) -> Iterator[Link]:
    """Links to the questions with cards whose rule is among the best results."""
    game = found[0].game
    near = {clause for one in found[:BEST] if one.game == game for clause in one.ids}
    close = [question for question in QUESTIONS.get(game, ()) if question.clause in near]
    table = {"table": view.table.code} if view and view.table.game == game else {}
    translator = rendering.make_translator(game, {}, html=False) if close else None
    for question in close[:MOST_TAPS]:
        if translator:
            yield Link(
                translator.say(f"question.{question.id}"),
                context.path("ask.ask", game=game, q=question.id, **table),
            )


def _title(entry: Entry) -> str:
    return "" if isinstance(entry, Clause) else str(entry.title[context.language()])


def _text(entry: Entry) -> str:
    return str(entry.text[context.language()])


def _number(entry: Entry) -> str:
    return entry.id if isinstance(entry, Clause | Ambiguity) else ""
