"""What is measured on a page, for the laws of accessibility and of layout alike."""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from tests.browser.phone import SIZE, Phone, make_phone
from tests.browser.scenes import SCENES, Tables

SIZES = [
    (320, 640),
    (673, 841),
    (820, 1180),
    (1180, 820),
    (1280, 640),
    (1920, 1080),
    (2560, 1440),
    (740, 360),
]
"""Rooms other than the phone that everything is looked at on, width and height.

The first is a page of 1280 at four times its size, the last a phone on its side.
"""
PLAIN_SIZES = [(320, 640), (820, 1180), (1280, 640)]
"""Those of them that a page without script is looked at on: no script moves anything there."""
LIGHTS, PLAIN = "both lights", "without script"
Look = str | tuple[int, int]
"""What else a scene may be visited for: one of these, or another size of the room."""
LARGER = [(360, 640), (820, 1180)]
"""Those in which the text is also larger."""
EDGES = [(820, 1180), (1180, 820), (1280, 800), (1920, 1080)]
"""Rooms in which everything begins at one left edge."""
MOST_LOOKS = 20
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]
MORE_RULES = ("target-size", "label-content-name-mismatch")
"""Rules of axe that run only where they are asked for: nothing to tap is smaller than 24 px, and
what is seen is part of what is said.
"""
UNSETTLED = """() => {
  const wide = document.body.dataset.wide, room = matchMedia('(min-width: 37.5rem)').matches;
  return [...document.querySelectorAll('link[rel=stylesheet]')].some(link => !link.sheet)
    || wide && room && ![...document.styleSheets].some(({ href }) => href?.endsWith(wide))
    || document.fonts.status === 'loading';
}"""
"""Whether styles or fonts of the page are still to come: some are fetched only when it stands, or
when there is room for them.
"""


def await_styles(page: Page) -> None:
    """Wait until every style and font of the page has come, a few seconds at most."""
    ends = time.monotonic() + 5
    while page.evaluate(UNSETTLED) and time.monotonic() < ends:
        page.wait_for_timeout(20)


def resize(page: Page, width: int, height: int) -> None:
    """Give a page another room, and the styles for it."""
    page.set_viewport_size({"width": width, "height": height})
    await_styles(page)


LAID = r"""() => {
  const texts = [], over = [], edge = [];
  const walker = document.createTreeWalker(document.querySelector('#page') ?? document.body, NodeFilter.SHOW_TEXT);
  const lifted = one => one && one !== document.body && (/fixed|sticky/.test(getComputedStyle(one).position) || lifted(one.parentElement));
  const slides = one => one && one !== document.body && (/auto|scroll/.test(getComputedStyle(one).overflowX) || slides(one.parentElement));
  const shown = (box, one) => {
    for (; one && one !== document.body; one = one.parentElement) {
      if (getComputedStyle(one).overflow === 'visible') continue;
      const { left, right, top, bottom } = one.getBoundingClientRect();
      box = { left: Math.max(box.left, left), right: Math.min(box.right, right), top: Math.max(box.top, top), bottom: Math.min(box.bottom, bottom) };
    }
    return box;
  };
  // What lies under something opaque, as keys under the bar that asks for a seat, is read by nobody.
  const covered = ([{ left, right, top, bottom }, { parentElement: one }]) => {
    let hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    if (!hit || one.contains(hit)) return false;
    for (; hit && !hit.contains(one); hit = hit.parentElement)
      if (getComputedStyle(hit).backgroundColor.startsWith('rgb(')) return true;
    return false;
  };
  for (let node; (node = walker.nextNode());) {
    const holder = node.parentElement;
    if (!node.data.trim() || holder.offsetWidth < 2 || holder.closest('.unseen, [hidden], svg, .typed, .bar') || !holder.checkVisibility({ visibilityProperty: true }) || lifted(holder) && !holder.closest('.button')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const line of range.getClientRects()) {
      const { left, right, top, bottom } = shown(line, holder), blank = (bottom - top) / 4;
      // A long name may be cut, a number never.
      if (/\d/.test(node.data) && !/[A-Za-zァ-ヺー]{5}/.test(node.data) && getComputedStyle(holder).overflowX !== 'visible' && holder.scrollWidth > holder.clientWidth + 1) over.push(`${node.data.trim()} is cut`);
      const button = holder.closest('.button, .chip, .pill, .key')?.getBoundingClientRect();
      if (button && (right > button.right + 1 || left < button.left - 1) && right - left > 3) over.push(`${node.data.trim()} is wider than its button`);
      if (right - left > 3 && (left < 6 || right > innerWidth - 6) && !slides(holder)) edge.push(node.data.trim());
      if (right - left > 3 && blank > 1 && !lifted(holder)) texts.push([{ left, right, top: top + blank, bottom: bottom - blank }, node]);
    }
  }
  const shared = (one, other) => Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left))
    * Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top));
  over.push(...texts.flatMap((one, at) => texts.slice(at + 1)
    .filter(other => other[1] !== one[1] && shared(one[0], other[0]) > 4 && !covered(one) && !covered(other))
    .map(other => `${one[1].data.trim()} / ${other[1].data.trim()}`)));
  return { over, edge };
}"""
"""Texts that lie over others or are cut, and those that touch the edge of the room."""

