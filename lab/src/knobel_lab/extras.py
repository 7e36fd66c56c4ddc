"""Optional packages that a part of the laboratory needs: a clear error where one is missing."""

from importlib.util import find_spec


def need(part: str, extra: str, *modules: str) -> None:
    """Raise ModuleNotFoundError, naming the extra to install, unless all these modules can be imported."""
    for module in modules:
        if find_spec(module) is None:
            raise ModuleNotFoundError(f"{part} needs {module}; run pip install 'knobel-lab[{extra}]'", name=module)
