"""Short join codes to read out, and secret links; both may start with a letter of their node."""

import secrets
import string
import unicodedata
from itertools import accumulate, count

# No 0 O, 1 I L, 2 Z, 5 S, 8 B or U V confusion; no vowels, so no code is a word.
ALPHABET = "CDFGHJKMNPQRTVWXY34679"

SHORTEST = 4
CROWDED = 0.2
LINK_BYTES = 18
BEHIND_LETTER = "."  # Separates a node's letter from the rest of a link; not in other links
LETTERS = string.ascii_uppercase  # Letters that name nodes


def code_length(tables: int) -> int:
    """Return the next code's length: 4, then 5 once a fifth of the 4-letter codes is used, etc."""
    rooms = accumulate(int(len(ALPHABET) ** length * CROWDED) for length in count(SHORTEST))
    return next(length for length, room in enumerate(rooms, SHORTEST) if tables < room)


def new_code(length: int, letter: str = "") -> str:
    """Return a random join code of `length` after a node's letter; it may already be taken."""
    return letter + "".join(secrets.choice(ALPHABET) for _ in range(length))


def read_code(typed: str) -> str:
    """Return a typed code in stored form; ignores width, case and gaps."""
    plain = unicodedata.normalize("NFKC", typed).upper()
    return "".join(letter for letter in plain if letter.isalnum())


def new_link(letter: str = "") -> str:
    """Return a URL-safe secret of 144 random bits after a node's letter."""
    return f"{letter and letter + BEHIND_LETTER}{secrets.token_urlsafe(LINK_BYTES)}"


def new_uid() -> str:
    """Return a globally unique id for a new table's record, group or person."""
    return secrets.token_hex(16)


def code_of_others(code: str, node: str) -> bool:
    """Say whether a code has another node's form; old five-character codes may have it too."""
    return bool(node) and len(code) > SHORTEST and code[0] in LETTERS and code[0] not in node


def link_of_others(link: str, node: str) -> bool:
    """Say whether a link belongs to another node."""
    return bool(node) and link[1:2] == BEHIND_LETTER and link[0] not in node
