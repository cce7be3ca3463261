"""Records: a game is a function of them, and damage is told to the step."""

import errno
import json
import os
import threading
from pathlib import Path
from typing import Any

import numpy
import pytest

import farmtable
from farmtable import OVER, BadOption, BadRecord, Match, Record


@pytest.fixture(scope="module")
def finished() -> Record:
    match = Match("market_day", players=3, seed=4, prices="fixed")
    while match.state.to_play != OVER:
        match.play(match.state.legal_actions()[-1])
    return match.record


@pytest.fixture
def saved(finished: Record, tmp_path: Path) -> Path:
    finished.save(tmp_path / "game.json")
    return tmp_path / "game.json"


def edited(saved: Path, **changes: Any) -> Path:
    data = json.loads(saved.read_text())
    saved.write_text(json.dumps({**data, **changes}))
    return saved


def test_a_record_leads_where_the_match_stood(saved: Path, finished: Record) -> None:
    loaded = Record.load(saved)
    assert loaded.actions == finished.actions
    assert loaded.verify() == finished.state()
    assert loaded.options == {"prices": "fixed"}
    assert not list(saved.parent.glob("*.part"))


def test_any_step_can_be_looked_at(saved: Path) -> None:
    loaded = Record.load(saved)
    for at in (0, 1, len(loaded.actions)):
        assert loaded.state(at=at).digest() == loaded.digests[at]
    for outside in (-1, len(loaded.actions) + 1):
        with pytest.raises(ValueError, match="steps 0 to"):
            loaded.state(at=outside)


def test_a_match_goes_on_where_the_record_ends(finished: Record) -> None:
    short = Record(finished.game_id, finished.players, finished.options, finished.actions[:13])
    match = short.match()
    assert match.state == finished.state(at=13)
    match.play(match.state.legal_actions()[0])
    assert len(short.actions) == 13 < len(match.record.actions)


def test_a_running_game_keeps_no_positions(tmp_path: Path) -> None:
    Match("market_day", seed=1).record.save(tmp_path / "running.json")
    data = json.loads((tmp_path / "running.json").read_text())
    assert data["positions"] == {}
    assert len(data["digests"]) == len(data["actions"]) + 1


def test_a_finished_game_keeps_every_sixteenth_position(saved: Path) -> None:
    data = json.loads(saved.read_text())
    steps = len(data["actions"])
    assert sorted(map(int, data["positions"])) == sorted({*range(0, steps, 16), steps})


def test_retired_rules_are_shown_from_the_kept_positions(saved: Path, finished: Record) -> None:
    steps = len(finished.actions)
    assert list(Record.load(saved).shown_steps()) == list(range(steps + 1))
    loaded = Record.load(edited(saved, rules_version=99))
    assert loaded.retired
    assert loaded.shown_steps() == sorted({*range(0, steps, 16), steps})
    for step in loaded.shown_steps():
        assert loaded.state(at=step) == finished.state(at=step)
    assert loaded.state() == finished.state()
    with pytest.raises(BadRecord, match=r"version 99 of the rules.* only its saved steps .*\(0, 16, "):
        loaded.state(at=17)
    with pytest.raises(BadRecord, match="version 99 of the rules"):
        loaded.verify()


def test_retired_rules_are_checked_as_far_as_they_can_be(saved: Path) -> None:
    data = json.loads(edited(saved, rules_version=99).read_text())
    Record.from_dict(data).verify_saved()
    swapped = {**data["positions"], "16": data["positions"]["0"]}
    for changes, step in (
        ({"positions": swapped}, 16),
        ({"actions": data["actions"][:20]}, 20),
    ):
        with pytest.raises(BadRecord) as caught:
            Record.from_dict({**data, **changes}).verify_saved()
        assert caught.value.step == step
    with pytest.raises(BadRecord, match="not a position"):
        Record.from_dict({**data, "positions": {"16": {}}}).verify_saved()


