package io.pfs.client.local;

import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.FileId;
import io.pfs.PfsException;
import io.pfs.ServerId;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.cell.CellKey;
import io.pfs.client.call.WaitersFirst;
import io.pfs.client.local.Readings.Reading;
import io.pfs.env.Clock;
import io.pfs.env.Timers;
import io.pfs.row.CellLocation;
import io.pfs.row.RowLayout;
import io.pfs.wire.Call;
import io.pfs.wire.CellFile;
import io.pfs.wire.Connection;
import io.pfs.wire.Envelope;
import io.pfs.wire.FileSystemFacts;
import io.pfs.wire.FoundRow;
import io.pfs.wire.FoundRow.PlacedCell;
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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * A connection beside a pool: it asks for the places of cells where that will do, and reads the bytes itself. Whoever asks over it
 * notices nothing. What can't be read here, for whatever reason, is asked for once more, as if there were no pool here.
 */
public final class LocalReads implements Connection {
    /** So many columns are remembered whose cells are compressed; what does not fit is found out again. */
    private static final int PACKED_MAX = 4096;

    /** So few bytes are copied once more in less time than a file is opened for later. */
    public static final int AT_ONCE_BYTES = 8 << 10;

    private final Connection servers;
    private final WaitersFirst readers;
    private final int atOnceBytes;
    private final LocalFiles files;
    private final Readings readings;
    private final Counts counts = new Counts();
    /** Columns in which a cell was compressed: a server unpacks them. */
    private final Set<Packed> packed = ConcurrentHashMap.newKeySet();

    private record Packed(TableId table, ColumnId column) {}

    /**
     * One of these.
     *
     * @param servers whom it asks
     * @param readers who reads files: a thread that brings answers should not wait for a disk
     * @param clock that deadlines are told by
     * @param atOnceBytes what is no more than that is read before who asked is answered: {@link #AT_ONCE_BYTES} for all but tests
     */
    public LocalReads(
            Connection servers, PoolFinder finder, WaitersFirst readers, Clock clock, Timers timers, int atOnceBytes) {
        this.atOnceBytes = atOnceBytes;
        this.servers = servers;
        this.readers = readers;
        this.files = new LocalFiles(finder, readers.others(), clock);
        this.readings = new Readings(clock, timers, this::late);
    }

