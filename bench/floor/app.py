"""The floor: what one would write with Flask, Jinja and sqlite3 alone. It stores and shows, and
judges nothing.
"""

from __future__ import annotations

import json
import sqlite3
import threading
import time
from typing import Any

from flask import Flask, Response, jsonify, redirect, render_template, request

ROW_BYTES = 100
FRAGMENT = "<p>Recorded: lawyer, King, Queen, four and ace make 25 points.</p>\n" * 62
"""The 4 kB that an entry is answered with."""


def create_app(config: dict[str, Any]) -> Flask:
    """One connection, one lock, one row for each entry, synced to the disk at every commit."""
    app = Flask(__name__)
    connection = sqlite3.connect(config["DATABASE"], isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute(
        "CREATE TABLE IF NOT EXISTS floor (id INTEGER PRIMARY KEY, code TEXT, seen INTEGER, data"
        " TEXT, at REAL, key TEXT, UNIQUE (code, key))"
    )
    lock = threading.Lock()
    app.extensions["wake_all"] = bool

    def append(code: str, seen: int, data: object, key: str) -> None:
        row = (code, seen, json.dumps(data), time.time(), key)
        with lock:
            connection.execute(
                "INSERT INTO floor (code, seen, data, at, key) VALUES (?, ?, ?, ?, ?)", row
            )

    @app.post("/t/<code>/entry")
    def entry(code: str) -> Any:
        append(
            code, int(request.form["seen"]), request.form.to_dict(flat=False), request.form["key"]
        )
        size = request.form.get("size")
        return redirect(f"/page/{size}", 303) if size else FRAGMENT

    @app.post("/api/t/<code>/moves")
    def moves(code: str) -> tuple[Response, int]:
        body = request.get_json()
        append(code, body["seen"], body["entries"], body["key"])
        return jsonify(revision=body["seen"] + 1), 201

    @app.get("/page/<int:size>")
    def page(size: int) -> str:
        rows = [
            {"href": f"/t/{number}", "name": f"Seat {number} & others", "points": number}
            for number in range(size // ROW_BYTES)
        ]
        return render_template("page.html", rows=rows)

    @app.get("/")
    def home() -> str:
        return "floor"

    return app
