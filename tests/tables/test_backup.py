"""A backup holds everything, goes back into either kind of database, and is whole or refused."""

from __future__ import annotations

import gzip
import os
import random
import stat
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TextIO

import pytest
from sqlalchemy import MetaData, create_engine, select

from farmtable import BadOption, BadRecord
from farmtable.core.rng import Rng
from farmtable.tables import SeatPlan, Settings, Tables, backup
from farmtable.tables.backup import back_up, restore
from farmtable.tables.database import WRITES, connect
from farmtable.tables.migrations import bring_up_to_date, newest
from tests.postgres import for_a_test
from tests.tables.helpers import ANNA, BERT, GAME, command, step, two_persons
from tests.tables.test_migrations import RUNNING
from tests.tables.test_migrations import restore as make_old
from tools.load.servers import free_port


@pytest.fixture
def database(empty_database: str) -> str:
    """One that is made, or not, in the tests themselves."""
    return empty_database


@pytest.fixture(params=["sqlite", "postgresql"])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Another database, of each kind in turn."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'other.db'}"
    else:
        yield from for_a_test(request.getfixturevalue("postgres_server"))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "club.farmtable.gz"


def everything(database: str) -> dict[str, list[tuple[object, ...]]]:
    """All rows of a database."""
    engine = create_engine(database)
    there = MetaData()
    there.reflect(engine)
    with engine.connect() as connection:
        found = {
            table.name: sorted((tuple(row) for row in connection.execute(select(table))), key=repr)
            for table in there.sorted_tables
        }
    engine.dispose()
    return found


def test_what_was_backed_up_comes_back(database: str, empty: str, file: Path) -> None:
    tables = Tables(database, Rng(1))
    running, finished = two_persons(tables), two_persons(tables)
    choose = random.Random(2)
    for _ in range(5):
        step(running, choose)
    while not finished.over:
        step(finished, choose)
    tables.lists.archive(finished.id, BERT, True)
    tables.resign(running, 1, BERT, "random")
    anna = tables.people.sign_up("Anna", "wheat and barley", "192.0.2.7")
    token = tables.people.begin_session(anna, "Firefox", "Linux")
    tables.people.bring_along(ANNA, anna)
    invite = tables.create(GAME, 2, [SeatPlan("local"), SeatPlan("friend")], {}, Settings(), ANNA).invite(
        1, ANNA
    )
    assert back_up(database, file) == restore(empty, file)
    tables.close()
    assert everything(empty) == everything(database)
    again = Tables(empty, Rng(2))
    assert again.open(running.id).perspective(0).key() == running.perspective(0).key()
    assert again.people.session(token, "", "") is not None
    assert again.of_token(invite).claim(invite, "carla", "Carla") == 1
    again.close()


