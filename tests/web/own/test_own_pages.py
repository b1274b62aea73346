"""The pages on which a score sheet is made: from nothing, from a sample, with everything wrong."""

from __future__ import annotations

import random
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.own.draft import as_draft
from referee.own.packed import packed
from referee.own.reading import read_sheet
from referee.samples import SAMPLES, sample_sheet
from referee.web.own import routes
from referee.words import LANGUAGES
from tests.support.client import awaiting
from tests.support.own_editor import Editor
from tests.support.sheets import damaged
from tests.support.tiers import cases, property_test

GO, DEAL = "next", "save"
POINTS: dict[str, Any] = {
    "format": "referee-sheet/1",
    "name": "Points",
    "players": [2, 4],
    "ask": [{"name": "points", "label": "Points"}],
    "points": [{"points": "points"}],
}


@pytest.fixture
def editor(client: FlaskClient) -> Editor:
    """The first page of an empty sheet."""
    client.set_cookie("lang", "en")
    return Editor(client)


def test_a_game_is_made_from_nothing(editor: Editor) -> None:
    """Wizard: its points are those of the sample, and its players are asked for at the end."""
    editor.tap("players-3")
    editor.tap("players-6", name="Wizard")
    editor.tap("", over="rounds")
    editor.tap("way-divided-0")
    editor.tap(GO)
    assert editor.path == "/own/entries"
    editor.tap("add-bid-0")
    editor.tap(GO)
    editor.tap("add-exact-0")
    sample = dict(sample_sheet("wizard"))
    assert editor.told == {
        "format": "referee-sheet/1",
        "name": "Wizard",
        "players": [3, 6],
        "over": {"rounds": "60 ÷ players"},
        "ask": [
            {"name": "Bid", "label": "Bid", "high": "round"},
            {"name": "Tricks", "label": "Tricks", "high": "round", "step": 2},
        ],
        "check": [
            {
                "that": "sum(Tricks) = round",
                "say": {
                    "en": "All Tricks together must be the round number",
                    "ja": "Tricksの合計をラウンド番号にします",
                },
            }
        ],
        "points": [
            {key: text.replace("won", "Tricks").replace("bid", "Bid") for key, text in row.items()}
            for row in ({"when": one["when"], "points": one["points"]} for one in sample["points"])
        ],
    }
    editor.tap(DEAL)
    assert editor.path.startswith("/new/own-")
    assert editor.says("Wizard")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("sample", SAMPLES)
def test_a_sample_that_is_looked_at_stays_as_it_is(
    client: FlaskClient, sample: str, lang: str
) -> None:
    """Every page is sent as it was shown; what was not touched is not written anew."""
    client.set_cookie("lang", lang)
    told = as_draft(sample_sheet(sample))
    editor = Editor(client, f"/own/sample/{sample}")
    assert editor.path == "/own/points"
    assert editor.faults == []
    pages = ["points", "entries", "game"]
    pages += [f"entries/{at}" for at in range(len(told["ask"]))]
    pages += [f"points/{at}/formula" for at in range(len(told["points"]))]
    pages += [f"checks/{at}/formula" for at in range(len(told.get("check", ())))]
    pages += [f"values/{at}/formula" for at in range(len(told.get("let", ())))]
    for page in pages:
        editor.open(page, told)
        assert editor.path == f"/own/{page}"
        editor.tap("")
        assert editor.told == told, page
    editor.open("points", told)
    editor.tap(DEAL)
    assert editor.path.startswith("/new/own-")


def test_every_line_of_a_sample_is_on_its_last_page(editor: Editor) -> None:
    """As a sentence with gaps, or in the sample’s own words."""
    for sample in SAMPLES:
        told = sample_sheet(sample)
        editor.go(f"/own/sample/{sample}")
        shown = editor.page.xpath("//*[contains(@class, 'own-saying')]")
        gaps = [line.xpath(".//*[contains(@class, 'gap')]") for line in shown]
        rules = [row["rule"]["en"] for row in told["points"]]
        rules.append("Shown instead of the total: lowest(10, so far(Phase done) + 1)")
        texts = [line.xpath(".//p")[0].text_content() for line in shown]
        assert all(found or text in rules for found, text in zip(gaps, texts, strict=True)), sample


