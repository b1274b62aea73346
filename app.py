"""The application under the name by which servers and tools find it, ``app:create_app``."""

from referee.application import create_app

__all__ = ["create_app"]
