"""How the facets of a game are found on first use: in packages that add them, in its room, in its family's room."""

from functools import cache, cached_property
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from knobel.core.errors import NotProvided

if TYPE_CHECKING:
    from knobel.games.spec import GameSpec

ENTRY_POINTS = "knobel.facets"
"""The group of entry points in which other packages name the package of facets that they add to games."""

Facet = TypeVar("Facet")


class Lazy(Generic[Facet]):
    """A descriptor for a facet of a game, which is imported when one of its functions is first used."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, game: "GameSpec", _owner: object = None) -> Facet:
        return cast("Facet", game.facet(self._name))


def _exists(module: str) -> bool:
    """Whether there is such a module, without importing it."""
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:
        return False


@cache
def extensions() -> tuple[str, ...]:
    """The installed packages that add facets to games, or faster functions of them."""
    return tuple(sorted(point.value for point in entry_points(group=ENTRY_POINTS)))


class FacetModules:
    """A facet of a game: its functions are looked up in packages that add them, the room, and the family's room.

    All names without an underscore are those of its functions.
    """

    def __init__(self, spec: "GameSpec", name: str) -> None:
        self._spec, self._name = spec, name

    def _names(self) -> list[str]:
        """The names that modules of this facet would have."""
        packages = self._spec.packages
        added = [f"{extension}.{package.rpartition('.')[2]}" for extension in extensions() for package in packages]
        return [f"{package}.{self._name}" for package in (*added, *packages)]

    @cached_property
    def _sources(self) -> tuple[Any, ...]:
        """The sources of this facet: an object from the spec, and the names of existing modules."""
        given = [self._spec.facets[self._name]] if self._name in self._spec.facets else []
        return (*given, *filter(_exists, self._names()))

    @cached_property
    def _modules(self) -> tuple[Any, ...]:
        """The loaded sources of this facet; raises NotProvided if there are none."""
        if not self._sources:
            places = " or ".join(f"{name.replace('.', '/')}.py" for name in self._names()) or "the spec's `facets`"
            reason = self._spec.absent.get(self._name) or f"it would go in {places}"
            raise NotProvided(f"{self._spec.key} has no facet `{self._name}`: {reason}")
        return tuple(import_module(source) if isinstance(source, str) else source for source in self._sources)

    def __bool__(self) -> bool:
        """Whether there is any such module."""
        return bool(self._sources)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        for module in self._modules:
            if hasattr(module, name):
                function = getattr(module, name)
                setattr(self, name, function)
                return function
        raise NotProvided(f"{self._spec.key} has no function `{name}` in its facet `{self._name}`")
