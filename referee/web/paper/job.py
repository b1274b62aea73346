"""A sheet or ruling as a job: where no server sets it, a browser does, by the same templates."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from flask import Response, url_for

from referee.files import HOME

from . import typst

SHARED = HOME / "templates/paper"


@dataclass(frozen=True)
class Press:
    """Where no server sets a page: the browser's ``worker`` for it and the ``list`` of what that
    loads, the ``name`` of the PDF, the address of its ``job`` if no form has it, and the page that
    the browser prints instead.
    """

    worker: str
    list: str
    name: str
    job: str = ""
    plain: str = ""


def press_of(name: str, *, job: str = "", plain: str = "") -> Press:
    """What a page needs to have a PDF of this name set."""
    home = url_for("home.home")
    return Press(f"{home}shell/press.js", f"{home}press/list.json", name, job, plain)


def sheet_job(
    game: str,
    *,
    lang: str,
    paper: str,
    data: typst.Data,
    rules: bool = True,
    both: bool = False,
) -> Response:
    """The filled sheet of a game."""
    inputs = typst.sheet_inputs(game, lang=lang, paper=paper, data=data, rules=rules, both=both)
    return _job(typst.template(game, paper, int(inputs["players"])), inputs)


def ruling_job(told: typst.Data, lang: str) -> Response:
    """A ruling on its narrow page."""
    return _job(typst.RULING, typst.ruling_inputs(told, lang))


def _job(template: str, inputs: dict[str, str]) -> Response:
    """What Typst is asked, and every source that it reads, by its path below the root."""
    folders = dict.fromkeys((SHARED, (HOME / template).parent))
    told: dict[str, Any] = {
        "template": template,
        "inputs": inputs,
        "sources": {
            path.relative_to(HOME).as_posix(): path.read_text(encoding="utf-8")
            for folder in folders
            for path in sorted(folder.rglob("*.typ"))
        },
    }
    return Response(json.dumps(told, ensure_ascii=False), mimetype="application/json")
