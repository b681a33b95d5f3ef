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
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Reads all files in order, and finds where and how to go on. */
final class Replay implements AutoCloseable {
    private final JournalSetup setup;
    private final FilesAtRest files;
    private final RecordVisitor visitor;
    private final ShardTable positions = new ShardTable();
    private final List<FinishedFile> finished = new ArrayList<>();
    private final List<Carry.Span> doubtful = new ArrayList<>();
    private Optional<JournalReader> last = Optional.empty();
    private long lastId;
    private final Lives lives = new Lives();
    private final Losses losses = new Losses();
    private ShardRanges ranges = new ShardRanges();
    private Optional<NewestMark> mark = Optional.empty();
    /** Whether batches are read of a file that was ended, and lacks the end that this gave it. */
    private boolean isEndLost;

    private long knownForced;
    private long records;
    private long tornBytes;
    /** Whether it is known where the file before the next one ends; there is nothing before the first. */
    private boolean isEndKnown = true;
    /** Why the first file can't be read of which nothing can. */
    private Optional<PfsException> unreadable = Optional.empty();

    /**
     * A file as it was found.
     *
     * @param reader empty if nothing of it can be read
     * @param isHeadLost whether only what is behind its head can be read
     * @param isEmpty whether it is known that nothing else is in it
     */
    private record Found(long id, Optional<JournalReader> reader, boolean isHeadLost, boolean isEmpty) {
        /** Where the file of this number ends, if this one tells. */
        OptionalLong endOf(long before) {
            return reader.filter(whole -> !isHeadLost && whole.head().previousId() == before)
                    .map(whole -> OptionalLong.of(whole.head().previousEnd()))
                    .orElse(OptionalLong.empty());
        }
    }

    Replay(JournalSetup setup, FilesAtRest files, RecordVisitor visitor) {
        this.setup = setup;
        this.files = files;
        this.visitor = visitor;
    }

    /** Reads everything. Changes nothing. */
    Replayed run() {
        List<String> names = files.names();
        mark = NewestMark.among(names);
        List<Long> ids = ids(names);
        if (!ids.isEmpty()) {
            Found current = find(ids.get(0));
            if (ids.get(0) > 1) {
                losses.beginsBehind(ofFile(ids.get(0) - 1));
            }
            for (long id : ids.subList(1, ids.size())) {
                current = readUpTo(current, id);
            }
            readNewest(current);
            requireAny();
        } else {
            mark.ifPresent(this::failEmpty);
        }
        return new Replayed(records, ids.size(), tornBytes, lives, losses);
    }

    /** The last file that is there, which need not be the last there was. */
    private void readNewest(Found file) {
        long newest = mark.map(NewestMark::id).orElse(file.id);
        if (newest <= file.id) {
            read(file, Optional.empty());
            return;
        }
        Found gone = new Found(newest, Optional.empty(), true, false);
        lastId = newest;
        last = Optional.empty();
        try {
            read(file, Optional.of(gone));
            noteMissing(file, gone);
        } finally {
            file.reader.ifPresent(JournalReader::close);
        }
        read(gone, Optional.empty());
    }

    private void failEmpty(NewestMark newest) {
        String name = setup.path(JournalFileName.of(newest.id()));
        throw new PfsException(
                ErrorCode.FILE_MISSING,
                "the journal is empty, but " + name + " was its newest file: put its files back");
    }

    /** A file, and what follows it up to the one of this number, which it returns. */
    private Found readUpTo(Found file, long id) {
        try {
            Found next = find(id);
            read(file, Optional.of(next));
            noteMissing(file, next);
            return next;
        } finally {
            file.reader.ifPresent(JournalReader::close);
        }
    }

    /** A folder of nothing that is ours is another's. */
    private void requireAny() {
        if (lives.isEmpty()) {
            unreadable.ifPresent(why -> {
                throw why;
            });
        }
    }

    private static List<Long> ids(List<String> names) {
        return names.stream()
                .map(JournalFileName::parse)
                .flatMapToLong(OptionalLong::stream)
                .boxed()
                .toList();
    }

    /** Deletes what a crash left half-made. */
    void deleteTemporary() {
        for (String name : files.names()) {
            if (JournalFileName.isTemporary(name)) {
                setup.disk().delete(name);
            }
        }
    }

    private Found find(long id) {
        lastId = id;
        last = Optional.empty();
        try {
            JournalReader reader = JournalReader.open(setup, files::open, id);
            last = Optional.of(reader);
            reader.requireId(id);
            return new Found(id, last, false, false);
        } catch (PfsException damage) {
            boolean isHeadLost =
                    last.isEmpty() && (damage.code() == ErrorCode.CORRUPT || damage.code() == ErrorCode.NOT_OURS);
            if (!isHeadLost) {
                throw damage;
            }
            last = JournalReader.openWithoutHead(setup, files::open, id);
            unreadable = unreadable.or(() -> Optional.of(damage));
            return new Found(id, last, true, last.isEmpty() && LostHead.isAll(setup, files::open, id));
        }
    }

    private Loss ofFile(long id) {
        return Loss.ofFile(setup.path(JournalFileName.of(id)), setup.limits().journalFileBytes());
    }

    private void noteMissing(Found before, Found next) {
        if (next.id > before.id + 1) {
            losses.unknown(ofFile(before.id + 1));
            isEndKnown = true; // of what is missing nobody asks
        }
    }

