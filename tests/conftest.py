"""What all tests share: a machine may be slow, so no property has a time limit of its own."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("referee", deadline=None)
settings.load_profile("referee")