    /** Looks which of the servers' pools are here, and waits for that, but not longer than so. Else the first calls have it looked for. */
    public void lookAround(long timeoutNs) {
        Set<ServerId> owners = new LinkedHashSet<>();
        for (int shard = 0; shard < facts().shards(); shard++) {
            owners.add(ownerOf(new ShardId(shard)));
        }
        CountDownLatch left = new CountDownLatch(owners.size());
        for (ServerId owner : owners) {
            Optional<PoolPlace> place = poolOf(owner);
            place.ifPresentOrElse(its -> files.look(owner, its, left::countDown), left::countDown);
        }
        try {
            left.await(timeoutNs, TimeUnit.NANOSECONDS); // who is not here by then may come later
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
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
    public List<Optional<String>> seats() {
        return servers.seats();
    }

    @Override
    public ServerId ownerOf(ShardId shard) {
        return servers.ownerOf(shard);
    }

    @Override
    public boolean refresh() {
        return servers.refresh();
    }

    @Override
    public void whenRefreshed(Runnable told) {
        servers.whenRefreshed(told);
    }

    @Override
    public boolean readsMany(ShardId shard) {
        return servers.readsMany(shard);
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
    public boolean knowsHosts(ShardId shard) {
        return readsHere(shard) && files.knowsHosts(servers.ownerOf(shard));
    }

    @Override
    public List<String> hostsOf(List<CellLocation> cells) {
        return files.hostsOf(cells);
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
        if (!(envelope.request() instanceof ReadsCells read) || !read.hasCells()) {
            return call;
        }
        Call forBytes = forBytes(call, read);
        ServerId owner = servers.ownerOf(envelope.shard());
        Optional<PoolPlace> place = servers.poolOf(owner);
        if (place.isEmpty() || !files.canRead(owner, place.get()) || hasPacked(read)) {
            return forBytes;
        }
        Reading reading = new Reading(forBytes, read, owner, place.get(), files.knowsHosts(owner));
        Executor reader = reading.isHosted ? readers.others() : readers.ofThisThread();
        if (read instanceof ReadRow row && row.placesDo() && !reading.isHosted && readers.areQuick()) {
            return with(call, row, reply -> handOver(reading, row, reply, reader));
        }
        return with(call, read.askingForPlaces(), reply -> answered(reading, reply, reader));
    }

    /** What is asked if places do not do, be it for a stream that could go on with one. */
    private static Call forBytes(Call call, ReadsCells read) {
        return read.placesDo() ? with(call, read.askingForBytes(), call.sink()) : call;
    }

    private static Call with(Call call, Request request, Reply.Sink sink) {
        Envelope before = call.envelope();
        Envelope asking = new Envelope(before.id(), before.lowestOpen(), before.shard(), request, before.asker());
        return new Call(asking, call.deadlineNs(), sink);
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

    private void answered(Reading reading, Reply reply, Executor reader) {
        if (hasPlaces(reply)) {
            readings.begin(reading);
            reader.execute(() -> fill(reading, reply));
        } else {
            reading.call.sink().answer(reply);
        }
    }

    /** Who asked reads cells when he wants them, and where: he is answered with their files. */
    private void handOver(Reading reading, ReadRow read, Reply reply, Executor reader) {
        if (!(reply instanceof RowFound row) || bytesOf(row.found()) <= atOnceBytes) {
            answered(reading, reply, reader);
            return;
        }
        FoundRow withFiles = withFiles(reading, read, row.found());
        // looked at after the lives of the files were noted
        if (withFiles.placed().stream().allMatch(cell -> files.hasHomeOf(cell.location())) && isSameLife(reading)) {
            reading.call.sink().answer(new RowFound(withFiles));
        } else {
            counts.askedAgain();
            askAgain(reading.call);
        }
    }

    private static long bytesOf(FoundRow found) {
        return found.placed().stream().mapToLong(cell -> cell.location().size()).sum();
    }

    private FoundRow withFiles(Reading reading, ReadRow read, FoundRow found) {
        FileId fileId = new FileId(RowLayout.u64(found.bytes(), RowLayout.FILE_ID));
        List<PlacedCell> placed = new ArrayList<>();
        for (PlacedCell cell : found.placed()) {
            ColumnId column = read.columns().get(cell.nth());
            LocalCell here = cell(reading, new CellKey(fileId, column), cell.location());
            Runnable isPacked = () -> mark(new Packed(read.table(), column));
            CellFile file = new WatchedCell(here, readers, isPacked);
            placed.add(new PlacedCell(cell.nth(), cell.location(), Optional.of(file)));
        }
        return new FoundRow(found.name(), found.bytes(), found.cells(), found.large(), placed);
    }

    /** One that is read in the life that told of it, and in none that is known to be another; while a server is away it is read. */
    private LocalCell cell(Reading reading, CellKey key, CellLocation location) {
        ServerId owner = reading.owner;
        PoolPlace place = reading.place;
        boolean isHosted = reading.isHosted;
        BooleanSupplier isSameLife =
                () -> isHosted || servers.poolOf(owner).map(place::equals).orElse(true);
        return new LocalCell(files, location, key, counts, readers.others(), isSameLife);
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

    private void fill(Reading reading, Reply reply) {
        if (!readings.start(reading)) {
            readings.giveUp(reading);
            return;
        }
        Optional<Reply> whole = Optional.empty();
        try {
            whole = Optional.of(whole(reading, reply));
        } catch (Throwable e) { // whatever a place leads to, and be it that no memory is left: who asked is answered
            mark(e, reading.read);
        }
        if (whole.isEmpty() && !readings.isWanted(reading)) {
            readings.giveUp(reading);
        } else if (readings.end(reading)) {
            if (whole.isPresent() && isSameLife(reading)) {
                reading.call.sink().answer(whole.get());
            } else {
                counts.askedAgain();
                askAgain(reading.call);
            }
        }
    }

    /**
     * A server has what was not read here in time. Of a folder that hangs nothing is read any more, as that would cost a thread each time; others are left alone for
     * some time, and so is one whose turn did not come.
     */
    private void late(Reading reading) {
        files.leave(reading.owner, reading.place, reading.isBeingRead() && !reading.isHosted);
        counts.askedAgain();
        askAgain(reading.call);
    }

    /**
     * The server may have begun anew between question and answer, in another state of its folder; then what is open here is of the state before.
     * Of a new life it is told here before any answer of it.
     */
    private boolean isSameLife(Reading reading) {
        return servers.poolOf(reading.owner).equals(Optional.of(reading.place));
    }

    private void askAgain(Call call) {
        try {
            servers.send(List.of(call));
        } catch (PfsException e) {
            call.sink().answer(Refused.of(e));
        }
    }

    private Reply whole(Reading reading, Reply reply) {
        ReadsCells read = reading.read;
        if (reply instanceof CellPlaced placed) {
            return part(reading, (ReadCell) read, placed);
        }
        CellFetch fetch = new CellFetch(files, columnsOf(read), () -> readings.isWanted(reading));
        return whole(reply, fetch, read.table());
    }

    /** Who can go on with a place gets it, unless all bytes that he wants fit into an answer. */
    private Reply part(Reading reading, ReadCell read, CellPlaced placed) {
        long size = placed.location().size();
        LocalCell cell = cell(reading, new CellKey(placed.fileId(), read.column()), placed.location());
        if (read.placesDo() && size - read.offset() > read.length()) {
            cell.open();
            return new CellPlaced(placed.version(), placed.fileId(), placed.location(), Optional.of(cell));
        }
        int length = (int) Math.max(0, Math.min(read.length(), size - read.offset()));
        byte[] bytes = new byte[length];
        cell.read(Math.min(size, read.offset()), bytes, 0, length);
        long object = placed.location().isObject() ? placed.location().segment() : 0;
        return new CellFound(placed.version(), size, object, bytes);
    }

    private Reply whole(Reply reply, CellFetch fetch, TableId table) {
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
        try {
            fetch.read();
        } finally {
            fetch.packed().forEach(column -> mark(new Packed(table, column)));
        }
        counts.read(fetch.cells(), fetch.bytes());
        return filled;
    }

    /** Of a single cell it is clear which column it was; of others it is marked where they are read. */
    private void mark(Throwable cause, ReadsCells read) {
        if (read instanceof ReadCell cell
                && cause instanceof PfsException ours
                && ours.code() == ErrorCode.NOT_SUPPORTED) {
            mark(new Packed(cell.table(), cell.column()));
        }
    }

    private void mark(Packed column) {
        if (packed.size() < PACKED_MAX) {
            packed.add(column);
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
        readings.close();
        files.close();
    }
}