MEASURE = r"""() => {
  const box = name => {
    const found = document.querySelector(name)?.getBoundingClientRect();
    return found ? { top: found.top, bottom: found.bottom, left: found.left, right: found.right } : null;
  };
  const small = [];
  // What gives one back lies on a key that is large enough; the sheet beside the pad is for the eye, and comes in a moment.
  const inText = 'a.clause, a.date-verdict, .verdict p a, .banner a, .key-less, .side-sheet .cell, .htmx-request';
  for (const one of document.querySelectorAll('a[href], button, summary, input:not([type=hidden]), select, textarea')) {
    const target = one.closest('label') ?? one;
    if (!target.checkVisibility()) continue;
    const size = target.getBoundingClientRect(), style = getComputedStyle(target);
    const unseen = size.width < 2 || size.height < 2 || one.closest('.unseen, [hidden], .typed') || style.visibility === 'hidden';
    if (unseen || style.pointerEvents === 'none' || one.matches(inText)) continue;
    if (size.width < 43.5 || size.height < 43.5)
      small.push(`${target.tagName}.${target.className} ${target.getAttribute('aria-label') ?? target.textContent.trim().slice(0, 20)}`
        + ` ${Math.round(size.width)}x${Math.round(size.height)}`);
  }
  const torn = [], words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), letter = document.createRange();
  while (words.nextNode()) {
    const text = words.currentNode.data, on = words.currentNode.parentElement;
    letter.selectNodeContents(words.currentNode);
    const lines = [...letter.getClientRects()];
    if (lines.length < 2 || !on.checkVisibility() || on.closest('.unseen, .typed, option, script, textarea')) continue;
    if (lines.length > 3 && Math.max(...lines.map(({ width }) => width)) < 56) torn.push(`${on.tagName}.${on.className} stands on end: ${text.trim().slice(0, 20)}`);
    // A numeral leaves its 第 in running text alone.
    const whole = new RegExp(`${text.trim().length < 24 ? '第\\d+|' : ''}[ァ-ヺー]{2,}|[A-Za-z]{2,}|−?\\d{2,}|−\\d`, 'g');
    if (text.search(whole) < 0) continue;
    const bottoms = [...text].map((_, at) => {
      letter.setStart(words.currentNode, at);
      letter.setEnd(words.currentNode, Math.min(at + 1, text.length));
      return letter.getClientRects()[0]?.bottom ?? 0;
    });
    for (const { index, 0: word } of text.matchAll(whole))
      if (word.length < 12 && bottoms[index + word.length - 1] > bottoms[index] + 4) torn.push(`${on.tagName}.${on.className} ${word}`);
  }
  const foreign = [], hyphens = [], any = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (any.nextNode()) {
    if (/(^|[\s、,:：(（])-\d/.test(any.currentNode.data) && any.currentNode.parentElement.checkVisibility()) hyphens.push(any.currentNode.data.trim());
    if (/[ぁ-ヿ一-鿿]/.test(any.currentNode.data) && any.currentNode.parentElement.closest('[lang]').lang !== 'ja') foreign.push(any.currentNode.data.trim());
  }
  return {
    torn, foreign, hyphens, width: innerWidth, wide: document.scrollingElement.scrollWidth, high: document.scrollingElement.scrollHeight, small,
    boxes: Object.fromEntries(['#pad', '#verdict', '#actions', '#rows', '#turn', '#strip', '#target'].map(name => [name, box(name)])),
  };
}"""

