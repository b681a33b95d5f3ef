package io.pfs.server.journal;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.disk.Disk;
import io.pfs.disk.DiskFile;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The newest file of a journal, if its writer has not ended it, and so may still be writing.
 *
 * @param length behind it no whole header of a batch was seen: what was promised by then ends before
 */
public record UnendedFile(String name, long length) {
    /** Empty if there is no file, or the newest one was ended: then nobody writes into it again. Blocks. */
    public static Optional<UnendedFile> in(Disk disk) {
        List<String> names = disk.list();
        Optional<NewestMark> mark = NewestMark.among(names);
        return names.stream()
                .filter(name -> JournalFileName.parse(name).isPresent())
                .max(Comparator.naturalOrder())
                .filter(name -> mark.filter(newest -> newest.isBehind(name)).isEmpty())
                .flatMap(name -> of(disk, name));
    }

    private static Optional<UnendedFile> of(Disk disk, String name) {
        String path = disk.location() + "/" + name;
        try (DiskFile file = disk.open(name)) {
            return of(file, path, name);
        }
    }

    private static Optional<UnendedFile> of(DiskFile file, String path, String name) {
        try {
            JournalReader reader = JournalReader.of(file, path, JournalSums.OF_PRODUCT);
            return reader.footer().isPresent()
                    ? Optional.empty()
                    : Optional.of(new UnendedFile(name, reader.scanTail().end()));
        } catch (PfsException damage) {
            if (damage.code() != ErrorCode.CORRUPT && damage.code() != ErrorCode.NOT_OURS) {
                throw damage;
            }
            return Optional.of(new UnendedFile(name, file.size())); // whatever of it can be read is within
        }
    }

    /**
     * Deletes what is no part of the journal, spare files and copies that were begun: they may have the space that a copy needs. For who has
     * the folder where nobody else can make such files any more.
     */
    public static void deleteTemporary(Disk disk) {
        disk.list().stream().filter(JournalFileName::isTemporary).forEach(disk::delete);
    }

    /** The name of a copy of it, until it takes its place. It is no part of the journal, and a replay deletes it. */
    public String copyName() {
        return name + ".copy.tmp";
    }
}
