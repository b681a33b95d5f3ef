package io.pfs.client.local;

import io.pfs.PfsException;
import io.pfs.ServerId;
import io.pfs.ShardId;
import io.pfs.client.call.WaitersFirst;
import io.pfs.client.local.Readings.Reading;
import io.pfs.env.Clock;
import io.pfs.env.Timers;
import io.pfs.row.CellLocation;
import io.pfs.wire.Call;
import io.pfs.wire.Connection;
import io.pfs.wire.Envelope;
import io.pfs.wire.FileSystemFacts;
import io.pfs.wire.FoundRow;
import io.pfs.wire.FoundRow.PlacedCell;
import io.pfs.wire.LeaseHolder;
import io.pfs.wire.PoolPlace;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Reply.RowFound;
import io.pfs.wire.Request;
import io.pfs.wire.Request.ReadRow;
import io.pfs.wire.Request.ReadsCells;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * A connection beside a pool: it asks for the places of cells where that will do, and reads the bytes itself. Whoever asks over it
 * notices nothing. What can't be read here, for whatever reason, is asked for once more, as if there were no pool here.
 */
public final class LocalReads implements Connection {
    /** So few bytes are copied once more in less time than a file is opened for later. */
    public static final int AT_ONCE_BYTES = 8 << 10;

    private final Connection servers;
    private final WaitersFirst readers;
    private final int atOnceBytes;
    private final LocalFiles files;
    private final Readings readings;
    private final Counts counts = new Counts();
    private final PackedColumns packed = new PackedColumns();
    private final FilledReplies filled;

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
        this.filled = new FilledReplies(servers, files, readers, counts, packed);
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
    public boolean seatsMove() {
        return servers.seatsMove();
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
        if (place.isEmpty() || !files.canRead(owner, place.get()) || packed.hasAnyOf(read)) {
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

    private void answered(Reading reading, Reply reply, Executor reader) {
        if (FilledReplies.hasPlaces(reply)) {
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
        Optional<FoundRow> withFiles = filled.withFiles(reading, read, row.found())
                .filter(any -> isSameLife(reading)); // looked at after the lives of the files were noted
        withFiles.ifPresentOrElse(
                found -> reading.call.sink().answer(new RowFound(found)), () -> giveBack(reading.call));
    }

    private static long bytesOf(FoundRow found) {
        long bytes = 0;
        for (PlacedCell cell : found.placed()) {
            bytes += cell.location().size();
        }
        return bytes;
    }

    private void fill(Reading reading, Reply reply) {
        if (!readings.start(reading)) {
            readings.giveUp(reading);
            return;
        }
        Optional<Reply> whole = Optional.empty();
        try {
            whole = Optional.of(filled.withBytes(reading, reply, () -> readings.isWanted(reading)));
        } catch (Throwable e) { // whatever a place leads to, and be it that no memory is left: who asked is answered
            packed.learn(e, reading.read);
        }
        if (whole.isEmpty() && !readings.isWanted(reading)) {
            readings.giveUp(reading);
        } else if (readings.end(reading)) {
            if (whole.isPresent() && isSameLife(reading)) {
                reading.call.sink().answer(whole.get());
            } else {
                giveBack(reading.call);
            }
        }
    }

    /**
     * A server has what was not read here in time. Of a folder that hangs nothing is read any more, as that would cost a thread each time; others are left alone for
     * some time, and so is one whose turn did not come.
     */
    private void late(Reading reading) {
        files.leave(reading.owner, reading.place, reading.isBeingRead() && !reading.isHosted);
        giveBack(reading.call);
    }

    /**
     * The server may have begun anew between question and answer, in another state of its folder; then what is open here is of the state before.
     * Of a new life it is told here before any answer of it.
     */
    private boolean isSameLife(Reading reading) {
        return servers.poolOf(reading.owner).equals(Optional.of(reading.place));
    }

    /** It is asked for as if there were no pool here. */
    private void giveBack(Call call) {
        counts.askedAgain();
        try {
            servers.send(List.of(call));
        } catch (PfsException e) {
            call.sink().answer(Refused.of(e));
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
