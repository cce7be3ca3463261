"""`farmtable games` and `farmtable rules`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer
from rich.markdown import Markdown
from rich.table import Table
from rich.text import Text as Printed

from farmtable.cli.common import GameId, stderr, stdout
from farmtable.core import BadOption, CardText, Game, Option, Translator, broken, game, playable
from farmtable.core.declaration import MANY
from farmtable.i18n import LANGUAGES, catalogue


def list_games(
    game_id: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="Show one game's options in full.")
    ] = None,
) -> None:
    """List the games, or one game's options with all their choices."""
    if game_id is not None:
        _list_options(game(game_id))
        return
    table = _table("Id", "Game", "Seats", "Options: farmtable games ID tells them in full")
    for found in playable():
        names = ", ".join(option.name for option in found.options)
        table.add_row(Printed(found.id, "bold"), found.title, _seats(found), names)
    stdout().print(table)
    for fault in broken().values():
        stderr().print(f"farmtable: {fault}", soft_wrap=True)


def _list_options(found: Game) -> None:
    """Print the options of a game: what each is about, its default and its choices."""
    stdout().print(Printed.assemble((found.title, "bold"), f", {_seats(found)} seats"))
    table = _table("Option", "What", "Default", "Choices")
    for option in found.options:
        name, default = Printed(option.name, "bold"), option.default or "-"
        table.add_row(name, str(option.title), default, _values(option))
    stdout().print(table)
    for option in found.options:
        if len(option.choices) > MANY:
            stdout().print(
                Printed.assemble("\n", (option.name, "bold"), f" is any of {_listed(option.choices)}.")
            )
    given = ("-o OPTION=CHOICE", "bold")
    stdout().print(Printed.assemble("\nGiven as ", given, "; several choices with commas between."))


def _table(*headings: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0))
    for heading in headings:
        table.add_column(heading, overflow="fold")  # what is to be typed is never cut short
    return table


def _seats(found: Game) -> str:
    return f"{found.min_players}–{found.max_players}"


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
            help="Show its cards instead; a Python file among WORDS brings cards of your own.",
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
        console.print(lines[0], style="bold", soft_wrap=True)
        for line in lines[1:]:
            console.print(f"  {line}", soft_wrap=not console.is_terminal)
        console.print()


def _card(card: CardText, translator: Translator) -> list[str]:
    """A card in lines: what it is called, its facts, what it does."""
    heading = [card.name.render(translator), card.kind.render(translator), card.number]
    facts = [f"{label.render(translator)}: {value.render(translator)}" for label, value in card.facts]
    lines = [" · ".join(part for part in heading if part), " · ".join(facts), card.text.render(translator)]
    return [line for line in lines if line]


def _values(option: Option) -> str:
    """What an option may be given, in words that a command line takes."""
    if option.is_file:
        return "a TOML file"
    if option.per_seat is not None:
        least, most = option.per_seat
        return f"SEAT:NUMBER, … ({least} to {most})"
    if len(option.choices) > MANY:
        return f"{option.choices[0]}, … ({len(option.choices)} in all, below)"
    return ("any of " if option.several else "") + " | ".join(_ranges(option.choices))


def _listed(choices: Sequence[str]) -> str:
    """Many choices by name; where each seat has the same, only once."""
    names = [name for seat, _, name in (choice.partition(":") for choice in choices) if seat == "1" and name]
    seats = len(choices) // len(names) if names else 0
    if [f"{seat + 1}:{name}" for seat in range(seats) for name in names] == list(choices):
        return f"SEAT:NAME, SEAT from 1 to {seats}, NAME one of {', '.join(names)}"
    return ", ".join(choices)


def _ranges(choices: Sequence[str]) -> list[str]:
    """Choices with numbers that follow each other drawn together: no | 1 … 20."""
    found: list[list[str]] = []
    for choice in choices:
        follows = found and choice.isdecimal() and found[-1][-1].isdecimal()
        if follows and int(choice) == int(found[-1][-1]) + 1:
            found[-1].append(choice)
        else:
            found.append([choice])
    return [f"{run[0]} … {run[-1]}" if len(run) > 2 else " | ".join(run) for run in found]
