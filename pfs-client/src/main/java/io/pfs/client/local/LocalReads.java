package io.pfs.client.local;

import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ServerId;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.cell.CellKey;
import io.pfs.wire.Call;
import io.pfs.wire.CellFile;
import io.pfs.wire.Connection;
import io.pfs.wire.Envelope;
import io.pfs.wire.FileSystemFacts;
import io.pfs.wire.FoundRow;
import io.pfs.wire.LeaseHolder;
import io.pfs.wire.PoolPlace;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.CellFound;
import io.pfs.wire.Reply.CellPlaced;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Reply.RowFound;
import io.pfs.wire.Reply.RowsFound;
import io.pfs.wire.Reply.RowsRead;
import io.pfs.wire.Request;
import io.pfs.wire.Request.ListRows;
import io.pfs.wire.Request.ReadCell;
import io.pfs.wire.Request.ReadRow;
import io.pfs.wire.Request.ReadRows;
import io.pfs.wire.Request.ReadsCells;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/**
 * A connection beside a pool: it asks for the places of cells where that will do, and reads the bytes itself. Whoever asks over it
 * notices nothing. What can't be read here, for whatever reason, is asked for once more, as if there were no pool here.
 */
public final class LocalReads implements Connection {
    /** So many columns are remembered whose cells are compressed; what does not fit is found out again. */
    private static final int PACKED_MAX = 4096;

    private final Connection servers;
    private final Executor readers;
    private final LocalFiles files;
    private final Counts counts = new Counts();
    /** Columns in which a cell was compressed: a server unpacks them. */
    private final Set<Packed> packed = ConcurrentHashMap.newKeySet();

    private record Packed(TableId table, ColumnId column) {}

    /**
     * @param servers whom it asks
     * @param readers where it reads files: a thread that brings answers should not wait for a disk
     */
    public LocalReads(Connection servers, PoolFinder finder, Executor readers) {
        this.servers = servers;
        this.readers = readers;
        this.files = new LocalFiles(finder);
    }

    public LocalReadCounts counts() {
        return counts.now();
    }

    @Override
    public FileSystemFacts facts() {
        return servers.facts();
    }

    @Override
    public Optional<String> hostOf(ShardId shard) {
        return servers.hostOf(shard);
    }

    @Override
    public ServerId ownerOf(ShardId shard) {
        return servers.ownerOf(shard);
    }

    @Override
    public Optional<PoolPlace> poolOf(ServerId server) {
        return servers.poolOf(server);
    }

    @Override
    public boolean readsHere(ShardId shard) {
        ServerId owner = servers.ownerOf(shard);
        Optional<PoolPlace> place = servers.poolOf(owner);
        return place.isPresent() && files.canRead(owner, place.get());
    }

    @Override
    public Optional<CellFile> fileOf(CellPlaced placed, ColumnId column) {
        CellKey key = new CellKey(placed.fileId(), column);
        return files.hasHomeOf(placed.location())
                ? Optional.of(new LocalCell(files, placed.location(), key, counts))
                : Optional.empty();
    }

    // Calls

    @Override
    public void send(List<Call> calls) {
        List<Call> asked = new ArrayList<>(calls.size());
        calls.forEach(call -> asked.add(forPlaces(call)));
        servers.send(asked);
    }

    /** The same call, asking for places if these can be of use here. */
    private Call forPlaces(Call call) {
        Envelope envelope = call.envelope();
        if (!(envelope.request() instanceof ReadsCells read)
                || read.placesDo()
                || !read.hasCells()
                || !readsHere(envelope.shard())
                || hasPacked(read)) {
            return call;
        }
        Envelope asking = new Envelope(
                envelope.id(), envelope.lowestOpen(), envelope.shard(), read.askingForPlaces(), envelope.asker());
        return new Call(asking, call.deadlineNs(), reply -> answered(call, read, reply));
    }

