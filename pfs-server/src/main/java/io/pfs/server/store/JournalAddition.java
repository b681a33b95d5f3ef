package io.pfs.server.store;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.disk.Disk;
import io.pfs.disk.DiskFile;
import io.pfs.server.journal.JournalFileName;
import io.pfs.server.journal.NewestMark;
import java.util.List;

/** Adds the one file to a journal that another folder has of it besides. */
final class JournalAddition {
    private JournalAddition() {}

    /** Copies it: it counts when all of it is there, and forced. Blocks. */
    static void run(Disk from, Disk to) {
        String name = nameOf(from, to);
        copy(from, name, to);
        to.rename(copyName(name), name);
        to.forceFolder();
        JournalFileName.parse(name).ifPresent(id -> new NewestMark(id, true).leave(to));
    }

    /** Which it is; refused if there are several, which don't come at once. */
    static String nameOf(Disk from, Disk to) {
        List<String> missing = from.list().stream()
                .filter(name -> JournalFileName.parse(name).isPresent() && !to.exists(name))
                .toList();
        if (missing.size() != 1) {
            throw new PfsException(
                    ErrorCode.TOO_LARGE,
                    "nothing was changed: all that is to be journaled has to be in one file, and would be in "
                            + missing.size());
        }
        return missing.get(0);
    }

    /** It is no part of the journal, and a replay deletes it. */
    private static String copyName(String name) {
        return name + ".copy.tmp";
    }

    private static void copy(Disk from, String name, Disk to) {
        if (to.exists(copyName(name))) {
            to.delete(copyName(name)); // an attempt before this one left it
        }
        try (DiskFile source = from.open(name);
                DiskFile copy = to.create(copyName(name))) {
            JournalCutOff.copy(source, copy, source.size());
            copy.force();
        }
    }
}
