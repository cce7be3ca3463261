"""What templates do thousands of times on a board, without the questions that Jinja asks each time.

What comes of it is the same; that a template is asked the other way is nothing that it can notice.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import BuiltinFunctionType, BuiltinMethodType
from typing import Any, Final

import markupsafe
from jinja2 import Environment, nodes
from jinja2.runtime import Context
from markupsafe import Markup

OF_A_DICT: Final = frozenset(dir(dict))
"""What a template finds in any mapping before it looks for a key."""


class Called:
    """What a template calls and what wants nothing of Jinja: neither its context nor its environment."""

    def __call__(self, *args: Any, **kwargs: Any) -> str:
        """What comes of it."""
        raise NotImplementedError


class QuickContext(Context):
    """A context that calls what wants nothing of it straight away."""

    def call(self, called: Any, /, *args: Any, **kwargs: Any) -> Any:
        """What `called` makes of this."""
        if not isinstance(called, (Called, BuiltinMethodType, BuiltinFunctionType)):
            return super().call(called, *args, **kwargs)
        kwargs.pop("_block_vars", None)
        kwargs.pop("_loop_vars", None)
        return called(*args, **kwargs)


class QuickEnvironment(Environment):
    """An environment that is asked thousands of times a board for what lies in something."""

    def getattr(self, obj: Any, attribute: str) -> Any:
        """An attribute, or what lies under a key: nearly always in a dictionary, which is tried first."""
        if type(obj) is dict and attribute in obj and attribute not in OF_A_DICT:
            return obj[attribute]
        return super().getattr(obj, attribute)


def escape(value: Any) -> str:
    """Text in which no value can be mistaken for a tag. Numbers have nothing that could."""
    if isinstance(value, Markup):
        return value
    return str(value) if type(value) is int else markupsafe.escape(value)


def say_at_once(template: nodes.Template, sentences: Mapping[str, Any]) -> nodes.Template:
    """Put every sentence without values where it is asked for: a template is compiled for one language.

    `sentences` are the functions that know them, by the names that templates call them by.
    """
    for parent in template.find_all(nodes.Node):
        for field, value in parent.iter_fields():
            if isinstance(value, nodes.Call):
                setattr(parent, field, _said(value, sentences))
            elif isinstance(value, list):
                value[:] = [
                    _said(each, sentences) if isinstance(each, nodes.Call) else each for each in value
                ]
    return template


def _said(call: nodes.Call, sentences: Mapping[str, Any]) -> nodes.Expr:
    told = [each.value for each in call.args if isinstance(each, nodes.Const)]
    if call.kwargs or call.dyn_args or call.dyn_kwargs or len(told) < len(call.args):
        return call
    if not isinstance(call.node, nodes.Name) or call.node.name not in sentences:
        return call
    text = str(sentences[call.node.name](*told))
    return nodes.MarkSafe(nodes.Const(text, lineno=call.lineno), lineno=call.lineno)
