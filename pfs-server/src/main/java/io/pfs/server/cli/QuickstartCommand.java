package io.pfs.server.cli;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.ClientOptions;
import io.pfs.client.Pfs;
import io.pfs.client.table.LoadedCell;
import io.pfs.client.table.RowVersion;
import io.pfs.client.table.Table;
import io.pfs.env.Clock;
import io.pfs.env.system.SystemClock;
import io.pfs.server.store.DataFolder;
import io.pfs.server.store.Engine;
import io.pfs.server.store.FolderEngine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bin/pfs quickstart}. */
@Command(
        name = "quickstart",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Try PFS on this machine: store photos in four forms each, read one form back, see what it took.",
            "Nothing else is needed, no server and no settings. The pictures are drawn, always the same ones. Those that are there already stay as they"
                    + " are, and a table /photos of others is left alone."
        },
        footer = {"", "Examples:", "  bin/pfs quickstart", "  bin/pfs quickstart --photos 2000 --data /mnt/disk/try"})
public final class QuickstartCommand implements Callable<Integer> {
    private static final String TABLE = "/photos";

    @Option(
            names = "--photos",
            paramLabel = "N",
            defaultValue = "300",
            description = "How many photos, 1 to 1000000 (default: ${DEFAULT-VALUE}).")
    private int photos;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            defaultValue = "pfs-data",
            description = "The folder to keep them in (default: ./${DEFAULT-VALUE}).")
    private Path data = Path.of("pfs-data");

    @Mixin
    private OutputOption output = new OutputOption();

    private final Clock clock = new SystemClock();

    /** What the user gave us to keep, counted. */
    private static final class Given {
        private long cells;
        private long asPlainFiles;
        private int rowsStored;
        private long bytesStored;

        void add(Photos.Photo photo, boolean isThere) {
            rowsStored += isThere ? 0 : 1;
            for (byte[] form : photo.forms()) {
                cells++;
                bytesStored += isThere ? 0 : form.length;
                asPlainFiles += Cost.plainFileBytes(form.length);
            }
        }
    }

    @Override
    public Integer call() throws IOException {
        if (photos < 1 || photos > 1_000_000) {
            throw new PfsException(ErrorCode.USAGE, "--photos must be from 1 to 1000000, but is " + photos);
        }
        Given given = new Given();
        boolean isNew = DataFolder.isEmpty(data);
        Engine server = FolderEngine.open(data);
        try (Pfs pfs = Pfs.over(server, ClientOptions.DEFAULT)) {
            Table table = pfs.ensureTable(TABLE);
            store(table, given);
            readOneForm(table);
            server.checkpoint();
        }
        showCost(given, isNew);
        output.say(Json.object().with("next", "bin/pfs table --help"), "%s", Shown.asIs(next()));
        return 0;
    }

    private void store(Table table, Given given) {
        StoredPhotos before = StoredPhotos.of(table, data);
        long drawnNs = 0;
        long start = clock.monotonicNs();
        List<CompletableFuture<RowVersion>> underWay = new ArrayList<>();
        for (int n = 1; n <= photos; n++) {
            long drawing = clock.monotonicNs();
            Photos.Photo photo = Photos.photo(n);
            drawnNs += clock.monotonicNs() - drawing;
            given.add(photo, before.has(n));
            if (!before.has(n)) {
                underWay.add(store(table, photo, n));
            }
            if (underWay.size() == 64) {
                underWay.forEach(CompletableFuture::join);
                underWay.clear();
            }
        }
        underWay.forEach(CompletableFuture::join);
        showStored(given, clock.monotonicNs() - start - drawnNs);
    }

    private static CompletableFuture<RowVersion> store(Table table, Photos.Photo photo, int number) {
        return table.edit(photo.name())
                .put("content", photo.original())
                .put("medium", photo.medium())
                .put("thumb", photo.thumb())
                .put("caption", photo.captionBytes())
                .tag("camera", number % 3 == 0 ? "left" : "right")
                .tag("number", number)
                .applyAsync();
    }

    private void showStored(Given given, long elapsedNs) {
        int before = photos - given.rowsStored;
        output.say(
                Json.object()
                        .with("table", TABLE)
                        .with("rows", given.rowsStored)
                        .with("rowsBefore", before)
                        .with("cells", (long) given.rowsStored * Photos.FORMS)
                        .with("bytes", given.bytesStored)
                        .with("storedNs", elapsedNs)
                        .with("durability", "sync"),
                """
                A table is a directory whose files have several forms. This one is %s, in %s.
                A row is a file: here a photo, with its forms as columns: content (the original), medium, thumb, caption.

                stored     %,d rows with 4 forms each and 2 tags, %s, in %,d ms (drawing them not counted)
                           All forms of a row were written at once, or none; each write was answered only when
                           it was forced to the disk, so a crash or a loss of power can't take it away.%s""",
                TABLE,
                data,
                given.rowsStored,
                size(given.bytesStored),
                elapsedNs / 1_000_000,
                before == 0 ? "" : " %,d rows were there before, and are as they were.".formatted(before));
    }

    private void readOneForm(Table table) {
        long start = clock.monotonicNs();
        long cells = 0;
        long bytes = 0;
        for (LoadedCell cell : table.bulkLoad("thumb")) {
            cells++;
            bytes += cell.bytes().length;
        }
        long elapsedNs = clock.monotonicNs() - start;
        output.say(
                Json.object()
                        .with("column", "thumb")
                        .with("cells", cells)
                        .with("bytes", bytes)
                        .with("readNs", elapsedNs),
                "read       all %,d thumbnails in bulk, %s, in %,d ms; the other forms were not touched",
                cells,
                size(bytes),
                elapsedNs / 1_000_000);
    }

    /** @param isNew whether nothing else is in the folder, which is looked at as a whole */
    private void showCost(Given given, boolean isNew) throws IOException {
        Cost cost = Cost.of(data);
        output.say(
                Json.object()
                        .with("files", cost.files())
                        .with("cellBytes", cost.cells().bytes())
                        .with("metadataBytes", cost.metadata().bytes())
                        .with("journalBytes", cost.journal().bytes())
                        .with("plainFiles", given.cells)
                        .with("plainFileBytes", given.asPlainFiles)
                        .with("newFolder", isNew),
                """
                took       %s in %d files, of which %s are rows, names and tags: %d bytes a photo
                           As plain files that would be %,d files and %s (4 KiB blocks and an inode each, computed).
                           The journal beside it has %s; what is older than two checkpoints is cut off it.%s""",
                size(cost.bytes()),
                cost.files(),
                size(cost.metadata().bytes()),
                cost.metadata().bytes() / photos,
                given.cells,
                size(given.asPlainFiles),
                size(cost.journal().bytes()),
                isNew
                        ? ""
                        : " The folder was there before: what it had is counted here, too. In a new one (--data)"
                                + " only the photos are.");
    }

    private String next() {
        return """

                Next
                  look at it             bin/pfs table schema --embedded %1$s %2$s
                                         bin/pfs table ls --embedded %1$s %2$s --limit 5
                  search by tags         bin/pfs tag search --embedded %1$s "from %2$s where camera = 'left' and number < 10"
                  read one form          bin/pfs table get --embedded %1$s %2$s/IMG_00001.jpg thumb -o thumb.jpg
                  store your own folder  bin/pfs import --embedded %1$s ~/Pictures /pictures
                  one file, two forms    bin/pfs table put --embedded %1$s /pictures/a.jpg content=a.jpg thumb=small.jpg
                  from Java              docs/JAVA_API.md
                  how it works           docs/ARCHITECTURE.md""".formatted(ShellWord.of(data.toString()), TABLE);
    }

    private static String size(long bytes) {
        return bytes < 10_000
                ? bytes + " bytes"
                : bytes < 10_000_000 ? "%,d KB".formatted(bytes / 1000) : "%,d MB".formatted(bytes / 1_000_000);
    }
}
