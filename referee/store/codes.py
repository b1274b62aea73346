"""Join codes, which people read out, and links, which nobody can guess; those of a node begin with
a letter of it.
"""

import secrets
import string
import unicodedata
from itertools import accumulate, count

# No 0 O, 1 I L, 2 Z, 5 S, 8 B, U V confusion, and no vowel, so that no code is a word.
ALPHABET = "CDFGHJKMNPQRTVWXY34679"

SHORTEST = 4
CROWDED = 0.2
LINK_BYTES = 18
BEHIND_LETTER = "."
"""Stands between a node's letter and the rest of a link; links without a letter never have one."""
LETTERS = string.ascii_uppercase
"""What nodes may be called by."""


def code_length(tables: int) -> int:
    """Return how long the next code is when there are `tables` tables: 4, 5 when a fifth of
    the four-letter ones is used, and so on."""
    rooms = accumulate(int(len(ALPHABET) ** length * CROWDED) for length in count(SHORTEST))
    return next(length for length, room in enumerate(rooms, SHORTEST) if tables < room)


def new_code(length: int, letter: str = "") -> str:
    """Return a random join code of this length behind a node's letter; it may be taken."""
    return letter + "".join(secrets.choice(ALPHABET) for _ in range(length))


def read_code(typed: str) -> str:
    """Return a typed join code as stored: full-width, small letters and gaps do not matter."""
    plain = unicodedata.normalize("NFKC", typed).upper()
    return "".join(letter for letter in plain if letter.isalnum())


def new_link(letter: str = "") -> str:
    """Return a secret of 144 random bits behind a node's letter, safe to stand in an address."""
    return f"{letter and letter + BEHIND_LETTER}{secrets.token_urlsafe(LINK_BYTES)}"


def new_uid() -> str:
    """Return the name of a new table's record, which no other has anywhere."""
    return secrets.token_hex(16)


def code_of_others(code: str, node: str) -> bool:
    """Say whether a code is of the form that other nodes give theirs; from before there were nodes
    only those of five signs are.
    """
    return bool(node) and len(code) > SHORTEST and code[0] in LETTERS and code[0] not in node


def link_of_others(link: str, node: str) -> bool:
    """Say whether a link is of another node."""
    return bool(node) and link[1:2] == BEHIND_LETTER and link[0] not in node
