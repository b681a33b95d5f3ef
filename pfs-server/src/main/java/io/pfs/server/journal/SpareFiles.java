package io.pfs.server.journal;

import io.pfs.disk.Disk;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Files that are kept for their space, so that the next files of the journal find theirs written: files that nobody needs
 * any more, since a checkpoint lets go of many at once and before the next one as many are wanted, and the one that was made
 * ahead ({@link SpareMaker}). A disk that reserves no space has none.
 */
final class SpareFiles {
    /** Of files that nobody needs. */
    static final int KEPT_MAX = 8;

    private static final int MADE_AHEAD = 0;

    private SpareFiles() {}

    /** The name of one that is there. */
    static Optional<String> any(Disk disk) {
        return !disk.reservesSpace()
                ? Optional.empty()
                : IntStream.rangeClosed(MADE_AHEAD, KEPT_MAX)
                        .mapToObj(JournalFileName::spare)
                        .filter(disk::exists)
                        .findFirst();
    }

    /** A name for a file that nobody needs, unless there are enough, or the disk has better use for the space. */
    static Optional<String> nameForOneMore(Disk disk, long fileBytes) {
        return !disk.reservesSpace() || isNearlyFull(disk, fileBytes)
                ? Optional.empty()
                : IntStream.rangeClosed(MADE_AHEAD + 1, KEPT_MAX)
                        .mapToObj(JournalFileName::spare)
                        .filter(name -> !disk.exists(name))
                        .findFirst();
    }

    /** Lets go of all but one, if the disk has better use for the space. Only for who takes them: nobody may miss one. */
    static void releaseIfNearlyFull(Disk disk, long fileBytes, Optional<String> but) {
        if (disk.reservesSpace() && isNearlyFull(disk, fileBytes)) {
            IntStream.rangeClosed(MADE_AHEAD + 1, KEPT_MAX)
                    .mapToObj(JournalFileName::spare)
                    .filter(name -> !but.equals(Optional.of(name)) && disk.exists(name))
                    .forEach(disk::delete);
        }
    }

    /** The name of the one that is made ahead: no other gets it, so whoever makes it can't meet one. */
    static String madeAhead() {
        return JournalFileName.spare(MADE_AHEAD);
    }

    static boolean isNearlyFull(Disk disk, long fileBytes) {
        return disk.usableBytes() < KEPT_MAX * fileBytes;
    }
}
