"""The words of a game that is made of a score sheet: what people wrote, as messages by code."""

from collections.abc import Iterable, Mapping

from referee.own.formula import FUNCTIONS, WORDS, respelled
from referee.own.kinds import SEAT, TABLE
from referee.own.length import length_of
from referee.own.reading import GIVEN
from referee.own.sheet import HIGHEST, Formula, GameSheet, Row, SheetEntry, SheetValue, in_language

from . import Translator
from .sentences import REASON, row_texts

PER = {TABLE: "table", SEAT: "player"}
TEAM = "team"
MOST_NAMED = 2
"""Of more entries than this in one step none is named."""


def told_words(sheet: GameSheet, lang: str) -> dict[str, str]:
    """The messages of a sheet in one language; the only placeholders are points."""
    said = Translator(lang, "own", {})
    found: dict[str, str] = {}
    for ask in sheet.asks:
        label = in_language(ask.label, lang)
        found |= {f"field.{ask.name}": label, f"box.{ask.name}": label}
        found |= {
            f"word.{ask.name}.{at}": in_language(name, lang) for at, (name, _) in enumerate(ask.of)
        }
    for number in sheet.steps:
        labels = [in_language(ask.label, lang) for ask in sheet.asks if ask.step == number]
        few = len(labels) <= MOST_NAMED
        named = said.say("own.between_entries").join(labels) if few else said.say("own.round")
        found |= {f"kind.step{number}": named, f"entry.step{number}": named}
        found |= {f"turn.step{number}": named}
        asks = said.say("own.ask", {"labels": named}) if few else said.say("own.ask_round")
        found[f"ask.step{number}"] = asks
    reasons = row_texts(sheet.told, lang, REASON)
    for at, row in enumerate(sheet.rows):
        why = in_language(row.why, lang) if row.why else reasons.get(at) or said.say("own.points")
        found |= {f"line.row_{at}": said.say("own.line", {"why": why, "points": "{points:signed}"})}
        found |= {f"line.row_{at}.remark": why, f"statistic.row_{at}": why}
    for at, check in enumerate(sheet.checks):
        found[f"ruling.check_{at}"] = in_language(check.say, lang)
    return found | _Clauses(sheet, lang).of_the_whole()


def spelling(sheet: GameSheet, lang: str) -> Mapping[str, str]:
    """How a reader's language spells each name, word and function of the sheet's formulas.

    A label that could be taken for another word, or for no word at all, gives way to its name.
    """
    named: list[SheetEntry | SheetValue] = [*sheet.asks, *sheet.lets]
    return spelled_names(((one.name, in_language(one.label, lang)) for one in named), lang)


def spelled_names(named: Iterable[tuple[str, str]], lang: str) -> dict[str, str]:
    """How a language spells words, functions and these names with their labels."""
    said = Translator(lang, "own", {})
    spelled = {word: said.say(f"formula.{word}") for word in (*WORDS, *FUNCTIONS, *GIVEN)}
    given = {*spelled}
    for name, label in named:
        if name in given:
            continue
        taken = {*spelled.values()}
        is_word = all(part.isidentifier() for part in label.split())
        spelled[name] = label if is_word and label not in taken else name
    return spelled


