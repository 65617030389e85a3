"""What kernels need and numba cannot say: sums that stay in registers, and memory fetched ahead of its use."""

import functools

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

LANES = 16  # numbers that are added side by side, whatever the width of the CPU's vectors


@intrinsic(prefer_literal=True)
def dot(typing_context, w, u, padded):
    """Σ w_k u_k over `padded` numbers: LANES partial sums of even and of odd chunks, then halves until one is left.

    All in registers; a loop over LANES partial sums in Python would pass them through memory.
    """
    chunk = ir.VectorType(ir.FloatType(), LANES)

    def generate(context, builder, signature, arguments):
        def product(k):
            data = [
                context.make_array(kind)(context, builder, value).data
                for kind, value in zip(signature.args[:2], arguments[:2], strict=True)
            ]
            places = [builder.bitcast(builder.gep(each, [ir.IntType(64)(k)]), chunk.as_pointer()) for each in data]
            return builder.fmul(*(builder.load(place, align=4) for place in places))

        def part(vector, start, width):
            places = ir.Constant(ir.VectorType(ir.IntType(32), width), list(range(start, start + width)))
            return builder.shuffle_vector(vector, vector, places)

        products = [product(k) for k in range(0, padded.literal_value, LANES)]
        even_and_odd = [functools.reduce(builder.fadd, each) for each in (products[::2], products[1::2]) if each]
        total, width = functools.reduce(builder.fadd, even_and_odd), LANES
        while width > 1:
            width //= 2
            total = builder.fadd(part(total, 0, width), part(total, width, width))
        return builder.extract_element(total, ir.IntType(32)(0))

    return types.float32(w, u, padded), generate


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