def test_what_is_missing_is_said_at_its_place_and_nothing_is_lost(editor: Editor) -> None:
    editor.tap(GO, wins="low")
    assert editor.faults == ["Give your game a name.", "Tap how many can play."]
    assert editor.told == {"format": "referee-sheet/1", "low_wins": True}
    editor.tap("players-4", name="  Mine {and}  yours ")
    assert editor.told["name"] == "Mine and yours"
    editor.tap(GO)
    editor.tap(GO)
    assert editor.path == "/own/entries"
    assert len(editor.faults) == 1
    editor.tap("add-points-0")
    editor.tap(GO)
    editor.tap(DEAL)
    assert editor.path == "/own/points"
    assert len(editor.faults) == 1
    editor.tap("add-as_entered-0")
    editor.tap(DEAL)
    assert editor.path.startswith("/new/own-")


@pytest.mark.parametrize(
    ("taps", "players"),
    [
        ("4", [4, 4]),
        ("36", [3, 6]),
        ("63", [3, 3]),
        ("28", [2, 10]),
        ("8", [8, 10]),
        ("362", [2, 2]),
        ("3625", [2, 5]),
        ("44", [4, 4]),
    ],
)
def test_players_are_two_taps(editor: Editor, taps: str, players: list[int]) -> None:
    for tap in taps:
        editor.tap(f"players-{tap}")
    assert editor.told["players"] == players


def test_rounds_are_told_in_three_ways(editor: Editor) -> None:
    editor.tap("players-3")
    editor.tap("players-5", over="rounds")
    editor.tap("rounds-more-0")
    assert editor.told["over"] == {"rounds": 11}
    editor.tap("rounds-less-0", rounds="１２")
    assert editor.told["over"] == {"rounds": 11}
    editor.tap("way-divided-0")
    editor.tap("way-table-0", rounds="45")
    assert editor.told["over"] == {"rounds": "15 if players = 3 else 11 if players = 4 else 9"}
    editor.tap("", count__4="12")
    editor.tap("way-number-0")
    assert editor.told["over"] == {"rounds": 15}
    editor.tap("way-divided-0")
    assert editor.told["over"] == {"rounds": "60 ÷ players"}
    editor.tap("", over="points")
    editor.tap("", goal="300")
    assert editor.told["over"] == {"points": 300}
    editor.tap("", over="stop")
    assert "over" not in editor.told


def test_teams_are_offered_where_there_are_enough(editor: Editor) -> None:
    editor.tap("players-3")
    assert "teams" not in editor.fields()
    editor.tap("players-4")
    editor.tap("players-4")
    editor.tap("", teams="1")
    assert editor.told["teams"] == 2
    editor.tap("players-2")
    assert "teams" in editor.told


def test_an_end_of_another_kind_is_kept_until_another_is_chosen(editor: Editor) -> None:
    told = sample_sheet("phase-10")
    editor.open("game", told)
    assert editor.says("The game ends when")
    editor.tap("players-2")
    assert editor.told["over"] == told["over"]
    editor.tap("", over="stop")
    assert "over" not in editor.told


def test_an_entry_is_renamed_in_all_formulas_and_sentences(editor: Editor) -> None:
    editor.open("points", POINTS)
    editor.tap("back")
    editor.tap("add-bid-0")
    editor.tap(GO)
    editor.tap("add-exact-0")
    editor.tap("back")
    editor.open("entries/2", editor.told)
    editor.tap("done", label="Won tricks")
    assert editor.told["ask"][2] == {
        "name": "Won_tricks", "label": "Won tricks", "high": "round", "step": 2,
    }  # fmt: skip
    assert editor.told["points"][-1]["points"] == "−10 × difference(Won_tricks, Bid)"
    assert editor.told["check"] == [
        {
            "that": "sum(Won_tricks) = round",
            "say": {
                "en": "All Won tricks together must be the round number",
                "ja": "Won tricksの合計をラウンド番号にします",
            },
        }
    ]


