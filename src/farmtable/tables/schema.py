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

# What holds for the whole database: the key that tokens are made with, and a number that tells programs from
# before there were migrations that they are too old.
meta = Table(
    "farmtable_meta",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("value", String(256), nullable=False),
)

# `record` is the finished game whole, with positions: it can be shown when its rules are retired. `rated` is
# False where the game cannot count for ratings; NULL is as good as True. `casual` is True where its players
# do not want it to; NULL is as good as False. `revision` counts its changes
# (NULL is 0), `thinker` is the server that thinks for its bots. `acting` are the seats that everybody waits
# for, as ",0,2,"; NULL where it was not noted. `public` is True where anybody may find it and watch; NULL is
# as good as False.
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

# `name_key` is what must not be alike for two persons; NULL (never alike) while nobody sits there.
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

# Which browsers may decide for a seat, as digests: a stolen database opens no seat.
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

# What a player is told of the browsers that own his seat; who has a row here and owns it no longer was ended.
# `place` is their order, from 1; who came before there was this table has 0, and no time since when.
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
# whether a bot decided it, be it in place of a person (NULL: it was entered before that was noted).
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

# The clocks of tables that have some: `control` is how much time there is, `speed` the one word for it,
# `seats` what each seat has left and who stands in. The time of the seats `turns` runs since `since`, and the
# first is up at `ends` (NULL: it stands still). `helped`: a bot stands in for a seat.
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

# When people with an account (`holder` is the digest of who holds their seats) are away, as they have said:
# clocks by days stand still for them.
absences = Table(
    "farmtable_absences",
    metadata,
    Column("holder", String(64), primary_key=True),
    Column("since", Float, primary_key=True),
    Column("until", Float, nullable=False),
)

# What was found out about a finished game, as far as the analysis has come; `engine` made it.
analyses = Table(
    "farmtable_analyses",
    metadata,
    Column("table_id", ForeignKey(tables.c.id), primary_key=True),
    Column("engine", String(128), nullable=False),
    Column("content", JSON, nullable=False),
)

# Seats that their players gave up, and the bot that plays each to the end of its game.
resigned = Table(
    "farmtable_resigned",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("bot", String(256), nullable=False),
    Column("at", Float, nullable=False),
    ForeignKeyConstraint(["table_id", "seat"], [seats.c.table_id, seats.c.seat]),
)

# What a browser has put away: `place` is "archive", or "bin" for what it will not see again.
put_away = Table(
    "farmtable_put_away",
    metadata,
    Column("table_id", ForeignKey(tables.c.id), primary_key=True),
    Column("browser", String(64), primary_key=True, index=True),
    Column("place", String(8), nullable=False),
)

# Who has an account. `name_key` is what must not be alike for two, and `shape`, what the name looks like, not
# for new ones (NULL where the program that made it noted none); no password: a passkey alone opens it.
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

# Where somebody is signed in. `id` is the digest of what the browser shows: a stolen database opens nothing.
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

# How often something was tried since when; `what` is a digest of what and by whom.
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

# The games that are over, in the order in which they ended (`number`); what is written here never changes. It
# stays when the table is erased. `speed` is how fast it was played.
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

# How each seat of them did. `person` is who held it, NULL for a guest and for several at one screen; `bot` is
# the bot of a seat that was never a person's. `place` counts from 1, those that resigned come last.
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

# What comes of the results: `who` is "person ID" or "bot NAME".
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

# What a seat wants to decide once its turn comes: lines of steps, of which the first possible one is played.
# A row is gone once it was played, or its seat has decided itself. `due` is used by nobody any more (ADR 13).
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

# Tables at which people may write to each other: `mode` says who may besides the seats; `seats` and
# `watchers` count what has happened in each room. The row is the queue of both.
chats = Table(
    "farmtable_chats",
    metadata,
    Column("table_id", ForeignKey(tables.c.id), primary_key=True),
    Column("mode", String(8), nullable=False),
    Column("seats", Integer, nullable=False),
    Column("watchers", Integer, nullable=False),
)

# What was written there, or given as a `sign`. Of one room the `n` are odd, of the other even: they
# tell nothing of each other. `author` is a digest; what others are told of him is a `seat`,
# the `name` of an account, or the number of a `guest` at this table. What was `removed` has no text any more.
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

# Whose messages somebody will not read: at one table or, where `table_id` is empty, anywhere. Both are
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

# Who may not write anywhere until a time.
silenced = Table(
    "farmtable_silenced",
    metadata,
    Column("who", String(64), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("until", Float, nullable=False),
)

# Ways on which somebody is told what happens at his tables: a device (`push`), a mail address or a `webhook`.
# `holder` is the digest of who holds seats, `person` his account; a device that was signed in when it was
# chosen is told things only as long as that `session` lasts. `secret` has what the way itself needs. Nothing
# is sent before `confirmed`, nor before `next`. One server at a time sends on it: who has the lease (ADR 25).
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

# Tables of which somebody wants to hear nothing.
mutes = Table(
    "farmtable_mutes",
    metadata,
    Column("table_id", ForeignKey(tables.c.id), primary_key=True),
    Column("holder", String(64), primary_key=True),
)

# What is to be told, a row for each way and event, written with what it tells of. `due` is when it may be
# sent, NULL once it is `done` with. `delivery` names what it is sent in, the same whenever it is tried again.
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

# The servers that live, each `until` then unless it gives another sign of life.
servers = Table(
    "farmtable_servers",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("until", Float, nullable=False),
)

# Tables that are to be: who set one up waits for others at its open seats. `id` becomes the table's, `seats`
# are all as they are to be, `open` those for anybody. `creator` is a digest, `person` his account.
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

# Who waits to be paired, for what, since when; `table_id` is where he sits once he is, and `arrived` when a
# page of his went there.
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

# People who are asked to take a seat. Who declined keeps his row, so that he is not asked there again.
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

# Whom a person does not want to be brought together with.
blocks = Table(
    "farmtable_blocks",
    metadata,
    Column("person", ForeignKey(people.c.id), primary_key=True),
    Column("other", ForeignKey(people.c.id), primary_key=True, index=True),
    Column("at", Float, nullable=False),
)

# Who watches a table, and when his page was last there.
watchers = Table(
    "farmtable_watchers",
    metadata,
    Column("table_id", ForeignKey(tables.c.id), primary_key=True),
    Column("browser", String(64), primary_key=True),
    Column("seen", Float, nullable=False, index=True),
)
