"""How Japanese texts are told from others, and what none of them holds."""

from __future__ import annotations

import re

JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
HALF_WIDTH = re.compile(r"[ぁ-ヿ一-鿿）」][:;,!?(]|[,;!?] ?[ぁ-ヿ一-鿿]|[。、：）] | （|左回り(?!」)|配り手")
"""Punctuation of another script in a Japanese text, and two words that were one person or one direction too many."""
