package io.pfs.hadoop.rows;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.client.table.TableEstimate;
import io.pfs.client.table.TablePart;
import java.time.Duration;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** How many tasks a table is worth. */
final class PartPlanTest {
    private static final OptionalInt UNSAID = OptionalInt.empty();

    private static int count(double rows, double bytes, int tasks) {
        return PartPlan.of(new TableEstimate(rows, bytes, 0), tasks, UNSAID).count();
    }

    @Test
    void aSmallTableIsForOne() {
        assertEquals(1, count(0, 0, 64));
        assertEquals(1, count(1500, 1000, 64));
    }

    @Test
    void allHaveSomethingToDoIfItIsWorthIt() {
        assertEquals(8, count(8 << 10, 0, 8));
        assertEquals(4, count(1 << 16, 0, 3));
    }

    @Test
    void noPartIsTooLarge() {
        assertEquals(16, count(1 << 20, 0, 1), "rows");
        assertEquals(16, count(100, 1 << 30, 1), "bytes");
        assertEquals(TablePart.COUNT_MAX, count(1e15, 1e18, 1));
    }

    @Test
    void whatIsNotKnownIsNotNothing() {
        TableEstimate estimate = new TableEstimate(1 << 15, 1 << 20, 2);
        assertEquals((1 << 20) + 2 * (16L << 10) * (1 << 15), PartPlan.bytes(estimate));
        assertEquals(32, PartPlan.of(estimate, 1, UNSAID).count());
    }

    @Test
    void allPartsTogetherHaveSoMuchTime() {
        PartPlan plan = new PartPlan(8, 100, 1000);
        assertEquals(Duration.ofNanos(400), plan.asksFor(600));
        assertEquals(Duration.ZERO, plan.asksFor(1000));
        assertEquals(Duration.ZERO, plan.asksFor(1001));
        assertEquals(Duration.ZERO, new PartPlan(2048, 100, 1000).asksFor(600), "they are too many");
    }

    @Test
    void whatTheUserSaysCounts() {
        PartPlan plan = PartPlan.of(new TableEstimate(10, 10, 0), 1, OptionalInt.of(5));
        assertEquals(8, plan.parts().size());
        assertTrue(plan.rowsOfPage() >= 1);
        assertEquals(new TablePart(7, 8), plan.parts().get(7));
    }
}