class _Clauses:
    """Writes the rules of a sheet as sentences in one language."""

    def __init__(self, sheet: GameSheet, lang: str) -> None:
        self.sheet, self.lang = sheet, lang
        self.said, self.spelled = Translator(lang, "own", {}), spelling(sheet, lang)

    def all(self) -> dict[tuple[str, int], str]:
        """Every sentence by its part of the sheet."""
        found = {("players", 0): self.players(), ("over", 0): self.over()}
        found |= {("ask", at): self.entry(ask) for at, ask in enumerate(self.sheet.asks)}
        found |= {
            ("let", at): self.say(
                "own.value",
                label=in_language(let.label, self.lang),
                value=self.written(let.formula),
            )
            for at, let in enumerate(self.sheet.lets)
        }
        found |= {
            ("check", at): self.say(
                "own.check", say=in_language(check.say, self.lang), that=self.written(check.that)
            )
            for at, check in enumerate(self.sheet.checks)
        }
        texts = row_texts(self.sheet.told, self.lang)
        rows = enumerate(self.sheet.rows)
        return found | {("points", at): self.row(row, texts.get(at, "")) for at, row in rows}

    def of_the_whole(self) -> dict[str, str]:
        """What is said of the game as a whole: in a line, and at the foot of a printed sheet."""
        texts = self.all()
        rows = [text for (part, _at), text in texts.items() if part in ("check", "points")]
        # A star would begin bold letters on paper.
        printed = [text.replace("*", "＊") for text in (self.wins(), *rows, self.over())]
        return {
            "game.line": in_language(self.sheet.name, self.lang),
            "game.standard": self.said.in_a_row((self.wins(), self.over())),
            "sheet.rules": "\n".join(printed),
        }

    def say(self, code: str, **params: object) -> str:
        return self.said.say(code, params)

    def written(self, formula: Formula) -> str:
        """A formula in the reader's words."""
        return respelled(formula.text, {}, self.spelled).replace("-", "−")

    def players(self) -> str:
        """How many play, in teams or not, and who wins."""
        least, most = self.sheet.players
        exactly = "_exactly" if least == most else ""
        teams = self.say("own.teams", teams=self.sheet.teams) if self.sheet.teams else ""
        count = self.say(f"own.players{exactly}", least=least, most=most)
        return self.said.in_a_row((count, teams, self.wins()))

    def wins(self) -> str:
        """Whether the most or the fewest points win."""
        return self.say("own.low_wins" if self.sheet.low_wins else "own.high_wins")

    def entry(self, ask: SheetEntry) -> str:
        """What is entered, by whom, and whether the others see it."""
        per = "nobody" if ask.optional else PER.get(ask.per, TEAM)
        choices = [
            self.say("own.choice", name=in_language(name, self.lang), points=points)
            for name, points in ask.of
        ]
        told = self.say(
            f"own.{ask.type}.{per}",
            label=in_language(ask.label, self.lang),
            low=self.limit(ask.low) or "0",
            high=self.limit(ask.high) or str(HIGHEST),
            of=self.said.marks.comma.join(choices),
        )
        return self.said.in_a_row((told, self.say("own.secret") if ask.secret else ""))

    def limit(self, formula: Formula | None) -> str:
        """A limit in words: the number of the round is called that, not by its name alone."""
        if formula is None:
            return ""
        is_round = (formula.node.do, formula.node.value) == ("name", "round")
        return self.say("own.the_round") if is_round else self.written(formula)

    def value(self, let: SheetValue) -> str:
        """What a value of the sheet's own means."""
        label = in_language(let.label, self.lang)
        return self.say("own.value", label=label, value=self.written(let.formula))

    def row(self, row: Row, text: str) -> str:
        """What scores: in the words of the sheet, else as the sentence it is, else as formula."""
        if row.rule:
            return in_language(row.rule, self.lang)
        if text:
            return self.say("own.row", points=text[0].upper() + text[1:])
        points = self.written(row.points)
        code = "own.row_when" if row.when else "own.row"
        told = self.say(code, points=points, when=self.written(row.when) if row.when else "")
        return self.say("own.row_team", row=told) if row.team else told

    def over(self) -> str:
        """When the game ends; the first of several comes first."""
        over = self.sheet.over
        ends = [
            self.rounds(over.rounds) if over.rounds else "",
            self.say("own.over_points", points=over.points) if over.points else "",
            self.say("own.over_when", when=self.written(over.when)) if over.when else "",
        ]
        return self.said.in_a_row(ends) or self.say("own.over_stop")

    def rounds(self, rounds: Formula) -> str:
        """How many rounds there are: as a table for each number of players, else as a formula."""
        table = dict(length_of(rounds.text).by_players or {})
        if not table:
            code = "own.over_rounds" if rounds.node.do == "number" else "own.over_formula"
            return self.say(code, rounds=self.written(rounds))
        counts = range(self.sheet.players[0], self.sheet.players[1] + 1)
        others = [n for n in counts if n not in table]
        if len(others) == 1:
            table[others.pop()] = table[0]
        lines = [self.say("own.rounds_with", n=n, rounds=table[n]) for n in counts if n in table]
        if others:
            lines.append(self.say("own.rounds_else", rounds=table[0]))
        return self.say("own.over_table", lines=self.said.marks.comma.join(lines))


def clause_texts(sheet: GameSheet, lang: str) -> dict[str, str]:
    """The rules of a sheet by their numbers, as sentences in one language."""
    texts = _Clauses(sheet, lang).all()
    return {clause: texts[part] for part, clause in sheet.clauses.items()}
