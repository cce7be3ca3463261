"""The games as tools of the Model Context Protocol: a language model plays, asks and analyses by itself.

It learns only what its seat may know. No list of legal actions is given unless it is asked for.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

from farmtable.agents import rulebook
from farmtable.agents.session import Session
from farmtable.core import FarmtableError, Game, IllegalAction, Rng, SecureRng, game
from farmtable.core.registry import playable
from farmtable.version import VERSION

MOST_GAMES = 64
MOST_SECONDS = 30.0

INSTRUCTIONS = """\
Farming board games, played at one seat against bots. Begin with list_games and new_game. look shows the
position as your seat sees it; play takes an action in the words of the game's notation, as legal_actions
lists them. What the rules forbid is refused with the rule, and nothing is lost. rules tells or searches the
rules. Seats count from 1."""


class Desk:
    """All games of one server, by number, and the tools that work on them."""

    def __init__(self, seed: int | None = None, hints: bool = True, records: Path | None = None) -> None:
        self._seed = seed
        self._records = records
        self._numbers = itertools.count(1)
        self._sessions: dict[int, Session] = {}
        self._hints = hints

    def server(self) -> MCPServer[Any]:
        """A server with these tools."""
        server = MCPServer[Any](
            "farmtable", title="farmtable", instructions=INSTRUCTIONS, version=VERSION, log_level="WARNING"
        )
        tools: list[Callable[..., str]] = [
            self.list_games,
            self.new_game,
            self.look,
            self.legal_actions,
            self.play,
            self.why_not,
        ]
        tools += [self.rules, self.log, self.score, self.close_game]
        for tool in [*tools, self.analyse] if self._hints else tools:
            server.tool(structured_output=False)(tool)
        return server

    # --- the tools: their descriptions are for whoever plays ------------------------------------------

    def list_games(self) -> str:
        """The games there are: id, name, seats, and options with their choices, the default first."""
        return "\n\n".join(map(_about, playable()))

    def new_game(
        self,
        game: str,
        players: int | None = None,
        seat: int = 1,
        opponents: list[str] | None = None,
        options: dict[str, str] | None = None,
    ) -> str:
        """Begin a game at one seat, of two by default. opponents: one name for all other seats, or one each:
        random, greedy, or search:1 (weak) to search:8 (strong); greedy by default. Tells the number of the
        game, which all other tools take, and the position.
        """
        with _told():
            if len(self._sessions) >= MOST_GAMES:
                raise FarmtableError(f"{MOST_GAMES} games are open; close one with close_game")
            number = next(self._numbers)
            source = SecureRng() if self._seed is None else Rng(self._seed, f"agents' game {number}")
            if players is None:
                players = max(2, _game(game).min_players)
            session = Session(game, players, seat - 1, opponents or ["greedy"], options or {}, source)
            self._sessions[number] = session
        written = "; ".join(session.examples())
        return f"Game {number} has begun. Actions are written like these: {written}.\n\n{session.look()}"

    def look(self, game_number: int) -> str:
        """The position as your seat sees it, and whether it is your turn."""
        with self._at(game_number) as session:
            return session.look()

    def legal_actions(self, game_number: int) -> str:
        """All that you may do now, an action a line, in the words that play takes."""
        with self._at(game_number) as session:
            return "\n".join(session.legal()) or "The game is over."

    def play(self, game_number: int, action: str) -> str:
        """Do an action, given in the game's notation. Tells what happened until it was your turn again, and
        the position then. An action that the rules forbid is refused with the rule; nothing is played.
        """
        with self._at(game_number) as session:
            try:
                happened = session.play(action)
            except IllegalAction as error:
                why = f"\nThe rule: {text}" if (text := _rule_text(session, error)) else ""
                raise ToolError(f"{error}{why}\nNothing was played.") from None
            if session.over and self._records is not None:
                session.save(self._records / f"{session.game.id}-{game_number}.json")
            return "\n".join([*happened, "", session.look()])

    def why_not(self, game_number: int, action: str) -> str:
        """Whether an action is allowed now; if not, the rule that forbids it, with its text."""
        with self._at(game_number) as session:
            return session.why_not(action)

    def rules(self, game: str, words: str = "", rule: str = "") -> str:
        """The rules of a game: all of them, or the one with a number (as R15), or, with words, the passages
        and cards in which all of them stand.
        """
        with _told():
            found = _game(game)
            if rule:
                text = rulebook.rule(found, rule)
                if text is None:
                    raise FarmtableError(f"{found.title} has no rule {rule!r}")
                return text
            if not words:
                return found.rules()
            passages = rulebook.search(found, words)
            more = len(passages) - rulebook.MOST_FOUND
            shown = [*passages[: rulebook.MOST_FOUND], *([f"… and {more} more"] if more > 0 else [])]
            return "\n\n".join(shown) or f"Nothing in the rules of {found.title} has {words!r}."

    def log(self, game_number: int, since: int = 0) -> str:
        """What your seat has seen happen, line by line with numbers, from line `since` on."""
        with self._at(game_number) as session:
            lines = [f"{number}. {line}" for number, line in enumerate(session.log, 1) if number >= since]
            return "\n".join(lines) or "Nothing has happened."

    def score(self, game_number: int) -> str:
        """The points of all seats as far as you may know them, line by line, and who has won."""
        with self._at(game_number) as session:
            return session.score()

    def analyse(self, game_number: int, seconds: float = 2.0) -> str:
        """What the program's own search would do at your seat: the best actions with the chance to win,
        unless you play alone, and the points to expect. It knows what your seat knows.
        """
        with self._at(game_number) as session:
            if not 0 < seconds <= MOST_SECONDS:
                raise FarmtableError(f"seconds are more than 0, and {MOST_SECONDS:g} at most")
            return session.analyse(seconds)

    def close_game(self, game_number: int) -> str:
        """Put a game away for good."""
        with self._at(game_number):
            del self._sessions[game_number]
            return f"Game {game_number} is closed."

    @contextmanager
    def _at(self, number: int) -> Iterator[Session]:
        """A game, for one tool at a time; what is wrong is told to whoever called."""
        with _told():
            session = self._sessions.get(number)
            if session is None:
                raise FarmtableError(f"there is no game {number}; new_game begins one")
            with session.lock:
                yield session


@contextmanager
def _told() -> Iterator[None]:
    """Errors of this library reach the model in their own words; others are the server's affair."""
    try:
        yield
    except FarmtableError as error:
        raise ToolError(str(error)) from None


def _game(id: str) -> Game:
    return game(id)


def _about(found: Game) -> str:
    seats = f"{found.min_players}-{found.max_players} seats"
    lines = [f"{found.id}: {found.title}, {seats}"]
    if found.about is not None:
        lines.append(str(found.about.says))
    for option in found.options:
        if option.is_file:
            continue
        choices = ", ".join(option.choices[:8]) + (", …" if len(option.choices) > 8 else "")
        lines.append(f"- {option.name} ({option.title}): {option.default or '-'}; {choices}")
    return "\n".join(lines)


def _rule_text(session: Session, error: IllegalAction) -> str | None:
    return rulebook.rule(session.game, error.refusal.rule) if error.refusal is not None else None
