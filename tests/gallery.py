"""Shows every template with sample data: `python tests/gallery.py [port]`, then /gallery/<name>?lang=&theme=&suits=&letters=&js=."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from flask import Flask, abort, redirect, render_template, request
from flask_babel import Babel
from werkzeug.wrappers import Response

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(Path(__file__).resolve().parent))


def compile_words(target: Path) -> None:
    """Compile the interface catalogues into `target`."""
    for po in (ROOT / "referee" / "words").glob("*/LC_MESSAGES/referee.po"):
        folder = target / po.parent.parent.name / "LC_MESSAGES"
        folder.mkdir(parents=True, exist_ok=True)
        with po.open("rb") as source, (folder / "referee.mo").open("wb") as out:
            write_mo(out, read_po(source))


def ui() -> dict[str, object]:
    """What base.html wants to know about this phone, from the query."""
    args = request.args
    return {
        "lang": args.get("lang", "en"),
        "theme": args.get("theme", "light"),
        "suits": args.get("suits", "four"),
        "letters": args.get("letters") == "on",
        "awake": True,
        "version": "1",
    }


def create_gallery() -> Flask:
    """The gallery application."""
    import gallery_pages

    words = tempfile.mkdtemp()
    compile_words(Path(words))
    app = Flask("gallery", root_path=str(ROOT), template_folder="templates", static_folder="static")
    app.config.update(BABEL_TRANSLATION_DIRECTORIES=words, BABEL_DOMAIN="referee")
    app.jinja_env.add_extension("jinja2.ext.i18n")
    Babel(app, locale_selector=lambda: request.args.get("lang", "en"))
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals["asset"] = lambda name: f"/static/{name}"
    app.jinja_env.globals["clause_url"] = lambda clause: f"/gallery/rules#{clause}"

    @app.get("/gallery/<name>")
    def show(name: str) -> str:
        build = gallery_pages.PAGES.get(name) or abort(404)
        template, model = build()
        html = render_template(template, ui=ui(), **model)
        return html.replace("<html ", '<html class="js" ', 1) if request.args.get("js") else html

    @app.get("/")
    def index() -> Response:
        return redirect("/gallery/entry")

    return app


if __name__ == "__main__":
    create_gallery().run(port=int(sys.argv[1]) if len(sys.argv) > 1 else 8423)
