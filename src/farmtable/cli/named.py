"""Commands whose arguments may look like options: people are called as they like, and every 64th table's id
begins with a hyphen."""

from __future__ import annotations

from typing import Any

from typer.core import TyperCommand, TyperOption


class NamedCommand(TyperCommand):
    """A command for which whatever is none of its options is a name or an id."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put what only looks like an option behind `--`, where nothing is taken for one."""
        known = {
            name: one
            for one in self.get_params(ctx)
            if isinstance(one, TyperOption)
            for name in (*one.opts, *one.secondary_opts)
        }
        options: list[str] = []
        names: list[str] = []
        rest = iter(args)
        for one in rest:
            option = known.get(one.partition("=")[0])
            if one == "--":
                names += rest
            elif option is None:
                names.append(one)
            else:
                options.append(one)
                if not (option.is_flag or "=" in one):
                    options += [value for value in [next(rest, None)] if value is not None]
        return super().parse_args(ctx, [*options, *(["--", *names] if names else [])])
