package io.pfs.bench.whole;

import io.pfs.Durability;
import io.pfs.client.ClientOptions;
import io.pfs.client.Pfs;
import io.pfs.client.table.LoadedCell;
import io.pfs.client.table.RowEditor;
import io.pfs.client.table.RowResult;
import io.pfs.client.table.Table;
import io.pfs.server.store.EmbeddedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Photos in three forms: rows of one table, beside three files each. */
final class PhotosJob implements Job {
    /** A tenth of the half million that the paper stores, with the mean size of its files. */
    private static final int PHOTOS = 50_000;

    private static final int PHOTOS_QUICK = 5_000;
    private static final int BATCH = 64;
    private static final int FILES_PER_FOLDER = 1_000;
    /** What a fixed image of metadata took in the original, for each of the three files. */
    private static final double FIXED_IMAGES_BYTES = 3 * 504;

    /** A form and about how many bytes it has. */
    private enum Form {
        THUMB(0, 1_500),
        MEDIUM(1, 4_500),
        CONTENT(2, 10_000);

        private final int number;
        private final int bytes;

        Form(int number, int bytes) {
            this.number = number;
            this.bytes = bytes;
        }

        byte[] of(int photo) {
            return Contents.around(photo * 3L + number, bytes);
        }

        String column() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Override
    public String name() {
        return "photos";
    }

    private static String photo(int number) {
        return String.format("IMG_%06d.jpg", number);
    }

    @Override
    public void run(Desk desk) throws IOException {
        int photos = desk.quick() ? PHOTOS_QUICK : PHOTOS;
        Path files = Files.createDirectory(desk.folder().resolve("files"));
        Path data = desk.folder().resolve("data");
        double filesPerSecond = photos / writeFiles(files, photos);
        EmbeddedServer server = EmbeddedServer.open(data, Durability.SYNC);
        try (Pfs pfs = Pfs.over(server, ClientOptions.DEFAULT)) {
            Table table = pfs.ensureTable("/photos");
            double rowsPerSecond = photos / writeRows(table, photos);
            desk.ratio("photos of 3 forms written", "sync", rowsPerSecond, filesPerSecond, 0);
            server.checkpoint();
            server.checkpoint();
            double loaded = photos / loadThumbs(table, photos);
            double read = photos / readThumbs(files, photos);
            desk.ratio("thumbs read in bulk", "warm", loaded, read, 0);
        }
        tellSpace(desk, photos, data, files);
    }

    private static void tellSpace(Desk desk, int photos, Path data, Path files) throws IOException {
        double metadata = (double) DiskUse.of(data, "metadata").bytes() / photos;
        desk.bound("metadata a photo", "bytes", metadata, 35);
        desk.bound("share of three fixed images", "%", 100 * metadata / FIXED_IMAGES_BYTES, 5);
        DiskUse plain = DiskUse.of(files);
        DiskUse ours = DiskUse.of(data);
        desk.bound("names kept, of those of files", "%", 100.0 * photos / plain.files(), 34);
        desk.told("files on the disk, rows", "files", (double) ours.files());
        desk.told("files on the disk, files", "files", (double) plain.files());
        desk.told("space on the disk, rows", "MiB", ours.blockBytes() / 1048576.0);
        desk.told("space on the disk, files", "MiB", plain.blockBytes() / 1048576.0);
    }

    private static double writeRows(Table table, int photos) {
        Stopwatch watch = Stopwatch.start();
        for (int from = 0; from < photos; from += BATCH) {
            List<RowEditor> edits = new ArrayList<>();
            for (int i = from; i < Math.min(photos, from + BATCH); i++) {
                RowEditor edit = table.edit(photo(i)).expectAbsent();
                for (Form form : Form.values()) {
                    edit.putOwned(form.column(), form.of(i));
                }
                edits.add(edit);
            }
            for (RowResult result : table.applyAll(edits)) {
                result.failure().ifPresent(failure -> {
                    throw failure;
                });
            }
        }
        return watch.seconds();
    }

    private static Path file(Path folder, Form form, int photo) {
        return folder.resolve(form.column() + "-" + photo / FILES_PER_FOLDER).resolve(photo(photo));
    }

    /** Not forced one by one, which would take longer still. */
    private static double writeFiles(Path folder, int photos) throws IOException {
        Stopwatch watch = Stopwatch.start();
        for (int i = 0; i < photos; i++) {
            for (Form form : Form.values()) {
                Path file = file(folder, form, i);
                if (i % FILES_PER_FOLDER == 0) {
                    Files.createDirectories(file.getParent());
                }
                Files.write(file, form.of(i));
            }
        }
        return watch.seconds();
    }

    private static double loadThumbs(Table table, int photos) {
        Stopwatch watch = Stopwatch.start();
        int found = 0;
        for (LoadedCell cell : table.bulkLoad(Form.THUMB.column())) {
            found += cell.bytes().length > 0 ? 1 : 0;
        }
        Stopwatch.require(found == photos, "loaded " + found + " thumbs of " + photos);
        return watch.seconds();
    }

    private static double readThumbs(Path folder, int photos) throws IOException {
        Stopwatch watch = Stopwatch.start();
        for (int i = 0; i < photos; i++) {
            Stopwatch.require(Files.readAllBytes(file(folder, Form.THUMB, i)).length > 0, "a thumb is there");
        }
        return watch.seconds();
    }
}
