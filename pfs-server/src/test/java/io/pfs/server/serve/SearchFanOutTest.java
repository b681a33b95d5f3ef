package io.pfs.server.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ServerId;
import io.pfs.ShardId;
import io.pfs.client.ClientOptions;
import io.pfs.client.Pfs;
import io.pfs.client.call.Promise;
import io.pfs.client.table.Hit;
import io.pfs.client.table.RowEditor;
import io.pfs.client.table.Table;
import io.pfs.client.table.TableOptions;
import io.pfs.query.answer.GroupRow;
import io.pfs.row.TagValue;
import io.pfs.wire.Call;
import io.pfs.wire.Connection;
import io.pfs.wire.FileSystemFacts;
import io.pfs.wire.LeaseHolder;
import io.pfs.wire.Request.SearchRows;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A table on three servers is searched on all of them at once. */
final class SearchFanOutTest {
    private static final int SERVERS = 3;
    private static final int ROWS = 12_000;
    private static final int BATCH = 1000;
    private static final int SPREAD = 4;

    @TempDir
    private Path folder;

    private ServedCluster cluster;

    @BeforeEach
    void fill() {
        cluster = new ServedCluster(folder, SERVERS, Map.of()).startAll();
        try (Pfs pfs = cluster.connect(ClientOptions.DEFAULT)) {
            Table wide = pfs.createTable("/wide", TableOptions.DEFAULT.withSpread(SPREAD));
            for (int from = 0; from < ROWS; from += BATCH) {
                List<RowEditor> edits = new ArrayList<>();
                for (int i = from; i < from + BATCH; i++) {
                    edits.add(wide.edit("row-" + i).tag("n", i));
                }
                wide.applyAll(edits)
                        .forEach(result -> assertTrue(result.failure().isEmpty()));
            }
        }
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    /** A connection that holds searches back until it is told, and lets go of them round by round. */
    private static final class Rounds implements Connection {
        private final Connection to;
        private final List<Call> held = new ArrayList<>();
        private int most;
        private boolean isOneEach = true;
        private boolean isLettingGo;

        Rounds(Connection to) {
            this.to = to;
        }

        @Override
        public FileSystemFacts facts() {
            return to.facts();
        }

        @Override
        public Optional<String> hostOf(ShardId shard) {
            return to.hostOf(shard);
        }

        @Override
        public ServerId ownerOf(ShardId shard) {
            return to.ownerOf(shard);
        }

        @Override
        public void send(List<Call> calls) {
            List<Call> others = new ArrayList<>();
            synchronized (held) {
                calls.forEach(call -> (holds(call) ? held : others).add(call));
            }
            if (!others.isEmpty()) {
                to.send(others);
            }
        }

        private boolean holds(Call call) {
            return !isLettingGo && call.envelope().request() instanceof SearchRows;
        }

        /** From now on nothing is held back. */
        void letGo() {
            synchronized (held) {
                isLettingGo = true;
            }
            to.send(take());
        }

        private List<Call> take() {
            synchronized (held) {
                List<Call> now = List.copyOf(held);
                held.clear();
                return now;
            }
        }

        /** Sends what was held back; all of it is answered when this returns, and what follows from that is held back again. */
        int round() {
            List<Call> now = take();
            Set<ServerId> asked = new TreeSet<>();
            now.forEach(call -> asked.add(ownerOf(call.envelope().shard())));
            most = Math.max(most, now.size());
            isOneEach &= asked.size() == now.size();
            CountDownLatch answered = new CountDownLatch(now.size());
            List<Call> counted = now.stream()
                    .map(call -> new Call(call.envelope(), call.deadlineNs(), reply -> {
                        call.sink().answer(reply);
                        answered.countDown();
                    }))
                    .toList();
            to.send(counted);
            try {
                answered.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            return now.size();
        }

        /** How many rounds it takes. */
        int roundsOf(CompletableFuture<?> search) {
            int rounds = 0;
            while (!search.isDone()) {
                assertTrue(round() > 0, "what is not done waits for something");
                rounds++;
            }
            return rounds;
        }

        @Override
        public void hears(LeaseHolder listener) {
            to.hears(listener);
        }

        @Override
        public void close() {
            to.close();
        }
    }

    private Rounds connect() {
        return new Rounds(RunningClusterTest.connect(cluster, RunningClusterTest.JO));
    }

    /** Learns where the slices are: who is asked in vain sends one to another server, which may be asked already. */
    private static int roundsToLearn(Rounds rounds, Pfs pfs) {
        CompletableFuture<List<GroupRow>> counted = count(pfs);
        int learning = rounds.roundsOf(counted);
        assertAll(counted);
        rounds.isOneEach = true;
        rounds.most = 0;
        return learning;
    }

    private static CompletableFuture<List<GroupRow>> count(Pfs pfs) {
        return pfs.search("select count(*) from /wide").groups();
    }

    private static void assertAll(CompletableFuture<List<GroupRow>> counted) {
        assertEquals(
                List.of(Optional.of(new TagValue.OfLong(ROWS))),
                Promise.await(counted).get(0).values());
    }

    @Test
    void allServersLookAtOnce() {
        Rounds rounds = connect();
        try (Pfs pfs = Pfs.over(rounds, ClientOptions.DEFAULT)) {
            int learning = roundsToLearn(rounds, pfs);
            CompletableFuture<List<GroupRow>> counted = count(pfs);
            int known = rounds.roundsOf(counted);
            assertAll(counted);
            assertEquals(SERVERS, rounds.most);
            assertTrue(known < learning, known + " rounds, and " + learning + " to learn");
            assertTrue(known <= (1 << SPREAD) / SERVERS + 1, known + " rounds");
            System.out.println(
                    "rounds of a search on " + SERVERS + " servers: " + known + ", and " + learning + " to learn");
            CompletableFuture<List<Hit>> top =
                    pfs.search("from /wide where n >= 10 order by n limit 25").rows();
            assertEquals(known, rounds.roundsOf(top));
            List<String> names =
                    Promise.await(top).stream().map(hit -> hit.row().name()).toList();
            assertEquals(25, names.size());
            assertEquals("row-10", names.get(0));
            assertEquals("row-34", names.get(24));
            CompletableFuture<List<Hit>> some =
                    pfs.search("from /wide where n < 30").rows();
            assertEquals(known, rounds.roundsOf(some));
            assertEquals(30, Promise.await(some).size());
            assertTrue(rounds.isOneEach, "one request at a time for each server");
        }
    }

    /** Who takes no page of a server is sent no further one by it. */
    @Test
    void onePageOfEachServerWaits() {
        Rounds rounds = connect();
        try (Pfs pfs = Pfs.over(rounds, ClientOptions.DEFAULT)) {
            int unused = roundsToLearn(rounds, pfs);
            Iterator<Hit> hits = pfs.search("from /wide").iterator();
            assertEquals(SERVERS, rounds.round());
            assertEquals(0, rounds.round(), "all have answered, and nobody has taken it");
            assertTrue(hits.hasNext());
            assertEquals(1, rounds.round(), "the server whose page was taken goes on");
            rounds.letGo();
            TreeSet<String> names = new TreeSet<>();
            hits.forEachRemaining(
                    hit -> assertTrue(names.add(hit.row().name()), hit.row().name()));
            assertEquals(ROWS, names.size());
        }
    }
}
