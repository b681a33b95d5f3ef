package io.pfs.bench.load;

import io.pfs.ColumnId;
import io.pfs.Durability;
import io.pfs.ErrorCode;
import io.pfs.RequestId;
import io.pfs.RowName;
import io.pfs.TableId;
import io.pfs.row.TablePointer;
import io.pfs.server.store.EmbeddedServer;
import io.pfs.table.Policy;
import io.pfs.wire.Call;
import io.pfs.wire.CellPut;
import io.pfs.wire.Envelope;
import io.pfs.wire.Expected;
import io.pfs.wire.NewRow;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Reply.TableMade;
import io.pfs.wire.Request;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.Request.EditRows;
import io.pfs.wire.Request.MakeTable;
import io.pfs.wire.Request.ReadRow;
import io.pfs.wire.Request.ReadRows;
import io.pfs.wire.RowEdit;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;

/** The engine in this process, asked by callers each of which asks again when it was answered. */
public final class EngineDriver implements AutoCloseable {
    private static final int CLIENT = 77;

    private final EmbeddedServer server;
    private final TablePointer table;
    private long sequence = 1;

    public EngineDriver(Path folder, Durability durability) {
        this(EmbeddedServer.open(folder, durability));
    }

    /** One that was opened otherwise, and is closed with this. */
    public EngineDriver(EmbeddedServer server) {
        this.server = server;
        TableId root = server.facts().root().table();
        Request make = new MakeTable(root, RowName.of("bench"), 0755, 0, 0, Policy.DYNAMIC, 0, Optional.empty());
        CompletableFuture<Reply> made = new CompletableFuture<>();
        server.send(List.of(new Call(envelope(sequence++, 0, make), Long.MAX_VALUE, made::complete)));
        table = ((TableMade) made.join()).pointer();
    }

    private Envelope envelope(long id, long lowestOpen, Request request) {
        return new Envelope(
                new RequestId(CLIENT, 0, id), lowestOpen, server.facts().root().base(), request);
    }

    /**
     * Has {@code callers} callers ask {@code calls} times in all, each of them again when it was answered; returns when all
     * were answered.
     *
     * @param requests gets the number of the request, which is one more than that of the one before
     */
    public void round(int callers, int calls, LongFunction<Request> requests) {
        long first = sequence;
        sequence += calls;
        Round round = new Round(first, calls, requests);
        for (int caller = 0; caller < Math.min(callers, calls); caller++) {
            round.ask();
        }
        round.await();
    }

    private final class Round {
        private final long first;
        private final int calls;
        private final LongFunction<Request> requests;
        private final AtomicLong next = new AtomicLong();
        private final CountDownLatch open;
        /** Which requests were answered; all below {@link #lowestOpen} were. Answers come on one thread. */
        private final BitSet answered = new BitSet();

        private volatile int lowestOpen;
        private volatile Optional<Refused> failure = Optional.empty();

        Round(long first, int calls, LongFunction<Request> requests) {
            this.first = first;
            this.calls = calls;
            this.requests = requests;
            this.open = new CountDownLatch(calls);
        }

        void ask() {
            long nth = next.getAndIncrement();
            if (nth < calls) {
                Request request = requests.apply(first + nth);
                send((int) nth, envelope(first + nth, first + lowestOpen, request));
            }
        }

        private void send(int nth, Envelope envelope) {
            server.send(List.of(new Call(envelope, Long.MAX_VALUE, reply -> answered(nth, envelope, reply))));
        }

        /** One that can't be served now, since storage is behind, is asked again a little later, as clients do. */
        private void answered(int nth, Envelope envelope, Reply reply) {
            if (reply instanceof Refused refused && refused.code() == ErrorCode.BUSY) {
                CompletableFuture.delayedExecutor(1, TimeUnit.MILLISECONDS).execute(() -> send(nth, envelope));
                return;
            }
            if (reply instanceof Refused refused) {
                giveUp(refused);
                return;
            }
            answered.set(nth);
            lowestOpen = answered.nextClearBit(lowestOpen);
            ask();
            open.countDown();
        }

        private void giveUp(Refused refused) {
            failure = Optional.of(refused);
            while (open.getCount() > 0) {
                open.countDown();
            }
        }

        void await() {
            try {
                open.await();
                failure.ifPresent(refused -> {
                    throw new IllegalStateException("the benchmark is wrong: refused: " + refused);
                });
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    public EditRow create(long id) {
        return new EditRow(table.table(), name(id), Expected.ABSENT, NewRow.FILE, RowEdit.NONE);
    }

    /** Creates as many rows in one request; their ids are those of no other request that creates as many. */
    public Request createMany(long id, int rows) {
        List<EditRow> edits = new ArrayList<>(rows);
        for (int i = 0; i < rows; i++) {
            edits.add(create(id * rows + i));
        }
        return new EditRows(table.table(), edits);
    }

    public Request readMany(List<RowName> names) {
        return new ReadRows(table.table(), names, 0, List.of());
    }

    public Request write(long id, byte[] cell) {
        RowEdit edit = RowEdit.ofCells(List.of(new CellPut(new ColumnId(0), cell, false)));
        return new EditRow(table.table(), name(id), Expected.ANY, NewRow.FILE, edit);
    }

    public Request read(long id, boolean withContent) {
        List<ColumnId> columns = withContent ? List.of(new ColumnId(0)) : List.of();
        return new ReadRow(table.table(), name(id), columns);
    }

    public static RowName name(long id) {
        byte[] bytes = new byte[Names.BYTES];
        Names.write(id, bytes);
        return RowName.of(bytes, 0, bytes.length);
    }

    public EmbeddedServer server() {
        return server;
    }

    /** The id that the next request gets. */
    public long nextId() {
        return sequence;
    }

    public void checkpoint() {
        server.checkpoint();
    }

    @Override
    public void close() {
        server.close();
    }
}
