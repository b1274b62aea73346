"""The contract: what every game must keep, asked of each registered game and of the toy game by
random play.
"""

from __future__ import annotations

import copy
import json
import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from itertools import pairwise
from typing import Any

import pytest

from referee import rulebook
from referee.event import Event
from referee.games import GAMES
from referee.kernel.contract import Level, Line, Move, Prompt, Ruling, complete_options, totals
from referee.kernel.fields import Cards, Flag, Int, Place, Seat
from referee.kernel.game import AnyGame, check, find_prompt
from referee.kernel.history import History, extend, replay, undoable_event
from referee.kernel.ledger import NO_SUCH_CARD
from referee.kernel.record import dump, loads
from referee.own.playing import NOBODY
from referee.own.sheet import GameSheet
from tests.support.golden import files
from tests.support.options import with_option
from tests.support.random_play import ALL, EVERY, first_state, json_of, random_history, start_event
from tests.support.sheets import OF_SHEETS, RANKED_OTHERWISE, REFUSES_NOTHING
from tests.support.tiers import SLOW, cases, property_test
from tools.sample import answer_of, ends_detail, read_answer, sample_answer

pytestmark = property_test
MANY, SOME, FEW = cases(6, 40), cases(4, 12), cases(2, 5)
SECRET = pytest.mark.parametrize("name", sorted(with_option("entry", ALL)))

JUNK: tuple[Any, ...] = (
    *(None, "", " ", "AS", "QQ", "♠", "0", "-1", "--5", "999999999999", "ハートの10", "\0"),
    *("x" * 1000, "p3", "true", 0, -1, 10**12, 1.5, float("nan"), True, [], {}, [None], [[]], [{}]),
    *(["AS", "AS"], ["AS"] * 60, {"cards": ["AS"]}, ("2S",), object()),
)


