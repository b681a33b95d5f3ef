package io.pfs.hash;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.Limits;
import io.pfs.PfsException;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

final class SplitArithmeticTest {
    @Test
    void aSplitSendsTheUpperHalfTwoToTheDepthFurther() {
        assertEquals(1, SplitArithmetic.child(0, 0));
        assertEquals(2, SplitArithmetic.child(0, 1));
        assertEquals(3, SplitArithmetic.child(1, 1));
        assertEquals(5 + 64, SplitArithmetic.child(5, 6));
        assertEquals(Limits.SLICES_MAX - 1, SplitArithmetic.child(Limits.SLICES_MAX / 2 - 1, 23));
    }

    @Test
    void refusesSplitsThatCannotBe() {
        assertThrows(PfsException.class, () -> SplitArithmetic.child(4, 2), "shallower than at its birth");
        assertThrows(PfsException.class, () -> SplitArithmetic.child(0, Limits.SLICE_DEPTH_MAX));
        assertThrows(PfsException.class, () -> SplitArithmetic.parent(0));
        assertThrows(PfsException.class, () -> SplitArithmetic.predecessor(0));
        assertThrows(PfsException.class, () -> SplitArithmetic.predecessor(Limits.SLICES_MAX));
    }

    @Test
    void predecessorIsTheElderSiblingOrTheParent() {
        for (int slice = 1; slice < 1 << 12; slice++) {
            int parent = SplitArithmetic.parent(slice);
            int depth = SplitArithmetic.birthDepth(slice) - 1;
            assertEquals(slice, SplitArithmetic.child(parent, depth));
            boolean firstChild = SplitArithmetic.birthDepth(parent) == depth;
            int expected = firstChild ? parent : parent + (1 << (depth - 1));
            assertEquals(expected, SplitArithmetic.predecessor(slice), "of slice " + slice);
        }
    }

    @Test
    void everyHashIsCoveredByItsAncestorAtEachDepth() {
        IntUnaryOperator low = depth -> 0x00ab_cdef & ((1 << depth) - 1);
        for (int depth = 0; depth <= Limits.SLICE_DEPTH_MAX; depth++) {
            int slice = low.applyAsInt(depth);
            assertTrue(SplitArithmetic.covers(slice, depth, 0x1234_5678_00ab_cdefL));
            assertEquals(slice, SplitArithmetic.ancestor(0x00ab_cdef, depth));
            assertFalse(SplitArithmetic.covers(slice ^ 1, depth, 0x1234_5678_00ab_cdefL), "depth " + depth);
        }
    }
}