BROKEN = """() => {
  const found = [], root = document.documentElement, most = 44 * parseFloat(getComputedStyle(root).fontSize) + 1;
  const say = (what, part) => found.push(`${what}: ${part.tagName}.${part.className.baseVal ?? part.className} ${part.textContent.trim().slice(0, 30)}`);
  if (root.scrollWidth > innerWidth) found.push(`scrolls sideways: ${root.scrollWidth}`);
  const go = document.querySelector('.actions .button-go'), read = document.querySelector('.leaf, .refusal, .page:not(.entry, .explained)');
  if (go?.checkVisibility() && (innerHeight >= 600 || !read)) {
    const box = go.getBoundingClientRect();
    if (box.bottom > innerHeight + 1 || box.top < 0) say(`${Math.round(box.bottom)} of ${innerHeight}`, go);
  }
  for (const name of document.querySelectorAll('.sheet thead th[title]')) {
    if (!name.checkVisibility()) continue;
    if (!name.querySelector('.stamp')?.checkVisibility()) say('without a sign', name);
    if (name.scrollWidth > name.clientWidth && name.clientWidth < 48) say('next to nothing of a name', name);
  }
  for (const cell of document.querySelectorAll('.cell'))
    if ([...cell.querySelectorAll('.cell-name, .cell-short')].filter((name) => name.textContent && name.checkVisibility()).length > 1) say('named twice', cell);
  const slides = (part) => part && part.id !== 'page' && (/auto|scroll/.test(getComputedStyle(part).overflowX) || slides(part.parentElement));
  for (const part of document.querySelectorAll('#page *')) {
    const box = part.getBoundingClientRect();
    if (!box.width || !box.height || slides(part.parentElement) || part.closest('.unseen, .typed, svg svg') || !part.checkVisibility()) continue;
    if (box.right > innerWidth + 1 || box.left < -1) say('outside', part);
    const written = [...part.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    // The numbers of a table are no lines that are read.
    if (!written || part.matches('tfoot td') || /flex|grid/.test(getComputedStyle(part).display)) continue;
    const all = document.createRange(), lines = new Map();
    all.selectNodeContents(part);
    for (const one of all.getClientRects()) {
      const at = Math.round(one.bottom / 6), [left, right] = lines.get(at) ?? [one.left, one.right];
      lines.set(at, [Math.min(left, one.left), Math.max(right, one.right)]);
    }
    if ([...lines.values()].some(([left, right]) => right - left > most)) say('long line', part);
  }
  const main = getComputedStyle(document.querySelector('main')), columns = main.gridTemplateColumns.split(' ').map(parseFloat);
  if (main.display === 'grid' && columns.some((column) => column < 220)) found.push(`narrow column: ${columns}`);
  return found;
}"""
"""What breaks a page in a room of any size."""

