"""Read a formula: words and signs become a tree, and every fault is named with its place.

    20 + 10 × won if won = bid else −10 × difference(won, bid)

There is no loop, no attribute, no power and no text; a formula can name only what its sheet has.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

LENGTH, NODES, DEPTH, LARGEST = 200, 80, 12, 10_000_000
FUNCTIONS = {
    "sum": (1,),
    "count": (1,),
    "distinct": (1,),
    "team": (1,),
    "so_far": (1,),
    "difference": (2,),
    "min": (1, 2, 3, 4),
    "max": (1, 2, 3, 4),
}
"""Each function with the numbers of arguments it takes."""
WORDS = ("if", "else", "and", "or", "not")
COMPARISONS = ("=", "≠", "<", ">", "≤", "≥")
_WRITTEN = {
    "==": "=",
    "!=": "≠",
    "<=": "≤",
    ">=": "≥",
    "//": "÷",
    "/": "÷",
    "*": "×",
    "-": "−",
    "、": ",",
    "–": "−",
}
# Full-width signs and digits, as Japanese keyboards write them; each stays one sign long.
NARROW = {0xFF01 + at: 0x21 + at for at in range(94)} | {0x3000: 0x20}
_TOKEN = re.compile(
    r"(?P<number>\d+(?:[.,]\d+)?(?!\w))|(?P<name>[^\W\d]\w*)"
    r"|(?P<sign>==|!=|<=|>=|//|[-+*/%×÷−–=≠<>≤≥(),、])|(?P<other>\S)"
)


class BadFormula(ValueError):
    """What is wrong with a formula: a code, its parameters, and from where to where it stands."""

    def __init__(self, code: str, at: tuple[int, int], **params: Any) -> None:
        super().__init__(code)
        self.code, self.at, self.params = code, at, params


@dataclass(frozen=True, slots=True)
class Token:
    """A number, name, word or sign; ``text`` is how it is stored, whatever was written."""

    kind: str
    text: str
    at: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a formula: what it does, with what, and from where to where it stands.

    ``do`` is ``number``, ``name``, a sign, a word or a function; ``value`` is the number or name.
    """

    do: str
    parts: tuple[Part, ...] = ()
    value: int | str = 0
    at: tuple[int, int] = (0, 0)


def tokens(text: str, spelled: Mapping[str, str]) -> list[Token]:
    """The tokens of a formula; ``spelled`` maps a word as a person writes it to its stored name.

    Words that nobody knows stay names; raises BadFormula for what is no token at all.
    """
    if len(text) > LENGTH:
        raise BadFormula("too_long", (LENGTH, len(text)), most=LENGTH)
    plain = text.translate(NARROW)
    longest = sorted(spelled, key=len, reverse=True)
    found, start = [], 0
    while start < len(plain):
        if plain[start].isspace():
            start += 1
            continue
        found.append(_token(plain, start, longest, spelled))
        start = found[-1].at[1]
    return found


def _token(text: str, start: int, longest: list[str], spelled: Mapping[str, str]) -> Token:
    """The token that begins here: the longest word that is known, else a number, name or sign."""
    for word in longest:
        end = start + len(word)
        if text.startswith(word, start) and not re.match(r"\w", text[end : end + 1]):
            return _word(spelled[word], (start, end))
    match = _TOKEN.match(text, start)
    assert match is not None
    found, at = match.group(), match.span()
    if match.lastgroup == "other":
        # A digit with letters behind it, or a sign that means nothing here.
        raise BadFormula("no_sign", at, sign=found)
    if match.lastgroup == "number":
        return _number(found, at)
    if match.lastgroup == "sign":
        return Token("sign", _WRITTEN.get(found, found), at)
    return _word(found, at)


def _word(text: str, at: tuple[int, int]) -> Token:
    kind = "word" if text in WORDS else "function" if text in FUNCTIONS else "name"
    return Token(kind, text, at)


def _number(text: str, at: tuple[int, int]) -> Token:
    if not text.isdecimal():
        raise BadFormula("whole_numbers", at)
    if len(text) > len(str(LARGEST)) or int(text) > LARGEST:
        raise BadFormula("too_large", at, most=LARGEST)
    return Token("number", str(int(text)), at)


def respelled(text: str, spelled: Mapping[str, str], spell: Mapping[str, str]) -> str:
    """The formula with each word as ``spell`` writes it; signs, numbers and blanks stay."""
    parts, end = [], 0
    for token in tokens(text, spelled):
        parts += [text[end : token.at[0]], spell.get(token.text, text[slice(*token.at)])]
        end = token.at[1]
    return "".join((*parts, text[end:]))


def read_formula(text: str, spelled: Mapping[str, str], names: Collection[str]) -> Part:
    """The tree of a formula; raises BadFormula with the first fault.

    ``names`` are those it may use, as stored.
    """
    return _Reader(tokens(text, spelled), len(text), names, spelled).read()


