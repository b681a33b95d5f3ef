package io.pfs.server.inspect;

import io.pfs.Check;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.ServerId;
import io.pfs.SliceKey;
import io.pfs.TableId;
import io.pfs.format.ByteReader;
import io.pfs.hash.SplitArithmetic;
import io.pfs.row.Inline;
import io.pfs.row.Row;
import io.pfs.row.RowKind;
import io.pfs.row.TablePointer;
import io.pfs.server.boost.StoredAt;
import io.pfs.server.change.Change.Total;
import io.pfs.server.metadata.MetadataFiles;
import io.pfs.server.metadata.RecordPlace;
import io.pfs.server.shard.RottenSlices;
import io.pfs.server.shard.StateWalk;
import io.pfs.server.shard.StateWalk.ShardView;
import io.pfs.server.shard.StateWalk.SliceShape;
import io.pfs.server.slice.NameFilter;
import io.pfs.server.slice.RowCursor;
import io.pfs.server.table.TableFacts;
import io.pfs.table.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Looks at each slice and each row of the shards of a server. */
final class ShardCheck implements StateWalk.Visitor {
    private static final long PROGRESS_ROWS = 1 << 14;

    private final ServerId server;
    private final Findings findings;
    private final WholeCheck whole;
    private final List<ShardView> shards = new ArrayList<>();
    private final Map<Long, Long> liveMetadata = new TreeMap<>();
    private @Nullable ShardView shard;
    private Map<SliceKey, Integer> depths = new TreeMap<>();
    private long slices;
    private long rows;

    /** @param findings to be told of files of this server by their plain names */
    ShardCheck(ServerId server, Findings findings, WholeCheck whole) {
        this.server = server;
        this.findings = findings;
        this.whole = whole;
    }

    List<ShardView> shards() {
        return shards;
    }

    long slices() {
        return slices;
    }

    long rows() {
        return rows;
    }

    /** Bytes of a file of the metadata log that slices are read from. */
    long liveMetadataOf(long fileId) {
        return liveMetadata.getOrDefault(fileId, 0L);
    }

    /** What this server counts of segments. */
    void counted(List<Total> totals) {
        whole.loans().counted(server, totals);
    }

    @Override
    public void shard(ShardView view) {
        shard = view;
        shards.add(view);
        whole.fileIds().shard(view.id().value(), view.reservedFileIds());
        whole.loans().shard(server, view);
        view.passingTables().forEach(whole.graph()::passing);
    }

    @Override
    public void table(TableFacts facts, List<SliceShape> shapes) {
        if (!TableFacts.isSystem(facts.id())) {
            whole.graph().table(facts.pointer());
        }
        depths = new TreeMap<>();
        shapes.forEach(shape -> depths.put(shape.key(), shape.depth()));
        whole.slices().slices(view().id(), facts.id(), shapes);
    }

    @Override
    public void slice(SliceKey key, Optional<StoredAt> stored, Optional<NameFilter> filter, RowCursor cursor) {
        slices++;
        stored.ifPresent(this::alive);
        int depth = Check.present(depths.get(key), "a slice is one of its table");
        while (cursor.next()) {
            RowName name = RowName.of(cursor.array(), cursor.nameAt(), cursor.nameLength());
            RowAt at = new RowAt(key.table(), name, false);
            String subject = at.toString();
            if (!SplitArithmetic.covers(key.slice().value(), depth, cursor.hash())) {
                wrong(subject, "is in " + key.slice() + " at depth " + depth + ", where its hash does not lead");
            }
            if (filter.isPresent() && !filter.get().mightContain(cursor.hash())) {
                wrong(subject, "is unknown to the filter of " + key.slice() + " in the boost index");
            }
            int end = cursor.rowAt() + cursor.rowLength();
            row(at, subject, new ByteReader(subject, 0, cursor.array(), cursor.rowAt(), end));
        }
    }

    @Override
    public void traveller(TableId table, RowName name, byte[] row) {
        RowAt at = new RowAt(table, name, true);
        row(at, at.toString(), new ByteReader(at.toString(), row))
                .ifPresent(pointer -> whole.graph().overwritten(new RowAt(table, name, false), pointer.table()));
    }

    /** Returns which table it leads to, if any. */
    private Optional<TablePointer> row(RowAt at, String subject, ByteReader in) {
        TableId table = at.table();
        Row row;
        Inline inline;
        try {
            row = Row.decode(in);
            in.expectEnd("row");
            inline = Inline.decode(new ByteReader(subject, row.inline()));
        } catch (PfsException e) {
            whole.cells().missed();
            wrong(subject, e.detail());
            return Optional.empty();
        }
        if (TableFacts.isSystem(table)) {
            system(table, at.name(), subject, row);
            return Optional.empty();
        }
        counted();
        whole.graph().rows(table, 1);
        whole.fileIds().used(row.fileId());
        whole.cells().row(view(), row, subject);
        if (row.kind() != RowKind.DIRECTORY) {
            return Optional.empty();
        }
        inline.pointer()
                .ifPresentOrElse(
                        pointer -> whole.graph().link(at, pointer),
                        () -> wrong(subject, "is a directory without a pointer to its table"));
        return inline.pointer();
    }

    private void counted() {
        rows++;
        if (rows % PROGRESS_ROWS == 0) {
            findings.progress("rows", rows);
        }
    }

    private ShardView view() {
        return Check.present(shard, "a slice is one of a shard");
    }

    /** In a table of tables column 0 is the schema. */
    private void system(TableId table, RowName name, String subject, Row row) {
        if (!TableFacts.isTableOfTables(table)) {
            return;
        }
        Optional<byte[]> schema = whole.cells().row(view(), row, subject);
        if (row.kind() != RowKind.DIRECTORY) {
            return;
        }
        try {
            TableFacts.ofRow(new TableId(Long.parseUnsignedLong(name.toString(), 16)), row);
            schema.ifPresent(bytes -> Schema.decode(new ByteReader("schema of " + subject, bytes)));
        } catch (PfsException e) {
            wrong(subject, e.detail());
        } catch (NumberFormatException e) {
            wrong(subject, "is a table whose name is no id");
        }
    }

    private void wrong(String subject, String text) {
        findings.found(Finding.damage("", -1, subject, text));
    }

    private void alive(StoredAt stored) {
        alive(stored.image());
        stored.delta().ifPresent(this::alive);
    }

    private void alive(RecordPlace place) {
        liveMetadata.merge(place.fileId(), (long) place.bytesPerSlice(), Long::sum);
    }

    @Override
    public void unreadable(SliceKey key, StoredAt stored, PfsException why) {
        slices++;
        alive(stored);
        whole.cells().missed();
        whole.graph().rows(key.table(), stored.rowCount());
        RecordPlace last = stored.last();
        findings.found(Finding.damage(
                MetadataFiles.name(last.fileId()),
                last.offset(),
                key.toString(),
                "can't be read, and with it some " + stored.rowCount() + " rows: " + why.detail() + remedy(why)));
    }

    private static String remedy(PfsException why) {
        return RottenSlices.mayBeGivenUp(why)
                ? "; put the file back as it was, or do without these rows: admin fsck --salvage"
                : "";
    }

    @Override
    public void ownerless(SliceKey key, StoredAt stored) {
        findings.found(Finding.orphan("", key.toString(), "is a slice of a table that is gone")); // its file has others
    }
}