CUT = r"""() => {
  const found = [];
  const pen = document.createElement("canvas").getContext("2d");
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  // Where the last numeral of a text ends.
  const numerals = node => {
    const upTo = document.createRange();
    upTo.setStart(node, 0);
    upTo.setEnd(node, node.data.search(/\d\D*$/) + 1);
    return upTo.getBoundingClientRect().right;
  };
  while (walker.nextNode()) {
    const owner = walker.currentNode.parentElement, text = walker.currentNode.data.trim();
    // What a tap unfolds may be shortened before.
    if (!text || owner.closest("script, style, .unseen, datalist, option, details:not([open]) > summary") || !owner.checkVisibility({visibilityProperty: true})) continue;
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    const box = range.getBoundingClientRect();
    if (box.width < 1 || owner.getBoundingClientRect().width < 2) continue;
    const card = owner.closest(".mini, .key, .lie, .chip")?.getBoundingClientRect();
    if (card && (box.right > card.right + .5 || box.left < card.left - .5)) { found.push(`${text.slice(0, 24)} wider than its ${owner.closest(".mini, .key, .lie, .chip").className}`); continue; }
    // A font's box is taller than what is drawn; only that must not be cut.
    pen.font = getComputedStyle(owner).font;
    const ink = pen.measureText(text);
    const top = box.top + ink.fontBoundingBoxAscent - ink.actualBoundingBoxAscent;
    const bottom = box.bottom - ink.fontBoundingBoxDescent + ink.actualBoundingBoxDescent;
    for (let up = owner, inside = owner; up && up !== document.body; inside = up, up = getComputedStyle(inside).position === "absolute" ? inside.offsetParent : inside.parentElement) {
      const style = getComputedStyle(up), edge = up.getBoundingClientRect();
      if (["auto", "scroll"].includes(style.overflowX)) break;
      const hides = (overflow) => ["hidden", "clip"].includes(overflow);
      // Names may end in an ellipsis; which round it is may not.
      const shortens = style.textOverflow === "ellipsis" && !(up.matches(".where") && numerals(walker.currentNode) > edge.right + 1);
      const wide = hides(style.overflowX) && !shortens && (box.right > edge.right + 1 || box.left < edge.left - 1);
      // What wrapped out of sight is not cut.
      if (hides(style.overflowY) && top >= edge.bottom + parseFloat(style.overflowClipMargin || 0)) break;
      const tall = hides(style.overflowY) && (bottom > edge.bottom + .5 || top < edge.top - .5);
      if (wide || tall) { found.push(`${text.slice(0, 24)} in ${up.tagName}.${up.className}: ${wide ? "too wide" : "too tall"}`); break; }
    }
  }
  return [...new Set(found)];
}"""
"""Text of which a part is hidden, but for what ends in an ellipsis."""

UNREACHED = """(least) => {
  const found = [], seen = new Set(), over = '.refusal, .ask-bar, .held, .queue, .menu, .shapes';
  for (const one of document.querySelectorAll('#page :is(button, input:not([type=hidden]), select, textarea, summary, a.button)')) {
    const part = one.closest('.key:not(.key-many), label') ?? one;
    const apart = one.matches('.unseen, .key-second') || part.matches('.key-more') || (least && one.matches('[type=button]'))
      || one.matches('.pause-other *, [class*=" for-"]') && !part.checkVisibility()
      || one.closest('[hidden], .unseen, .typed, details:not([open]) > :not(summary), .person-line:has(:placeholder-shown)') || getComputedStyle(part).pointerEvents === 'none';
    if (seen.has(part) || apart || (!(least && one.form) && !part.checkVisibility({visibilityProperty: true}))) continue;
    seen.add(part);
    part.scrollIntoView({block: 'center', inline: 'center'});
    const box = part.getBoundingClientRect(), hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    const name = `${part.tagName}.${part.className} ${(one.getAttribute('aria-label') ?? part.textContent).trim().slice(0, 24)}`;
    // What lies over the page for a moment, or until it is answered, may.
    if (hit?.closest(over) && !hit.closest(over).contains(part)) continue;
    if (!part.contains(hit) && !(hit && hit.closest('label')?.contains(one))) found.push(`${name}: under ${hit?.tagName}.${hit?.className}`);
    else if (one.form && !part.matches('.held-who') && (box.width < least - .5 || box.height < least - .5)) found.push(`${name}: ${Math.round(box.width)} x ${Math.round(box.height)}`);
  }
  return found;
}"""
"""What is to be tapped and lies under something else, or is less than ``least`` wide or high; not
what a chosen answer brings out by style alone.
"""