    private boolean hasPacked(ReadsCells read) {
        return !packed.isEmpty()
                && columnsOf(read).stream().anyMatch(column -> packed.contains(new Packed(read.table(), column)));
    }

    private static List<ColumnId> columnsOf(Request request) {
        if (request instanceof ReadRow read) {
            return read.columns();
        } else if (request instanceof ReadRows read) {
            return read.columns();
        } else if (request instanceof ListRows list) {
            return list.columns();
        }
        return request instanceof ReadCell read ? List.of(read.column()) : List.of();
    }

    private void answered(Call call, ReadsCells read, Reply reply) {
        if (hasPlaces(reply)) {
            readers.execute(() -> fill(call, read, reply));
        } else {
            call.sink().answer(reply);
        }
    }

    private static boolean hasPlaces(Reply reply) {
        if (reply instanceof RowFound found) {
            return hasPlaces(found.found());
        } else if (reply instanceof RowsRead read) {
            return read.rows().stream().anyMatch(row -> row.isPresent() && hasPlaces(row.get()));
        } else if (reply instanceof RowsFound found) {
            return found.rows().stream().anyMatch(LocalReads::hasPlaces);
        }
        return reply instanceof CellPlaced;
    }

    private static boolean hasPlaces(FoundRow row) {
        return !row.placed().isEmpty();
    }

    private void fill(Call call, ReadsCells read, Reply reply) {
        Reply whole;
        try {
            whole = reply instanceof CellPlaced placed ? part((ReadCell) read, placed) : whole(reply, columnsOf(read));
        } catch (RuntimeException e) { // whatever a place leads to: who asked is answered
            notRead(e, read);
            askAgain(call);
            return;
        }
        call.sink().answer(whole);
    }

    private void askAgain(Call call) {
        try {
            servers.send(List.of(call));
        } catch (PfsException e) {
            call.sink().answer(Refused.of(e));
        }
    }

    private Reply part(ReadCell read, CellPlaced placed) {
        long size = placed.location().size();
        int length = (int) Math.max(0, Math.min(read.length(), size - read.offset()));
        byte[] bytes = new byte[length];
        CellKey key = new CellKey(placed.fileId(), read.column());
        new LocalCell(files, placed.location(), key, counts).read(Math.min(size, read.offset()), bytes, 0, length);
        long object = placed.location().isObject() ? placed.location().segment() : 0;
        return new CellFound(placed.version(), size, object, bytes);
    }

    private Reply whole(Reply reply, List<ColumnId> columns) {
        CellFetch fetch = new CellFetch(files, columns);
        Reply filled;
        if (reply instanceof RowFound found) {
            filled = new RowFound(fetch.add(found.found()));
        } else if (reply instanceof RowsRead read) {
            filled = new RowsRead(
                    read.rows().stream().map(row -> row.map(fetch::add)).toList());
        } else {
            RowsFound found = (RowsFound) reply;
            filled = new RowsFound(found.rows().stream().map(fetch::add).toList(), found.next());
        }
        fetch.read();
        counts.read(fetch.cells(), fetch.bytes());
        return filled;
    }

    private void notRead(RuntimeException cause, ReadsCells read) {
        counts.askedAgain();
        boolean isPacked = cause instanceof PfsException ours && ours.code() == ErrorCode.NOT_SUPPORTED;
        if (isPacked && packed.size() < PACKED_MAX) {
            columnsOf(read).forEach(column -> packed.add(new Packed(read.table(), column)));
        }
    }

    @Override
    public void afterAnswers(Runnable task) {
        servers.afterAnswers(task);
    }

    @Override
    public void hears(LeaseHolder listener) {
        servers.hears(listener);
    }

    @Override
    public void returned(long recallNumber) {
        servers.returned(recallNumber);
    }

    @Override
    public void returnedAll(LeaseHolder holder) {
        servers.returnedAll(holder);
    }

    @Override
    public void close() {
        servers.close();
        files.close();
    }
}
