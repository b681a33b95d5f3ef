package io.pfs.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.Durability;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.EmbeddedOptions;
import io.pfs.client.Pfs;
import io.pfs.client.table.AsyncTable;
import io.pfs.client.table.RowVersion;
import io.pfs.client.table.RowView;
import io.pfs.client.table.Table;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Sixty-four threads on one file system. */
@ParameterizedClass
@EnumSource(Way.class)
final class ManyThreadsTest {
    @Parameter
    private Way way = Way.EMBEDDED;

    private static final int THREADS = 64;

    @TempDir
    private Path folder;

    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    private Pfs pfs;

    @BeforeEach
    void open() {
        EmbeddedOptions server = EmbeddedOptions.DEFAULT.withDurability(Durability.FLUSH);
        pfs = way.open(folder.resolve("data"), server);
    }

    @AfterEach
    void close() {
        pfs.close();
        threads.shutdownNow();
    }

    private interface Work {
        void run(int thread);
    }

    /** Each thread does it; what any of them throws fails the test. */
    private void onAll(Work work) throws InterruptedException, ExecutionException {
        List<Callable<Boolean>> tasks = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            int thread = i;
            tasks.add(() -> {
                work.run(thread);
                return true;
            });
        }
        for (Future<Boolean> done : threads.invokeAll(tasks)) {
            assertTrue(done.get());
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void eachNameIsMadeByOneOfThem() throws InterruptedException, ExecutionException {
        Table table = pfs.createTable("/t");
        AtomicInteger made = new AtomicInteger();
        onAll(thread -> {
            for (int i = 0; i < 50; i++) {
                try {
                    table.create("row-" + i);
                    made.incrementAndGet();
                } catch (PfsException e) {
                    assertEquals(ErrorCode.ALREADY_EXISTS, e.code());
                }
            }
        });
        assertEquals(50, made.get());
    }

    @Test
    void nothingThatIsAppendedIsLost() throws InterruptedException, ExecutionException {
        Table table = pfs.createTable("/t");
        onAll(thread -> {
            for (int i = 0; i < 10; i++) {
                table.append("row", "log", bytes(String.format("%02d.%02d ", thread, i)));
            }
        });
        String log = new String(table.get("row", "log").orElseThrow(), StandardCharsets.UTF_8);
        assertEquals(THREADS * 10 * 6, log.length());
        for (int thread = 0; thread < THREADS; thread++) {
            int at = -1;
            for (int i = 0; i < 10; i++) {
                int next = log.indexOf(String.format("%02d.%02d ", thread, i));
                assertTrue(next > at, "each thread's in their order");
                at = next;
            }
        }
    }

    /** Two cells that always change together are always seen alike. */
    @Test
    void anEditIsSeenWholeOrNotAtAll() throws InterruptedException, ExecutionException {
        Table table = pfs.createTable("/t");
        table.edit("row").put("left", bytes("0")).put("right", bytes("0")).apply();
        AtomicInteger reads = new AtomicInteger();
        onAll(thread -> {
            for (int i = 0; i < 30; i++) {
                if (thread % 4 == 0) {
                    byte[] both = bytes(thread + "-" + i + "-" + "x".repeat(i * 2000));
                    table.edit("row").put("left", both).put("right", both).apply();
                } else {
                    RowView row = table.row("row", "left", "right").orElseThrow();
                    String left = new String(row.cell("left").orElseThrow(), StandardCharsets.UTF_8);
                    String right = new String(row.cell("right").orElseThrow(), StandardCharsets.UTF_8);
                    assertEquals(left, right);
                    reads.incrementAndGet();
                }
            }
        });
        assertEquals(48 * 30, reads.get());
    }

    @Test
    void directoriesAreMadeOnceWhoeverComesFirst() throws InterruptedException, ExecutionException {
        TreeSet<String> ids = new TreeSet<>();
        ConcurrentHashMap<String, Boolean> seen = new ConcurrentHashMap<>();
        onAll(thread -> {
            for (int i = 0; i < 10; i++) {
                Table table = pfs.ensureTable("/a/b" + i + "/c");
                table.put("from-" + thread, "column-" + thread % 5, bytes("x"));
                seen.put(i + ":" + table.describe().id(), true);
            }
        });
        seen.keySet().forEach(ids::add);
        assertEquals(10, ids.size(), ids.toString());
        for (int i = 0; i < 10; i++) {
            Table table = pfs.openTable("/a/b" + i + "/c");
            assertEquals(6, table.columns().size());
            List<String> names = new ArrayList<>();
            table.scan().forEach(row -> names.add(row.name()));
            assertEquals(THREADS, names.size());
        }
    }

    /** Rows that are there all the time are met once each, whatever comes and goes and splits meanwhile. */
    @Test
    void aScanMissesNothingThatStays() throws InterruptedException, ExecutionException {
        Table table = pfs.createTable("/t");
        List<String> staying = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            staying.add("stays-" + i);
        }
        table.createAll(staying);
        AtomicBoolean ended = new AtomicBoolean();
        AtomicInteger scans = new AtomicInteger();
        onAll(thread -> {
            if (thread < 4) {
                for (int round = 0; round < 5; round++) {
                    TreeSet<String> met = new TreeSet<>();
                    for (RowView row : table.scan().pages(100, 1 << 20)) {
                        assertTrue(met.add(row.name()), "twice: " + row.name());
                    }
                    assertTrue(met.containsAll(staying));
                    scans.incrementAndGet();
                }
                ended.set(scans.get() == 20);
            } else {
                for (int i = 0; i < 200 && !ended.get(); i++) {
                    table.create("comes-" + thread + "-" + i);
                    table.delete("comes-" + thread + "-" + (i - 50));
                }
            }
        });
        assertEquals(20, scans.get());
    }

    @Test
    void tenThousandFuturesAtOnce() {
        AsyncTable table = pfs.createTable("/t").async();
        List<CompletableFuture<RowVersion>> puts = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            puts.add(table.put("row-" + i, "content", bytes("cell " + i)));
        }
        CompletableFuture<Integer> read = CompletableFuture.allOf(puts.toArray(CompletableFuture[]::new))
                .thenCompose(all -> table.get("row-9999", "content"))
                .thenApply(cell -> cell.orElseThrow().length);
        assertEquals(9, read.join());
    }

    @Test
    void closingUnderLoadEndsEveryCall() throws InterruptedException, ExecutionException {
        Table table = pfs.createTable("/t");
        AtomicInteger done = new AtomicInteger();
        AtomicInteger ended = new AtomicInteger();
        onAll(thread -> {
            try {
                for (int i = 0; i < 100_000; i++) {
                    table.put("row-" + thread + "-" + i, "content", bytes("x"));
                    if (done.incrementAndGet() == 2000) {
                        pfs.close();
                    }
                }
            } catch (PfsException e) {
                assertTrue(e.code() == ErrorCode.CLOSED || e.code() == ErrorCode.UNKNOWN_OUTCOME, e.toString());
                ended.incrementAndGet();
            }
        });
        assertEquals(THREADS, ended.get());
        open();
        int[] found = new int[1];
        pfs.openTable("/t").scan().forEach(row -> found[0]++);
        assertTrue(found[0] >= done.get(), found[0] + " rows, " + done.get() + " acknowledged");
    }
}
