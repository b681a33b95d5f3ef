package io.pfs.server.inspect;

import io.pfs.Check;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.wire.PoolPlace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads every file of a server from end to end, and tells which of them nothing needs. */
final class StorageCheck {
    private static final Pattern POOL = Pattern.compile("(metadata|boost|column|object|run)-([0-9a-f]{12,16})");
    private static final Pattern JOURNAL = Pattern.compile("journal-[0-9a-f]{16}");
    private static final Pattern SPARE = Pattern.compile("journal-spare-[0-9]\\.tmp");

    private final Path journal;
    private final Path pool;
    private final Findings findings;
    private final Map<String, FileTally> tallies = new TreeMap<>();
    private final boolean isSure;
    private long filesRead;

    /**
     * What reads these folders.
     *
     * @param isSure whether all that counts was looked at before, so that damage elsewhere is harmless
     */
    StorageCheck(Path journal, Path pool, boolean isSure, Findings findings) {
        this.journal = journal;
        this.pool = pool;
        this.isSure = isSure;
        this.findings = findings;
    }

    /** What is alive of a file of the pool, by its kind and id; empty if nothing needs the file. */
    interface Liveness {
        OptionalLong liveBytes(String kind, long id);
    }

    List<FileTally> run(Liveness liveness) {
        for (Path file : files(journal)) {
            journal(file);
        }
        for (Path file : files(pool)) {
            pool(file, liveness);
        }
        return new ArrayList<>(tallies.values());
    }

    private void journal(Path file) {
        String name = name(file);
        if (JOURNAL.matcher(name).matches()) {
            long size = size(file);
            count("journal", tally -> tally.withFile(size, size));
            read(file);
        } else if (SPARE.matcher(name).matches()) {
            count("journal", tally -> tally.withFile(size(file), 0));
        } else if (name.startsWith("journal-")) {
            orphan(file, "journal", "was left half made; the next opening deletes it");
        } else {
            foreign(file);
        }
    }

    private void pool(Path file, Liveness liveness) {
        Matcher name = POOL.matcher(name(file));
        if (!name.matches()) {
            foreign(file);
            return;
        }
        String kind = name.group(1);
        OptionalLong live = liveness.liveBytes(kind, Long.parseUnsignedLong(name.group(2), 16));
        if (live.isPresent()) {
            count(kind, tally -> tally.withFile(size(file), live.getAsLong()));
        } else {
            orphan(file, kind, "is needed by nothing");
        }
        read(file);
    }

    private void count(String kind, UnaryOperator<FileTally> with) {
        tallies.put(kind, with.apply(tallies.getOrDefault(kind, FileTally.none(kind))));
    }

    private void orphan(Path file, String kind, String text) {
        count(kind, tally -> tally.withOrphan(size(file)));
        findings.found(Finding.orphan(name(file), "", text + ": " + size(file) + " bytes"));
    }

    private void foreign(Path file) {
        boolean isWitness = name(file).equals(PoolPlace.FILE); // of a life that may be over: nobody needs it
        if (!name(file).equals("lock") && !isWitness) {
            findings.found(Finding.note(name(file), -1, "is no file of ours"));
        }
    }

    /** Damage that matters to a row was named when the row was looked at, if rows could be looked at. */
    private void read(Path file) {
        filesRead++;
        findings.progress("files", filesRead);
        try {
            FileDump.run(file, item -> {
                if (item.isDamage()) {
                    damaged(file, item.offset(), item.fields().get(0).value());
                }
            });
        } catch (PfsException e) {
            Check.that(e.code() != ErrorCode.INVARIANT_BROKEN, e.detail());
            damaged(file, 0, e.detail());
        }
    }

    private void damaged(Path file, long offset, String why) {
        findings.found(
                isSure
                        ? Finding.note(
                                name(file), offset, "nothing needs these bytes, unless damage above says so: " + why)
                        : Finding.damage(name(file), offset, "", why));
    }

    private static String name(Path file) {
        return String.valueOf(file.getFileName());
    }

    private static long size(Path file) {
        return ask(file, Files::size);
    }

    private static List<Path> files(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        } catch (IOException e) {
            throw failed(folder, e);
        }
    }

    /** What the file system says of a file. */
    private interface Question {
        long of(Path file) throws IOException;
    }

    private static long ask(Path file, Question question) {
        try {
            return question.of(file);
        } catch (IOException e) {
            throw failed(file, e);
        }
    }

    private static PfsException failed(Path file, IOException e) {
        return new PfsException(ErrorCode.IO_FAILED, file + " could not be looked at: " + e, e);
    }
}
