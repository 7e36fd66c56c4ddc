"""SIMD lanes: a fixed number of values processed at once, as one value of compiled code.

Left to itself the compiler vectorises only some loops and guards them with overlap checks; explicit vectors are
certain, and the kernel reads like arithmetic on single numbers.
"""

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic, models, register_model

LANES = 32
"""How many values are processed at once."""


class LanesType(types.Type):
    """The type of lanes of 32- or 64-bit floats."""

    def __init__(self, dtype: Any) -> None:
        self.dtype = dtype
        super().__init__(name=f"Lanes({dtype}, {LANES})")


@register_model(LanesType)
class _LanesModel(models.PrimitiveModel):  # type: ignore[misc]
    """The data model of lanes: an LLVM vector, which is one processor register or several."""

    def __init__(self, manager: Any, kind: LanesType) -> None:
        one = ir.FloatType() if kind.dtype == types.float32 else ir.DoubleType()
        super().__init__(manager, kind, ir.VectorType(one, LANES))


def _operation(build: Callable[..., Any]) -> Any:
    """An intrinsic on lanes, from the function that builds its code."""
    return intrinsic(build)


def _place(context: Any, builder: Any, kinds: Any, args: Any, vector: Any) -> Any:
    """A pointer to lanes in a flat array; they need not be aligned, but are faster so."""
    data = context.make_array(kinds[0])(context, builder, args[0]).data
    return builder.bitcast(builder.gep(data, [args[1]]), ir.PointerType(vector))


@_operation
def load(_typing: Any, array: Any, at: Any) -> Any:
    """Load the lanes that begin at this place of a flat array."""
    lanes = LanesType(array.dtype)

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        place = _place(context, builder, signature.args, args, context.get_value_type(lanes))
        return builder.load(place, align=array.dtype.bitwidth // 8)

    return lanes(array, at), build


@_operation
def store(_typing: Any, array: Any, at: Any, lanes: Any) -> Any:
    """Store lanes at this place of a flat array."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        place = _place(context, builder, signature.args, args, context.get_value_type(lanes))
        builder.store(args[2], place, align=array.dtype.bitwidth // 8)
        return context.get_dummy_value()

    return types.void(array, at, lanes), build


@_operation
def spread(_typing: Any, number: Any) -> Any:
    """Lanes that all hold this number: a broadcast."""
    lanes = LanesType(number)

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        del signature
        blank = ir.Constant(context.get_value_type(lanes), ir.Undefined)
        first = builder.insert_element(blank, args[0], ir.Constant(ir.IntType(32), 0))
        copies = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)
        return builder.shuffle_vector(first, blank, copies)

    return lanes(number), build


@_operation
def widen(_typing: Any, lanes: Any) -> Any:
    """Lanes converted to double precision."""
    wide = LanesType(types.float64)

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        del signature
        same = lanes.dtype == types.float64
        return args[0] if same else builder.fpext(args[0], context.get_value_type(wide))

    return wide(lanes), build


def _pairwise(name: str, emit: Callable[[Any, Any, Any], Any]) -> Any:
    """An element-wise function of two lanes."""

    def pairwise(_typing: Any, one: Any, other: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            del context, signature
            return emit(builder, args[0], args[1])

        return one(one, other), build

    pairwise.__name__ = name
    return _operation(pairwise)


add = _pairwise("add", lambda builder, one, other: builder.fadd(one, other))
times = _pairwise("times", lambda builder, one, other: builder.fmul(one, other))
minus = _pairwise("minus", lambda builder, one, other: builder.fsub(one, other))
larger = _pairwise("larger", lambda builder, *two: builder.select(builder.fcmp_ordered(">", *two), *two))


@_operation
def where_equal(_typing: Any, one: Any, other: Any, lanes: Any) -> Any:
    """The third argument where the first two are equal, 0 elsewhere."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        del signature
        same = builder.fcmp_ordered("==", args[0], args[1])
        return builder.select(same, args[2], ir.Constant(context.get_value_type(lanes), [0.0] * LANES))

    return lanes(one, other, lanes), build


@_operation
def times_plus(_typing: Any, one: Any, other: Any, more: Any) -> Any:
    """one x other + more, rounded once: a fused multiply-add."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        del signature
        vector = context.get_value_type(one)
        kind = ir.FunctionType(vector, [vector] * 3)
        name = f"llvm.fma.v{LANES}f{one.dtype.bitwidth}"
        return builder.call(cgutils.get_or_insert_function(builder.module, kind, name), args)

    return one(one, other, more), build
