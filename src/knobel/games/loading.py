"""How the facets of a game are found on first use: in packages that add them, in its room, in its family's room."""

from functools import cache
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
    """A facet of a game: its functions are looked up in packages that add them, the room, and the family's room."""

    def __init__(self, spec: "GameSpec", name: str) -> None:
        self._spec, self._name = spec, name

    def _names(self) -> list[str]:
        """The names that modules of this facet would have."""
        added = [f"{package}.{room.rpartition('.')[2]}" for package in extensions() for room in self._spec.rooms]
        return [f"{package}.{self._name}" for package in (*added, *self._spec.rooms)]

    def found(self) -> list[Any]:
        """The sources of this facet: an object from the spec, and the names of existing modules."""
        given = [self._spec.facets[self._name]] if self._name in self._spec.facets else []
        return [*given, *(name for name in self._names() if _exists(name))]

    def modules(self) -> tuple[Any, ...]:
        """The loaded sources of this facet; raises NotProvided if there are none."""
        found = tuple(import_module(part) if isinstance(part, str) else part for part in self.found())
        if not found:
            places = " or ".join(f"{name.replace('.', '/')}.py" for name in self._names()) or "the spec's `facets`"
            reason = self._spec.absent.get(self._name) or f"it would go in {places}"
            raise NotProvided(f"{self._spec.key} has no facet `{self._name}`: {reason}")
        return found

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        for module in self.modules():
            if hasattr(module, name):
                found = getattr(module, name)
                setattr(self, name, found)
                return found
        raise NotProvided(f"{self._spec.key} has no function `{name}` in its facet `{self._name}`")
