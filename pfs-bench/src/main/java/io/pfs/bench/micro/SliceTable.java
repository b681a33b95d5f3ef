package io.pfs.bench.micro;

import io.pfs.Limits;
import io.pfs.SliceId;
import io.pfs.SliceKey;
import io.pfs.TableId;
import io.pfs.hash.NameHash;
import io.pfs.hash.SliceBitmap;
import io.pfs.server.slice.Slice;
import io.pfs.server.slice.SliceDirectory;

/** The least that makes a table of slices: a bitmap of those there are, and a directory that finds the one of a hash. */
final class SliceTable {
    private final NameHash hash;
    private final SliceBitmap bitmap = new SliceBitmap();
    private Slice[] slices;

    SliceTable(NameHash hash, Limits limits) {
        this.hash = hash;
        this.slices = new Slice[] {new Slice(new SliceKey(new TableId(1), new SliceId(0)), 0, hash, limits)};
    }

    /** Adds a row; false if there was one of this name. */
    boolean create(byte[] name, byte[] row) {
        long hashed = hash.of(name, 0, name.length);
        Slice slice = slices[SliceDirectory.place(hashed, slices.length)];
        boolean isNew = slice.put(hashed, name, 0, name.length, row, 0, row.length);
        if (slice.isOverThreshold()) {
            split(slice);
        }
        return isNew;
    }

    private void split(Slice slice) {
        int child = bitmap.split(slice.key().slice().value());
        slices = SliceDirectory.with(slices, child, slice.split());
    }

    /** The length of the row of this name, or -1. */
    int lookup(byte[] name) {
        long hashed = hash.of(name, 0, name.length);
        Slice slice = slices[SliceDirectory.place(hashed, slices.length)];
        int ref = slice.find(hashed, name, 0, name.length);
        return ref < 0 ? -1 : slice.rowLength(ref);
    }

    int sliceCount() {
        return bitmap.count();
    }

    long rowCount() {
        long rows = 0;
        for (int slice = 0; slice < slices.length; slice++) {
            rows += bitmap.has(slice) ? slices[slice].rowCount() : 0;
        }
        return rows;
    }

    /** What slices say they hold, with the directory. */
    long memoryBytes() {
        long bytes = 16 + 4L * slices.length + slices.length / 8;
        for (int slice = 0; slice < slices.length; slice++) {
            bytes += bitmap.has(slice) ? slices[slice].memoryBytes() : 0;
        }
        return bytes;
    }
}
