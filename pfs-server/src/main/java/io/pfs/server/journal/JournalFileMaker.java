package io.pfs.server.journal;

import io.pfs.Check;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.disk.Disk;
import io.pfs.disk.DiskFile;
import io.pfs.env.Clock;
import io.pfs.format.ByteWriter;
import io.pfs.format.FileHeader;
import io.pfs.format.FileKind;
import java.util.Optional;

/** Makes the files of one writer: each is whole from birth, and none takes the place of another writer's. */
final class JournalFileMaker {
    private static final long NONE = 0;

    private final JournalSetup setup;
    private final Clock clock;
    /** The file to which we were giving its name when something failed: it may be there, and then it is ours. */
    private Optional<JournalFile> perhapsNamed = Optional.empty();

    /** What is said of the newest file; empty if that is not known. */
    private Optional<NewestMark> mark;

    private long attempted = NONE;
    private int attempt;

    /** @param mark which file is said to be the newest */
    JournalFileMaker(JournalSetup setup, Clock clock, Optional<NewestMark> mark) {
        this.mark = mark;
        this.setup = setup;
        this.clock = clock;
    }

    /**
     * The file that has its name, though the attempt to make it failed: closed, and whole, with all that it was to carry. The next one is to
     * follow it. It is not deleted to be made again: a delete that took too long may be done yet, of what has the name then.
     */
    Optional<JournalFile> leftByFailedAttempt() {
        if (perhapsNamed.isEmpty()) {
            return Optional.empty();
        }
        JournalFile left = perhapsNamed.get();
        removeTemporary(); // first: from then on it gets its name no more
        boolean isThere = setup.disk().exists(JournalFileName.of(left.id()));
        if (isThere) {
            setup.disk().forceFolder(); // else a crash could leave the one that follows it, and not this one
        }
        perhapsNamed = Optional.empty();
        return isThere ? Optional.of(left) : Optional.empty();
    }

    /**
     * Makes the file after another one: under its own name there is never less than its head and what it carries. If that fails, {@link
     * #leftByFailedAttempt} is to be asked before the next attempt.
     */
    JournalFile make(long previousId, long previousEnd, Carry carry) {
        Check.that(perhapsNamed.isEmpty(), "what an attempt may have left is followed first");
        long id = previousId + 1;
        begin(id);
        FileHeader header = new FileHeader(FileKind.JOURNAL, id, setup.owner(), clock.wallMillis());
        DiskFile temporary = openTemporary(id);
        JournalFile named;
        try {
            long forcedTo = JournalHead.END + carry.length();
            ByteWriter out = new ByteWriter(JournalHead.END);
            JournalHead head = JournalHead.write(out, header, previousId, previousEnd, forcedTo);
            JournalFile unnamed = new JournalFile(setup, temporary, head);
            temporary.write(out.toBuffer(), 0);
            carry.forEach(unnamed::write);
            unnamed.force();
            named = giveName(unnamed);
        } catch (RuntimeException e) {
            try (temporary) {
                throw e;
            }
        }
        closeQuietly(temporary);
        mark(new NewestMark(id, false));
        return named;
    }

    /** Its writer has ended this file, all of which is forced. */
    void ended(JournalFile file) {
        mark(new NewestMark(file.id(), true));
    }

    /** The journal is as good if it can't be said. */
    private void mark(NewestMark newest) {
        try {
            newest.replace(mark.or(() -> NewestMark.among(setup.disk().list())), setup.disk());
            mark = Optional.of(newest);
        } catch (PfsException e) {
            mark = Optional.empty();
        }
    }

    /** All that was written by it is forced, and has its name: nothing can be lost any more. */
    private static void closeQuietly(DiskFile temporary) {
        try {
            temporary.close();
        } catch (PfsException e) {
            // else the journal would have a file that it takes for another's
        }
    }

    /**
     * Each attempt has a temporary name of its own: a rename that took too long may be done yet, of what was made then, and must not give a file
     * its name that is half made.
     */
    private void begin(long id) {
        if (id == attempted) {
            removeTemporary();
            attempt++;
        } else {
            attempted = id;
            attempt = 0;
        }
    }

    /** Of the last attempt. There is never one of an earlier attempt. */
    private void removeTemporary() {
        deleteIfThere(JournalFileName.temporary(attempted, attempt));
    }

    private void deleteIfThere(String name) {
        if (setup.disk().exists(name)) {
            setup.disk().delete(name);
        }
    }

    private JournalFile giveName(JournalFile unnamed) {
        Disk disk = setup.disk();
        perhapsNamed = Optional.of(unnamed);
        rename(unnamed.id());
        disk.forceFolder();
        JournalFile named = unnamed.underItsName();
        perhapsNamed = Optional.empty();
        return named;
    }

    private void rename(long id) {
        try {
            setup.disk().rename(JournalFileName.temporary(id, attempt), JournalFileName.of(id));
        } catch (PfsException e) {
            if (e.code() != ErrorCode.FILE_EXISTS) {
                throw e;
            }
            perhapsNamed = Optional.empty();
            throw new PfsException(
                    ErrorCode.FILE_EXISTS,
                    setup.path(JournalFileName.of(id))
                            + " exists, and this writer did not make it: another one has the folder by now",
                    e);
        }
    }

    private DiskFile openTemporary(long id) {
        Disk disk = setup.disk();
        // is free: what lives before left was deleted after the replay
        String name = JournalFileName.temporary(id, attempt);
        Optional<String> spare = SpareFiles.any(disk);
        SpareFiles.releaseIfNearlyFull(disk, setup.limits().journalFileBytes(), spare);
        if (spare.isPresent()) {
            disk.rename(spare.get(), name);
            // else a crash could bring back the old name, over bytes that are ours by then
            disk.forceFolder();
            return disk.open(name);
        }
        return disk.create(name);
    }
}
