"""The tables of the database. Whenever they change, add a step to `migrations.versions` that changes them."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Integer,
    MetaData,
    String,
    Table,
    UniqueConstraint,
)

metadata = MetaData()

# Values for the whole database: the key from which tokens are made, and a number that tells programs from
# before there were migrations that they are too old.
meta = Table(
    "farmtable_meta",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("value", String(256), nullable=False),
)

# `record` is the whole finished game, with positions: it can be shown when its rules are retired. `rated` is
# False if the game cannot count for ratings; NULL means True. `casual` is True if its players do not want it
# to; NULL means False. `revision` counts its changes (NULL is 0), `thinker` is the server that runs its bots.
# `acting` are the seats that everybody waits for, as ",0,2,"; NULL if it was not recorded. `public` is True
# if anybody may find it and watch; NULL means False.
tables = Table(
    "farmtable_tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("players", Integer, nullable=False),
    Column("options", JSON, nullable=False),
    Column("settings", JSON, nullable=False),
    Column("creator", String(64), nullable=False, index=True),
    Column("created", Float, nullable=False),
    Column("touched", Float, nullable=False),
    Column("over", Boolean, nullable=False, index=True),
    Column("record", JSON(none_as_null=True)),
    Column("rated", Boolean),
    Column("casual", Boolean),
    Column("acting", String(64)),
    Column("revision", Integer),
    Column("thinker", String(32)),
    Column("public", Boolean),
)

# `name_key` must differ between any two people; NULL (never equal) while nobody sits there.
seats = Table(
    "farmtable_seats",
    metadata,
    Column("table_id", ForeignKey(tables.c.id), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(8), nullable=False),
    Column("name", String(64), nullable=False),
    Column("name_key", String),
    Column("bot", String(256), nullable=False),
    Column("taken", Boolean, nullable=False),
    UniqueConstraint("table_id", "name_key"),
)

# Which browsers may decide for a seat, as digests: a stolen database gives access to no seat.
seat_owners = Table(
    "farmtable_seat_owners",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("browser", String(64), primary_key=True, index=True),
    ForeignKeyConstraint(["table_id", "seat"], [seats.c.table_id, seats.c.seat]),
)

# How often each seat's private link was replaced; no row: never.
seat_links = Table(
    "farmtable_seat_links",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, nullable=False),
    ForeignKeyConstraint(["table_id", "seat"], [seats.c.table_id, seats.c.seat]),
)

# What players are shown of the browsers that hold their seats; a browser that has a row here but is no longer
# a holder was removed. `place` is their order, from 1; those who came before this table existed have 0, and
# no time since when.
devices = Table(
    "farmtable_devices",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("browser", String(64), primary_key=True, index=True),
    Column("place", Integer, nullable=False),
    Column("program", String(32), nullable=False),
    Column("system", String(32), nullable=False),
    Column("since", Float),
    Column("seen", Float),
    ForeignKeyConstraint(["table_id", "seat"], [seats.c.table_id, seats.c.seat]),
)

# Append-only. The primary key is the queue: of two processes that write entry `n`, one fails. `by_bot`:
# whether a bot decided it, perhaps in place of a person (NULL: entered before that was recorded).
journal = Table(
    "farmtable_journal",
    metadata,
    Column("table_id", ForeignKey(tables.c.id), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(8), nullable=False),
    Column("seat", Integer),
    Column("action", BigInteger),
    Column("command_id", String(64)),
    Column("at", Float, nullable=False),
    Column("by_bot", Boolean),
    UniqueConstraint("table_id", "command_id"),
)

# The clocks of tables that have some: `control` is the time control, `speed` the one word for it, `seats`
# what each seat has left and for whom a bot plays. The time of the seats `turns` runs since `since`, and the
# first runs out at `ends` (NULL: none runs). `helped`: a bot plays for a seat.
clocks = Table(
    "farmtable_clocks",
    metadata,
    Column("table_id", ForeignKey(tables.c.id), primary_key=True),
    Column("control", String(16), nullable=False),
    Column("speed", String(8), nullable=False),
    Column("seats", JSON, nullable=False),
    Column("turns", JSON, nullable=False),
    Column("since", Float, nullable=False),
    Column("ends", Float, index=True),
    Column("paused", Boolean, nullable=False),
    Column("changes", Integer, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("helped", Boolean, nullable=False, index=True),
)

# When people with an account (`holder` is the digest of the holder of their seats) are away, as they have
# said: clocks in days stop for them.
absences = Table(
    "farmtable_absences",
    metadata,
    Column("holder", String(64), primary_key=True),
    Column("since", Float, primary_key=True),
    Column("until", Float, nullable=False),
)

# The results of the analysis of a finished game, so far; `engine` made it.
analyses = Table(
    "farmtable_analyses",
    metadata,
    Column("table_id", ForeignKey(tables.c.id), primary_key=True),
    Column("engine", String(128), nullable=False),
    Column("content", JSON, nullable=False),
)

# Seats whose players resigned, and the bot that plays each to the end of its game.
resigned = Table(
    "farmtable_resigned",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("bot", String(256), nullable=False),
    Column("at", Float, nullable=False),
    ForeignKeyConstraint(["table_id", "seat"], [seats.c.table_id, seats.c.seat]),
)

# Tables that a browser has put away: `place` is "archive", or "bin" for those it will not see again.
put_away = Table(
    "farmtable_put_away",
    metadata,
    Column("table_id", ForeignKey(tables.c.id), primary_key=True),
    Column("browser", String(64), primary_key=True, index=True),
    Column("place", String(8), nullable=False),
)

# Accounts. `name_key` must differ between any two, and for new ones also `shape`, the look of the name (NULL
# if the program that created the account recorded none); no password: only a passkey opens it.
people = Table(
    "farmtable_people",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("name_key", String, nullable=False, unique=True),
    Column("password", String(256)),
    Column("created", Float, nullable=False),
    Column("locked", Boolean, nullable=False),
    Column("shape", String, index=True),
)

# Sessions. `id` is the digest of what the browser sends: a stolen database gives access to nothing.
sessions = Table(
    "farmtable_sessions",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("person", ForeignKey(people.c.id), nullable=False, index=True),
    Column("program", String(32), nullable=False),
    Column("system", String(32), nullable=False),
    Column("since", Float, nullable=False),
    Column("seen", Float, nullable=False),
)

# How often something was tried since when; `what` is a digest of what was tried and by whom.
tries = Table(
    "farmtable_tries",
    metadata,
    Column("what", String(64), primary_key=True),
    Column("since", Float, nullable=False),
    Column("number", Integer, nullable=False),
)

# Keys of devices that open an account, by the id that the device gave them; `uses` is the device's own count.
passkeys = Table(
    "farmtable_passkeys",
    metadata,
    Column("id", String(1400), primary_key=True),
    Column("person", ForeignKey(people.c.id), nullable=False, index=True),
    Column("public_key", String, nullable=False),
    Column("uses", BigInteger, nullable=False),
    Column("program", String(32), nullable=False),
    Column("system", String(32), nullable=False),
    Column("since", Float, nullable=False),
)

# The finished games, in the order in which they ended (`number`); these rows never change. They stay when the
# table is erased. `speed` is how fast the game was played.
finished = Table(
    "farmtable_finished",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("number", Integer, nullable=False, unique=True),
    Column("game", String(64), nullable=False),
    Column("players", Integer, nullable=False),
    Column("speed", String(8), nullable=False, server_default="free"),
    Column("rated", Boolean, nullable=False),
    Column("at", Float, nullable=False),
)

# The result of each seat in them. `person` is its holder, NULL for a guest and for several at one screen;
# `bot` is the bot of a seat that was never a person's. `place` counts from 1, those that resigned come last.
results = Table(
    "farmtable_results",
    metadata,
    Column("table_id", ForeignKey(finished.c.table_id), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person", String(16), index=True),
    Column("bot", String(256), nullable=False),
    Column("points", Integer, nullable=False),
    Column("place", Integer, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("resigned", Boolean, nullable=False),
)

# The ratings computed from the results: `who` is "person ID" or "bot NAME".
ratings = Table(
    "farmtable_ratings",
    metadata,
    Column("game", String(64), primary_key=True),
    Column("players", Integer, primary_key=True, autoincrement=False),
    Column("speed", String(8), primary_key=True, server_default="free"),
    Column("who", String(256), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
)

# Intentions of a seat for its next turn: lines of steps, of which the first possible one is played. A row is
# deleted once it was played, or its seat has decided itself. `due` is no longer used (ADR 13).
intentions = Table(
    "farmtable_intentions",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("lines", JSON, nullable=False),
    Column("since", Float, nullable=False),
    Column("due", Float, index=True),
    ForeignKeyConstraint(["table_id", "seat"], [seats.c.table_id, seats.c.seat]),
)

# Tables at which people may write to each other: `mode` says who may besides the players; `seats` and
# `watchers` count what has happened in each room. The row is the queue of both.
chats = Table(
    "farmtable_chats",
    metadata,
    Column("table_id", ForeignKey(tables.c.id), primary_key=True),
    Column("mode", String(8), nullable=False),
    Column("seats", Integer, nullable=False),
    Column("watchers", Integer, nullable=False),
)

# What was written there, or given as a `sign`. The `n` of one room are odd, of the other even, so that they
# reveal nothing about each other. `author` is a digest; others see of the author only a `seat`, the `name` of
# an account, or the number of a `guest` at this table. A `removed` message has no text any more.
messages = Table(
    "farmtable_messages",
    metadata,
    Column("table_id", ForeignKey(chats.c.table_id), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("room", String(8), nullable=False),
    Column("author", String(64), nullable=False, index=True),
    Column("seat", Integer),
    Column("name", String(64), nullable=False),
    Column("guest", Integer),
    Column("text", String(300), nullable=False),
    Column("sign", String(8), nullable=False),
    Column("at", Float, nullable=False),
    Column("removed", Boolean, nullable=False),
)

# Messages that somebody has reported to whoever runs the server.
reports = Table(
    "farmtable_reports",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("reporter", String(64), primary_key=True, index=True),
    Column("at", Float, nullable=False),
    Column("settled", Boolean, nullable=False),
    ForeignKeyConstraint(["table_id", "n"], [messages.c.table_id, messages.c.n]),
)

# Whose messages somebody does not want to read: at one table or, if `table_id` is empty, anywhere. Both are
# digests.
ignored = Table(
    "farmtable_ignored",
    metadata,
    Column("reader", String(64), primary_key=True),
    Column("ignored", String(64), primary_key=True, index=True),
    Column("table_id", String(32), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("at", Float, nullable=False),
)

# People who may not write anywhere until a given time.
silenced = Table(
    "farmtable_silenced",
    metadata,
    Column("who", String(64), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("until", Float, nullable=False),
)

# The channels on which people are notified of what happens at their tables: a device (`push`), a mail address
# or a `webhook`. `holder` is the digest of the holder of seats, `person` their account; a device that was
# signed in when it was chosen gets notifications only as long as that `session` lasts. `secret` has what the
# channel itself needs. Nothing is sent before `confirmed`, nor before `next`. One server at a time sends on
# it: the one with the lease (ADR 25).
channels = Table(
    "farmtable_channels",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("holder", String(64), nullable=False, index=True),
    Column("person", String(16)),
    Column("session", String(64)),
    Column("kind", String(8), nullable=False),
    Column("address", String(1024), nullable=False),
    Column("secret", JSON, nullable=False),
    Column("title", String(64), nullable=False),
    Column("language", String(8), nullable=False),
    Column("events", String(64), nullable=False),
    Column("interval", Integer, nullable=False),
    Column("confirmed", Boolean, nullable=False),
    Column("since", Float, nullable=False),
    Column("next", Float, nullable=False),
    Column("failures", Integer, nullable=False),
    Column("leased_until", Float, nullable=False),
    Column("leased_by", String(32), nullable=False),
    UniqueConstraint("holder", "kind", "address"),
)

# Tables that somebody has muted.
mutes = Table(
    "farmtable_mutes",
    metadata,
    Column("table_id", ForeignKey(tables.c.id), primary_key=True),
    Column("holder", String(64), primary_key=True),
)

# The outbox of notifications: a row for each channel and event, written together with the event. `due` is
# when it may be sent, NULL once it is `done`. `delivery` names what it is sent in, the same for every retry.
outbox = Table(
    "farmtable_outbox",
    metadata,
    Column("channel", ForeignKey(channels.c.id), primary_key=True),
    Column("table_id", String(32), primary_key=True, index=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("event", String(8), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("at", Float, nullable=False),
    Column("due", Float, index=True),
    Column("tries", Integer, nullable=False),
    Column("delivery", String(32)),
    Column("done", String(8)),
)

# The servers that are alive, each `until` then unless it sends another heartbeat.
servers = Table(
    "farmtable_servers",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("until", Float, nullable=False),
)

# Open tables: the creator waits for others at the open seats. `id` becomes the table's, `seats` are all seats
# as planned, `open` those for anybody. `creator` is a digest, `person` their account.
open_tables = Table(
    "farmtable_open_tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("players", Integer, nullable=False),
    Column("options", JSON, nullable=False),
    Column("settings", JSON, nullable=False),
    Column("control", String(16), nullable=False),
    Column("casual", Boolean, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("chat", String(8)),
    Column("seats", JSON, nullable=False),
    Column("open", JSON, nullable=False),
    Column("creator", String(64), nullable=False, index=True),
    Column("person", String(16), nullable=False),
    Column("name", String(64), nullable=False),
    Column("language", String(8), nullable=False),
    Column("created", Float, nullable=False),
    Column("seen", Float, nullable=False),
)

# Who has taken which of their open seats.
open_seats = Table(
    "farmtable_open_seats",
    metadata,
    Column("table_id", ForeignKey(open_tables.c.id), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("browser", String(64), nullable=False, index=True),
    Column("person", String(16), nullable=False),
    Column("name", String(64), nullable=False),
    Column("seen", Float, nullable=False),
    UniqueConstraint("table_id", "browser"),
)

# People who wait to be paired, for which game, since when; `table_id` is where they sit once they are, and
# `arrived` when one of their pages opened that table.
seekers = Table(
    "farmtable_seekers",
    metadata,
    Column("browser", String(64), primary_key=True),
    Column("person", String(16), nullable=False),
    Column("name", String(64), nullable=False),
    Column("game", String(64), nullable=False),
    Column("players", Integer, nullable=False),
    Column("speed", String(8), nullable=False),
    Column("since", Float, nullable=False),
    Column("seen", Float, nullable=False),
    Column("table_id", String(32)),
    Column("arrived", Float),
)

# People who are invited to a seat. The row stays if they decline, so that they are not invited there again.
invitations = Table(
    "farmtable_invitations",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person", ForeignKey(people.c.id), primary_key=True, index=True),
    Column("by", String(16), nullable=False),
    Column("at", Float, nullable=False),
    Column("declined", Boolean, nullable=False),
    ForeignKeyConstraint(["table_id", "seat"], [seats.c.table_id, seats.c.seat]),
)

# People whom a person has blocked.
blocks = Table(
    "farmtable_blocks",
    metadata,
    Column("person", ForeignKey(people.c.id), primary_key=True),
    Column("other", ForeignKey(people.c.id), primary_key=True, index=True),
    Column("at", Float, nullable=False),
)

# Spectators of a table, and when their page was last there.
watchers = Table(
    "farmtable_watchers",
    metadata,
    Column("table_id", ForeignKey(tables.c.id), primary_key=True),
    Column("browser", String(64), primary_key=True),
    Column("seen", Float, nullable=False, index=True),
)
