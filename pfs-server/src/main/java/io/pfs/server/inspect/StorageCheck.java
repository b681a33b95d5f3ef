package io.pfs.server.inspect;

import io.pfs.Check;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.server.journal.NewestMark;
import io.pfs.server.remote.StoredFolder;
import io.pfs.wire.PoolPlace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads every file of a server from end to end, and tells which of them nothing needs. */
final class StorageCheck {
    private static final Pattern POOL = Pattern.compile("(metadata|boost|column|object|run)-([0-9a-f]{12,16})");
    private static final Pattern JOURNAL = Pattern.compile("journal-[0-9a-f]{16}");
    private static final Pattern SPARE = Pattern.compile("journal-spare-[0-9]\\.tmp");

    private final StoredFolder journal;
    private final StoredFolder pool;
    private final Findings findings;
    private final Map<String, FileTally> tallies = new TreeMap<>();
    private final RowsMet met;
    private long filesRead;

    /**
     * What reads these folders.
     *
     * @param met which rows were looked at before
     */
    StorageCheck(StoredFolder journal, StoredFolder pool, RowsMet met, Findings findings) {
        this.journal = journal;
        this.pool = pool;
        this.met = met;
        this.findings = findings;
    }

    /** Which rows were looked at before the files are. */
    enum RowsMet {
        /** Damage elsewhere is harmless. */
        ALL,
        /** Those that can't be read may need cells that no other needs. */
        SOME,
        /** It is not known what is needed. */
        NONE
    }

    /** What is alive of a file of the pool, by its kind and id; empty if nothing needs the file. */
    interface Liveness {
        OptionalLong liveBytes(String kind, long id);
    }

    List<FileTally> run(Liveness liveness) {
        for (String name : journal.names()) {
            journal(name);
        }
        for (String name : pool.names()) {
            pool(name, liveness);
        }
        return new ArrayList<>(tallies.values());
    }

    private void journal(String name) {
        if (JOURNAL.matcher(name).matches()) {
            long size = journal.size(name);
            count("journal", tally -> tally.withFile(size, size));
            read(journal, name);
        } else if (SPARE.matcher(name).matches() || NewestMark.isName(name)) {
            count("journal", tally -> tally.withFile(journal.size(name), 0));
        } else if (name.startsWith("journal-")) {
            orphan(journal, name, "journal", "was left half made; the next opening deletes it");
        } else {
            foreign(name);
        }
    }

    private void pool(String name, Liveness liveness) {
        Matcher matcher = POOL.matcher(name);
        if (!matcher.matches()) {
            foreign(name);
            return;
        }
        String kind = matcher.group(1);
        OptionalLong live = liveness.liveBytes(kind, Long.parseUnsignedLong(matcher.group(2), 16));
        if (live.isPresent()) {
            count(kind, tally -> tally.withFile(pool.size(name), live.getAsLong()));
        } else if (met == RowsMet.ALL || kind.equals("metadata")) { // these are named by checkpoints, not by rows
            orphan(pool, name, kind, "is needed by nothing");
        } else {
            uncertain(name, kind);
        }
        read(pool, name);
    }

    private void count(String kind, UnaryOperator<FileTally> with) {
        tallies.put(kind, with.apply(tallies.getOrDefault(kind, FileTally.none(kind))));
    }

    private void orphan(StoredFolder folder, String name, String kind, String text) {
        long size = folder.size(name);
        count(kind, tally -> tally.withOrphan(size));
        findings.found(Finding.orphan(name, "", text + ": " + size + " bytes"));
    }

    /** No row that could be read needs it. */
    private void uncertain(String name, String kind) {
        long size = pool.size(name);
        count(kind, tally -> tally.withFile(size, 0));
        findings.found(Finding.note(
                name, -1, "may be needed or not, since not all rows could be read: keep it; " + size + " bytes"));
    }

    private void foreign(String name) {
        boolean isWitness = name.equals(PoolPlace.FILE); // of a life that may be over: nobody needs it
        if (!name.equals("lock") && !isWitness) {
            findings.found(Finding.note(name, -1, "is no file of ours"));
        }
    }

    /** Damage that matters to a row was named when the row was looked at, if rows could be looked at. */
    private void read(StoredFolder folder, String name) {
        filesRead++;
        findings.progress("files", filesRead);
        try {
            FileDump.run(folder, name, item -> {
                if (item.isDamage()) {
                    damaged(name, item.offset(), item.fields().get(0).value());
                }
            });
        } catch (PfsException e) {
            Check.that(e.code() != ErrorCode.INVARIANT_BROKEN, e.detail());
            damaged(name, 0, e.detail());
        }
    }

    private void damaged(String name, long offset, String why) {
        findings.found(
                switch (met) {
                    case ALL ->
                        Finding.note(name, offset, "nothing needs these bytes, unless damage above says so: " + why);
                    case SOME ->
                        Finding.note(
                                name,
                                offset,
                                "no row that could be read needs these bytes, unless damage above says so: " + why);
                    case NONE -> Finding.damage(name, offset, "", why);
                });
    }
}
