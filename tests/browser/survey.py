"""What is measured on every page: once per language and scene, for the tests of accessibility and of layout alike."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from tests.browser.phone import Phone, make_phone
from tests.browser.scenes import SCENES, Tables, build

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]
MEASURE = """() => {
  const box = name => {
    const found = document.querySelector(name)?.getBoundingClientRect();
    return found ? { top: found.top, bottom: found.bottom, left: found.left, right: found.right } : null;
  };
  const small = [];
  const inText = 'a.clause, a.date-verdict, .verdict p a, .banner a';
  for (const one of document.querySelectorAll('a[href], button, summary, input:not([type=hidden]), select, textarea')) {
    const target = one.closest('label') ?? one;
    const size = target.getBoundingClientRect(), style = getComputedStyle(target);
    const unseen = size.width < 2 || size.height < 2 || one.closest('.unseen, [hidden], .typed') || style.visibility === 'hidden';
    if (unseen || style.pointerEvents === 'none' || one.matches(inText)) continue;
    if (size.width < 43.5 || size.height < 43.5)
      small.push(`${target.tagName}.${target.className} ${target.getAttribute('aria-label') ?? target.textContent.trim().slice(0, 20)}`
        + ` ${Math.round(size.width)}x${Math.round(size.height)}`);
  }
  return {
    width: innerWidth, wide: document.scrollingElement.scrollWidth, high: document.scrollingElement.scrollHeight, small,
    boxes: Object.fromEntries(['#pad', '#verdict', '#actions', '#rows', '#turn', '#strip', '#target'].map(name => [name, box(name)])),
  };
}"""


@dataclass(frozen=True)
class Seen:
    """One scene as it was measured: what the accessibility check objects to, and sizes in CSS px."""

    violations: list[str]
    width: int
    wide: int
    high: int
    small: list[str]
    boxes: Mapping[str, Mapping[str, float] | None]
    problems: list[str]


@dataclass
class Survey:
    """Visits scenes when they are first asked for; every scene starts on a phone of its own, the host's."""

    browser: Browser
    base: str
    worlds: dict[str, Tables] = field(default_factory=dict)
    seen: dict[tuple[str, str], Seen] = field(default_factory=dict)

    def world(self, lang: str) -> Tables:
        """The tables of a language, built when they are first needed."""
        if lang not in self.worlds:
            self.worlds[lang] = build(self.browser, self.base, lang)
        return self.worlds[lang]

    def phone(self, lang: str, theme: str = "light") -> Phone:
        """The host's phone, without motion so that nothing is measured half-way."""
        return make_phone(self.browser, self.base, lang, theme, storage_state=self.world(lang).cookies, reduced_motion="reduce")

    def visit(self, lang: str, scene: str) -> Seen:
        """The scene's measures."""
        if (lang, scene) not in self.seen:
            phone = self.phone(lang, "light" if lang == "en" else "dark")
            SCENES[scene](phone, self.world(lang))
            self.seen[lang, scene] = look(phone, "dark" if lang == "en" else "light")
            # A browser that closes may be online again for a moment, and what waits must not reach the table.
            phone.page.evaluate("localStorage.clear()")
            phone.page.context.close()
        return self.seen[lang, scene]


def look(phone: Phone, other: str) -> Seen:
    """Measure the open page, then its colours in the ``other`` light, as nothing else can differ there."""
    sizes: dict[str, Any] = phone.page.evaluate(MEASURE)
    found = objections(Axe().run(phone.page, options=options("tag", TAGS)).response)
    phone.page.emulate_media(color_scheme="dark" if other == "dark" else "light")
    again = phone.page.evaluate("options => axe.run(document, options)", options("rule", ["color-contrast"]))
    found += [f"{other}: {one}" for one in objections(again)]
    return Seen(found, sizes["width"], sizes["wide"], sizes["high"], sizes["small"], sizes["boxes"], phone.problems)


def options(kind: str, values: list[str]) -> dict[str, Any]:
    """What axe is to look for; everything that passes is left out of its answer."""
    return {"runOnly": {"type": kind, "values": values}, "resultTypes": ["violations"], "preload": False}


def objections(answer: Mapping[str, Any]) -> list[str]:
    """Each violation as one line: the rule, and the first places where it is broken."""
    return [f"{one['id']}: {[node['target'] for node in one['nodes'][:3]]} {one['help']}" for one in answer["violations"]]