def test_an_entry_has_all_that_a_sheet_knows(editor: Editor) -> None:
    editor.open("entries", POINTS | {"teams": 2, "players": [4, 4]})
    editor.tap("add-who-0")
    assert editor.path == "/own/entries/1"
    editor.tap("", label="Out first", per="table", optional="1", secret="1")
    editor.tap("done", step="2")
    editor.tap("add-some-0")
    editor.tap("thing-0", thing__0="Tichu", worth__0="100", per="team")
    editor.tap("unthing-0", worth__1="−5")
    editor.tap("done")
    assert editor.told["ask"][1:] == [
        {
            "name": "Out_first", "label": "Out first", "type": "who", "per": "table",
            "optional": True, "secret": True, "step": 2,
        },
        {
            "name": "Bonus", "label": "Bonus", "type": "some", "per": "team",
            "of": [{"name": "Bonus 2", "points": -5}],
        },
    ]  # fmt: skip
    editor.open("entries/0", editor.told)
    editor.tap("", low="-5")
    editor.tap("", high__kind="number")
    editor.tap("", low__kind="none", high="40")
    assert (editor.told["ask"][0]["low"], editor.told["ask"][0]["high"]) == (-100_000, 40)
    editor.tap("", low__kind="number")
    editor.tap("down-0", low="−5")
    assert editor.told["ask"][1] == {"name": "points", "label": "Points", "low": -5, "high": 40}
    editor.open("entries/0", editor.told)
    editor.tap("drop-0")
    assert [ask["name"] for ask in editor.told["ask"]] == ["points", "Bonus"]


def said(check: dict[str, Any]) -> str:
    """What a check says, in English."""
    return str(check["say"]["en"] if isinstance(check["say"], dict) else check["say"])


def test_checks_are_sentences(editor: Editor) -> None:
    editor.open("entries", POINTS)
    for kind in ("total", "steps", "someone_has", "different", "not_total"):
        editor.tap(f"check-{kind}-0")
    editor.tap("", c__0__X="#")
    editor.tap("", c__0__X__n="13", c__1__N="5")
    editor.tap("drop-3", say__2="Who has none?")
    assert [{**one, "say": said(one)} for one in editor.told["check"]] == [
        {"that": "sum(points) = 13", "say": "All Points together must be 13"},
        {"that": "points % 5 = 0", "say": "Points must be in steps of 5"},
        {"that": "count(points = 0) ≥ 1", "say": "Who has none?"},
        {"that": "sum(points) ≠ round", "say": "All Points together must not be the round number"},
    ]
    editor.tap("up-3")
    assert editor.told["check"][2]["that"] == "sum(points) ≠ round"
    read_sheet(editor.told)


def test_sentences_are_filled_moved_and_deleted(editor: Editor) -> None:
    editor.open("points", sample_sheet("rummy-500"))
    editor.tap("add-each-0")
    editor.tap("up-2", g__2__N="−3", g__2__A="left")
    told = editor.told
    assert told["points"][1] == {"points": "−3 × left"}
    assert told["points"][2] == sample_sheet("rummy-500")["points"][1]
    editor.tap("drop-0")
    assert [row["points"] for row in editor.told["points"]] == ["−3 × left", "−left"]
    editor.tap("add-shown-0")
    editor.tap("", s__A="left")
    assert editor.told["shown"] == "so_far(left)"
    editor.tap("unset-shown-0")
    assert "shown" not in editor.told


def test_a_sentence_keeps_its_reason_but_not_its_words_when_a_number_changes(
    editor: Editor,
) -> None:
    editor.go("/own/sample/wizard")
    editor.tap("", g__0__N="30")
    before, after = sample_sheet("wizard")["points"], editor.told["points"]
    assert after[0] == {
        "when": "won = bid", "points": "30 + 10 × won", "why": before[0]["why"],
    }  # fmt: skip


def test_a_trial_follows_every_number(editor: Editor) -> None:
    editor.go("/own/sample/wizard")

    def points() -> list[str]:
        return [str(one.text_content()) for one in editor.page.xpath("//output")]

    assert points() == ["40", "−20"]
    editor.tap("", t__0__s2="3")
    assert points() == ["40", "50"]
    editor.tap("", g__0__N="0")
    assert points() == ["20", "30"]
    assert editor.fields()["t.0.s2"] == "3"


def test_a_trial_says_why_nothing_can_be_counted(editor: Editor) -> None:
    told = POINTS | {"points": [{"points": "100 ÷ points"}]}
    editor.open("points", told)
    editor.tap("", t__0__s1="0")
    assert editor.page.xpath("//output/text()") == ["–", "–"]
    assert len(editor.faults) == 1


