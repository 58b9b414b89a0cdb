"""Steps as JSON data and back: each is written with the name of its class, nested steps too."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args, get_origin

from cattrs import Converter
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn

from tabletop_tui.engine.game import AskDice, Step

TAG = "step"


def step_converter(package: str) -> Converter:
    """A converter that knows the steps of one rules package (a dotted name) besides plain attrs classes.

    Structuring raises ValueError for a step that the package does not have.
    """
    converter = Converter(forbid_extra_keys=False)
    kinds: dict[str, type[Step]] = {cls.__name__: cls for cls in _steps(Step, package)}
    kinds[AskDice.__name__] = AskDice
    readers: dict[str, Any] = {}
    writers: dict[str, Any] = {}

    def write(step: Step) -> dict[str, Any]:
        name = type(step).__name__
        if name not in writers:
            writers[name] = make_dict_unstructure_fn(kinds[name], converter)
        return {TAG: name, **writers[name](step)}

    def read(data: Any, _: type) -> Step:
        name = str(data.get(TAG)) if isinstance(data, dict) else ""
        if name not in kinds:
            raise ValueError(f"{name!r} is no step of {package}")
        if name not in readers:
            readers[name] = make_dict_structure_fn(kinds[name], converter)
        step: Step = readers[name]({key: value for key, value in data.items() if key != TAG}, kinds[name])
        return step

    def is_step(cls: Any) -> bool:
        return isinstance(cls, type) and issubclass(cls, Step)

    converter.register_unstructure_hook_func(is_step, write)
    converter.register_structure_hook_func(is_step, read)
    # Most of what a unit holds are tuples of tuples of numbers, which need not be taken apart.
    converter.register_unstructure_hook_func(_is_plain, lambda value: value)
    # Sets have no order of their own; a saved game has to look the same on every machine.
    converter.register_unstructure_hook_func(lambda cls: getattr(cls, "__origin__", cls) is frozenset, sorted)
    return converter


def _is_plain(cls: Any) -> bool:
    """Whether a type is JSON data as it is: a number, a text, or a tuple of such."""
    if get_origin(cls) is tuple:
        return all(kind is ... or _is_plain(kind) for kind in get_args(cls))
    return cls in (int, float, str, bool)


def _steps(cls: type[Step], package: str) -> Iterator[type[Step]]:
    for sub in cls.__subclasses__():
        if sub.__module__.startswith(package):
            yield sub
        yield from _steps(sub, package)
