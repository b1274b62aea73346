"""Cards, decks and notation: ``QS``, ``TH`` (rank and suit), or ``7`` in a Pairs deck."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

Card = str

RANKS = "A23456789TJQK"
SUITS = "SHDC"

_RANK_NAMES = {
    "A": "ACE エース 1",
    "J": "JACK ジャック",
    "Q": "QUEEN クイーン",
    "K": "KING キング",
    "T": "10",
}
_SUIT_NAMES = {
    "S": "♠ ♤ SPADES SPADE スペード",
    "H": "♥ ♡ ❤ HEARTS HEART ハート",
    "D": "♦ ♢ DIAMONDS DIAMOND ダイヤ ダイア",
    "C": "♣ ♧ CLUBS CLUB クラブ クローバー",
}
_MEANT = {
    word: sign for sign, words in (_RANK_NAMES | _SUIT_NAMES).items() for word in words.split()
}
_ONE = r"(?<!\d)1(?!\d)"
_LONGEST_FIRST = sorted(_MEANT, key=len, reverse=True)
_TOKEN = re.compile(
    "|".join(
        [
            *(_ONE if word == "1" else re.escape(word) for word in _LONGEST_FIRST),
            f"[{RANKS}]",
            f"[{SUITS}]",
        ]
    )
)
_SEPARATOR = re.compile(r"(?:OF\b|[\s,;:/|.・、。の\-+×()\[\]\ufe0f])+")
_NUMBER = re.compile(r"\d+")
# A number in running text is a card unless it counts something.
_COUNTED = r"[人枚回点番つ個]|(?:players?|people|cards?|points?|times|rounds?)\b"
_NUMBER_SAID = re.compile(rf"(?<![\w.-])(\d+)(?!\s*(?:{_COUNTED}))(?![a-z\d])", re.I | re.A)
_RANKS_SAID = "|".join(w for w in _LONGEST_FIRST if _MEANT[w] in RANKS and len(w) > 1)
_RANK_SAID = f"(?:(?i:{_RANKS_SAID})|[2-9AJQKT])"
_SUIT_SAID = f"(?i:{'|'.join(word for word in _LONGEST_FIRST if _MEANT[word] in SUITS)})"
_CARD_SAID = re.compile(
    rf"(?<![A-Za-z\d])(?:{_RANK_SAID}(?:\s*(?i:of)?\s*{_SUIT_SAID}|[SHDC])|{_SUIT_SAID}[の\s]*{_RANK_SAID})(?![A-Za-z\d])"
)
MAX_TEXT = 400
KEPT = 1024
"""Size of the cache of parsed texts."""


class Unreadable(ValueError):
    """Text that names no card: error ``code``, bad ``token`` and its ``position`` (from 0)."""

    def __init__(self, code: str, token: str, position: int) -> None:
        super().__init__(f"{code}: {token!r} at {position}")
        self.code, self.token, self.position = code, token, position


@dataclass(frozen=True)
class Deck:
    """The cards of a game: ``counts`` maps each card to its number of copies, in keypad order."""

    counts: Mapping[Card, int]

    @property
    def numbers(self) -> bool:
        """Whether the cards are plain numbers (a Pairs deck)."""
        return next(iter(self.counts), "").isdigit()

    @property
    def most_alike(self) -> int:
        """How many copies the most frequent card has; 0 without cards."""
        return max(self.counts.values(), default=0)

    @property
    def size(self) -> int:
        """Number of physical cards."""
        return sum(self.counts.values())


@cache
def french(packs: int = 1, cards: str | None = None) -> Deck:
    """A deck of one or more 52-card packs without jokers, or of the given cards only."""
    names = cards.split() if cards else [rank + suit for suit in SUITS for rank in RANKS]
    return Deck(dict.fromkeys(names, packs))


def pairs() -> Deck:
    """A Pairs deck: one 1, two 2s … ten 10s."""
    return Deck({str(n): n for n in range(1, 11)})


def rank(card: Card) -> str:
    """The rank letter of a French card."""
    return card[0]


def suit(card: Card) -> str:
    """The suit letter of a French card."""
    return card[1]


def read_cards(text: str, deck: Deck) -> tuple[Card, ...]:
    """Parse cards in the order written; raises Unreadable with the first bad token and its place.

    Accepts any case, ``10H``, ``T♥``, ``♥T``, ``ハートの10``, full-width signs, ``AKQ♠``.
    """
    if text in deck.counts:
        return (text,)
    if len(text) > MAX_TEXT:
        raise Unreadable("too_long", text[:12], MAX_TEXT)
    found = _written(text, deck.numbers)
    for card, at in found:
        if card not in deck.counts:
            raise Unreadable("not_in_deck", card, at)
    return tuple(card for card, _ in found)


@lru_cache(KEPT)
def _written(text: str, numbers: bool) -> tuple[tuple[Card, int], ...]:
    """The cards of a text, each with its position; cached, as forms resend texts on every tap."""
    plain, origin = _fold(text)
    found = (
        [(str(int(token)), at) for token, at in _tokens(plain, _NUMBER)]
        if numbers
        else _read_french(plain)
    )
    return tuple((card, origin[at]) for card, at in found)


def named_cards(text: str, deck: Deck) -> Iterator[tuple[Card, int, int]]:
    """The cards of the deck that running text names, in order, each with its start and end."""
    for found in (_NUMBER_SAID if deck.numbers else _CARD_SAID).finditer(text):
        try:
            cards = read_cards(found.group().replace("の", " "), deck)
        except Unreadable:
            continue
        yield from ((card, *found.span()) for card in cards)


def _fold(text: str) -> tuple[str, list[int]]:
    """Upper-case, half-width text, and each character's position in the original."""
    folded = [
        (char, at)
        for at, raw in enumerate(text)
        for char in unicodedata.normalize("NFKC", raw).upper()
    ]
    return "".join(char for char, _ in folded), [at for _, at in folded] + [len(text)]


def _read_french(text: str) -> list[tuple[Card, int]]:
    """Ranks wait for their suit (``AKQ♠``), unless the text begins with a suit (``♠AKQ``)."""
    tokens = [(_MEANT.get(t, t), at) for t, at in _tokens(text, _TOKEN)]
    suit_first = bool(tokens) and tokens[0][0] in SUITS
    found: list[tuple[Card, int]] = []
    waiting: list[tuple[str, int]] = []
    current = ""
    for token, at in tokens:
        if suit_first and token in SUITS:
            current, waiting = token, [(token, at)]
        elif suit_first:
            found.append((token + current, at))
            waiting = []
        elif token not in SUITS:
            waiting.append((token, at))
        elif not waiting:
            raise Unreadable("no_rank", token, at)
        else:
            found += [(token_rank + token, place) for token_rank, place in waiting]
            waiting = []
    if waiting:
        raise Unreadable("no_rank" if suit_first else "no_suit", *waiting[0])
    return found


def _tokens(text: str, pattern: re.Pattern[str]) -> list[tuple[str, int]]:
    """Split text by the pattern; raises Unreadable at anything else that is no separator."""
    tokens, at = [], 0
    while at < len(text):
        if separator := _SEPARATOR.match(text, at):
            at = separator.end()
        elif token := pattern.match(text, at):
            tokens.append((token.group(), at))
            at = token.end()
        else:
            raise Unreadable("unknown", re.split(r"[\s,;、]", text[at:], maxsplit=1)[0][:20], at)
    return tokens
