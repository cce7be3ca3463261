"""`farmtable games` and `farmtable rules`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer
from rich.markdown import Markdown
from rich.table import Table

from farmtable.cli.common import GameId, stderr, stdout
from farmtable.core import BadOption, CardText, Game, Option, Translator, game, games
from farmtable.core.game import MANY
from farmtable.i18n import LANGUAGES, catalogue


def list_games() -> None:
    """List the games, their seats and their options."""
    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0))
    for heading in ("Id", "Game", "Seats", "Options (the first is the default)"):
        table.add_column(heading)
    for id in games():
        try:
            found = game(id)
        except BadOption as error:
            stderr().print(f"farmtable: {error}", markup=False, soft_wrap=True)
            continue
        seats = f"{found.min_players}–{found.max_players}"
        table.add_row(f"[bold]{found.id}[/bold]", found.title, seats, _options(found))
    stdout().print(table)


def rules(
    game_id: GameId,
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="WORDS", help="With --cards: only cards with all these words."),
    ] = None,
    lang: Annotated[str, typer.Option(metavar="LANGUAGE", help=f"One of {', '.join(LANGUAGES)}.")] = "en",
    cards: Annotated[
        bool,
        typer.Option(
            "--cards",
            metavar="",
            help="Tell its cards instead; a Python file among WORDS brings cards of your own.",
        ),
    ] = False,
) -> None:
    """Tell the rules of a game, in our own words, or find a card of it."""
    if lang not in LANGUAGES:
        raise BadOption(f"the rules are told in {', '.join(LANGUAGES)}; not in {lang!r}")
    found = game(game_id)
    if cards:
        _list_cards(found, words or [], lang)
        return
    if words:
        raise BadOption(f"words are looked for in cards: farmtable rules {game_id} --cards {' '.join(words)}")
    text = found.rules(lang)
    console = stdout()
    if console.is_terminal:
        console.print(Markdown(text), width=min(console.width, 100))
    else:
        print(text)


def _list_cards(found: Game, words: Sequence[str], language: str) -> None:
    """Print the cards that have all the words, wherever they stand."""
    for word in words:
        if word.endswith(".py"):
            found.load_option("cards", word)
    wanted = [word.casefold() for word in words if not word.endswith(".py")]
    texts = [_card(card, catalogue(language)) for card in found.cards()]
    if not texts:
        raise BadOption(f"{found.title} has no cards with a text")
    fit = [lines for lines in texts if all(word in "\n".join(lines).casefold() for word in wanted)]
    if not fit:
        raise BadOption(f"{found.title} has no card with {' '.join(wanted)!r}")
    console = stdout()
    for lines in fit:
        console.print(lines[0], style="bold", markup=False, soft_wrap=True)
        for line in lines[1:]:
            console.print(f"  {line}", markup=False, soft_wrap=not console.is_terminal)
        console.print()


def _card(card: CardText, translator: Translator) -> list[str]:
    """A card in lines: what it is called, its facts, what it does."""
    heading = [card.name.render(translator), card.kind.render(translator), card.number]
    facts = [f"{label.render(translator)}: {value.render(translator)}" for label, value in card.facts]
    lines = [" · ".join(part for part in heading if part), " · ".join(facts), card.text.render(translator)]
    return [line for line in lines if line]


def _options(found: Game) -> str:
    return "\n".join(f"{option.name} = {_values(option)}" for option in found.options)


def _values(option: Option) -> str:
    if option.is_file:
        return "a TOML file"
    if option.per_seat is not None:
        least, most = option.per_seat
        return f"SEAT:NUMBER, ... ({least} to {most})"
    if len(option.choices) > MANY:
        return f"{' | '.join(option.choices[:3])} | … ({len(option.choices)} in all)"
    return " | ".join(sorted(option.choices, key=lambda choice: choice != option.default))