ONE_EDGE = """() => {
  const found = [], main = document.querySelector('main'), ink = [];
  const apart = '.unseen, [hidden], .typed, .bar, .menu-sheet, .refusal, .notice, .queue, svg *';
  const said = (part) => `${part.tagName}.${part.className} ${part.textContent.trim().slice(0, 24)}`;
  const lifted = (part) => part && part !== main && (/fixed|absolute/.test(getComputedStyle(part).position) || lifted(part.parentElement));
  const add = (box, part, filled) => {
    if (box.width > 1 && box.height > 1) ink.push({ left: box.left, top: box.top, bottom: box.bottom, part, filled });
  };
  for (const part of main.querySelectorAll('*')) {
    if (part.closest(apart) || !part.checkVisibility({ visibilityProperty: true }) || lifted(part)) continue;
    const look = getComputedStyle(part), box = part.getBoundingClientRect();
    const lined = ['Top', 'Bottom', 'Left'].some((side) => parseFloat(look[`border${side}Width`]) > 0);
    const filled = look.backgroundColor !== 'rgba(0, 0, 0, 0)' || look.boxShadow !== 'none';
    if (lined || filled || /^(svg|IMG|INPUT)$/.test(part.tagName)) add(box, part, filled && !lined);
    if (getComputedStyle(part, '::before').content.startsWith('"'))
      add({ ...box.toJSON(), left: box.left + parseFloat(look.paddingLeft) + parseFloat(look.textIndent) }, part, false);
    for (const node of part.childNodes)
      if (node.nodeType === 3 && node.data.trim()) {
        const words = document.createRange();
        words.selectNodeContents(node);
        for (const line of words.getClientRects()) add(line, part, false);
      }
  }
  const title = document.createRange(), name = document.querySelector('h1');
  title.selectNodeContents(name);
  const margin = parseFloat(getComputedStyle(document.querySelector('.page')).paddingLeft);
  if (Math.abs(title.getBoundingClientRect().left - margin) > 2) found.push(`title at ${title.getBoundingClientRect().left} of ${margin}`);
  for (const one of ink) if (one.left < margin - 1.5 && !one.filled) found.push(`${Math.round(one.left)} left of the margin: ${said(one.part)}`);
  const hand = margin + main.getBoundingClientRect().width * .25;
  for (const block of main.querySelectorAll('h2, form, ol, ul, dl, table, fieldset, .pad, .strip, .actions, p')) {
    const own = ink.filter(({ part }) => block === part || block.contains(part)), box = block.getBoundingClientRect();
    if (!own.length || box.left > hand) continue;
    const left = Math.min(...own.map((one) => one.left)), top = Math.min(...own.map((one) => one.top));
    if (left <= margin + 2.5) continue;
    const beside = ink.some((one) => one.left <= margin + 2.5 && one.top <= top + 44 && one.bottom > top && !block.contains(one.part));
    if (!beside) found.push(`${Math.round(left)} of ${margin}: ${said(block)}`);
  }
  return [...new Set(found)];
}"""
"""What does not begin at the one left edge: the title, or what stands alone at the left of a title,
form, list, table or pad.
"""

STICKY = """position => document.querySelectorAll('.actions').forEach(one => { one.style.position = position; })"""
"""Where the buttons below a page are: with it, or over what is scrolled under them."""

PROMISING = """() => [...document.querySelectorAll('button.button-go')].filter(go => go.checkVisibility()).flatMap(go => {
  const says = getComputedStyle(go, '::after').content, look = getComputedStyle(go);
  const told = says === 'none' ? go.innerText.trim() : says;
  if (look.borderStyle === 'dashed' || look.backgroundColor === 'rgba(0, 0, 0, 0)' && !go.matches('.is-quiet')) return [`looks as if it did nothing: ${told}`];
  return go.matches('.is-open') && says === 'none' ? [`says what is missing, and cannot know it: ${told}`] : [];
})"""
"""What the big button says or looks like without script that a tap does not do."""