def test_a_formula_is_written_in_words_and_mended_by_one_tap(editor: Editor) -> None:
    editor.go("/own/sample/wizard")
    editor.tap("formula")
    assert editor.path == "/own/points/2/formula"
    editor.tap("", points="20 + Trick if Bid = 0 else -5 × highest(Tricks)")
    assert editor.told["points"][2] == {"points": "20 + Trick if bid = 0 else -5 × max(won)"}
    assert editor.faults == ["No entry is called “Trick”. Did you mean “Tricks”? Use “Tricks”"]
    assert editor.page.xpath("//u/text()") == ["Trick"]
    editor.tap("mend-1")
    assert editor.told["points"][2] == {"points": "20 + won if bid = 0 else -5 × max(won)"}
    assert editor.faults == []
    editor.tap("done", when="round > 1")
    assert editor.path == "/own/points"
    assert editor.told["points"][2]["when"] == "round > 1"
    editor.open("points/2/formula", editor.told)
    editor.tap("", when="")
    assert "when" not in editor.told["points"][2]


def test_keys_of_a_formula_write_without_script(editor: Editor) -> None:
    editor.open("points/0/formula", POINTS)
    (minus,) = editor.page.xpath("//button[@data-insert='−']/@value")
    (name,) = editor.page.xpath("//button[@data-insert='round']/@value")
    editor.tap(minus)
    editor.tap(name)
    assert editor.told["points"] == [{"points": "points − round"}]


def test_a_formula_in_japanese(client: FlaskClient) -> None:
    client.set_cookie("lang", "ja")
    editor = Editor(client, "/own/sample/wizard")
    editor.open("points/1/formula", editor.told)
    assert editor.fields()["points"] == "−10 × 差(トリック数, 予想)"
    editor.tap("", points="１０＋予想 もし 予想＝トリック数 でなければ ０")
    assert editor.told["points"][1]["points"].split() == [
        "１０＋bid",
        "if",
        "bid＝won",
        "else",
        "０",
    ]
    assert editor.faults == []


def test_what_random_rounds_find_is_said_and_leads_to_its_page(editor: Editor) -> None:
    told = POINTS | {"check": [{"that": "sum(points) = −1", "say": "Never"}]}
    editor.open("points", told)
    editor.tap(DEAL)
    assert editor.path == "/own/points"
    assert len(editor.faults) == 1
    assert editor.told == told
    (link,) = editor.page.xpath("//main//a[contains(@href, '/own/entries?')]/@href")
    editor.go(link)
    assert editor.path == "/own/entries"
    assert editor.told == told
    (fault,) = editor.page.xpath("//div[@class='own-saying']//*[@role='alert']")
    assert "never met" in fault.text_content()


def test_all_that_breaks_with_an_entry_can_be_mended(editor: Editor) -> None:
    """Each fault has a way to its place, or a tap that takes it out; then the game can begin."""
    for sample in ("phase-10", "hearts", "wizard", "tichu"):
        editor.open("entries/0", sample_sheet(sample))
        editor.tap("drop-0")
        for at in reversed(range(len(editor.told.get("check", ())))):
            editor.tap(f"drop-{at}")
        editor.tap(GO)
        while any(tap.startswith(("unset-", "drop-")) for tap in editor.taps()):
            faulty = [tap for tap in editor.taps() if tap.startswith(("unset-", "drop-"))]
            editor.tap(faulty[0])
        told = editor.told
        for at in range(len(told.get("let", ()))):
            editor.open(f"values/{at}/formula", told)
            editor.tap("done", value="1")
            told = editor.told
        editor.tap(f"add-{'as_entered' if editor.says('as entered') else 'to_who'}-0")
        editor.tap("back")
        editor.tap("back")
        editor.tap(GO, over="stop")
        editor.tap(GO)
        editor.tap(DEAL)
        assert editor.path.startswith("/new/own-"), (sample, editor.faults)


