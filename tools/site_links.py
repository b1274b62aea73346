"""A hook of mkdocs: links to files outside of docs/ are plain text on the site."""

import re
from typing import Any

OUTSIDE = re.compile(r"\[([^]]+)\]\(\.\./[^)]+\)")


def on_page_markdown(markdown: str, page: Any, **_more: Any) -> str:
    """The page as it is built; pages in folders link to their neighbours by ../ as well."""
    return markdown if "/" in page.file.src_uri else OUTSIDE.sub(r"`\1`", markdown)
