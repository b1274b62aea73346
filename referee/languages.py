"""The languages people read, the first of them the one that is shown where another lacks a text."""

LANGUAGES = ("en", "ja")