@pytest.fixture(params=sorted(ALL))
def game_id(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def refused(game: AnyGame, state: Any, move: Move) -> list[str]:
    """The codes of what a game has against a move."""
    return [one.code for one in game.judge(state, move) if one.level is not Level.NOTE]


def states(history: History) -> list[Any]:
    """Every state of a game, the first one included."""
    return [history.start, *(played.state for played in history.played)]


# Metadata


def test_every_registered_game_has_golden_records_and_a_rulebook() -> None:
    assert [name for name in GAMES if not files(name)] == []
    assert [name for name in GAMES if name not in rulebook.games()] == []


def test_what_is_known_of_a_game_is_sound(game_id: str) -> None:
    """`INFO` is sound: its id, seats from few to many, options and editions that go together, a
    prefix of its own.
    """
    info = ALL[game_id].info
    assert info.id == game_id
    assert 1 <= info.seats[0] <= info.seats[1]
    names = [option.field.name for option in info.options]
    assert len(set(names)) == len(names)
    assert "page" in info.editions
    # The rules of a sheet stand in its own book alone, and all have the same prefix.
    prefixes = [other.info.prefix for other in EVERY.values()]
    assert prefixes.count(info.prefix) == (game_id not in OF_SHEETS)
    for edition in info.editions:
        chosen = complete_options(info, "abcdefgh"[: info.seats[0]], {}, edition)
        assert set(chosen) == set(names)
        assert chosen.items() >= info.editions[edition].items()


def test_the_rules_version_is_the_rulebooks() -> None:
    for name, game in GAMES.items():
        assert game.info.version == rulebook.load(name).version, name


# Random play


def test_random_play_reaches_the_end(game_id: str) -> None:
    """Random play comes to an end: `result` ranks every seat by the totals. Where it gets stuck,
    give the game a `sample`.
    """
    game = ALL[game_id]
    tried: Counter[tuple[str, Any]] = Counter()
    for seed in MANY:
        history = random_history(game_id, seed)
        tried.update(history.options.items())
        result = game.result(history.state)
        assert result is not None, f"seed {seed}: nothing is awaited, and there is no result"
        assert sorted(seat for group in result.ranking for seat in group) == sorted(history.seats)
        sums = totals(history.lines, history.seats)
        order = [sums[seat] for group in result.ranking for seat in group]
        ranked = sorted(order, reverse=not game.info.low_wins)
        assert game_id in RANKED_OTHERWISE or order == ranked, (
            f"seed {seed}: the ranking does not follow the totals {sums}"
        )
    values = {
        (option.field.name, value)
        for option in game.info.options
        for value in getattr(option.field, "values", ())
    }
    assert not SLOW or values <= set(tried), "some value of an option was never played"


def test_nothing_is_over_while_something_is_awaited(game_id: str) -> None:
    """`result` is None as long as some prompt is awaited, and only then."""
    game = ALL[game_id]
    for seed in SOME:
        for state in states(random_history(game_id, seed)):
            awaited = [prompt for prompt in game.prompts(state) if not prompt.aside]
            kinds = [prompt.kind for prompt in awaited]
            assert (game.result(state) is None) == bool(awaited), (
                f"seed {seed}: result is {game.result(state)}, and {kinds} is awaited"
            )


def test_rounds_only_go_forward(game_id: str) -> None:
    """`Scene.round` and `Scene.complete` never fall; at the end the last round is complete."""
    game = ALL[game_id]
    for seed in SOME:
        scenes = [game.scene(state) for state in states(random_history(game_id, seed))]
        told = [(scene.round, scene.complete) for scene in scenes]
        assert all(
            one.complete <= other.complete and one.round <= other.round
            for one, other in pairwise(scenes)
        ), f"seed {seed}: {told}"
        assert scenes[-1].complete == max(scene.round for scene in scenes), (
            f"seed {seed}: the last round is not complete at the end, {told}"
        )
        assert all(scene.ruler is None or 0 <= scene.ruler[0] <= scene.ruler[1] for scene in scenes)


def test_what_is_complete_is_never_scored_again(game_id: str) -> None:
    """No line is added to a round that `Scene.complete` has told as complete."""
    game = ALL[game_id]
    for seed in SOME:
        history, through = random_history(game_id, seed), 0
        last = totals((), history.seats)
        for state in states(history):
            assert totals(game.lines(state), history.seats, through) == last, f"seed {seed}"
            through = game.scene(state).complete
            last = totals(game.lines(state), history.seats, through)


def test_prompts_can_be_told_apart_and_their_samples_read(game_id: str) -> None:
    """No two prompts have the same kind and seat, no two fields of one the same name, and a form
    holds the fields that it can draw.
    """
    game = ALL[game_id]
    for seed in SOME:
        rng = random.Random(seed)
        for state in states(random_history(game_id, seed)):
            prompts = game.prompts(state)
            assert len({(prompt.kind, prompt.seat) for prompt in prompts}) == len(prompts)
            for prompt in prompts:
                assert len({field.name for field in prompt.fields}) == len(prompt.fields), (
                    f"{prompt.kind}: two fields have one name"
                )
                assert prompt.form in ("pad", "row", "plain", "tap")
                assert prompt.form != "row" or not odd_in_rows(prompt), (
                    f"{prompt.kind}: {odd_in_rows(prompt)}"
                )
                read = read_answer(prompt, json_of(sample_answer(prompt, rng)))
                assert used_up(prompt) or read is not None, f"seed {seed}: {prompt}"


def used_up(prompt: Prompt) -> bool:
    """Whether fewer cards are left than a field asks for, so that another prompt has to be
    answered.
    """
    asked = [one for one in prompt.fields if isinstance(one, Cards)]
    copies = [
        sum(one.left.get(card, count) for card, count in one.deck.counts.items()) for one in asked
    ]
    return any(have < one.least for have, one in zip(copies, asked, strict=True))


def odd_in_rows(prompt: Prompt) -> str:
    """Why a prompt cannot be drawn as a row; empty where it can."""
    if prompt.seat is None or not prompt.fields:
        return 'form="row" is one row for each seat, with something to fill in'
    odd = [
        one.name
        for one in prompt.fields
        if not isinstance(one, Seat | Flag | Int) and not (isinstance(one, Cards) and one.most == 1)
    ]
    return (
        f"a row holds one card, a seat, a number, or yes and no, and not {', '.join(odd)}; choose"
        " another form"
        if odd
        else ""
    )


def test_an_answer_that_a_game_makes_itself_stands(game_id: str) -> None:
    """What a game’s own ``sample`` returns can be read and is not refused; it returns None for a
    prompt that it does not answer.
    """
    game = ALL[game_id]
    for seed in SOME if game.sample else ():
        rng = random.Random(seed)
        for state in states(random_history(game_id, seed)):
            for prompt in game.prompts(state):
                if not game.sample or game.sample(state, prompt, rng) is None:
                    continue
                made = answer_of(game, state, prompt, rng)
                move = read_answer(prompt, json_of(made))
                told = f"{prompt.kind}: `sample` returns {made}, which"
                assert move, f"{told} its fields cannot read"
                assert not refused(game, state, move), f"{told} the game itself refuses"


def test_lines_are_plain_data_about_seats_at_the_table(game_id: str) -> None:
    """A line is about a seat of the table, a round from 1 and whole points, with a clause, and its
    parameters are JSON.
    """
    for seed in SOME:
        history = random_history(game_id, seed)
        deck = set(history.game.scene(history.state).deck.counts)
        for line in history.lines:
            assert line.seat in history.seats
            assert type(line.points) is int
            assert line.clause, f"{line.code} has no clause"
            assert line.round >= 1, f"{line.code} stands in round {line.round}"
            assert set(line.cards) <= deck, (
                f"{line.code} names cards that the deck of the scene does not have"
            )
            json.dumps(dict(line.params))


def test_a_total_is_the_sum_of_lines(game_id: str) -> None:
    """Points that count stand in lines, and only there."""
    for seed in SOME:
        history = random_history(game_id, seed)
        expected = {
            seat: sum(line.points for line in history.lines if line.seat == seat and line.counts)
            for seat in history.seats
        }
        assert all(line.counts or line.part == "game" for line in history.lines if line.points)
        assert totals(history.lines, history.seats) == expected
        rounds = max((line.round for line in history.lines), default=0)
        assert totals(history.lines, history.seats, rounds) == expected
        assert totals(history.lines, history.seats, 0) == dict.fromkeys(history.seats, 0)


def test_the_cards_a_seat_has_built_are_as_many_as_its_counts_say(game_id: str) -> None:
    """Where a row of the board is built of columns, its counts are how many cards lie in each."""
    game = ALL[game_id]
    for seed in FEW:
        for state in states(random_history(game_id, seed)):
            for row in (row for row in game.scene(state).board if row.built):
                cards = [sum(bool(spot.card) for spot in one.spots) for one in row.built[::-1]]
                assert row.counts == tuple(cards), f"seed {seed}"


def test_what_is_printed_is_plain_data_and_grows_only(game_id: str) -> None:
    """`paper` is JSON, and what it printed once stays."""
    game = ALL[game_id]
    for seed in FEW:
        printed = [json.dumps(game.paper(state)) for state in states(random_history(game_id, seed))]
        lengths = [len(text) for text in printed]
        assert lengths == sorted(lengths), f"seed {seed}: something that was on paper is gone"
        assert lengths[0] < lengths[-1]


# State


def test_a_replay_from_json_is_the_live_state(game_id: str) -> None:
    """A record played again is the same state: nothing hangs on time, chance or identity."""
    for seed in SOME:
        live = random_history(game_id, seed)
        again, names = loads(json.dumps(dump(live, {}), ensure_ascii=False), ALL)
        assert again.state == live.state, f"seed {seed}"
        assert again.lines == live.lines
        assert list(names) == list(live.seats)


def test_an_undo_is_the_earlier_state(game_id: str) -> None:
    """An entry undone leaves the state before it."""
    for seed in FEW:
        history = random_history(game_id, seed)
        expected = states(history)
        for back in range(min(6, len(history.played))):
            latest = undoable_event(history.events)
            assert latest is not None
            undo = Event(history.revision + 1, "retract", data={"of": latest.seq})
            history = extend(history, [undo])
            assert history.broken is None
            assert history.state == expected[-2 - back], f"seed {seed}"
        assert history.state == replay(history.game, history.events).state


def test_states_never_change_and_cannot_be_changed(game_id: str) -> None:
    """States are frozen, with tuples and no lists or sets; `advance` makes a new one."""
    game = ALL[game_id]
    for seed in FEW:
        history = random_history(game_id, seed)
        state = history.start
        for played in history.played:
            before = copy.deepcopy(state)
            tuple(game.judge(state, played.move))
            after = game.advance(state, played.move)
            game.lines(state), game.scene(state), game.see(state, None), game.result(state)
            assert state == before, f"seed {seed}: a state was changed by what came after it"
            state = after
        for state in states(history):
            assert_frozen(state)


def assert_frozen(value: Any) -> None:
    """Dataclasses within are frozen, and no list or set can be written to; parameters of lines are
    JSON, where lists may be, as is what a sheet was read from.
    """
    if isinstance(value, Line | GameSheet):
        return
    assert not isinstance(value, list | set | bytearray), f"{value!r} could be changed"
    if is_dataclass(value):
        assert vars(type(value))["__dataclass_params__"].frozen, type(value)
        for part in fields(value):
            assert_frozen(getattr(value, part.name))
    elif isinstance(value, tuple | frozenset):
        for part in value:
            assert_frozen(part)
    elif isinstance(value, Mapping):
        for part in value.values():
            assert_frozen(part)


# What must not matter


def test_the_order_of_cards_in_an_entry_does_not_matter(game_id: str) -> None:
    """Cards of one entry mean the same in any order."""
    game = ALL[game_id]
    for seed in SOME:
        history, rng = random_history(game_id, seed), random.Random(seed)
        state = history.start
        for before, played in zip(states(history), history.played, strict=False):
            then, now = (asked(game_id, one, played.move) for one in (before, state))
            move = shuffle(played.move, then, now, rng)
            assert not refused(game, state, move), f"seed {seed}: {move}"
            state = game.advance(state, move)
        lines, wanted = (Counter(map(plain, one)) for one in (game.lines(state), history.lines))
        assert lines == wanted, f"seed {seed}"


def asked(game_id: str, state: Any, move: Move) -> Prompt:
    """The prompt that a move answers."""
    prompt = find_prompt(ALL[game_id].prompts(state), move.kind, move.seat)
    assert prompt is not None, f"{move} answers nothing"
    return prompt


def shuffle(move: Move, before: Prompt, now: Prompt, rng: random.Random) -> Move:
    """The move with the cards of every pad in another order, and with the places where the same
    cards lie now.
    """
    data = dict(move.data)
    for field, other in zip(before.fields, now.fields, strict=True):
        value = data[field.name]
        if isinstance(field, Cards) and isinstance(value, tuple):
            data[field.name] = tuple(rng.sample(value, len(value)))
        elif isinstance(field, Place) and isinstance(other, Place) and value in field.shows:
            data[field.name] = next(
                spot for spot, shown in other.shows.items() if shown == field.shows[str(value)]
            )
    return replace(move, data=data)


def plain(line: Line) -> str:
    """A line with every list in it sorted, and without the place where a card lay."""
    params = {key: value for key, value in line.params.items() if key != "index"}
    return repr(replace(line, cards=tuple(sorted(line.cards)), params=_sorted(params)))


def _sorted(value: Any) -> Any:
    if isinstance(value, Mapping):
        return sorted((key, _sorted(part)) for key, part in value.items())
    return sorted(map(repr, map(_sorted, value))) if isinstance(value, list | tuple) else value


def test_the_ids_of_seats_do_not_matter(game_id: str) -> None:
    """Seats are only ids: nothing is sorted by them or made of their text."""
    for seed in SOME:
        history = random_history(game_id, seed)
        renamed = replay(history.game, [rename(event) for event in history.events])
        assert renamed.broken is None, f"seed {seed}: {renamed.broken}"
        assert [repr(line) for line in renamed.lines] == [
            rename_text(repr(line)) for line in history.lines
        ], f"seed {seed}"


def rename_text(text: str) -> str:
    """Seat p3 becomes z6 and so on: another alphabetical order."""
    return re.sub(r"(?<![a-z0-9])p(\d)\b", lambda found: f"z{9 - int(found[1])}", text)


def rename(event: Event) -> Event:
    return replace(
        event,
        seat=event.seat and rename_text(event.seat),
        data=json.loads(rename_text(json.dumps(event.data))),
    )


# Junk and overruled moves


def test_junk_is_refused_and_never_raises(game_id: str) -> None:
    """Whatever is entered is refused with a ruling; `judge` raises nothing."""
    game = ALL[game_id]
    for seed in FEW:
        rng = random.Random(seed)
        history = random_history(game_id, seed)
        for state in states(history)[:: 1 + len(history.played) // 12]:
            prompts = game.prompts(state)
            for _ in range(40):
                kind, seat, raw = junk_move(prompts, rng)
                checked = check(game, state, kind, seat, raw)
                if checked.move is None:
                    assert checked.objections
                    assert all(ruling.level is Level.IMPOSSIBLE for ruling in checked.rulings)
                for ruling in checked.rulings:
                    json.dumps(dict(ruling.params))


def junk_move(
    prompts: tuple[Prompt, ...], rng: random.Random
) -> tuple[str, str | None, dict[str, Any]]:
    """A move that is wrong somewhere: its kind, its seat, the names of its fields or their
    values.
    """
    prompt = (
        rng.choice(prompts)
        if prompts and rng.random() < 0.9
        else Prompt("nonsense", rng.choice([None, "p3", "nobody", ""]))
    )
    raw: dict[str, Any] = dict(sample_answer(prompt, rng))
    for field in prompt.fields:
        if rng.random() < 0.6:
            raw[field.name] = rng.choice(JUNK)
    if rng.random() < 0.1:
        raw["nonsense"] = rng.choice(JUNK)
    return prompt.kind, prompt.seat, raw


def test_whatever_is_overruled_can_be_played_on(game_id: str) -> None:
    """The table may let stand what a rule refuses: `advance` goes on from there, and random
    answers break some rule now and then.
    """
    game = ALL[game_id]
    overruled = 0
    for seed in SOME:
        for state, move in lawless_play(game_id, seed):
            overruled += bool(refused(game, state, move))
            after = game.advance(state, move)
            game.prompts(after), game.scene(after), game.see(after, None), game.result(after)
            assert all(type(line.points) is int for line in game.lines(after))
    least = 10 * len(SOME) // 20
    assert overruled > least or game_id in REFUSES_NOTHING, (
        f"A rule refused {overruled} random answers; more than {least} must be: what does this game"
        " refuse?"
    )


def could_stand(ruling: Ruling) -> bool:
    """Whether a log can hold a move against which this was said: a card that does not exist was let
    stand once.
    """
    return ruling.level is not Level.IMPOSSIBLE or ruling.code in NO_SUCH_CARD


def lawless_play(game_id: str, seed: int) -> Iterator[tuple[Any, Move]]:
    """States and moves of a table that lets every illegal move stand, and cards that do not exist,
    as old logs may.
    """
    game, rng = ALL[game_id], random.Random(seed)
    state = first_state(game, start_event(game, seed))
    for _ in range(120):
        prompts = [prompt for prompt in game.prompts(state) if not ends_detail(prompt)]
        if not prompts:
            return
        prompt = rng.choice(prompts)
        move = read_answer(prompt, sample_answer(prompt, rng))
        if move is not None and all(could_stand(ruling) for ruling in game.judge(state, move)):
            yield state, move
            state = game.advance(state, move)


# Secrets


@SECRET
def test_a_seat_is_asked_and_judged_by_what_it_may_see(name: str) -> None:
    """In secret, `prompts` and `judge` for a seat come to the same on `see` of that seat."""
    game = ALL[name]
    for seed in SOME:
        history, rng = random_history(name, seed, "secret"), random.Random(seed)
        for state in states(history):
            for seat in (*history.seats, None):
                seen = game.see(state, seat)
                own, asked_then = (
                    [prompt for prompt in game.prompts(one) if prompt.seat == seat]
                    for one in (state, seen)
                )
                assert asked_then == own, f"seed {seed}, {seat}"
                for prompt in own[:4]:
                    if move := read_answer(prompt, sample_answer(prompt, rng)):
                        one, other = (tuple(game.judge(at, move)) for at in (seen, state))
                        assert one == other, f"seed {seed}, {seat}: {move}"


@SECRET
def test_what_is_secret_changes_nothing_that_others_see(name: str) -> None:
    """Two different secret answers lead to states that nobody else can tell apart, until the
    reveal.
    """
    game, compared = ALL[name], 0
    for seed in MANY:
        history, rng = random_history(name, seed, "secret"), random.Random(seed)
        for before, played in zip(states(history), history.played, strict=False):
            prompts = game.prompts(before)
            prompt = find_prompt(prompts, played.move.kind, played.move.seat)
            if prompt is None or not prompt.secret:
                continue
            other = another_answer(name, before, prompts, played.move, rng)
            if other is None or not (
                still_hidden(name, before, played.move) and still_hidden(name, before, other)
            ):
                continue
            compared += 1
            for seat in (*history.seats, None):
                if seat != played.move.seat:
                    one, two = (
                        game.see(game.advance(before, move), seat) for move in (played.move, other)
                    )
                    shown = [(state, game.lines(state), game.scene(state)) for state in (one, two)]
                    assert shown[0] == shown[1], (
                        f"seed {seed}: {seat} can tell {played.move} from {other}"
                    )
    enough = len(MANY) // 2
    assert compared > enough, (
        f"Only {compared} secret answers could be compared; more than {enough} must be"
    )


def another_answer(
    name: str, state: Any, prompts: tuple[Prompt, ...], move: Move, rng: random.Random
) -> Move | None:
    """A different legal secret move of the same seat."""
    options = [prompt for prompt in prompts if prompt.seat == move.seat and prompt.secret]
    for _ in range(30):
        other = read_answer(prompt := rng.choice(options), sample_answer(prompt, rng))
        if other and other != move and not refused(ALL[name], state, other):
            return other
    return None


def still_hidden(name: str, state: Any, move: Move) -> bool:
    """Whether the very secret answers of other seats that were awaited before the move are still
    awaited after it.
    """
    game = ALL[name]
    before, after = (
        {
            (prompt.kind, prompt.seat)
            for prompt in game.prompts(one)
            if prompt.secret and prompt.seat != move.seat and not prompt.aside
        }
        for one in (state, game.advance(state, move))
    )
    return bool(after) and before == after


def test_seats_and_places_in_prompts_belong_to_the_table(game_id: str) -> None:
    """Fields name seats of this table and places that are drawn."""
    game = ALL[game_id]
    # Only an entry of a sheet may be nobody.
    nobody = {NOBODY} if game_id in OF_SHEETS else set()
    for seed in SOME:
        history = random_history(game_id, seed)
        for state in states(history):
            for prompt in game.prompts(state):
                assert prompt.seat is None or prompt.seat in history.seats
                for field in prompt.fields:
                    assert not isinstance(field, Seat) or (
                        field.values and set(field.values) <= {*history.seats, *nobody}
                    )
                    assert not isinstance(field, Place) or set(field.shows) <= set(field.values)
