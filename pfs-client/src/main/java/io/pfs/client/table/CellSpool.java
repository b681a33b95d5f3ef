package io.pfs.client.table;

import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.client.call.Outcome;
import io.pfs.client.call.Promise;
import io.pfs.row.CellLocation;
import io.pfs.wire.CellPut;
import io.pfs.wire.RowEdit;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/**
 * The bytes of one cell as they come: kept here up to the limit of a cell, and past it written to an object, so that no more
 * than some pieces are in memory. Blocks; for one thread.
 */
public final class CellSpool {
    /** Less than this is kept with room for more. */
    private static final int BUFFER_BYTES_MIN = 512;

    private static final byte[] NOTHING = {};

    private final Supplier<RowAccess> rows;
    private final RowName name;
    private final ColumnId column;
    private final boolean compressed;
    private byte[] buffer = NOTHING;
    private int buffered;
    private Optional<ObjectUpload> upload = Optional.empty();
    private boolean isSealed;
    /** Some of what was to be written is missing. */
    private boolean isGivenUp;

    public CellSpool(RowAccess rows, RowName name, ColumnId column, boolean compressed) {
        this(() -> rows, name, column, compressed);
    }

    /** One whose rows are looked for only if it becomes an object. */
    public CellSpool(Supplier<RowAccess> rows, RowName name, ColumnId column, boolean compressed) {
        this.rows = rows;
        this.name = name;
        this.column = column;
        this.compressed = compressed;
    }

    /** If it throws, either nothing of this was taken, or all of it is given up. */
    public void write(byte[] bytes, int offset, int count) {
        // a copy of a range would have zeros for what is not there
        Objects.checkFromIndexSize(offset, count, bytes.length);
        requireNotGivenUp();
        long before = length();
        try {
            add(bytes, offset, count);
        } catch (RuntimeException | Error e) { // no memory, say
            if (isLarge() || length() > before) {
                giveUp();
            }
            throw e;
        }
    }

    /** Refuses what would go on after something is missing. */
    public void requireNotGivenUp() {
        if (isGivenUp) {
            throw new PfsException(
                    ErrorCode.OBJECT_LOST,
                    "a cell of row '" + name + "' was given up when some of it could not be written, or may have been");
        }
    }

    /** Whether it can't be put any more. */
    public boolean isGivenUp() {
        return isGivenUp;
    }

    /** For good: what is here is not all that was to be written. */
    public void giveUp() {
        isGivenUp = true;
        drop();
    }

    private void add(byte[] bytes, int offset, int count) {
        if (isEmpty() && count >= BUFFER_BYTES_MIN && count <= Limits.CELL_BYTES_MAX) {
            // most small files are written by one call: so their bytes are copied once
            buffer = Arrays.copyOfRange(bytes, offset, offset + count);
            buffered = count;
            return;
        }
        int from = offset;
        int left = count;
        while (left > 0) {
            makeRoom(left);
            int some = Math.min(left, buffer.length - buffered);
            System.arraycopy(bytes, from, buffer, buffered, some);
            buffered += some;
            from += some;
            left -= some;
        }
    }

    /** All that a stream holds. */
    public void writeAll(InputStream bytes) {
        byte[] some = new byte[64 << 10];
        try {
            for (int count = bytes.read(some); count >= 0; count = bytes.read(some)) {
                write(some, 0, count);
            }
        } catch (IOException e) {
            drop();
            throw new PfsException(ErrorCode.IO_FAILED, "what was to be written could not be read: " + e, e);
        } catch (PfsException e) {
            drop();
            throw e;
        }
    }

    private void makeRoom(int wanted) {
        if (buffered < buffer.length) {
            return;
        }
        if (upload.isEmpty() && buffered < Limits.CELL_BYTES_MAX) {
            int room = Math.max(2 * buffered, buffered + Math.min(wanted, Limits.CELL_BYTES_MAX - buffered));
            buffer = Arrays.copyOf(buffer, Math.min(Math.max(room, BUFFER_BYTES_MIN), Limits.CELL_BYTES_MAX));
            return;
        }
        if (upload.isEmpty()) {
            upload = Optional.of(ObjectUpload.begin(rows.get(), name, column, length() + wanted));
        }
        hand();
        if (buffer.length != Limits.OBJECT_PIECE_BYTES_MAX) {
            buffer = new byte[Limits.OBJECT_PIECE_BYTES_MAX];
        }
    }

    /** Hands over what is kept here: a whole piece itself, else copies, so that who syncs often needs no new memory for it. */
    private void hand() {
        boolean isGivenAway = false;
        for (int from = 0; from < buffered; from += Limits.OBJECT_PIECE_BYTES_MAX) {
            int to = Math.min(buffered, from + Limits.OBJECT_PIECE_BYTES_MAX);
            boolean isAll = from == 0 && to == buffer.length;
            upload.orElseThrow().write(isAll ? buffer : Arrays.copyOfRange(buffer, from, to));
            isGivenAway |= isAll;
        }
        if (isGivenAway) {
            buffer = NOTHING;
        }
        buffered = 0;
    }

    private boolean isEmpty() {
        return buffered == 0 && upload.isEmpty();
    }

    public long length() {
        return upload.map(ObjectUpload::length).orElse(0L) + buffered;
    }

    /** Whether it became an object. */
    public boolean isLarge() {
        return upload.isPresent();
    }

    /** Whether a cell that is there is what was written here, or what that begins with. */
    public boolean isIn(CellLocation cell) {
        return cell.isObject()
                && upload.filter(object -> object.isOrWas(cell.segment())).isPresent();
    }

    /** Sees to it that an edit can refer to what was written so far, if it is large; more can be written. */
    public void settleSoFar() {
        requireNotGivenUp();
        upload.ifPresent(object -> {
            hand();
            object.force();
        });
    }

    /** The same with all that was written; nothing can be written any more. */
    public void settle() {
        requireNotGivenUp();
        if (isLarge() && !isSealed) {
            hand();
            upload.orElseThrow().seal();
            isSealed = true;
        }
    }

    /** Makes a cell of what was settled, by an edit that {@code editing} has done. It can be repeated. */
    public RowVersion put(BiConsumer<RowEdit, Outcome<RowVersion>> editing) {
        requireNotGivenUp();
        Promise<RowVersion> written = new Promise<>();
        if (isLarge()) {
            ObjectUpload object = upload.orElseThrow();
            new LargeEdit(List.of(object), outcome -> editing.accept(RowEdit.ofObject(object.put()), outcome), written)
                    .again();
        } else {
            editing.accept(RowEdit.ofCells(List.of(new CellPut(column, toBytes(), compressed))), written);
        }
        try {
            return Promise.await(written);
        } catch (PfsException e) {
            if (isLarge() && Thread.currentThread().isInterrupted()) {
                giveUp(); // it goes on without us
            }
            throw e;
        }
    }

    /** The object that was written, all of it. */
    ObjectUpload toObject() {
        settle();
        return upload.orElseThrow();
    }

    /** Of one that did not become large. Nobody may change them; what is written later changes an array of its own. */
    public byte[] toBytes() {
        return buffered == buffer.length ? buffer : Arrays.copyOf(buffer, buffered);
    }

    /** Forgets what was written; a row that has some of it keeps that. */
    public void drop() {
        upload.ifPresent(ObjectUpload::drop);
        upload = Optional.empty();
        buffer = NOTHING;
        buffered = 0;
    }
}
