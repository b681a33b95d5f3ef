package io.pfs.server.checkpoint;

import io.pfs.server.boost.StoredAt;
import io.pfs.server.image.BundleEncoder;
import io.pfs.server.image.SliceEncoder;
import io.pfs.server.image.SliceEncoder.Encoded;
import io.pfs.server.image.Stamp;
import io.pfs.server.image.StoredRows;
import io.pfs.server.image.UnplacedRecord;
import io.pfs.server.metadata.RecordPlace;
import io.pfs.server.slice.NameFilter;
import io.pfs.server.slice.Slice;
import io.pfs.server.state.GroupContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Makes records of copies of slices, of a small one in a bundle with others of its shard; where they will stand is not known
 * yet, so several can work at once. On a worker, one job at a time.
 */
final class RecordMaker {
    /** What is as small as this goes into a bundle: its own frame would be a good part of it. */
    private static final int BUNDLED_BYTES_MAX = 1024;

    private static final RecordPlace NO_PLACE = new RecordPlace(0, 0, 0);
    private static final long[] NO_HASHES = {};

    private final GroupContext context;
    private final Runnable giveWay;
    private final SliceEncoder encoder;
    private final BundleEncoder bundle = new BundleEncoder();
    private List<Written> bundled = new ArrayList<>();
    private List<MadeRecord> made = new ArrayList<>();
    private Optional<CheckpointPart> bundledOf = Optional.empty();

    /** @param isWaitedFor by those who create: then it gives way between two slices, but not in the midst of one */
    RecordMaker(GroupContext context, boolean isWaitedFor) {
        this.context = context;
        this.giveWay = context.workers()::giveWay;
        this.encoder = new SliceEncoder(isWaitedFor ? () -> {} : giveWay);
    }

    /** Makes records of all of these. */
    List<MadeRecord> make(List<SliceCopy> copies) {
        for (SliceCopy copy : copies) {
            if (copy.base().isPresent()) {
                delta(copy, copy.base().get());
            } else {
                image(copy);
            }
            giveWay.run();
        }
        flush();
        List<MadeRecord> all = made;
        made = new ArrayList<>();
        return all;
    }

    private void image(SliceCopy copy) {
        Encoded encoded = copy.under()
                .map(stored -> encoder.image(stored, copy.rows()))
                .orElseGet(() -> encoder.image(copy.rows(), Optional.empty()));
        giveWay.run();
        Slice withReplies = copy.under().map(StoredRows::withoutRows).orElse(copy.rows());
        StoredAt stored = new StoredAt(
                NO_PLACE,
                Optional.empty(),
                encoded.depth(),
                encoded.sequence(),
                encoded.sequence(),
                encoded.rowCount(),
                Optional.of(encoder.imageFilter(withReplies)));
        copy.written().encoded(stored, NO_HASHES);
        giveWay.run();
        add(copy, encoded);
    }

    /** The filter grows with the names that came since the image; the next image makes it anew. */
    private void delta(SliceCopy copy, StoredAt base) {
        Slice changed = copy.rows();
        Encoded encoded =
                encoder.delta(changed, base.imageSequence(), copy.rowCount(), Optional.empty(), copy.earlier());
        Optional<NameFilter> filter = base.filter()
                .map(known -> known.with(changed))
                .or(() -> copy.isWhole() ? Optional.of(NameFilter.of(changed)) : Optional.empty());
        StoredAt stored = new StoredAt(
                base.image(),
                Optional.of(NO_PLACE),
                changed.depth(),
                changed.sequence(),
                base.imageSequence(),
                copy.rowCount(),
                filter);
        long[] added = base.filter().isPresent() ? NameFilter.hashesIn(changed) : NO_HASHES;
        boolean isShorter =
                filter.isPresent() && added.length * Long.BYTES < filter.get().encodedBytes();
        copy.written().encoded(stored, isShorter ? added : NO_HASHES);
        add(copy, encoded);
    }

    private void add(SliceCopy copy, Encoded encoded) {
        CheckpointPart part = copy.part();
        // Nothing works without the table of tables: it is not to suffer with anybody.
        if (encoded.bytes() > BUNDLED_BYTES_MAX || copy.written().slice().isResident()) {
            made.add(new MadeRecord(encoder.unplaced(encoded, stamp(part)), List.of(copy.written())));
            return;
        }
        if (bundle.isFull() || bundledOf.filter(of -> of == part).isEmpty()) {
            flush();
        }
        bundle.add(encoded);
        bundled.add(copy.written());
        bundledOf = Optional.of(part);
    }

    /** Makes a record of what was collected for a bundle. */
    private void flush() {
        if (bundledOf.isPresent() && bundle.count() > 0) {
            made.add(new MadeRecord(bundle.unplaced(stamp(bundledOf.get())), bundled));
            bundled = new ArrayList<>();
        }
    }

    private Stamp stamp(CheckpointPart part) {
        return new Stamp(part.shard().id(), context.epoch(), part.number(), UnplacedRecord.NOWHERE);
    }
}
