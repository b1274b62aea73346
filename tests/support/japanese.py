"""How Japanese texts are told from others, and what none of them holds."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
HALF_WIDTH = re.compile(
    r"[ぁ-ヿ一-鿿）」][:;,!?(]|[,;!?] ?[ぁ-ヿ一-鿿]|[。、：）] | （|～|[♠♥♦♣♡♢][:;,]|[A-Z]\(\d"
)
"""Punctuation of another script in a Japanese text."""
POLITE = re.compile(r"(です|ます|ません|ください|でしょう|ました)(?=[。、?？!！」)（]|$)")
"""What ends a polite sentence; rules and refusals are plain."""
COUNTED = r"\d\)s?つ|sつ"
"""A number in a message that is counted by つ."""
ONE_WORD: Mapping[str, str] = {
    r"配り手|(?!^親$)(?<![一-鿿])親(?![一-鿿])": (
        "ディーラー"
    ),  # a small box on paper has room for 親
    r"(?<![山手場絵字て])(?<!切り)札": "カード",
    r"トップ": "首位",
    r"左回り(?!」)": "時計回り",
    r"いま(?![すせしだま])": "今",
    r"だれ": "誰",
    r"全て": "すべて",
    r"(?<!その)他の": "ほかの",
    r"分かち合": "分け合う",
    r"既に": "もう",
    r"記入(?!例)": "入力",
    r"置く所|引く所": "場所",
    COUNTED: "個",
    r"見るだけ": "観戦のみ",
    r"マーク": "スート",
    r"ダイア": "ダイヤ",
    r"条文": "ルール番号",
    r"規則": "ルール",
    r"読み方": "解釈",
    r"写し": "バックアップ",
    r"勝ちを分け": "勝利を分け",
    r"ファイブカード|フォーカード|スリーカード|ツーペア|ワンペア": "5カード・2ペア",
}
"""What a Japanese text must not say, and the one word it says instead; 切り札 is the word for
trumps.
"""


def other_words(text: str) -> list[str]:
    """The words in a text that have another one in their place everywhere else."""
    found = (
        (match[0], word) for wrong, word in ONE_WORD.items() for match in re.finditer(wrong, text)
    )
    return [f"{said} → {word}" for said, word in dict.fromkeys(found)]


def to_amend(texts: Iterable[tuple[str, str]]) -> str:
    """Every word to be changed with the better one and its text, a line for each place; empty where
    there is none.
    """
    return "\n".join(
        f"{place}: {', '.join(found)}, in “{text}”"
        for place, text in texts
        if (found := other_words(text))
    )


def avoided() -> list[tuple[str, str]]:
    """The words that no Japanese text has, and the better ones, as people read them."""
    plain = {wrong: re.sub(r"\(\?<?!.*?\)", "", wrong).replace("|", "、") for wrong in ONE_WORD}
    return [
        ({COUNTED: "（数）つ"}.get(wrong, plain[wrong]), word) for wrong, word in ONE_WORD.items()
    ]
