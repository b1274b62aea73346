"""The JSON API: every module with addresses adds them to one blueprint."""

from . import ask_routes, call_routes, correction_routes, routes
from .access import api

__all__ = ["api", "ask_routes", "call_routes", "correction_routes", "routes"]