UNSTYLED = r"""sheets => {
  const linked = new Set([...document.styleSheets].map(({ href }) => href?.match(/([a-z]+\.css)/)?.[1])), found = new Set();
  const rules = list => [...list].flatMap(rule => rule.selectorText ? [rule] : rule.media && !matchMedia(rule.media.mediaText).matches ? [] : rules(rule.cssRules ?? []));
  const apart = text => {
    let deep = 0;
    return [...text].map(sign => { deep += (sign === '(') - (sign === ')'); return sign === ',' && !deep ? '\n' : sign; }).join('').split('\n');
  };
  for (const [name, text] of Object.entries(sheets)) {
    if (linked.has(name) || name === "wide.css" || name === "plain.css") continue;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    for (const { selectorText } of rules(sheet.cssRules))
      for (const one of apart(selectorText)) {
        const subject = one.trim().replace(/::[a-z-]+$/, '');
        if (!/[.#][\w-]+[^\s>+~]*$/.test(subject)) continue;
        const part = [...document.querySelectorAll(subject)].find(part => part.checkVisibility());
        if (part) found.add(`${name}: ${subject} at ${part.tagName}.${part.className.baseVal ?? part.className}`);
      }
  }
  return [...found];
}"""
"""What a page shows and only a style sheet speaks of that it has not."""
SHEETS = {
    file.name: file.read_text()
    for file in sorted((Path(__file__).parents[2] / "static").glob("*.css"))
}


@dataclass(frozen=True)
class Seen:
    """One scene as it was measured: what the accessibility check objects to, texts that lie over
    others or touch the edge of the room, words and numbers that two lines share or that stand on
    end, Japanese that is not marked as such, numbers below zero with a hyphen, and sizes in CSS px.
    """

    violations: list[str]
    width: int
    wide: int
    high: int
    small: list[str]
    over: list[str]
    edge: list[str]
    torn: list[str]
    foreign: list[str]
    hyphens: list[str]
    unstyled: list[str]
    boxes: Mapping[str, Mapping[str, float] | None]
    problems: list[str]
    broken: list[str] = field(default_factory=list)
    """What breaks in other rooms, in larger text, or without script."""


@dataclass
class Survey:
    """Visits scenes; every one starts on a phone of its own, the host's."""

    browser: Browser
    base: str
    tables: dict[str, Tables] = field(default_factory=dict)

    def visit(self, lang: str, scene: str, also: Collection[Look]) -> Seen:
        """The scene's measures, without motion so that nothing is measured half-way, and what is
        ``also`` to be looked at.
        """
        if lang not in self.tables:
            self.tables[lang] = Tables(self.browser, self.base, lang)
        tables, (theme, other) = (
            self.tables[lang],
            ("light", "dark") if lang == "en" else ("dark", "light"),
        )
        phone = make_phone(
            self.browser,
            self.base,
            lang,
            theme,
            storage_state=tables.cookies,
            reduced_motion="reduce",
        )
        SCENES[scene](phone, tables)
        seen = look(phone, other if LIGHTS in also else "")
        sizes = [size for size in SIZES if size in also]
        broken = [
            *(in_other_rooms(phone.page, sizes) if sizes else ()),
            *(without_script(phone) if PLAIN in also else ()),
        ]
        # A browser that closes may be online again for a moment, and what waits must not reach the
        # table.
        phone.page.evaluate("localStorage.clear()")
        phone.page.context.close()
        return replace(seen, broken=broken)


