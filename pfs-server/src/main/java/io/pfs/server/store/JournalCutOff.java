package io.pfs.server.store;

import io.pfs.PfsException;
import io.pfs.disk.Disk;
import io.pfs.disk.DiskFile;
import io.pfs.disk.nio.NioDisk;
import io.pfs.server.journal.UnendedFile;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * Takes the newest file of a journal away from who may have it open: a copy takes its place, and what he still writes is in no file that has a
 * name. Files before that one are read up to where the next one says, so that nothing needs to be done about them.
 *
 * <p>He may be writing while it is copied. So it is read until two readings, one behind the other, found the same: as each byte
 * is written once, that is what was there between the two.
 */
final class JournalCutOff {
    private static final int STEP_BYTES = 1 << 20;

    private final ByteBuffer original = ByteBuffer.allocate(STEP_BYTES);
    private final ByteBuffer copied = ByteBuffer.allocate(STEP_BYTES);
    private final DiskFile from;
    private final DiskFile to;
    private final long length;

    private JournalCutOff(DiskFile from, DiskFile to, long length) {
        this.from = from;
        this.to = to;
        this.length = length;
    }

    /** Of a journal in a folder where the one before can make, rename and delete nothing any more. May be repeated, wherever it ended. */
    static void run(Path journal) {
        try (NioDisk disk = NioDisk.openTaken(journal)) {
            UnendedFile.in(disk).ifPresent(file -> replace(disk, file));
        }
    }

    private static void replace(NioDisk disk, UnendedFile file) {
        UnendedFile.deleteTemporary(disk); // first: the disk may be full of them
        disk.replace(copied(disk, file), file.name());
        disk.forceFolder();
    }

    /** The name of a copy, whole and forced; of one that can't be made nothing is left on a disk that may be full. */
    static String copied(Disk disk, UnendedFile file) {
        String copy = file.copyName();
        try (DiskFile from = disk.open(file.name())) {
            DiskFile to = disk.create(copy);
            try (to) {
                copy(from, to, file.length());
                to.force();
            } catch (RuntimeException e) {
                delete(disk, copy, e);
                throw e;
            }
        }
        return copy;
    }

    /** If that fails, too, it is deleted before the next copy is made. */
    private static void delete(Disk disk, String copy, RuntimeException why) {
        try {
            disk.delete(copy);
        } catch (PfsException e) {
            why.addSuppressed(e);
        }
    }

    /** So many bytes of a file that may be written meanwhile, as they were at one moment. */
    static void copy(DiskFile from, DiskFile to, long length) {
        JournalCutOff cutOff = new JournalCutOff(from, to, length);
        while (!cutOff.isCopied()) {
            // somebody writes: what there is now was read by nobody yet
        }
    }

    /** Copies what is not the same there; says whether all was. */
    private boolean isCopied() {
        boolean isSame = true;
        if (to.size() > from.size()) {
            to.truncate(from.size()); // it was cut behind what it holds
        }
        for (long at = 0; at < length; at += STEP_BYTES) {
            int bytes = (int) Math.min(STEP_BYTES, length - at);
            if (!read(from, original, at, bytes).equals(read(to, copied, at, bytes))) {
                to.write(original, at);
                isSame = false;
            }
        }
        return isSame;
    }

    private static ByteBuffer read(DiskFile file, ByteBuffer target, long at, int bytes) {
        target.clear().limit(bytes);
        file.read(target, at);
        return target.flip();
    }
}
