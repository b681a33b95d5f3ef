package io.pfs.server.journal;

import io.pfs.Epoch;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.Position;
import io.pfs.ShardId;
import io.pfs.format.Refusals;
import io.pfs.server.journal.Journal.RecordVisitor;
import io.pfs.server.journal.Journal.Replayed;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Reads all files in order, and finds where and how to go on. */
final class Replay implements AutoCloseable {
    private final JournalSetup setup;
    private final RecordVisitor visitor;
    private final ShardTable positions = new ShardTable();
    private final List<FinishedFile> finished = new ArrayList<>();
    private final List<Carry.Span> doubtful = new ArrayList<>();
    private Optional<JournalReader> last = Optional.empty();
    private final Lives lives = new Lives();
    private final Losses losses = new Losses();
    private ShardRanges ranges = new ShardRanges();
    private long knownForced;
    private long records;
    private long tornBytes;

    Replay(JournalSetup setup, RecordVisitor visitor) {
        this.setup = setup;
        this.visitor = visitor;
    }

    /** Reads everything. Changes nothing. */
    Replayed run() {
        List<Long> ids = ids();
        if (!ids.isEmpty()) {
            JournalReader reader = open(ids.get(0));
            for (long id : ids.subList(1, ids.size())) {
                JournalReader next = openNext(reader, id);
                last = Optional.of(next);
                try (JournalReader before = reader) {
                    readFile(before, Optional.of(next.head()));
                }
                reader = next;
            }
            readFile(reader, Optional.empty());
        }
        return new Replayed(records, ids.size(), tornBytes, lives, losses);
    }

    private List<Long> ids() {
        return setup.disk().list().stream()
                .map(JournalFileName::parse)
                .flatMapToLong(OptionalLong::stream)
                .boxed()
                .toList();
    }

    /** Deletes what a crash left half-made. */
    void deleteTemporary() {
        for (String name : setup.disk().list()) {
            if (JournalFileName.isTemporary(name)) {
                setup.disk().delete(name);
            }
        }
    }

    private JournalReader open(long id) {
        JournalReader reader = JournalReader.open(setup, id);
        last = Optional.of(reader);
        return reader;
    }

    private JournalReader openNext(JournalReader reader, long id) {
        JournalReader next = JournalReader.open(setup, id);
        long previous = next.head().previousId();
        if (previous != reader.id()) {
            next.close();
            throw new PfsException(
                    ErrorCode.CORRUPT,
                    setup.path(JournalFileName.of(previous)) + " is missing: " + next.path()
                            + " goes on from it at offset " + next.head().previousEnd() + ", found "
                            + reader.path() + " before it");
        }
        return next;
    }

    private void readFile(JournalReader reader, Optional<JournalHead> next) {
        ranges = new ShardRanges();
        doubtful.clear();
        Optional<JournalFooter> footer = next.isPresent() ? Optional.empty() : reader.footer();
        Optional<Long> end = next.map(JournalHead::previousEnd).or(() -> footer.map(JournalFooter::end));
        knownForced = Math.max(reader.head().forcedTo(), end.orElse(0L));
        if (reader.isHeadMended()) {
            losses.mended(new Loss(reader.path(), 0, JournalHead.END, OptionalInt.of(0)));
        }
        int lossesBefore = losses.all().size();
        readBatches(reader, end.orElse(Math.max(reader.size(), knownForced)));
        lives.begin(reader.owner());
        if (losses.all().size() > lossesBefore) {
            noteWhatWasHeld(reader);
        } else {
            footer.ifPresent(f -> requireSame(reader, f));
        }
        finished.add(new FinishedFile(reader.id(), 0, ranges));
    }

    private void readBatches(JournalReader reader, long limit) {
        boolean goesOn = true;
        while (goesOn && reader.at() < limit) {
            if (lives.isEmpty() || reader.at() >= reader.head().forcedTo()) {
                lives.begin(reader.owner()); // what was carried over is from the life before
            }
            Optional<JournalReader.Whole> batch = Optional.empty();
            try {
                batch = Optional.of(reader.next(limit));
            } catch (PfsException damage) {
                goesOn = isPassedOver(reader, limit, damage);
            }
            if (batch.isPresent()) {
                noteForced(batch.get());
                visit(batch.get().records());
            }
        }
    }

    private void noteForced(JournalReader.Whole batch) {
        raiseForced(batch.header().forced());
        if (batch.offset() >= knownForced) {
            doubtful.add(new Carry.Span(batch.offset(), batch.header().length()));
        }
    }

    private void raiseForced(long forced) {
        if (forced > knownForced) {
            knownForced = forced;
            doubtful.removeIf(span -> span.offset() < forced);
        }
    }

