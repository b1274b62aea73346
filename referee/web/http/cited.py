"""A clause as a ruling cites it."""

from __future__ import annotations