def test_a_record_of_retired_rules_is_saved_as_it_was(saved: Path, tmp_path: Path) -> None:
    edited(saved, rules_version=99)
    Record.load(saved).save(tmp_path / "again.json")
    assert json.loads((tmp_path / "again.json").read_text()) == json.loads(saved.read_text())


def test_a_running_game_of_retired_rules_cannot_be_shown(tmp_path: Path) -> None:
    Match("market_day", seed=1).record.save(tmp_path / "running.json")
    loaded = Record.load(edited(tmp_path / "running.json", rules_version=99))
    assert loaded.shown_steps() == []
    with pytest.raises(BadRecord, match="no positions were saved"):
        loaded.state()


def test_a_cut_off_file_is_called_so(saved: Path) -> None:
    text = saved.read_text()
    for length in (len(text) // 3, len(text) // 2, len(text) - 2):
        saved.write_text(text[:length])
        with pytest.raises(BadRecord, match=f"(cut off|damaged) at character \\d+ of {length}"):
            Record.load(saved)
    saved.write_text("")
    with pytest.raises(BadRecord, match="cut off at character 0"):
        Record.load(saved)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"\xff\xfe\x00", "not a text file"),
        (b"[" * 100_000, "damaged"),
        (b"1" * 10_000, "damaged"),
        (b"[1, 2]", "not a farmtable record"),
        (b"{}", "not a farmtable record"),
        (b'{"farmtable_record": 2}', "format 2"),
        (b'{"farmtable_record": 1}', "'game' is missing"),
    ],
)
def test_what_is_no_record_is_refused(tmp_path: Path, content: bytes, said: str) -> None:
    path = tmp_path / "bad.json"
    path.write_bytes(content)
    with pytest.raises(BadRecord, match=said):
        Record.load(path)


def test_a_record_that_an_editor_has_saved_is_read_all_the_same(saved: Path) -> None:
    """Those of Windows begin a file in UTF-8 with a mark, and end lines in their own way."""
    saved.write_bytes(b"\xef\xbb\xbf" + json.dumps(json.loads(saved.read_text()), indent=1).encode())
    saved.write_bytes(saved.read_bytes().replace(b"\n", b"\r\n"))
    Record.load(saved).verify()


def test_a_missing_file_is_said(tmp_path: Path) -> None:
    with pytest.raises(BadRecord, match="No such file"):
        Record.load(tmp_path / "nowhere.json")


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"players": 9}, "cannot be played here"),
        ({"players": True}, "'players' is missing or is no whole number"),
        ({"rules_version": -1}, "'rules_version' is -1, which is no version of rules"),
        ({"game": "chess"}, "no game 'chess'"),
        ({"options": {"prices": "free"}}, "prices is one of"),
        ({"options": {"magic": "yes"}}, "no option 'magic'"),
        ({"actions": [7, "8"]}, r"actions\[1\] of the record is no whole number"),
        ({"digests": []}, None),
        ({"positions": {"0": {"bag": []}}}, "step 0: the saved position is not the one reached"),
        ({"positions": {"first": {}}}, "not numbered"),
    ],
)
def test_edited_fields_are_found(saved: Path, changes: dict[str, Any], said: str | None) -> None:
    path = edited(saved, **changes)
    if said is None:  # digests are a help, not a duty
        Record.load(path).verify()
        return
    with pytest.raises(BadRecord, match=said):
        Record.load(path).verify()


@pytest.mark.parametrize("forged", [0, 6, 11, -1, 10**6, 2**62, 2**64, -(2**70)])
def test_a_forged_action_is_found_at_its_step(saved: Path, forged: int) -> None:
    data = json.loads(saved.read_text())
    for step in (0, 13, len(data["actions"]) - 1):
        actions = list(data["actions"])
        if actions[step] == forged:
            continue
        actions[step] = forged
        with pytest.raises(BadRecord) as caught:
            Record.from_dict({**data, "actions": actions}).verify()
        assert caught.value.step in (step, step + 1)


