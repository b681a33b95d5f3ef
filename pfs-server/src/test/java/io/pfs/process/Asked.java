package io.pfs.process;

import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.RequestId;
import io.pfs.ShardId;
import io.pfs.env.Clock;
import io.pfs.env.system.SystemClock;
import io.pfs.format.ByteReader;
import io.pfs.row.Inline;
import io.pfs.row.Row;
import io.pfs.row.TablePointer;
import io.pfs.wire.Call;
import io.pfs.wire.Connection;
import io.pfs.wire.Cursor;
import io.pfs.wire.Envelope;
import io.pfs.wire.FoundRow;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Reply.RowsFound;
import io.pfs.wire.Request;
import io.pfs.wire.Request.ListRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Asks one request after the other and waits for each answer; again, while there is no room for it, or a shard waits for one of another loop. */
final class Asked {
    private static final int PAGE_ROWS = 1000;

    /** What is refused for longer than this is refused for good. */
    private static final long REFUSED_NS = 60_000_000_000L;

    private final Clock clock = new SystemClock();
    private final Connection connection;
    private final long client;
    private long sequence;

    Asked(Connection connection, long client) {
        this.connection = connection;
        this.client = client;
    }

    Reply ask(ShardId shard, Request request) {
        sequence++;
        Envelope envelope = new Envelope(new RequestId(client, 0, sequence), sequence, shard, request);
        long endNs = clock.monotonicNs() + REFUSED_NS;
        Reply reply = send(envelope);
        while (reply instanceof Refused refused && isForNow(refused.code()) && clock.monotonicNs() - endNs < 0) {
            reply = send(envelope);
        }
        return reply;
    }

    /** Loops are opened one beside the other: what one resumes may ask another that is not there yet. */
    private static boolean isForNow(ErrorCode code) {
        return code == ErrorCode.BUSY || code == ErrorCode.UNREACHABLE;
    }

    private Reply send(Envelope envelope) {
        CompletableFuture<Reply> answer = new CompletableFuture<>();
        connection.send(List.of(new Call(envelope, Long.MAX_VALUE, answer::complete)));
        return answer.join();
    }

    /** All rows of a table, with these cells. */
    List<FoundRow> list(TablePointer table, List<ColumnId> columns) {
        List<FoundRow> all = new ArrayList<>();
        Optional<Cursor> next = Optional.empty();
        do {
            Reply reply = ask(table.base(), new ListRows(table.table(), next, PAGE_ROWS, 1 << 20, columns));
            if (reply instanceof Refused refused) {
                throw refused.toException();
            }
            RowsFound page = (RowsFound) reply;
            all.addAll(page.rows());
            next = page.next();
        } while (next.isPresent());
        return all;
    }

    /** Where the table of a directory is. */
    static TablePointer pointerOf(Row row) {
        return Inline.decode(new ByteReader("row", row.inline())).pointer().orElseThrow();
    }
}
