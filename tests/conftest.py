"""What all tests share: no property has a time limit of its own, as a machine may be slow, and templates are compiled once."""

from __future__ import annotations

from hypothesis import settings

from tests.compiled import keep_compiled

settings.register_profile("referee", deadline=None)
settings.load_profile("referee")
keep_compiled()