    private void read(Found file, Optional<Found> next) {
        ranges = new ShardRanges();
        doubtful.clear();
        if (file.reader.isPresent()) {
            readFile(file, file.reader.get(), next);
        } else if (file.isEmpty) {
            noteHead(setup.path(JournalFileName.of(file.id)));
            isEndKnown = true;
        } else {
            losses.unknown(ofFile(file.id));
            isEndKnown = true;
        }
        finished.add(new FinishedFile(file.id, 0, ranges));
    }

    private void readFile(Found file, JournalReader reader, Optional<Found> next) {
        boolean isBeginKnown = isEndKnown;
        int lossesBefore = losses.all().size();
        if (file.isHeadLost) {
            noteHead(reader.path());
        } else if (reader.isHeadMended()) {
            losses.mended(headOf(reader.path(), OptionalInt.of(0)));
        }
        Optional<JournalFooter> footer = reader.footer();
        OptionalLong end = end(reader, next, footer);
        knownForced = Math.max(reader.head().forcedTo(), end.orElse(0));
        readBatches(reader, end.orElse(Math.max(reader.size(), knownForced)));
        if (next.isEmpty() && footer.isEmpty() && wasEnded(reader) && !isAtFooter(reader)) {
            readLostEnd(reader);
        }
        lives.begin(reader.owner());
        if (file.isHeadLost && !isBeginKnown) {
            losses.fileEnds();
        } else if (losses.all().size() > lossesBefore) {
            noteWhatWasHeld(reader);
        } else if (next.isEmpty()) {
            footer.ifPresent(f -> requireSame(reader, f));
        }
    }

    private boolean wasEnded(JournalReader reader) {
        return mark.filter(new NewestMark(reader.id(), true)::equals).isPresent();
    }

    /**
     * Nothing of a file that was ended is torn: all that can have stood behind what is whole was promised, up to its footer. So the next file says that this
     * one ends there, and the loss stays known.
     */
    private void readLostEnd(JournalReader reader) {
        isEndLost = true;
        tornBytes = 0;
        doubtful.clear();
        knownForced = Math.max(reader.at() + BatchHeader.BYTES, setup.limits().journalFileBytes());
        readBatches(reader, knownForced);
        isEndLost = false;
    }

    /** Whether the rest of the file is the footer that it got, or as long and no batch, or the begin of it: then that alone is damaged. */
    private boolean isAtFooter(JournalReader reader) {
        byte[] footer = new JournalFooter(reader.at(), ranges).bytes(reader.id(), reader.at());
        byte[] rest = reader.rest(footer.length + 1);
        if (rest.length == 0 || rest.length > footer.length) {
            return false;
        }
        boolean isBegin = Arrays.mismatch(rest, 0, rest.length, footer, 0, rest.length) < 0;
        return isBegin || (rest.length == footer.length && !BatchHeader.isBegunBy(rest));
    }

    /** Something may be lost at the end of the file before. */
    private void noteHead(String path) {
        if (isEndKnown) {
            losses.mended(headOf(path, OptionalInt.of(0)));
        } else {
            losses.unknown(headOf(path, OptionalInt.empty()));
        }
    }

    private static Loss headOf(String path, OptionalInt records) {
        return new Loss(path, 0, JournalHead.END, records);
    }

    /**
     * Where a file's batches end, if anything tells. What follows it does, or else its footer. If only what follows it did, and can't be read any more: up to
     * where it is known to be forced. Anything behind may have been given up by its writer, and is in the next file if it was not.
     */
    private OptionalLong end(JournalReader reader, Optional<Found> next, Optional<JournalFooter> footer) {
        OptionalLong byNext = next.map(found -> found.endOf(reader.id())).orElse(OptionalLong.empty());
        isEndKnown = byNext.isPresent() || footer.isPresent();
        if (byNext.isPresent()) {
            // a file that had lost its end, and has it again, ends before what was written of it meanwhile
            long byFooter = footer.map(JournalFooter::end).orElse(Long.MAX_VALUE);
            return OptionalLong.of(Math.min(byNext.getAsLong(), byFooter));
        } else if (footer.isPresent()) {
            return OptionalLong.of(footer.get().end());
        }
        return next.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(
                        Math.max(reader.head().forcedTo(), reader.scanTail().knownForced()));
    }

    private void readBatches(JournalReader reader, long limit) {
        boolean goesOn = true;
        while (goesOn && reader.at() < limit && !(isEndLost && isAtFooter(reader))) {
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

    /** Which file is said to be the newest, if anything says so. */
    Optional<NewestMark> mark() {
        return mark;
    }

    /** All files but the last. */
    List<FinishedFile> filesBeforeLast() {
        return finished.subList(0, Math.max(0, finished.size() - 1));
    }

    /** The last file, which stays while nothing follows it. */
    Optional<FinishedFile> lastFile() {
        return finished.isEmpty() ? Optional.empty() : Optional.of(finished.get(finished.size() - 1));
    }

    /** Whether nothing can be read of the file to go on from. Who puts it back has all of it, as long as nothing follows that cuts it. */
    boolean isLastUnread() {
        return last.isEmpty() && lastId != 0;
    }

    /** The file to go on from, 0 if there is none. */
    long lastId() {
        return lastId;
    }

    /** Where that file is to be cut: what lies behind is carried over, or nothing. */
    long lastEnd() {
        if (doubtful.isEmpty()) {
            return last.map(JournalReader::at).orElse(lastId == 0 ? 0L : JournalHead.END);
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
