package io.pfs.server.store;

import io.pfs.Check;
import io.pfs.disk.Disk;
import io.pfs.disk.DiskFile;
import io.pfs.server.journal.JournalFileName;
import java.util.List;

/** Adds the one file to a journal that another folder has of it besides. */
final class JournalAddition {
    private JournalAddition() {}

    /** Copies it: it counts when all of it is there, and forced. Blocks. */
    static void run(Disk from, Disk to) {
        List<String> missing = from.list().stream()
                .filter(name -> JournalFileName.parse(name).isPresent() && !to.exists(name))
                .toList();
        Check.that(missing.size() == 1, "one file takes all that was journaled", missing.size());
        String name = missing.get(0);
        copy(from, name, to);
        to.rename(copyName(name), name);
        to.forceFolder();
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