def test_a_value_that_broke_is_led_to(editor: Editor) -> None:
    editor.open("entries/1", sample_sheet("hearts"))
    editor.tap("drop-0")
    editor.tap(GO)
    (link,) = editor.page.xpath("//main//a[contains(@href, '/own/values/')]/@href")
    editor.go(link)
    assert editor.path == "/own/values/0/formula"
    assert len(editor.faults) == 1
    editor.tap("done", value="hearts")
    assert editor.faults == []


def test_a_saved_game_is_the_sheet(app: Flask, editor: Editor) -> None:
    editor.open("points", POINTS)
    editor.tap(DEAL)
    game = editor.path.removeprefix("/new/")
    found = app.extensions["service"].games.find(game)
    assert found.info.seats == (2, 4)
    assert found.sheet == POINTS


@pytest.mark.parametrize("page", ["game", "entries", "points", "change", "entries/0"])
def test_what_is_no_sheet_is_a_sentence(client: FlaskClient, page: str) -> None:
    for text in ("x", packed({"ask": 1}), packed({"colour": "red"}), "A" * 3000):
        answer = client.get(f"/own/{page}?sheet={text}")
        assert answer.status_code == 422
        assert "This link has no game in it" in answer.text
    assert client.post("/own/save", data={"sheet": "x"}).status_code == 422


def test_a_sheet_that_becomes_too_large_is_refused(client: FlaskClient) -> None:
    """With a sentence, instead of an address that no server takes."""
    rng = random.Random(1)
    words = ["".join(chr(rng.randint(0x4E00, 0x9FFF)) for _ in range(160)) for _ in range(16)]
    rows = [{"points": "1", "rule": rule} for rule in words]
    sheet = packed({"points": rows})
    answer = client.post("/own/points", data={"sheet": sheet, "do": "formula"})
    assert answer.status_code == 422
    assert "too large" in answer.text


def test_a_link_to_a_line_that_is_gone_leads_to_its_page(editor: Editor) -> None:
    editor.open("points/7/formula", POINTS)
    assert editor.path == "/own/points"
    editor.open("entries/7", POINTS)
    assert editor.path == "/own/entries"


def test_no_sheet_is_ever_logged(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """An error names the page and no more of its address."""

    def fail(*_: object) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr(routes, "points_view", fail)
    sheet = packed(POINTS)
    with awaiting(500):
        assert client.get(f"/own/points?sheet={sheet}").status_code == 500
    logged = capsys.readouterr().err
    assert "own_games.points" in logged
    assert sheet not in logged


def test_no_sample_of_that_name(client: FlaskClient) -> None:
    assert client.get("/own/sample/nothing").status_code == 404


@property_test
@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_tap_breaks_a_page(client: FlaskClient, lang: str) -> None:
    """Whatever is filled in and tapped, beginning with nothing, with a sample or with a wreck."""
    client.set_cookie("lang", lang)
    for seed in cases(12, 200):
        rng = random.Random(seed)
        editor = Editor(client)
        editor.open(rng.choice(("game", "entries", "points")), _any_sheet(rng))
        for _ in range(rng.randint(3, 12)):
            if not editor.path.startswith("/own/"):
                break
            _anything(editor, rng)


def _any_sheet(rng: random.Random) -> dict[str, Any]:
    told = rng.choice([{}, POINTS, damaged(rng), sample_sheet(rng.choice(SAMPLES))])
    try:
        return as_draft(told)
    except ValueError:
        return {}


def _anything(editor: Editor, rng: random.Random) -> None:
    """Change some fields to what they may hold and to what they may not, and tap a button."""
    junk = ("", "0", "7", "-3", "x", "Bid", "9" * 20, "ー", "(", "予想 + 1", "{}", "s1", "y")
    values = {
        str(name): rng.choice(junk)
        for name in editor.fields()
        if name not in ("sheet", "try") and rng.random() < 0.2
    }
    for choice in editor.form.xpath(".//select | .//input[@type='radio']"):
        if rng.random() < 0.3:
            options = choice.xpath(".//option/@value") or [choice.get("value")]
            values[choice.get("name")] = str(rng.choice(options))
    told = editor.told
    editor.tap(
        rng.choice(editor.taps()), **{name.replace(".", "__"): one for name, one in values.items()}
    )
    if editor.path.startswith("/own/"):
        assert editor.told is not None
    elif rng.random() < 0.5:
        editor.open(rng.choice(("game", "entries", "points")), told, check="1")
