"""How the facets of a game are found and loaded: a module of its room, or of its family's room, when first needed."""

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from knobel.core.errors import NotProvided

if TYPE_CHECKING:
    from knobel.games.spec import GameSpec

MODULES = {"solve": "solve.plan"}
"""The modules of facets that are not called like these."""

Facet = TypeVar("Facet")


class Lazy(Generic[Facet]):
    """A facet of a game, which is loaded when a function of it is first asked for."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, game: "GameSpec", _owner: object = None) -> Facet:
        return cast("Facet", game.facet(self._name))


def _exists(module: str) -> bool:
    """Whether there is such a module; it is not loaded."""
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:
        return False


class FacetModules:
    """A facet of a game: its functions are looked for in the room, then in the family's room."""

    def __init__(self, spec: "GameSpec", name: str) -> None:
        self._spec, self._name = spec, name

    def _names(self) -> list[str]:
        """What the modules of this facet are called, if they are there."""
        return [f"{room}.{MODULES.get(self._name, self._name)}" for room in self._spec.rooms]

    def found(self) -> list[Any]:
        """What brings this facet: an object, and the names of modules."""
        given = [self._spec.facets[self._name]] if self._name in self._spec.facets else []
        return [*given, *(name for name in self._names() if _exists(name))]

    def modules(self) -> tuple[Any, ...]:
        """What brings this facet; raises NotProvided if nothing does."""
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
