"""Classes of values that do not change: `frozen` of attrs, with what shows and compares them made at its first use.

attrs writes the methods of a class as source and compiles them at every start. A rulebook has some hundreds of such
classes; few of them are ever shown or compared, and compiling that was a fifth of the start of a battle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar
from weakref import WeakSet

import attrs

__all__ = ["frozen", "subclasses"]

T = TypeVar("T")
METHODS = ("__repr__", "__eq__", "__hash__")
INIT = ("__init__", "__attrs_pre_init__", "__attrs_post_init__")
ANNOTATED = ("__annotations__", "__annotate__", "__annotate_func__")
"""Where a class keeps its annotations: the first up to Python 3.13, one of the others from 3.14 on."""
_late: WeakSet[type] = WeakSet()
"""The classes whose `METHODS` are made late."""

if TYPE_CHECKING:
    from attrs import frozen as frozen
else:

    def frozen(cls: type | None = None, **options: Any) -> Any:
        """As `attrs.frozen`. A class without fields of its own is left as it is: it inherits all that it needs."""
        if cls is None:
            return lambda cls: frozen(cls, **options)
        own = vars(cls)
        if options.keys() - {"slots", "kw_only"} or not own.keys().isdisjoint({*METHODS, "__ne__"}):
            return attrs.frozen(cls, **options)
        if issubclass(cls, BaseException):
            return attrs.frozen(cls, **options)
        if options or not _adds_nothing(cls):
            cls = attrs.frozen(cls, repr=False, eq=False, **options)
            for name in METHODS:
                setattr(cls, name, _at_first_use(cls, name))
        _late.add(cls)
        return cls


def _adds_nothing(cls: type) -> bool:
    own = vars(cls)
    fields = not own.keys().isdisjoint(ANNOTATED) or any(
        isinstance(value, type(attrs.field())) for value in own.values()
    )
    above = [base for base in cls.__bases__ if attrs.has(base)]
    return not fields and len(above) == 1 and above[0] in _late and own.keys().isdisjoint(INIT)


def _at_first_use(cls: type, name: str) -> Callable[..., Any]:
    """A method of a class that has attrs make `METHODS` when it is called, and gives way to what attrs has made."""

    def first(*these: Any) -> Any:
        made = _compared(cls)
        for each in METHODS:
            setattr(cls, each, getattr(made, each))
        return getattr(cls, name)(*these)

    return first


def _compared(cls: type) -> type:
    """A class of the same fields, of which attrs has made what shows and compares."""
    fields = {one.name: attrs.field(repr=one.repr, eq=one.eq_key or one.eq, hash=one.hash) for one in attrs.fields(cls)}
    return attrs.make_class(cls.__name__, fields, frozen=True, slots=False, order=False)


def subclasses(cls: type[T]) -> Iterator[type[T]]:
    """All finished classes below one: attrs makes a class with slots twice, and the first form does not count."""
    for sub in cls.__subclasses__():
        if "__attrs_attrs__" in vars(sub) or sub in _late:
            yield sub
        yield from subclasses(sub)
