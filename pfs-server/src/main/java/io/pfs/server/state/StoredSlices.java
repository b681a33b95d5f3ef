package io.pfs.server.state;

import io.pfs.Limits;
import io.pfs.SliceKey;
import io.pfs.TableId;
import io.pfs.server.boost.BoostEntry;
import io.pfs.server.boost.PackedSlices;
import io.pfs.server.boost.StoredAt;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What of a shard is on storage: of tables that are not open, packed; of those that are, their slices know. */
public final class StoredSlices {
    private final PackedSlices closed = new PackedSlices();
    private final FileUse use = new FileUse();
    private final GoneSlices gone = new GoneSlices();
    /** Which place of the closed tables is looked at next. */
    private int hand;

    /** Of a shard of which nothing is on storage. */
    static StoredSlices none() {
        return new StoredSlices();
    }

    /** Of a shard whose tables are all closed. */
    public static StoredSlices of(Map<SliceKey, StoredAt> slices) {
        StoredSlices stored = new StoredSlices();
        List<BoostEntry> ofTable = new ArrayList<>();
        slices.forEach((key, at) -> {
            if (!ofTable.isEmpty() && !ofTable.get(0).key().table().equals(key.table())) {
                stored.put(ofTable);
            }
            ofTable.add(new BoostEntry(key, at));
            stored.use.add(at);
        });
        if (!ofTable.isEmpty()) {
            stored.put(ofTable);
        }
        return stored;
    }

    private void put(List<BoostEntry> ofTable) {
        closed.put(ofTable.get(0).key().table(), ofTable);
        ofTable.clear();
    }

    /** The slices of a table that opens, without their rows. */
    List<HeldSlice> open(TableState table, Limits limits) {
        TableId id = table.facts().id();
        return closed.take(id).stream()
                .map(entry -> HeldSlice.onStorage(entry.key(), entry.stored(), table.hash(), limits))
                .toList();
    }

    /** A table that is gone, which may be open, takes no space any more. */
    void forget(TableId id, Optional<TableState> open) {
        open.ifPresent(table -> table.forEachSlice(this::forget));
        closed.take(id).forEach(this::forget);
    }

    private void forget(BoostEntry slice) {
        use.remove(slice.stored());
        gone.add(slice);
    }

    /** What storage has of tables that went. */
    public GoneSlices gone() {
        return gone;
    }

    /** A slice of an open table went with it, or lives in another shard now, and takes no space here any more. */
    void forget(HeldSlice given) {
        given.stored().ifPresentOrElse(at -> forget(new BoostEntry(given.key(), at)), () -> neverStored(given));
    }

    private void neverStored(HeldSlice slice) {
        gone.unstored(slice.target().sequence());
    }

    /** A slice of an open table begins anew with nothing. */
    void emptied(HeldSlice slice) {
        slice.stored().ifPresentOrElse(use::remove, () -> neverStored(slice));
    }

    /** Storage has a slice so from now on. */
    public void replaced(Optional<StoredAt> before, StoredAt now) {
        before.ifPresent(use::remove);
        use.add(now);
    }

    /** Whether a slice is on storage whose table is not open. */
    public boolean isClosed(SliceKey key) {
        return closed.has(key);
    }

    /** The tables that are not open. */
    List<TableId> closedTables() {
        List<TableId> tables = new ArrayList<>();
        for (int place = 0; place < closed.places(); place++) {
            List<BoostEntry> slices = closed.at(place);
            if (!slices.isEmpty()) {
                tables.add(slices.get(0).key().table());
            }
        }
        return tables;
    }

    /** Which files it takes. */
    public FileUse use() {
        return use;
    }

    /** How often {@link #next} has to be called to see all closed tables. */
    public int places() {
        return closed.places();
    }

    /** The slices of the next closed table, or none: a walk that never ends and may pass a table by for a while. */
    public List<BoostEntry> next() {
        hand = hand + 1 < closed.places() ? hand + 1 : 0;
        return closed.places() == 0 ? List.of() : closed.at(hand);
    }

    /** Keeps what is on storage of a table that closes. */
    void close(TableState table) {
        List<BoostEntry> ofTable = new ArrayList<>();
        table.forEachSlice(slice -> slice.stored().ifPresent(at -> ofTable.add(new BoostEntry(slice.key(), at))));
        if (!ofTable.isEmpty()) {
            put(ofTable);
        }
    }

    /** The slices of all tables that are not open. */
    public List<byte[]> packed() {
        return closed.all();
    }
}
