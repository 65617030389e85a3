"""One AdaGrad step of a word and a context, in whole chunks of LANES numbers.

Written out for LLVM, whose vectorizer makes slower code of the plain loop: half-wide vectors on some CPUs, tests for
overlap on all. The bits are the loop's: every operation is rounded on its own, in the same order.
"""

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from origins.runtime.intrinsics import CHUNK, LANES, chunks, spread

INTEGERS = ir.VectorType(ir.IntType(32), LANES)
# the cubic closest to 1/√e, relatively, where x·guess² of `inverse_root` lies: 0.932 ≤ e ≤ 1.07
CUBIC = (2.1893613, -2.1918066, 1.3155273, -0.3130828)


@intrinsic(prefer_literal=True)
def step(typing_context, w, u, scale, padded):
    """Train w and u, both of `padded` numbers, each followed by as many squared gradients G.

    With g = scale·u: w −= g/√G_w and G_w += g². The same for u with the old w, but 1/√G_u comes from `inverse_root`,
    so that the CPU's divider, which w keeps busy, does not hold both up.
    """

    def generate(context, builder, signature, arguments):
        scale = spread(builder, arguments[2])
        squares = ir.IntType(64)(signature.args[3].literal_value // LANES)  # from a chunk to its squared gradients
        root = builder.module.declare_intrinsic(f"llvm.sqrt.v{LANES}f32", [], ir.FunctionType(CHUNK, [CHUNK]))
        for vectors in chunks(context, builder, signature, arguments, signature.args[3]):
            places = [*vectors, *(builder.gep(each, [squares]) for each in vectors)]
            w, u, G_w, G_u = (builder.load(place, align=4) for place in places)
            g_w, g_u = builder.fmul(scale, u), builder.fmul(scale, w)
            trained = (
                builder.fsub(w, builder.fdiv(g_w, builder.call(root, [G_w]))),
                builder.fsub(u, builder.fmul(g_u, inverse_root(builder, G_u))),
                builder.fadd(G_w, builder.fmul(g_w, g_w)),
                builder.fadd(G_u, builder.fmul(g_u, g_u)),
            )
            for value, place in zip(trained, places, strict=True):
                builder.store(value, place, align=4)
        return context.get_dummy_value()

    return types.void(w, u, types.float32, padded), generate


def inverse_root(builder: ir.IRBuilder, x: ir.Value) -> ir.Value:
    """1/√x for x ≥ 1, to 1e-6, without a division: halve the exponent, then correct with a cubic."""
    halved = builder.ashr(builder.bitcast(x, INTEGERS), ir.Constant(INTEGERS, [1] * LANES))
    guess = builder.bitcast(builder.sub(ir.Constant(INTEGERS, [0x5F3759DF] * LANES), halved), CHUNK)
    e = builder.fmul(builder.fmul(x, guess), guess)
    cubic, *others = (ir.Constant(CHUNK, [coefficient] * LANES) for coefficient in reversed(CUBIC))
    for coefficient in others:
        cubic = builder.fadd(coefficient, builder.fmul(e, cubic))
    return builder.fmul(guess, cubic)
