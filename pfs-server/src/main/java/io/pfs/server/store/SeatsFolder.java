package io.pfs.server.store;

import io.pfs.Check;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.disk.Disk;
import io.pfs.disk.DiskFile;
import io.pfs.disk.nio.NioDisk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Where a server of seats that move has what is its own: a folder for each seat that it had, and for a while what it rehearses with. What is there is removed
 * without another look, whatever it is, so the folder has to be such a server's: marked as one, or with seats in it, as versions before
 * left it, or else without anything that no server makes.
 */
final class SeatsFolder {
    /** That it is there says all; what is in it is for people. */
    private static final String MARK = "pfs-seats";

    private static final String MARK_TEXT = """
            This is the data folder of a PFS server whose seats move. What is in the folders seat-* and rehearsal here
            the server makes, and removes, as it likes.
            """;

    private static final Pattern SEAT = Pattern.compile("seat-[0-9]{4}");
    /** What may be there before the mark is: made by versions before, or by who locked it and came no further. */
    private static final Pattern UNMARKED = Pattern.compile("lock|audit\\.log(\\.[0-9]+)?|" + SEAT);

    private static final int NAMED_MAX = 3;

    private SeatsFolder() {}

    /** Locks it, and makes it if it is missing. Any other folder is refused, and left as it is. */
    static Disk open(Path folder) {
        if (isFolder(folder)) {
            requireOurs(folder);
        }
        return NioDisk.open(folder);
    }

    private static void requireOurs(Path folder) {
        List<String> names = names(folder);
        if (names.contains(SuperblockFile.NAME)) {
            throw new PfsException(
                    ErrorCode.USAGE, folder + " is the data of a server whose seat does not move; name another folder");
        }
        List<String> strange =
                names.stream().filter(name -> !UNMARKED.matcher(name).matches()).toList();
        if (!strange.isEmpty() && !saysSo(folder, names)) {
            throw new PfsException(
                    ErrorCode.NOT_OURS, folder + " is not that of a server whose seats move: " + holds(strange));
        }
    }

    private static String holds(List<String> strange) {
        String more = Optional.of(strange.size() - NAMED_MAX)
                .filter(count -> count > 0)
                .map(count -> " and " + count + " more")
                .orElse("");
        return "it holds " + String.join(", ", strange.subList(0, Math.min(NAMED_MAX, strange.size()))) + more
                + ", which none has made there, or not to the end; name an empty folder or one of ours";
    }

    private static boolean saysSo(Path folder, List<String> names) {
        return names.contains(MARK)
                || names.stream()
                        .filter(name -> SEAT.matcher(name).matches())
                        .map(folder::resolve)
                        .anyMatch(seat -> isFolder(seat) && isThere(seat.resolve(SuperblockFile.NAME)));
    }

    private static boolean isFolder(Path path) {
        return look(path).filter(BasicFileAttributes::isDirectory).isPresent();
    }

    private static boolean isThere(Path path) {
        return look(path).isPresent();
    }

    /** What is there. What can't be looked at is not taken for what is not there: whose the folder is would be decided by that. */
    private static Optional<BasicFileAttributes> look(Path path) {
        try {
            return Optional.of(Files.readAttributes(path, BasicFileAttributes.class));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new PfsException(ErrorCode.IO_FAILED, path + " could not be looked at: " + e, e);
        }
    }

    private static List<String> names(Path folder) {
        try (Stream<Path> entries = Files.list(folder)) {
            return namesOf(folder, entries);
        } catch (IOException e) {
            throw unlisted(folder, e);
        }
    }

    /** A stream that fails midway can only tell so unchecked. */
    static List<String> namesOf(Path folder, Stream<Path> entries) {
        try {
            return entries.map(entry -> entry.getFileName().toString()).sorted().toList();
        } catch (UncheckedIOException e) {
            throw unlisted(folder, Check.present(e.getCause(), "an unchecked failure wraps one"));
        }
    }

    private static PfsException unlisted(Path folder, IOException e) {
        return new PfsException(ErrorCode.IO_FAILED, folder + " could not be listed: " + e, e);
    }

    /** From now on it is such a server's, whatever becomes of the machine. */
    static void mark(Disk folder) {
        if (folder.exists(MARK)) {
            return;
        }
        try (DiskFile mark = folder.create(MARK)) {
            mark.write(ByteBuffer.wrap(MARK_TEXT.getBytes(StandardCharsets.UTF_8)), 0);
            mark.force();
        }
        folder.forceFolder();
    }
}
