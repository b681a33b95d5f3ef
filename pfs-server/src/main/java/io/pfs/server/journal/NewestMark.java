package io.pfs.server.journal;

import io.pfs.PfsException;
import io.pfs.disk.Disk;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Says which file of a journal is the newest, or was: else nobody would miss that one. It is the name of an empty file beside the others, given once
 * that one is durable, and durable itself some time later. So it may be behind, but never ahead.
 *
 * @param isEnded whether the writer of that file has ended it in order, so that nothing of it is torn
 */
public record NewestMark(long id, boolean isEnded) {
    private static final String PREFIX = "newest-";
    private static final String ENDED = "-ended";

    /** The newest of those among the names of a folder. */
    static Optional<NewestMark> among(List<String> names) {
        return names.stream()
                .flatMap(name -> parse(name).stream())
                .max(Comparator.comparingLong(NewestMark::id).thenComparing(NewestMark::isEnded));
    }

    /** What a name says; empty for any other file. */
    private static Optional<NewestMark> parse(String name) {
        if (!name.startsWith(PREFIX)) {
            return Optional.empty();
        }
        boolean isEnded = name.endsWith(ENDED);
        int end = name.length() - (isEnded ? ENDED.length() : 0);
        return JournalFileName.parse(name.substring(Math.min(end, PREFIX.length()), end)).stream()
                .mapToObj(id -> new NewestMark(id, isEnded))
                .findFirst();
    }

    /** Whether it says of a file that its writer has left it, be its end damaged or not. */
    boolean isBehind(String journalFile) {
        long file = JournalFileName.parse(journalFile).orElse(Long.MAX_VALUE);
        return id > file || (id == file && isEnded);
    }

    /** Whether a file is called so: it has a name and nothing else. */
    public static boolean isName(String name) {
        return parse(name).isPresent();
    }

    private String name() {
        return PREFIX + JournalFileName.of(id) + (isEnded ? ENDED : "");
    }

    /** Says so from now on, in place of what is said there. If that fails, an older one stays, and the next one is said in place of that. */
    public void leave(Disk disk) {
        try {
            replace(among(disk.list()), disk);
        } catch (PfsException e) {
            // the journal is as good without it
        }
    }

    /** Says so in place of what is said there. */
    void replace(Optional<NewestMark> before, Disk disk) {
        if (before.isEmpty()) {
            disk.create(name()).close();
        } else if (!before.get().equals(this)) {
            disk.rename(before.get().name(), name());
        }
    }
}
