package io.pfs.server.cli;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.client.table.RowEditor;
import io.pfs.client.table.RowResult;
import io.pfs.client.table.Table;
import io.pfs.server.exchange.Progress;
import io.pfs.server.tagtext.TagLine;
import io.pfs.server.tagtext.TagLines;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Sets the tags of rows that a file names, many at a time, each row for itself. */
final class TagBatches {
    private static final int ROWS_OF_BATCH = 4096;
    private static final int NAMED_MAX = 3;

    private final Path file;
    private final boolean create;
    private final List<RowEditor> edits = new ArrayList<>();
    /** Of the rows of these: one that comes again waits for the next batch, so that what stands last in the file counts. */
    private final Set<RowName> names = new HashSet<>();

    private final Refused missing = new Refused();
    private final Refused others = new Refused();
    private Optional<PfsException> firstOfOthers = Optional.empty();
    private long tagged;

    TagBatches(Path file, boolean create) {
        this.file = file;
        this.create = create;
    }

    /** Rows that were not tagged: how many, and the first of them. */
    private static final class Refused {
        private long count;
        private final List<String> names = new ArrayList<>();

        void add(String name) {
            count++;
            if (names.size() < NAMED_MAX) {
                names.add(name);
            }
        }

        @Override
        public String toString() {
            return String.join(", ", names) + (count > names.size() ? ", ..." : "");
        }
    }

    /** Reads the file to its end, and refuses it if a line of it is wrong. */
    void requireValid() {
        try (TagLines lines = TagLines.open(file)) {
            Optional<TagLine> line = lines.next();
            while (line.isPresent()) {
                line = lines.next();
            }
        }
    }

    /** Sets them, and returns how many rows have theirs; fails if some could not be tagged, when all others are. */
    long apply(Table table, Progress progress) {
        long fileBytes = file.toFile().length();
        try (TagLines lines = TagLines.open(file)) {
            Optional<TagLine> line = lines.next();
            while (line.isPresent()) {
                if (edits.size() == ROWS_OF_BATCH || names.contains(line.get().name())) {
                    applyBatch(table);
                    progress.at(lines.bytesRead(), fileBytes, tagged, lines.bytesRead());
                }
                add(table, line.get());
                line = lines.next();
            }
            applyBatch(table);
        } finally {
            progress.end();
        }
        requireAll(table);
        return tagged;
    }

    private void add(Table table, TagLine line) {
        RowEditor edit = table.edit(line.name());
        line.tags().byName().forEach(edit::tag);
        edits.add(create ? edit : edit.expectPresent());
        names.add(line.name());
    }

    private void applyBatch(Table table) {
        for (RowResult result : table.applyAll(edits)) {
            if (result.failure().isEmpty()) {
                tagged++;
            } else {
                note(result.name().toString(), result.failure().get());
            }
        }
        edits.clear();
        names.clear();
    }

    /** What is about one row alone keeps no other from being tagged. */
    private void note(String name, PfsException failure) {
        switch (failure.code().kind()) {
            case REQUEST -> {
                boolean isMissing = failure.code() == ErrorCode.NOT_FOUND;
                (isMissing ? missing : others).add(name);
                if (!isMissing && firstOfOthers.isEmpty()) {
                    firstOfOthers = Optional.of(failure);
                }
            }
            case ROUTING, DATA, STORAGE, INTERNAL ->
                throw new PfsException(
                        failure.code(),
                        "of " + file + ", " + tagged + " rows are tagged; then, at row '" + name + "': "
                                + failure.detail(),
                        failure);
        }
    }

    private void requireAll(Table table) {
        if (missing.count + others.count == 0) {
            return;
        }
        String path = table.describe().path();
        List<String> reasons = new ArrayList<>();
        if (missing.count > 0) {
            reasons.add(missing.count + " do not exist (" + missing + "); --create makes them");
        }
        firstOfOthers.ifPresent(first ->
                reasons.add(others.count + " are refused (" + others + "), the first since " + first.detail()));
        throw new PfsException(
                firstOfOthers.map(PfsException::code).orElse(ErrorCode.NOT_FOUND),
                "of the rows of " + path + ", " + tagged + " are tagged, but " + String.join("; and ", reasons));
    }
}
