"""Join codes, which people read out, and links, which nobody can guess."""

import secrets
import unicodedata
from itertools import accumulate, count

# No 0 O, 1 I L, 2 Z, 5 S, 8 B, U V confusion, and no vowel, so that no code is a word.
ALPHABET = "CDFGHJKMNPQRTVWXY34679"

SHORTEST = 4
CROWDED = 0.2
LINK_BYTES = 18


def code_length(tables: int) -> int:
    """Return how long the next code is when there are `tables` tables: 4, 5 when a fifth of
    the four-letter ones is used, and so on."""
    rooms = accumulate(int(len(ALPHABET) ** length * CROWDED) for length in count(SHORTEST))
    return next(length for length, room in enumerate(rooms, SHORTEST) if tables < room)


def new_code(length: int) -> str:
    """Return a random join code; it may be taken."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def read_code(typed: str) -> str:
    """Return a typed join code as stored: full-width, small letters and gaps do not matter."""
    plain = unicodedata.normalize("NFKC", typed).upper()
    return "".join(letter for letter in plain if letter.isalnum())


def new_link() -> str:
    """Return a secret of 144 random bits, safe to stand in an address."""
    return secrets.token_urlsafe(LINK_BYTES)
