"""Write a move as a typed row that parses back to the same move."""

from collections.abc import Iterator, Sequence

from referee.kernel import fields
from referee.kernel.contract import Move, Prompt, SeatId
from referee.kernel.fields import Bad, Field, Value
from referee.words import Speaker

from .typed import Row, read
from .typed_words import BETWEEN, Words, meant


def write(
    move: Move, prompt: Prompt, prompts: Sequence[Prompt], words: Words, turn: SeatId | None = None
) -> str:
    """The shortest row for a move, with spaces or slashes; its seat only if not its ``turn``."""
    row = Row(move.kind, move.seat, {field.name: move.data[field.name] for field in prompt.fields})
    texts = [_text(field, move.data[field.name], words) for field in prompt.fields]
    before = f"{seat_text(move.seat, words)}: " if move.seat and move.seat != turn else ""
    kinds = [*_beginnings(move.kind, words, words.lang), move.kind.replace("_", " ")]
    lines = (
        f"{before}{kind} {rest}".strip()
        for rest in (" ".join(filter(None, texts)), " / ".join(texts))
        for kind in kinds
    )
    return next(
        (line for line in lines if read(line, prompts, words, turn) == row),
        f"{before}{kinds[-1]} {' / '.join(texts)}".strip(),
    )


def seat_text(seat: SeatId, words: Words) -> str:
    """A seat by its name, or by its id if the name is ambiguous."""
    name = words.seats[seat]
    return name if words.seat(name) == [seat] and not {":", "："} & set(name) else seat


def beginning(kind: str, kinds: Sequence[str], words: Words) -> list[str]:
    """The shortest unambiguous prefix of a kind, in English and in the reader's language."""
    names = {one: words.kind(one) for one in kinds}
    found = (
        next(
            (text for text in _beginnings(kind, words, lang) if meant(text, names) == [kind]), kind
        )
        for lang in ("en", words.lang)
    )
    return list(dict.fromkeys(found))


def _beginnings(kind: str, words: Words, lang: str) -> Iterator[str]:
    name = Speaker(lang, words.game.info.id, {}).kind(kind).casefold()
    yield from (name[:end] for end in range(1, len(name) + 1) if name[end - 1] != " ")


def _text(field: Field, value: Value, words: Words) -> str:
    if isinstance(field, fields.Many | fields.Cards) and isinstance(value, tuple):
        return " ".join(
            _one(field, one, words) if isinstance(field, fields.Many) else one for one in value
        )
    if isinstance(field, fields.Choice) and isinstance(value, str):
        return _one(field, value, words)
    return "" if value is None or value is False else "+" if value is True else str(value)


def _one(field: fields.Choice, value: str, words: Words) -> str:
    """A value of a choice: its card or one-word name if unambiguous, otherwise the value itself."""
    owner, card = (
        field.shows.get(value, (None, "")) if isinstance(field, fields.Place) else (None, "")
    )
    shown = words.shown(field, value, Speaker(words.lang, words.game.info.id, words.seats))
    word = shown if len(BETWEEN.split(shown)) == 1 and "/" not in shown else ""
    lying = (card, f"{card} {seat_text(owner, words)}") if card and owner else (card,)
    return next(
        (text for text in (*lying, word) if text and _tells(field, text, value, words)), value
    )


def _tells(field: fields.Choice, text: str, value: str, words: Words) -> bool:
    try:
        return words.value(field, text) in (value, (value,))
    except Bad:
        return False
