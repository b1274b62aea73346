"""Every rulebook file: complete in both languages, consistent in itself, readable at a glance."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from urllib.parse import urlsplit

import pytest
from msgspec import Struct

from referee.game_files import game_file
from referee.languages import LANGUAGES
from referee.left_out import line_of
from referee.rulebook import (
    KINDS,
    Ambiguity,
    Clause,
    MalformedRulebook,
    Rulebook,
    RuleText,
    Setting,
    find_rule,
    games,
    load,
    parse,
)
from tests.support.examples import kept
from tests.support.japanese import HALF_WIDTH, JAPANESE, POLITE, to_amend

FILES = ("rulebook.toml", *(f"rules.{lang}.toml" for lang in LANGUAGES))
LONGEST_SENTENCE = 220
LONGEST_LABEL = 90
SNAKE = re.compile(r"[a-z0-9]+(_[a-z0-9]+)*")
SENTENCE_END = re.compile(r"(?<=[.?!])\s+|(?<=[。？！])")


@pytest.fixture(params=games())
def book(request: pytest.FixtureRequest) -> Rulebook:
    return load(request.param)


def texts(value: object, place: str = "") -> Iterator[tuple[str, RuleText]]:
    """Every text in two languages anywhere inside a rulebook, with the place where it stands."""
    if isinstance(value, RuleText):
        yield place, value
    elif isinstance(value, tuple):
        for item in value:
            yield from texts(item, place)
    elif isinstance(value, Struct):
        here = f"{place} {getattr(value, 'id', getattr(value, 'value', ''))}".strip()
        for part in value.__struct_fields__:
            yield from texts(getattr(value, part), f"{here} {part}" if part != "text" else here)


def sentences(book: Rulebook) -> Iterator[tuple[str, RuleText]]:
    """The texts that are written as whole sentences; titles and labels are not."""
    for clause in book.clauses:
        yield clause.id, clause.text
        if clause.example:
            yield f"{clause.id} example", clause.example
    for point in book.ambiguities:
        yield point.id, point.text
        yield f"{point.id} why", point.why
    for setting in book.settings:
        yield setting.id, setting.text
    for edition in book.editions:
        if edition.question:
            yield f"{edition.id} question", edition.question
    for change in book.changes:
        yield change.version, change.text


def labels(book: Rulebook) -> Iterator[tuple[str, RuleText]]:
    """The texts that stand beside a button or in a heading."""
    for section in book.sections:
        yield section.id, section.text
    for entry in deciders(book):
        yield f"{entry.id} title", entry.title
        for choice in entry.choices:
            yield f"{entry.id} {choice.value}", choice.text


def places(
    said: Iterable[tuple[str, RuleText]], lang: str, wrong: Callable[[str], object]
) -> list[tuple[str, str]]:
    """The texts in a language with which something is wrong, with their places."""
    return [(place, text[lang]) for place, text in said if wrong(text[lang])]


def deciders(book: Rulebook) -> tuple[Ambiguity | Setting, ...]:
    return (*book.ambiguities, *book.settings)


def all_options(book: Rulebook) -> list[str]:
    return [option for entry in deciders(book) for option in entry.options]


@pytest.mark.parametrize(
    ("game", "clauses", "points"),
    kept(
        [
            ("indian-chief", 45, 16),
            ("blind-date", 54, 26),
            ("captains-orders", 41, 17),
            ("not-a-pair", 21, 10),
            ("the-pairs", 25, 10),
            ("three-draw", 16, 9),
            ("dream-team", 32, 13),
            ("cracker", 22, 17),
            ("long-seat", 18, 7),
            ("pyramid", 21, 9),
            ("the-things", 67, 24),
            ("pairs", 17, 4),
        ]
    ),
)
def test_the_sources_we_know_have_their_rulebook(game: str, clauses: int, points: int) -> None:
    """The built-in games keep the number of their clauses and open points; a new game need not
    stand here.
    """
    assert (len(load(game).clauses), len(load(game).ambiguities)) == (clauses, points)


def test_prefixes_are_unique_across_games() -> None:
    prefixes = [load(game).prefix for game in games()]
    assert len(set(prefixes)) == len(prefixes)
    assert all(prefix.isalnum() and prefix.isupper() for prefix in prefixes)


def test_ids_are_contiguous_from_one_and_in_order(book: Rulebook) -> None:
    """Clauses are numbered XX-1, XX-2 … in the order of the file, open points XX-A1, XX-A2 …"""
    assert [clause.id for clause in book.clauses] == [
        f"{book.prefix}-{n + 1}" for n in range(len(book.clauses))
    ]
    points = [point.id for point in book.ambiguities]
    assert points == [f"{book.prefix}-A{n + 1}" for n in range(len(points))]


def test_both_languages_are_there_and_differ(book: Rulebook) -> None:
    """Every text is there in English and in Japanese, and the two are not the same."""
    every = list(texts(book))
    assert len(every) > len(book.clauses)
    for lang in LANGUAGES:
        assert places(every, lang, lambda said: not said.strip()) == []
    assert [place for place, text in every if text["en"] == text["ja"]] == []


def test_japanese_is_japanese_and_english_is_not(book: Rulebook) -> None:
    """Japanese texts hold Japanese signs, English texts none."""
    assert places(texts(book), "ja", lambda said: not JAPANESE.search(said)) == []
    assert places(texts(book), "en", JAPANESE.search) == []


def test_japanese_keeps_the_plain_form(book: Rulebook) -> None:
    """Rules in Japanese end in the plain form: 出す, and not 出します."""
    assert places(texts(book), "ja", POLITE.search) == []


def test_japanese_has_its_own_punctuation(book: Rulebook) -> None:
    """Japanese texts take 。、：（） and no half-width mark beside a Japanese sign."""
    assert places(texts(book), "ja", HALF_WIDTH.search) == []


def test_japanese_has_one_word_for_one_thing(book: Rulebook) -> None:
    """One thing has one word in Japanese; write the word after the arrow (the list is at the end
    of this page).
    """
    wrong = to_amend((place, text["ja"]) for place, text in texts(book))
    assert not wrong, f"Write the word after the arrow:\n{wrong}"


def test_texts_have_no_stray_space(book: Rulebook) -> None:
    """No text has two spaces in a row, or one at either end."""
    for lang in LANGUAGES:
        assert places(texts(book), lang, lambda said: said != " ".join(said.split())) == []


def test_sentences_end_with_punctuation(book: Rulebook) -> None:
    """Texts of clauses, examples, reasons and questions are whole sentences with their full
    stop.
    """
    assert places(sentences(book), "en", lambda said: said[-1] not in ".?!") == []
    assert places(sentences(book), "ja", lambda said: said[-1] not in "。？！") == []


def test_sentences_start_with_a_capital_letter_digit_or_card(book: Rulebook) -> None:
    """An English sentence does not begin with a small letter."""
    assert places(sentences(book), "en", lambda said: said[0].islower()) == []


def test_no_sentence_is_long(book: Rulebook) -> None:
    """No sentence has more than 220 signs; make two of it."""
    for lang in LANGUAGES:
        assert places(sentences(book), lang, is_long) == []


def is_long(text: str) -> bool:
    """Whether some sentence of a text is."""
    return max(map(len, SENTENCE_END.split(text))) > LONGEST_SENTENCE


def test_labels_fit_beside_a_button(book: Rulebook) -> None:
    """Titles of sections and points, and choices, have at most 90 signs and no full stop."""
    for lang in LANGUAGES:
        assert places(labels(book), lang, lambda said: len(said) > LONGEST_LABEL) == []
    assert places(labels(book), "en", lambda said: said.endswith(".")) == []


def test_every_section_exists_and_is_used_in_order(book: Rulebook) -> None:
    """Every clause stands in a [[section]], every section has clauses, and those of one section
    stand together.
    """
    order = [section.id for section in book.sections]
    assert {clause.section for clause in book.clauses} == set(order)
    used = list(dict.fromkeys(clause.section for clause in book.clauses))
    assert used == order
    assert sum(len(book.clauses_in(section)) for section in order) == len(book.clauses)


def test_every_clause_has_a_kind_and_a_heading_in_the_language_of_its_source(
    book: Rulebook,
) -> None:
    """A clause is engine, computed, table or information, and its `source` is a heading in the
    language of the source.
    """
    assert {clause.kind for clause in book.clauses} <= set(KINDS)
    japanese = bool(JAPANESE.search(book.source.title))
    for clause in book.clauses:
        assert bool(JAPANESE.search(clause.source)) == japanese, clause.id


def test_an_option_is_decided_in_one_place(book: Rulebook) -> None:
    """An option stands in one [[ambiguity]] or [[setting]] alone, in small letters with
    underscores.
    """
    assert [option for option, times in Counter(all_options(book)).items() if times > 1] == []
    assert all(SNAKE.fullmatch(option) for option in all_options(book))
    for option in all_options(book):
        assert option in book.about(option).options


def test_choices_have_exactly_one_default_and_distinct_values(book: Rulebook) -> None:
    """Choices of an option: two at least, the default first and alone, all with values and texts
    of their own.
    """
    for option in all_options(book):
        choices = book.choices(option)
        if not choices:
            continue
        values = [choice.value for choice in choices]
        assert len(values) >= 2, option
        assert len(set(values)) == len(values), option
        assert all(SNAKE.fullmatch(value) for value in values), option
        assert [choice.default for choice in choices].count(True) == 1, option
        assert choices[0].default, option
        for lang in LANGUAGES:
            assert len({choice.text[lang] for choice in choices}) == len(values), option


def test_every_clause_an_ambiguity_names_exists(book: Rulebook) -> None:
    """`clauses` of an [[ambiguity]] and `clause` of a [[setting]] are ids of clauses; an ambiguity
    names one at least.
    """
    ids = {clause.id for clause in book.clauses}
    for point in book.ambiguities:
        assert point.clauses, point.id
        assert set(point.clauses) <= ids, point.id
        assert len(set(point.clauses)) == len(point.clauses), point.id
    assert {setting.clause for setting in book.settings} <= ids


def test_every_option_a_clause_names_is_decided_for_that_clause(book: Rulebook) -> None:
    """Where a clause names an option, the ambiguity or setting of that option names the clause."""
    for clause in book.clauses:
        for option in clause.options:
            entry = book.about(option)
            named = entry.clauses if isinstance(entry, Ambiguity) else (entry.clause,)
            assert clause.id in named, (clause.id, option)


def test_every_option_is_named_by_a_clause_it_changes(book: Rulebook) -> None:
    """An option of an ambiguity stands in `options` of some clause that it changes."""
    named = {option for clause in book.clauses for option in clause.options}
    decided = {option for point in book.ambiguities for option in point.options}
    assert decided - named == set()


def test_clause_ids_inside_texts_exist(book: Rulebook) -> None:
    """A clause number within a text is one of this rulebook."""
    for place, text in texts(book):
        for clause_id in re.findall(rf"{book.prefix}-A?\d+", text["en"] + text["ja"]):
            assert book.entry(clause_id).id == clause_id, place


def test_both_languages_name_the_same_clauses(book: Rulebook) -> None:
    """English and Japanese text of an entry name the same clauses."""
    mention = re.compile(rf"{book.prefix}-A?\d+")
    for place, text in texts(book):
        assert sorted(mention.findall(text["en"])) == sorted(mention.findall(text["ja"])), place


def test_every_rule_that_is_refused_worked_out_or_watched_has_an_example(book: Rulebook) -> None:
    """Every clause has an `example`, but for those of kind information."""
    told = [clause for clause in book.clauses if clause.kind != "information"]
    assert [clause.id for clause in told if clause.example is None] == []


def test_examples_show_the_same_cards_in_both_languages(book: Rulebook) -> None:
    """The example shows the same cards in English and in Japanese."""
    card = re.compile(r"(?:10|[2-9AJQK])[♠♥♦♣]")
    for clause in book.clauses:
        if clause.example:
            one, other = ({*card.findall(clause.example[lang])} for lang in LANGUAGES)
            assert one == other, clause.id


def test_editions_choose_from_the_choices(book: Rulebook) -> None:
    """The first edition is `page`, and an edition takes values that its options have."""
    assert book.editions[0].id == "page"
    for edition in book.editions:
        for option, value in edition.options.items():
            assert value in {choice.value for choice in book.choices(option)}, edition.id


def test_several_editions_are_told_apart_by_one_question(book: Rulebook) -> None:
    """The first asks, each answers; nothing is asked where there is no choice."""
    several = len(book.editions) > 1
    first, *others = (bool(edition.question) for edition in book.editions)
    assert (first, any(others)) == (several, False)
    assert all(bool(edition.answer) == several for edition in book.editions)


def test_the_edition_of_the_page_takes_only_defaults(book: Rulebook) -> None:
    """The edition `page` names nothing but defaults."""
    for option, value in book.editions[0].options.items():
        assert [choice.value for choice in book.choices(option) if choice.default] == [value]


def test_the_newest_change_is_the_version(book: Rulebook) -> None:
    """The last [[change]] has the version and the date of the rulebook, and they stand in order."""
    assert book.changes[-1].version == book.version
    assert book.changes[-1].date == book.date
    dates = [change.date for change in book.changes]
    assert dates == sorted(dates)


def test_the_source_can_be_looked_up(book: Rulebook) -> None:
    """The source has a web address, and a date before that of the rulebook if it has one."""
    address = urlsplit(book.source.url)
    assert address.scheme in {"http", "https"}
    assert address.netloc
    assert book.source.published is None or book.source.published < book.date


def test_find_reaches_every_clause_and_ambiguity(book: Rulebook) -> None:
    """Every clause and open point is found by its number."""
    entries: tuple[Clause | Ambiguity, ...] = (*book.clauses, *book.ambiguities)
    for entry in entries:
        assert find_rule(entry.id) == (book, entry)


@pytest.mark.parametrize("unknown", ["IC-0", "IC-46", "IC-A17", "IC", "XX-1", "", "29", "ic-29"])
def test_find_raises_key_error_for_an_unknown_id(unknown: str) -> None:
    with pytest.raises(KeyError):
        find_rule(unknown)


@pytest.mark.parametrize("unknown", ["chess", "", "../rulebook/indian-chief"])
def test_load_raises_key_error_for_an_unknown_game(unknown: str) -> None:
    with pytest.raises(KeyError):
        load(unknown)


def test_a_text_knows_the_languages_it_has_and_no_other() -> None:
    text = RuleText({"en": "Thief", "ja": "泥棒"})
    assert (text["en"], text["ja"]) == ("Thief", "泥棒")
    with pytest.raises(KeyError):
        text["de"]


@pytest.mark.parametrize("name", FILES)
def test_a_message_about_an_entry_leads_to_its_line(book: Rulebook, name: str) -> None:
    """Whatever key of a rulebook is misspelt, the line that is told is the one it stands in, or
    where its entry begins.
    """
    files = {file: game_file(book.game, file).read_text(encoding="utf-8") for file in FILES}
    lines = files[name].splitlines()
    heads = [n for n, line in enumerate(lines, 1) if line.startswith("[")]
    key = re.compile(r"(kind|source|clauses|title|text|why|option|date) =")
    for at in [n for n, line in enumerate(lines, 1) if key.match(line)][::15]:
        broken = "\n".join(line if n != at else "x" + line for n, line in enumerate(lines, 1))
        with pytest.raises(MalformedRulebook) as refused:
            parse(book.game, *sorted_out({**files, name: broken}))
        file, said = str(refused.value).removeprefix(f"{book.game}: ").split(": ", 1)
        assert file == name
        assert line_of(broken, said) in (at, max((n for n in heads if n < at), default=None)), said


def sorted_out(files: Mapping[str, str]) -> tuple[str, dict[str, str]]:
    """The rulebook itself, and its texts by language."""
    return files["rulebook.toml"], {lang: files[f"rules.{lang}.toml"] for lang in LANGUAGES}


SMALL = {
    "rulebook.toml": """