def test_a_backup_is_of_one_moment(
    database: str, empty: str, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Servers go on meanwhile; what is decided while a backup is written is not in it, not even in part."""
    tables = Tables(database, Rng(1))
    table = two_persons(tables)
    before = everything(database)
    put, choose = backup._put, random.Random(2)

    def busy(text: TextIO, value: object) -> None:
        put(text, value)
        if isinstance(value, dict) and "table" in value and not table.over:
            step(table, choose)

    monkeypatch.setattr(backup, "_put", busy)
    back_up(database, file)
    assert table.version > 8
    restore(empty, file)
    assert everything(empty) == before
    tables.close()


def test_an_older_backup_is_brought_up_to_date(database: str, empty: str, file: Path) -> None:

    make_old(database, "schema-4.sql")
    engine = connect(database)
    with engine.execution_options(**WRITES).begin() as connection:
        bring_up_to_date(connection, "0001")
    engine.dispose()
    back_up(database, file)
    restore(empty, file)
    tables = Tables(empty)
    assert tables.open(RUNNING).version == 16
    assert everything(empty)["farmtable_schema"] == [(newest(),)]
    tables.close()


def test_only_an_empty_database_is_filled(database: str, file: Path) -> None:
    tables = Tables(database)
    table = two_persons(tables)
    back_up(database, file)
    table.submit(command(table))
    before = everything(database)
    with pytest.raises(BadOption, match="empty database"):
        restore(database, file)
    assert everything(database) == before
    tables.close()


def test_a_damaged_file_changes_nothing(database: str, empty: str, file: Path) -> None:
    Tables(database).close()
    back_up(database, file)
    whole = gzip.decompress(file.read_bytes())
    later = whole.replace(f'"{newest()}"'.encode(), b'"9999"', 1)
    torn = bytearray(file.read_bytes())
    torn[len(torn) // 2 :] = b"\xff" * (len(torn) - len(torn) // 2)
    other_letter = gzip.compress(whole, 0).replace(b"token_key", b"token_kez")
    damaged = {
        "is no whole backup": [
            *(file.read_bytes()[:-20], b"", b"text", gzip.compress(whole[:-15])),
            *(bytes(torn), other_letter),
        ],
        "is no backup": [gzip.compress(b'{"format": "else"}\n')],
    }
    for why, contents in damaged.items():
        for content in contents:
            file.write_bytes(content)
            with pytest.raises(BadRecord, match=why):
                restore(empty, file)
    file.write_bytes(gzip.compress(later))
    with pytest.raises(BadOption, match=r"made by a later version of farmtable \(schema 9999"):
        restore(empty, file)
    assert everything(empty) == {}


def test_what_a_server_has_made_that_nobody_used_is_empty(
    database: str, empty: str, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("farmtable.tables.servers.DEAD_AFTER", 600.0)
    tables = Tables(database)
    running = two_persons(tables)
    back_up(database, file)
    before = everything(database)
    opened = Tables(empty)
    opened.servers.live()
    if empty.startswith("postgresql"):
        with pytest.raises(BadOption, match="a server is running"):
            restore(empty, file)
    opened.servers.leave()
    opened.close()
    restore(empty, file)
    assert everything(empty) == before
    again = Tables(empty)
    assert again.open(running.id).version == running.version
    again.close()
    tables.close()


def test_a_server_that_was_killed_leaves_nothing_that_somebody_has_used(
    file_url: str, postgres_url: str, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Tables(file_url).close()
    back_up(file_url, file)
    monkeypatch.setattr("farmtable.tables.servers.DEAD_AFTER", 0.0)
    killed = Tables(postgres_url)
    killed.servers.live()  # its last sign of life, of which nobody takes leave
    killed.close()
    assert everything(postgres_url)["farmtable_servers"]
    restore(postgres_url, file)
    assert everything(postgres_url) == everything(file_url)


def test_a_running_server_is_noticed_where_the_clock_of_this_machine_is_fast(
    file_url: str, postgres_url: str, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    back_up(file_url, file)
    monkeypatch.setattr("farmtable.tables.servers.DEAD_AFTER", 600.0)
    with closing(Tables(postgres_url)) as running:
        running.servers.live()
        monkeypatch.setattr("time.time", lambda now=time.time: now() + 3600.0)
        with pytest.raises(BadOption, match="a server is running"):
            restore(postgres_url, file)
        running.servers.leave()
    restore(postgres_url, file)


def test_a_damaged_file_leaves_a_new_database_as_it_was(database: str, empty: str, file: Path) -> None:
    Tables(database).close()
    Tables(empty).close()
    back_up(database, file)
    before = everything(empty)
    file.write_bytes(gzip.compress(gzip.decompress(file.read_bytes())[:-15]))
    with pytest.raises(BadRecord):
        restore(empty, file)
    assert everything(empty) == before


def test_a_file_that_is_missing_makes_no_database(tmp_path: Path) -> None:
    missing, new = tmp_path / "missing.gz", tmp_path / "new.sqlite"
    with pytest.raises(FileNotFoundError, match=r"missing\.gz"):
        restore(f"sqlite:///{new}", missing)
    assert not new.exists()


@pytest.mark.parametrize(
    "content",
    [b"no gzip", gzip.compress(b"no JSON\n"), gzip.compress(b"[1]\n")],
    ids=["no gzip", "no JSON", "no head"],
)
def test_nor_does_a_file_that_is_no_backup(tmp_path: Path, content: bytes) -> None:
    """Whoever takes the wrong one by mistake may restore the right one to the same place."""
    wrong, url = tmp_path / "wrong", f"sqlite:///{tmp_path}/tables.sqlite"
    wrong.write_bytes(content)
    with pytest.raises(BadRecord, match=r"no (whole )?backup"):
        restore(url, wrong)
    assert not (tmp_path / "tables.sqlite").exists()


def test_where_a_backup_cannot_be_written_its_own_name_is_told(database: str, tmp_path: Path) -> None:
    Tables(database).close()
    with pytest.raises(BadOption, match="is a folder"):
        back_up(database, tmp_path)
    nowhere = tmp_path / "nowhere" / "club.farmtable.gz"
    with pytest.raises(FileNotFoundError) as refused:
        back_up(database, nowhere)
    assert refused.value.filename == str(nowhere)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with names")
def test_a_backup_replaces_no_device(database: str, tmp_path: Path) -> None:
    Tables(database).close()
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(BadOption, match="is no file"):
        back_up(database, tmp_path / "pipe")
    assert (tmp_path / "pipe").is_fifo()


def test_a_database_that_is_away_is_said_in_one_sentence(file: Path, tmp_path: Path) -> None:
    away = f"postgresql+psycopg://nobody:secret@127.0.0.1:{free_port()}/x"
    with pytest.raises(BadOption, match="cannot use the database") as refused:
        back_up(away, file)
    assert "secret" not in str(refused.value)
    with pytest.raises(BadOption, match="there is no database"):
        back_up(f"sqlite:///{tmp_path}/typo.db", file)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name != "posix", reason="permissions are of another kind here")
def test_nobody_else_may_read_a_backup(database: str, file: Path) -> None:
    Tables(database).close()
    back_up(database, file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [path.name for path in file.parent.glob("club*")] == [file.name]


def test_a_database_without_tables_is_no_backup(database: str, file: Path) -> None:
    with pytest.raises(BadOption, match=r"no tables of farmtable|there is no database"):
        back_up(database, file)
    assert not file.exists()