    /** What was promised and can't be read is lost; what follows it is not. Behind a torn tail nothing follows. */
    private boolean isPassedOver(JournalReader reader, long limit, PfsException damage) {
        if (damage.code() != ErrorCode.CORRUPT) {
            throw damage;
        }
        if (setup.tailRule().isTorn(reader.at(), knownForced)) {
            TailScan tail = reader.scanTail();
            raiseForced(tail.knownForced());
            if (setup.tailRule().isTorn(reader.at(), knownForced)) {
                tornBytes += tail.end() - reader.at();
                return false;
            }
        }
        // where carried batches end another begins, whatever is known of the rest by now
        long carriedTo = reader.head().forcedTo();
        long end = reader.at() < carriedTo ? Math.min(limit, carriedTo) : limit;
        passOver(reader, Math.min(end, knownForced));
        return true;
    }

    private void passOver(JournalReader reader, long promisedTo) {
        long to = reader.damagedTo(promisedTo);
        Remains remains = reader.remains(to);
        boolean isLoss = remains.lost().isEmpty() || remains.lost().getAsInt() > 0;
        Loss place = new Loss(reader.path(), reader.at(), to, remains.lost());
        if (isLoss) {
            losses.begin(place);
        } else {
            losses.mended(place);
        }
        visitWhole(remains.walk(), reader.sums());
        if (isLoss) {
            losses.end();
        }
        reader.goOnAt(to);
    }

    private void visitWhole(RecordCursor cursor, JournalSums sums) {
        while (cursor.next()) {
            if (cursor.isWhole(sums.record())) {
                visitRecord(cursor);
            }
        }
    }

    private void visit(RecordCursor cursor) {
        while (cursor.next()) {
            visitRecord(cursor);
        }
    }

    private void visitRecord(RecordCursor cursor) {
        requireFollows(cursor);
        positions.set(cursor.shard(), cursor.epoch(), cursor.sequence());
        ranges.add(cursor.shard(), cursor.sequence());
        lives.add(cursor.shard(), cursor.sequence());
        records++;
        visitor.record(
                new ShardId(cursor.shard()),
                new Position(new Epoch(cursor.epoch()), cursor.sequence()),
                cursor.array(),
                cursor.payloadAt(),
                cursor.length());
    }

    private void requireFollows(RecordCursor cursor) {
        int shard = cursor.shard();
        long before = positions.sequence(shard);
        boolean mayLack = losses.mayPrecede(shard) && cursor.sequence() > before;
        if (!mayLack && !positions.mayFollow(shard, cursor.epoch(), cursor.sequence())) {
            throw cursor.refuse(
                    "position of a record of shard " + shard,
                    positions.expected(shard),
                    "sequence " + cursor.sequence() + " in epoch " + cursor.epoch());
        }
        boolean isBegin = before == ShardTable.NONE && cursor.sequence() > 1;
        losses.met(shard, isBegin ? Losses.UNKNOWN : cursor.sequence() - Math.max(before, 0) - 1);
    }

    /** What its footer tells is what the file once held. */
    private void noteWhatWasHeld(JournalReader reader) {
        Optional<ShardRanges> held =
                reader.footer().filter(footer -> footer.end() == reader.at()).map(JournalFooter::ranges);
        held.ifPresent(ranges::addAll);
        held.ifPresentOrElse(all -> losses.fileEnds(all, positions), losses::fileEnds);
    }

    private void requireSame(JournalReader reader, JournalFooter footer) {
        if (!footer.ranges().sameAs(ranges)) {
            throw Refusals.corrupt(
                    reader.path(), footer.end(), "ranges in the footer", "those of the records", "others");
        }
    }

    ShardTable positions() {
        return positions;
    }

    /** All files but the last. */
    List<FinishedFile> filesBeforeLast() {
        return finished.subList(0, Math.max(0, finished.size() - 1));
    }

    /** The last file, which stays while nothing follows it. */
    Optional<FinishedFile> lastFile() {
        return finished.isEmpty() ? Optional.empty() : Optional.of(finished.get(finished.size() - 1));
    }

    /** The file to go on from, 0 if there is none. */
    long lastId() {
        return last.map(JournalReader::id).orElse(0L);
    }

    /** Where that file is to be cut: what lies behind is carried over, or nothing. */
    long lastEnd() {
        if (doubtful.isEmpty()) {
            return last.map(JournalReader::at).orElse(0L);
        }
        return doubtful.get(0).offset();
    }

    Carry carry() {
        return last.map(reader -> new Carry(doubtful, reader)).orElse(Carry.nothing());
    }

    @Override
    public void close() {
        last.ifPresent(JournalReader::close);
    }
}