game = "small"
prefix = "SM"
version = "1"
date = 2026-11-20
source = {title = "小", url = "http://example.org/", author = "someone"}
[[section]]
id = "all"
[[clause]]
id = "SM-1"
section = "all"
kind = "engine"
source = "小"
options = ["how"]
[[ambiguity]]
id = "SM-A1"
options = ["how"]
clauses = ["SM-1"]
[[ambiguity.choice]]
option = "how"
value = "well"
default = true
[[edition]]
id = "page"
options = {how = "well"}
""",
    "rules.en.toml": """
name = "Small"
called = ["Little"]
[section]
all = "All"
[SM-1]
text = "Play."
[SM-A1]
title = "How"
text = "How?"
why = "So."
[option.how]
well = "Well"
[edition.page]
text = "Page"
""",
    "rules.ja.toml": """
name = "小"
reading = "ショウ"
called = ["小型"]
[section]
all = "すべて"
[SM-1]
text = "遊ぶ。"
[SM-A1]
title = "方法"
text = "どう遊ぶ？"
why = "こう。"
[option.how]
well = "上手に"
[edition.page]
text = "元のページ"
""",
}


def test_parse_reads_a_small_rulebook() -> None:
    book = parse("small", *sorted_out(SMALL))
    assert book.short == book.name == RuleText({"en": "Small", "ja": "小"})
    assert (book.called, book.kana) == (("Little", "小型"), "ショウ")
    clause = book.entry("SM-1")
    assert isinstance(clause, Clause)
    assert (clause.text["ja"], clause.options, clause.example) == ("遊ぶ。", ("how",), None)
    (choice,) = book.choices("how")
    assert (choice.value, choice.text["en"]) == ("well", "Well")
    assert (book.settings, book.changes) == ((), ())


def test_what_a_language_lacks_is_shown_in_english() -> None:
    toml, said = sorted_out(SMALL)
    book = parse("small", toml, said | {"ja": '[SM-1]\ntext = "遊ぶ。"\n[SM-A1]\nwhy = ""'})
    found = (book.clauses[0].text["ja"], book.name["ja"], book.ambiguities[0].why["ja"])
    assert found == ("遊ぶ。", "Small", "So.")


MALFORMED = {
    "rulebook": [
        ('prefix = "SM"\n', "", "'prefix' is missing"),
        ("2026-11-20", '"today"', "'date' must be a date, not 'today'"),
        ('author = "someone"', 'author = " "', "source: 'author' is empty"),
        ('"engine"', '"referee"', "clause SM-1: kind 'referee' is none of engine, computed"),
        (
            'source = "小"\nopt',
            'origin = "小"\nsource = "小"\nopt',
            "clause SM-1: unknown key 'origin'",
        ),
        (
            'source = "小"\nopt',
            'source = "小"\ntext = "Play."\nopt',
            "clause SM-1: unknown key 'text'",
        ),
        ('["how"]\nclauses', '"how"\nclauses', "ambiguity SM-A1: 'options' must be a list"),
        ('["SM-1"]', "[1]", "ambiguity SM-A1: 'clauses' must be a list of texts"),
        (
            '["how"]\nclauses',
            '["who"]\nclauses',
            "ambiguity SM-A1: choice well: option 'how' is not among",
        ),
        (
            "default = true",
            'default = "yes"',
            "choice well: 'default' must be true or false, not 'yes'",
        ),
        ('{how = "well"}', "{how = 1}", "edition page: 'options' must be a table of texts"),
        ('id = "SM-A1"', 'id = "SM-1"', "rules.en.toml: SM-1: 'title' is missing"),
        (
            '[[edition]]\nid = "page"',
            '[[edition]]\nid = "page"\noptions = {}\n[[edition]]\nid = "page"',
            "page is there twice",
        ),
        ('id = "SM-1"\n', "", "clause number 1: 'id' is missing"),
        (
            "[[edition]]",
            '[shared]\ntie = ["SM-2"]\n[[edition]]',
            "shared: small has no clause SM-2",
        ),
        ("[[edition]]", "[edition]", "'edition' must be a list, not {"),
        ('game = "small"', "game = small", "not valid TOML"),
    ],
    "rules.en": [
        ('text = "Play."', "", "SM-1: 'text' is missing"),
        ('text = "Play."', 'text = " "', "SM-1: 'text' is missing"),
        ('well = "Well"', "", "option.how: 'well' is missing"),
        ('name = "Small"', "", "'name' is missing"),
        ('["Little"]', '"Little"', "'called' must be a list, not 'Little'"),
        ("[SM-1]", "[SM-2]", "SM-1: 'text' is missing"),
    ],
    "rules.ja": [
        ("[SM-1]", "[SM-2]", "SM-2: unknown key 'text'"),
        ('text = "遊ぶ。"', "text = 1", "SM-1: 'text' must be a text, not 1"),
        (
            'text = "遊ぶ。"',
            'text = "遊ぶ。"\nexample = "例。"',
            "rules.en.toml: SM-1: 'example' is missing",
        ),
        ('reading = "ショウ"', "reading = 1", "'reading' must be a text, not 1"),
        ("[SM-1]", "[SM-1", "not valid TOML"),
    ],
}
"""What is replaced in a file, by what, and what is said of it."""


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [(file, *row) for file, rows in MALFORMED.items() for row in rows],
)
def test_a_malformed_rulebook_is_refused_by_file_and_entry(
    file: str, old: str, new: str, message: str
) -> None:
    name = f"{file}.toml"
    broken = SMALL[name].replace(old, new, 1)
    assert broken != SMALL[name]
    with pytest.raises(MalformedRulebook) as refused:
        parse("small", *sorted_out({**SMALL, name: broken}))
    assert message in str(refused.value)
    assert message.startswith("rules.") or str(refused.value).startswith(f"small: {name}: ")
