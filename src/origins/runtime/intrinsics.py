"""What kernels need and numba cannot say: sums that stay in registers, and memory fetched ahead of its use."""

import functools

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

LANES = 16  # numbers that are added side by side, whatever the width of the CPU's vectors
CHUNK = ir.VectorType(ir.FloatType(), LANES)


def aligned(rows: int, columns: int) -> np.ndarray:
    """Zeros (float32) whose rows start at cache lines; `columns` is a multiple of LANES."""
    raw = np.zeros(rows * columns + LANES, np.float32)
    skip = -raw.ctypes.data % 64 // 4
    return raw[skip : skip + rows * columns].reshape(rows, columns)


def chunks(context, builder, signature, arguments, padded):
    """Where each LANES of the `padded` numbers start, in every array among the arguments."""
    arrays = [
        context.make_array(kind)(context, builder, value).data
        for kind, value in zip(signature.args, arguments, strict=True)
        if isinstance(kind, types.Array)
    ]
    starts = [ir.IntType(64)(k) for k in range(0, padded.literal_value, LANES)]
    return [[builder.bitcast(builder.gep(each, [k]), CHUNK.as_pointer()) for each in arrays] for k in starts]


def spread(builder, number):
    """LANES times the same number."""
    first = builder.insert_element(ir.Constant(CHUNK, ir.Undefined), number, ir.IntType(32)(0))
    return builder.shuffle_vector(first, first, ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES))


@intrinsic(prefer_literal=True)
def dot(typing_context, w, u, padded):
    """Σ w_k u_k over `padded` numbers: LANES partial sums of even and of odd chunks, then halves until one is left.

    All in registers; a loop over LANES partial sums in Python would pass them through memory.
    """

    def generate(context, builder, signature, arguments):
        def part(vector, start, width):
            places = ir.Constant(ir.VectorType(ir.IntType(32), width), list(range(start, start + width)))
            return builder.shuffle_vector(vector, vector, places)

        places = chunks(context, builder, signature, arguments, padded)
        products = [builder.fmul(*(builder.load(place, align=4) for place in chunk)) for chunk in places]
        even_and_odd = [functools.reduce(builder.fadd, each) for each in (products[::2], products[1::2]) if each]
        total, width = functools.reduce(builder.fadd, even_and_odd), LANES
        while width > 1:
            width //= 2
            total = builder.fadd(part(total, 0, width), part(total, width, width))
        return builder.extract_element(total, ir.IntType(32)(0))

    return types.float32(w, u, padded), generate


@intrinsic(prefer_literal=True)
def add(typing_context, out, w, padded):
    """out_k += w_k for `padded` numbers, without a loop's tests for overlap and for numbers that are left over."""

    def generate(context, builder, signature, arguments):
        for chunk in chunks(context, builder, signature, arguments, padded):
            out, w = (builder.load(place, align=4) for place in chunk)
            builder.store(builder.fadd(out, w), chunk[0], align=4)
        return context.get_dummy_value()

    return types.void(out, w, padded), generate


@intrinsic(prefer_literal=True)
def exchange(typing_context, change, u, hidden, g, padded):
    """change_k += g u_k and u_k += g hidden_k, both with the old u_k, for `padded` numbers."""

    def generate(context, builder, signature, arguments):
        scale = spread(builder, arguments[3])
        places = chunks(context, builder, signature, arguments, padded)
        numbers = [[builder.load(place, align=4) for place in chunk] for chunk in places]
        for chunk, (change, u, hidden) in zip(places, numbers, strict=True):
            builder.store(builder.fadd(change, builder.fmul(scale, u)), chunk[0], align=4)
            builder.store(builder.fadd(u, builder.fmul(scale, hidden)), chunk[1], align=4)
        return context.get_dummy_value()

    return types.void(change, u, hidden, types.float32, padded), generate


@intrinsic
def prefetch(typing_context, array, index):
    """Start fetching array[index] into the cache. Unlike a load, this never makes the CPU wait."""

    def generate(context, builder, signature, arguments):
        kind = signature.args[0]
        view = context.make_array(kind)(context, builder, arguments[0])
        place = cgutils.get_item_pointer(context, builder, kind, view, [arguments[1]])
        address, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        function = builder.module.declare_intrinsic(
            "llvm.prefetch", [address], ir.FunctionType(ir.VoidType(), [address, number, number, number])
        )
        options = (number(0), number(3), number(1))  # to read, keep it, data
        builder.call(function, [builder.bitcast(place, address), *options])
        return context.get_dummy_value()

    return types.void(array, index), generate
