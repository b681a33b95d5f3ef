package io.pfs.server.inspect;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.SliceKey;
import io.pfs.pool.Pool;
import io.pfs.server.boost.BoostIndex;
import io.pfs.server.boost.StoredAt;
import io.pfs.server.checkpoint.ScannedSlices;
import io.pfs.server.metadata.MetadataScan;
import io.pfs.server.metadata.RecordPlace;
import io.pfs.server.shard.StateWalk.ShardView;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeSet;

/** The boost index must tell the same as a scan of the metadata log, or nothing. */
final class BoostCheck {
    private final Pool pool;
    private final Findings findings;

    BoostCheck(Pool pool, Findings findings) {
        this.pool = pool;
        this.findings = findings;
    }

    void check(List<ShardView> shards) {
        BoostIndex boost = BoostIndex.read(pool);
        MetadataScan scan;
        try {
            scan = MetadataScan.of(pool);
        } catch (PfsException e) {
            if (e.code() == ErrorCode.INVARIANT_BROKEN) {
                throw e;
            }
            findings.found(Finding.damage("", -1, "metadata log", e.detail()));
            return;
        }
        for (ShardView shard : shards) {
            if (!shard.lastCheckpoint().files().isEmpty()) {
                boost.slicesOf(shard.id(), shard.lastCheckpoint())
                        .ifPresentOrElse(told -> compare(shard, told, scan), () -> silent(shard));
            }
        }
    }

    private void silent(ShardView shard) {
        findings.found(Finding.note(
                "",
                -1,
                "the boost index does not know checkpoint "
                        + shard.lastCheckpoint().number() + " of " + shard.id()
                        + ": the next opening scans the metadata log and writes it anew"));
    }

    private void compare(ShardView shard, SortedMap<SliceKey, StoredAt> told, MetadataScan scan) {
        SortedMap<SliceKey, StoredAt> scanned = ScannedSlices.of(shard.id(), shard.lastCheckpoint(), scan);
        TreeSet<SliceKey> all = new TreeSet<>(told.keySet());
        all.addAll(scanned.keySet());
        all.removeIf(shard::isGone); // of what went each may keep something else
        for (SliceKey key : all) {
            String boost = describe(Optional.ofNullable(told.get(key)));
            String log = describe(Optional.ofNullable(scanned.get(key)));
            if (!boost.equals(log)) {
                findings.found(Finding.damage(
                        "",
                        -1,
                        key.toString(),
                        "the boost index says " + boost + ", a scan of the metadata log " + log));
            }
        }
    }

    /** Counts of rows may differ by rows written again; how many slices share a record only the index knows. */
    private static String describe(Optional<StoredAt> stored) {
        return stored.map(at -> "image " + describe(at.image())
                        + at.delta().map(delta -> ", delta " + describe(delta)).orElse("") + ", depth " + at.depth()
                        + ", sequence " + at.sequence() + " of image " + at.imageSequence())
                .orElse("nothing");
    }

    private static String describe(RecordPlace place) {
        return "in file " + place.fileId() + " at " + place.offset() + " length " + place.length();
    }
}
