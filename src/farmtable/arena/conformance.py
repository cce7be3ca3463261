"""Checks whether a program follows the protocol for bots: it tests all of it, finding by finding."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from farmtable.arena.play import Setting, play_game
from farmtable.bots import make_bot
from farmtable.bots.stdio import messages
from farmtable.bots.stdio.bot import Conduct, Lost, Player, StdioBot, dismiss, meet
from farmtable.bots.stdio.messages import Message
from farmtable.bots.stdio.terms import Terms, read_terms
from farmtable.core import FarmtableError, Match, Perspective, Rng, game

ANSWER_AGAIN = "This was a legal action. The check refuses it all the same, to see whether you answer again."


class Finding(NamedTuple):
    """One check: whether it passed, and what was found."""

    right: bool
    what: str


def check_bot(text: str, games: Sequence[str], seed: int = 0) -> Iterator[Finding]:
    """All findings about the program that `stdio:text` names, as they are made.

    Raises BadOption for an invalid name, and for a game that does not exist.
    """
    terms = read_terms(text)
    for id in games:
        game(id)
    try:
        player = meet(terms.command)
    except Lost as lost:
        yield Finding(False, f"hello: {lost}")
        return
    wants = ", ".join(sorted(player.hello.wants)) or "nothing"
    yield Finding(True, f"hello: it is called {player.hello.name!r}, and wants {wants}")
    try:
        yield _answers_again(player, terms, games[0])
        yield _leaves(player)
    finally:
        player.program.kill()
    for id in games:
        yield _plays(id, text, seed)
    dismiss()


def _answers_again(player: Player, terms: Terms, id: str) -> Finding:
    """Whether an answer comes to a request, and another one when it is refused."""
    seen = _first_choice(id)
    program, shows = player.program, terms.shows & player.hello.wants
    program.say(messages.new_game(seen, terms, shows | player.hello.wants & {messages.RULES}, 1))
    try:
        messages.read_ready(_hear(player, terms))
        program.say(messages.choose(1, seen, terms.seconds, 2, shows))
        first = messages.read_answer(_hear(player, terms))
        program.say(messages.refused(1, ANSWER_AGAIN, None, 1, terms.seconds))
        again = messages.read_answer(_hear(player, terms))
    except FarmtableError as error:
        program.kill()  # so that its last words have been heard
        said = f"; it complained: {program.complaints}" if program.complaints else ""
        return Finding(False, f"an answer, and another one when that is refused: {error}{said}")
    if (first.id, again.id) != (1, 1):
        return Finding(False, f'answers to the request with "id" 1 have {first.id} and {again.id}')
    return Finding(True, "it answers, and answers again when it is refused")


def _hear(player: Player, terms: Terms) -> Message:
    return messages.read(player.program.hear(time.monotonic() + terms.seconds))


def _first_choice(id: str) -> Perspective:
    """The first position of a game at which a seat has several actions."""
    match = Match(id, seed=1)
    while len(match.state.legal_actions()) == 1:
        match.play(match.state.legal_actions()[0])
    return match.state.seen_by(match.state.to_play)


def _leaves(player: Player) -> Finding:
    left = player.program.leave(messages.quit_now())
    return Finding(left, "it leaves when told to" if left else "told to quit, it had not left after a second")


def _plays(id: str, text: str, seed: int) -> Finding:
    """One whole game with the program at the first seat, and at all others who play at random."""
    found = game(id)
    setting = Setting.of(id, max(2, found.min_players), seed=seed)
    bot = make_bot(f"stdio:{text}", Rng(seed))
    assert isinstance(bot, StdioBot)
    others = [make_bot("random", Rng(seed, seat)) for seat in range(1, setting.players)]
    try:
        play_game(setting, 0, found.new(setting.players), [bot, *others])
    except FarmtableError as error:
        return Finding(False, f"{id}: {error}")
    conduct = bot.conduct
    spent = f"{1000 * conduct.seconds / max(1, conduct.asked):.1f} ms each"
    wrong = _wrong(conduct)
    told = f"{id}: {conduct.asked} decisions, {spent}"
    return Finding(not wrong, f"{told}: {'; '.join(wrong)}" if wrong else f"{told}, all of them legal")


def _wrong(conduct: Conduct) -> list[str]:
    """What was wrong in a game, in words."""
    lost = sum(conduct.lost.values())
    counted = [
        (conduct.refused, "answers were refused"),
        (lost, "decisions were lost"),
        (conduct.strays, "answers came to what was no longer asked"),
    ]
    return [*(f"{n} {what}" for n, what in counted if n), *dict.fromkeys(conduct.remarks)]