class _Reader:
    """Reads tokens from left to right; one method for each strength of binding."""

    def __init__(
        self, found: list[Token], end: int, names: Collection[str], spelled: Mapping[str, str]
    ) -> None:
        self._tokens, self._names, self._spelled = found, names, spelled
        self._at = self._depth = self._nodes = 0
        self._end = Token("end", "", (end, end))

    def read(self) -> Part:
        if not self._tokens:
            raise BadFormula("empty", (0, 0))
        whole = self._choice()
        if self._next.kind != "end":
            code = "unopened" if self._next.text == ")" else "unexpected"
            raise BadFormula(code, self._next.at, found=self._next.text)
        return whole

    @property
    def _next(self) -> Token:
        return self._tokens[self._at] if self._at < len(self._tokens) else self._end

    def _take(self, *texts: str) -> Token | None:
        """The next token if it is one of these words or signs."""
        token = self._next
        if token.kind not in ("sign", "word") or token.text not in texts:
            return None
        self._at += 1
        return token

    def _made(self, do: str, *parts: Part, value: int | str = 0, at: tuple[int, int]) -> Part:
        self._nodes += 1
        if self._nodes > NODES:
            raise BadFormula("too_much", at, most=NODES)
        start = min([at[0], *(part.at[0] for part in parts)])
        return Part(do, parts, value, (start, max([at[1], *(part.at[1] for part in parts)])))

    def _choice(self) -> Part:
        """``A if B else C``; what stands in brackets is read here too."""
        self._depth += 1
        if self._depth > DEPTH:
            raise BadFormula("too_deep", self._next.at, most=DEPTH)
        found = self._either()
        if token := self._take("if"):
            asked = self._either()
            if not self._take("else"):
                raise BadFormula("no_else", token.at)
            found = self._made("if", asked, found, self._choice(), at=token.at)
        self._depth -= 1
        return found

    def _chain(self, part: Callable[[], Part], *signs: str) -> Part:
        """Parts between signs of one strength, from the left."""
        found = part()
        while token := self._take(*signs):
            found = self._made(token.text, found, part(), at=token.at)
        return found

    def _either(self) -> Part:
        return self._chain(lambda: self._chain(self._denied, "and"), "or")

    def _denied(self) -> Part:
        if token := self._take("not"):
            return self._made("not", self._denied(), at=token.at)
        return self._compared()

    def _compared(self) -> Part:
        found = self._sum()
        if token := self._take(*COMPARISONS):
            found = self._made(token.text, found, self._sum(), at=token.at)
            if again := self._take(*COMPARISONS):
                raise BadFormula("two_comparisons", again.at)
        return found

    def _sum(self) -> Part:
        return self._chain(lambda: self._chain(self._signed, "×", "÷", "%"), "+", "−")

    def _signed(self) -> Part:
        if token := self._take("−"):
            return self._made("negative", self._signed(), at=token.at)
        return self._atom()

    def _atom(self) -> Part:
        token = self._next
        self._at += 1
        if token.kind == "number":
            return self._made("number", value=int(token.text), at=token.at)
        if token.kind == "name":
            return self._name(token)
        if token.kind == "function":
            return self._call(token)
        if token.text != "(":
            raise BadFormula(
                "unfinished" if token.kind == "end" else "unexpected", token.at, found=token.text
            )
        found = self._choice()
        self._close(token)
        return found

    def _name(self, token: Token) -> Part:
        if token.text not in self._names:
            raise BadFormula("no_name", token.at, found=token.text, near=self._near(token.text))
        if self._next.text == "(":
            raise BadFormula("no_function", token.at, found=token.text)
        return self._made("name", value=token.text, at=token.at)

    def _near(self, text: str) -> str:
        """The name or function that looks most like it; empty if none does."""
        known = [*self._names, *FUNCTIONS]
        written = {word: name for word, name in self._spelled.items() if name in known}
        by_case = {word.casefold(): name for word, name in written.items()}
        by_case |= {name.casefold(): name for name in known}
        near = get_close_matches(text.casefold(), by_case, 1)
        return by_case[near[0]] if near else ""

    def _call(self, token: Token) -> Part:
        if not (opened := self._take("(")):
            raise BadFormula("no_bracket", token.at, found=token.text)
        parts = [self._choice()]
        while self._take(","):
            parts.append(self._choice())
        end = self._close(opened)
        wanted = FUNCTIONS[token.text]
        if len(parts) not in wanted:
            raise BadFormula("arguments", token.at, found=token.text, most=wanted[-1])
        return self._made(token.text, *parts, at=(token.at[0], end))

    def _close(self, opened: Token) -> int:
        """Take the bracket that closes this one; where it ends."""
        if not (closing := self._take(")")):
            raise BadFormula("unclosed", opened.at)
        return closing.at[1]
