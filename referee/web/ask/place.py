"""Ask the referee: the entry in question (``?entry=``), questions with cards, or ``?words=``."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest
from typing import Any

from flask import url_for

from referee.games import GAMES, QUESTIONS, find_question
from referee.kernel.history import Played
from referee.kernel.question import Question, Raw, opened_with
from referee.web.http import context, rendering
from referee.web.http.parts import Form, Header, Link, Page
from referee.web.http.words import gettext as _
from referee.web.rulings.group_rulings import find_group_rulings
from referee.web.rulings.number import ScoredCell
from referee.web.rulings.recount import linked, visible_part
from referee.web.view.log_words import subject
from referee.web.view.page_header import page_header, short_name
from referee.web.view.view import View, pack_cards

from .answer import FoundAnswer
from .inquiry import as_texts, options_of

MOST_SIGNS = 200
MOST_SHOWN, MOST_OWN = 5, 3
# The id of the question: how else could the cards of an entry have been used?
OTHER_USES = "instead"


@dataclass(frozen=True)
class Box:
    """The box for a question in words: its action, hidden values and text."""

    action: str
    hidden: Mapping[str, Any]
    words: str = ""
    most: int = MOST_SIGNS


@dataclass(frozen=True)
class About:
    """The entry in question; ``why_href`` leads to its ruling, beside it on a wide screen."""

    title: str
    cards: Sequence[str]
    rows: Sequence[Link]
    other_href: str
    why_href: str = ""


@dataclass(frozen=True, kw_only=True)
class PlacePage(Page):
    """The page; without a game it has only the box and the ``games``.

    A game of a score sheet has no box and no questions, as nobody wrote rules to search.
    ``more`` are the questions after the first five; ``unanswered`` is for hosts.
    """

    box: Box | None = None
    answer: FoundAnswer | None = None
    about: About | None = None
    title: str = ""
    questions: Sequence[Link] = ()
    more: Sequence[Link] = ()
    games: Sequence[Link] = ()
    foot: Sequence[Link] = ()
    unanswered: Sequence[str] = ()
    clear: Form | None = None


def games_page(
    order: Sequence[str], words: str = "", answer: FoundAnswer | None = None
) -> PlacePage:
    """The page without a game: the box, then the games."""
    games = [Link(short_name(game), url_for("ask.ask", game=game), game) for game in order]
    back = url_for("ask.games") if answer else url_for("home.home")
    return PlacePage(
        header=Header(_("Ask the referee"), back),
        box=Box(url_for("ask.games"), {}, words[:MOST_SIGNS]),
        answer=answer,
        games=() if answer else games,
    )


def place_page(game: str, view: View | None, seq: int = 0) -> PlacePage:
    """The page of a game; at a table it begins with the entry in question."""
    about = about_entry(view, seq) if view else None
    shown, more = questions_of(game, view, without=(OTHER_USES,) if about else ())
    if view and view.history.game.sheet:
        other = _("What would another score sheet give?")
        shown = [Link(other, view.url("ask.other_sheet"))]
    return PlacePage(
        header=place_header(game, view),
        view=view,
        box=box_of(game, view, seq) if game in QUESTIONS else None,
        about=about,
        title=short_name(game),
        questions=shown,
        more=more,
        foot=foot(game, view),
        # A refresh must not replace the text being typed here.
        preview_url=context.this_address() if view else "",
    )


def place_header(game: str, view: View | None, back: str = "") -> Header:
    """The header of the page and of its answers."""
    title = _("Ask the referee")
    if view:
        return page_header(view, title, back or view.url("tables.table"))
    return Header(title, back or url_for("ask.games"), short_name(game))


def own_href(game: str, view: View | None, **more: Any) -> str:
    """The address of the page of a game or table."""
    return context.path(
        "ask.ask", game=game, **({"table": view.table.code} if view else {}), **more
    )


def box_of(game: str, view: View | None, seq: int = 0, words: str = "") -> Box:
    """The box of a game; it also sends the entry in question."""
    along = {"table": view.table.code if view else "", "entry": str(seq or "")}
    hidden = {name: text for name, text in along.items() if text}
    return Box(url_for("ask.ask", game=game), hidden, words[:MOST_SIGNS])


def foot(game: str, view: View | None) -> list[Link]:
    """The three links at the foot: group rulings, all rules, another game."""
    table = {"table": view.table.code} if view else {}
    decided = []
    if view and view.stands("player"):
        n = len(find_group_rulings(view.table.group_id, game))
        text = _("Our decisions: %(n)s", n=n) if n else _("Our decisions")
        decided = [Link(text, view.url("precedents.rulings"), "ruling")]
    rules = Link(_("All rules"), context.path("rules.rulebook", game=game, **table), "book")
    return [*decided, rules, Link(_("Another game"), url_for("ask.games"), "cards")]


# Questions with cards


def questions_of(
    game: str, view: View | None, without: Sequence[str] = ()
) -> tuple[list[Link], list[Link]]:
    """The questions of a game as sentences: at most five with its own first, then the rest."""
    known = [question for question in QUESTIONS.get(game, ()) if question.id not in without]
    asked = {question.id: _sentences(game, view, question) for question in known}
    general = [asked[question.id] for question in known if question.at]
    # Each question's first sentence comes before any second one.
    in_turn = zip_longest(*(asked[question.id] for question in known if not question.at))
    own = [*filter(None, chain.from_iterable(in_turn))]
    kept = own[: max(MOST_OWN, MOST_SHOWN - len(general))]
    shown = [*kept, *chain.from_iterable(general)][:MOST_SHOWN]
    every = chain.from_iterable(asked.values())
    return shown, [link for link in every if link not in shown]


def _sentences(game: str, view: View | None, question: Question) -> list[Link]:
    """A question as sentences, one for each opening fact; at a table, which knows the fact, one."""
    translator = rendering.make_translator(game, {}, html=False)
    own = f"question.{question.id}"
    opened = () if view else opened_with(question, options_of(GAMES[game], None))
    if not opened:
        return [Link(translator.say(own), own_href(game, view, q=question.id))]
    return [
        Link(
            translator.say(f"{own}.{value}"),
            own_href(game, view, q=question.id, **{question.opening: value}),
        )
        for value in opened
    ]


# The entry in question


def scored_entries(view: View) -> Iterator[tuple[Played, ScoredCell]]:
    """Visible entries with points, newest first, each with its number."""
    visible = visible_part(view)
    seen = set[tuple[int, str]]()
    for played in reversed(visible.history.played):
        for seat in _scoring(view, played):
            place = (played.round, visible.head(seat))
            if place not in seen and place in visible.sight.scored:
                seen.add(place)
                yield played, ScoredCell(visible, *place)


def _scoring(view: View, played: Played) -> list[str]:
    """Whose number an entry makes: its seat's; where a sheet asks all, the reader's first."""
    if played.move.seat or not view.history.game.sheet:
        return [played.move.seat or ""]
    return sorted(view.heads, key=lambda seat: seat != view.head(view.seat or ""))


def about_entry(view: View, seq: int = 0) -> About | None:
    """The entry ``seq``, otherwise the newest one with points; None without entries."""
    found = next((one for one in scored_entries(view) if one[0].seq == seq), None)
    found = found or next(scored_entries(view), None)
    if found is None:
        return None
    played, cell = found
    why = view.url("rulings.ruling", number=cell.round, seat=cell.seat)
    open_now = (dispute for dispute in view.disputes.values() if dispute.open)
    undecided = [
        Link(
            _("Decide: %(what)s", what=subject(view, one)), view.url("calls.question", seq=one.seq)
        )
        for one in open_now
    ]
    return About(
        title=entry_title(view, played, cell),
        cards=pack_cards(view, played.cards),
        rows=[*undecided, *_number_questions(view, cell, why), *_other_uses(view, played)],
        other_href=view.url("fixes.entries", ask=1),
        why_href=why,
    )


def entry_title(view: View, played: Played, cell: ScoredCell) -> str:
    """The name of an entry, with its points if it has any."""
    event = view.history.event(played.seq)
    name = view.entry_name(event) if event else ""
    if cell.slot:
        name = _("%(name)s’s %(what)s", name=view.names[cell.seat], what=cell.slot)
    elif not played.move.seat and cell.seat in view.names:
        name = view.names[cell.seat]
    if view.history.game.info.tally:
        return name
    return _("%(what)s, %(points)s", what=name, points=rendering.num(cell.points))


def _number_questions(view: View, cell: ScoredCell, why: str) -> Iterator[Link]:
    """Links: why this number, and its value under another rule if the rules leave a point open."""
    tally = view.history.game.info.tally
    points = rendering.num(cell.points)
    yield Link(_("Why this result?") if tally else _("Why is it %(points)s?", points=points), why)
    if linked(cell.view, cell.clauses):
        other = (
            _("What would another rule change?")
            if tally
            else _("How many points with another rule?")
        )
        yield Link(other, f"{why}#matter")


def _other_uses(view: View, played: Played) -> Iterator[Link]:
    """A link to other uses of the entry's cards, if the game has that question."""
    question = find_question(view.table.game, OTHER_USES)
    if question is None or not pack_cards(view, played.cards):
        return
    facts = _facts_of(view.table.game, played)
    if facts:
        text = rendering.make_translator(view.table.game, {}, html=False).say(
            f"question.{OTHER_USES}"
        )
        wanted = {field.name for field in question.fields(view.history.options, facts)}
        told = {name: value for name, value in facts.items() if name in wanted}
        yield Link(text, own_href(view.table.game, view, q=OTHER_USES, **told))


def _facts_of(game: str, played: Played) -> Raw:
    """The facts about an entry's cards, found by another question in the state after it."""
    own = Counter(played.cards)
    for question in QUESTIONS[game]:
        for raw in question.every(played.state) if question.every else ():
            told = as_texts(raw)
            if Counter(told.get("cards", "").split()) == own:
                return told
    return {}
