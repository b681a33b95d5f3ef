package io.pfs.server.store;

import io.pfs.disk.Disk;
import io.pfs.disk.DiskFile;
import io.pfs.server.journal.JournalFileName;
import java.util.Comparator;
import java.util.List;

/** Adds to a journal the files that another folder has of it besides. */
final class JournalAddition {
    private JournalAddition() {}

    /**
     * Copies them. They count together: the first of them comes last, and without it the others are refused as what lacks one before. When it
     * returns, they are forced. Blocks.
     */
    static void run(Disk from, Disk to) {
        List<String> missing = from.list().stream()
                .filter(name -> JournalFileName.parse(name).isPresent() && !to.exists(name))
                .sorted(Comparator.reverseOrder())
                .toList();
        missing.forEach(name -> copy(from, name, to));
        for (String name : missing) {
            to.rename(copyName(name), name);
            to.forceFolder();
        }
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