def test_a_changed_digest_is_found_at_its_step(saved: Path) -> None:
    data = json.loads(saved.read_text())
    data["digests"][20] = "0" * 16
    with pytest.raises(BadRecord, match="step 20") as caught:
        Record.from_dict(data).verify()
    assert caught.value.step == 20


def test_a_shortened_list_of_actions_is_found(saved: Path) -> None:
    data = json.loads(saved.read_text())
    data["actions"] = data["actions"][:30]
    with pytest.raises(BadRecord, match="30 actions") as caught:
        Record.from_dict(data).verify()
    assert caught.value.step == 30


def test_a_record_that_was_cut_short_is_not_whole_up_to_there_if_it_breaks_before(saved: Path) -> None:
    data = json.loads(saved.read_text())
    data["actions"] = data["actions"][:30]
    for changes, step in (
        ({"digests": [*data["digests"][:20], "0" * 16, *data["digests"][21:]]}, 20),
        ({"actions": [*data["actions"][:12], 99, *data["actions"][13:]]}, 12),
        ({"positions": {"16": data["positions"]["0"]}}, 16),
    ):
        with pytest.raises(BadRecord, match=f"^step {step}: ") as caught:
            Record.from_dict({**data, **changes}).verify()
        assert caught.value.step == step


@pytest.mark.parametrize("beyond", [-1, 1000])
def test_a_position_that_no_step_leads_to_is_damage(saved: Path, beyond: int) -> None:
    data = json.loads(saved.read_text())
    data["positions"][str(beyond)] = data["positions"]["0"]
    for version in (data["rules_version"], 99):
        record = Record.from_dict({**data, "rules_version": version})
        with pytest.raises(BadRecord, match=f"a position of step {beyond} was saved") as caught:
            record.verify_saved() if record.retired else record.verify()
        assert caught.value.step == len(data["actions"])


def test_a_record_that_is_made_follows_the_rules_played_here() -> None:
    """Nobody who makes one has to know their version; one that is read says itself which it follows."""
    made = Record("agricola", 2)
    assert made.rules_version == farmtable.game("agricola").rules_version > 1
    assert not made.retired
    assert Record.from_dict({**made.to_dict(), "rules_version": 1}).retired
    with pytest.raises(BadOption, match="there is no game 'chess'"):
        Record("chess", 2)


def test_numbers_of_numpys_are_saved_as_numbers(saved: Path, tmp_path: Path) -> None:
    """As actions of a dataset come in an array."""
    record = Record.load(saved)
    players: Any = numpy.int64(record.players)
    actions: Any = list(numpy.array(record.actions))
    other = Record(record.game_id, players, record.options, actions)
    other.save(tmp_path / "other.json")
    assert Record.load(tmp_path / "other.json").verify() == record.verify()
    assert record.state(numpy.int64(3)) == record.state(3)
    with pytest.raises(TypeError, match="integer"):
        record.state(1.5)  # type: ignore[arg-type]


def test_what_cannot_be_saved_is_named_and_leaves_nothing(
    saved: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record, target = Record.load(saved), tmp_path / "full" / "game.json"
    target.parent.mkdir()

    def full(draft: Path, path: Path) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", str(draft))

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="No space") as caught:
        record.save(target)
    assert caught.value.filename == str(target)
    assert list(target.parent.iterdir()) == []


def test_a_record_replaces_no_device(saved: Path, tmp_path: Path) -> None:
    """Whoever is root, as in a container, would be without `/dev/null` then."""
    if not hasattr(os, "mkfifo"):
        pytest.skip("this system has no pipes with names")
    pipe, told = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reading = threading.Thread(target=lambda: told.append(pipe.read_text(encoding="utf-8")), daemon=True)
    reading.start()
    Record.load(saved).save(pipe)
    assert pipe.is_fifo()
    reading.join(20)
    assert Record.from_dict(json.loads(told[0])).verify() == Record.load(saved).verify()