def look(phone: Phone, other: str) -> Seen:
    """Measure the open page, then its colours in the ``other`` light, if any, as nothing else can
    differ there.
    """
    await_styles(phone.page)
    sizes: dict[str, Any] = phone.page.evaluate(MEASURE) | phone.page.evaluate(LAID)
    # What lies under the sticky buttons is brought out by scrolling, so it is not small.
    phone.page.evaluate(STICKY, "static")
    found = objections(Axe().run(phone.page, options=options("tag", TAGS)).response)
    phone.page.evaluate(STICKY, "")
    if other:
        phone.page.emulate_media(color_scheme="dark" if other == "dark" else "light")
        again = phone.page.evaluate(
            "options => axe.run(document, options)", options("rule", ["color-contrast"])
        )
        found += [f"{other}: {one}" for one in objections(again)]
    return Seen(
        found,
        sizes["width"],
        sizes["wide"],
        sizes["high"],
        sizes["small"],
        sizes["over"],
        sizes["edge"],
        sizes["torn"],
        sizes["foreign"],
        sizes["hyphens"],
        phone.page.evaluate(UNSTYLED, SHEETS),
        sizes["boxes"],
        phone.problems,
    )


def in_other_rooms(page: Page, sizes: Sequence[tuple[int, int]]) -> list[str]:
    """What leaves an open page as it is turned, keeps its main button out of the window or makes
    lines too long; and what larger text covers.
    """
    found = _as_it_is_turned(page, sizes) + uneven(page)
    page.evaluate("document.documentElement.style.fontSize = '130%'")
    for width, height in LARGER:
        resize(page, width, height)
        found += [f"{width} × {height}, larger: {one}" for one in page.evaluate(UNREACHED, 0)]
    return found


def uneven(page: Page) -> list[str]:
    """What begins elsewhere than at the one left edge in wide rooms; what hangs on a wall has edges
    of its own, as has who cannot fetch the style.
    """
    found: list[str] = []
    for width, height in EDGES:
        if page.locator(".page.tv, .live.is-offline, .bar:has(.queue)").count():
            break
        resize(page, width, height)
        found += [f"{width} × {height}: {one}" for one in page.evaluate(ONE_EDGE)]
    return found


def without_script(phone: Phone) -> list[str]:
    """What cannot be tapped on the same page without script, or breaks it as it is turned."""
    context = phone.page.context.browser.new_context(
        java_script_enabled=False,
        storage_state=phone.page.context.storage_state(),
        locale=phone.lang,
        viewport=SIZE,
        service_workers="block",
        has_touch=True,
    )
    page = context.new_page()
    page.goto(phone.page.url)
    found = (
        page.evaluate(UNREACHED, 44)
        + page.evaluate(PROMISING)
        + _as_it_is_turned(page, PLAIN_SIZES)
    )
    context.close()
    return [f"without script: {one}" for one in found]


def _as_it_is_turned(page: Page, sizes: Sequence[tuple[int, int]]) -> list[str]:
    found = []
    for width, height in sizes:
        resize(page, width, height)
        found += [f"{width} × {height}: {one}" for one in _lasting(page) + _unread(page)]
    return found


def _unread(page: Page) -> list[str]:
    """Text that lies over other text, and text of which a part is hidden, the round and the numbers
    of seats too.
    """
    over: list[str] = page.evaluate(LAID)["over"]
    return [f"over another: {one}" for one in over] + [f"cut: {one}" for one in page.evaluate(CUT)]


def _lasting(page: Page) -> list[str]:
    """What still breaks a page when what a wider room fetches has come, with its letters."""
    for _ in range(MOST_LOOKS):
        if not (found := page.evaluate(BROKEN)):
            break
        page.wait_for_timeout(100)
    return found


def options(kind: str, values: list[str]) -> dict[str, Any]:
    """What axe is to look for; everything that passes is left out of its answer."""
    more = {"rules": {rule: {"enabled": True} for rule in MORE_RULES}} if kind == "tag" else {}
    return {
        "runOnly": {"type": kind, "values": values},
        "resultTypes": ["violations"],
        "preload": False,
        **more,
    }


def objections(answer: Mapping[str, Any]) -> list[str]:
    """Each violation as one line: the rule, and the first places where it is broken."""
    return [
        f"{one['id']}: {[node['target'] for node in one['nodes'][:3]]} {one['help']}"
        for one in answer["violations"]
    ]
