package io.pfs.hadoop.sparktest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.client.Pfs;
import io.pfs.client.file.FileInfo;
import io.pfs.client.file.PfsFiles;
import io.pfs.client.table.Table;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Files that are read by Spark as its users do: the jar is added, and nothing is set. */
@Tag("packed")
final class ReadingTest {
    private static final int FILES = 300;
    private static final int FORMS = 50;
    private static final String ROOT = Shared.SERVER.uri().toString();

    @Test
    void binaryFilesHaveWhatIsKnownOfThem() throws Exception {
        List<String> expected = new ArrayList<>();
        try (Pfs pfs = Pfs.connect(ROOT)) {
            PfsFiles files = pfs.files();
            files.mkdirs("/binary");
            Random random = new Random(1);
            for (int i = 0; i < FILES; i++) {
                byte[] bytes = new byte[random.nextInt(5000)];
                random.nextBytes(bytes);
                files.write("/binary/" + i + ".jpg", bytes);
            }
            for (FileInfo info : files.list("/binary")) {
                CRC32 crc = new CRC32();
                crc.update(files.readAll(info.path().toString()));
                expected.add(ROOT + info.path() + " " + info.size() + " "
                        + info.modified().toEpochMilli() + " " + crc.getValue());
            }
        }
        Shared.SPARK.tell("load binaryFile " + ROOT + "/binary");
        List<String> read = Shared.SPARK.tell(
                "SELECT path, length, unix_millis(modificationTime), crc32(content) FROM loaded ORDER BY path");
        assertEquals(FILES, read.size());
        assertEquals(expected, read);
    }

    @Test
    void onlyWhatIsWantedIsRead() throws Exception {
        try (Pfs pfs = Pfs.connect(ROOT)) {
            pfs.files().mkdirs("/lengths/deeper");
            pfs.files().write("/lengths/small.jpg", new byte[10]);
            pfs.files().write("/lengths/large.jpg", new byte[3 << 20]);
            pfs.files().write("/lengths/deeper/large.png", new byte[3 << 20]);
        }
        Shared.SPARK.tell("load binaryFile " + ROOT + "/lengths/*.jpg");
        assertEquals(
                List.of("10 " + ROOT + "/lengths/small.jpg", "3145728 " + ROOT + "/lengths/large.jpg"),
                Shared.SPARK.tell("SELECT length(content), path FROM loaded ORDER BY length"));
        Shared.SERVER.answered();
        assertEquals(List.of("10"), Shared.SPARK.tell("SELECT length(content) FROM loaded WHERE length < 100"));
        List<String> asked = Shared.SERVER.answered();
        assertTrue(!asked.contains("ReadCell"), asked.toString());
    }

    @Test
    void aColumnIsReadAsAFolder() throws Exception {
        try (Pfs pfs = Pfs.connect(ROOT)) {
            Table photos = pfs.ensureTable("/photos");
            for (int i = 0; i < FORMS; i++) {
                photos.edit(i + ".jpg")
                        .put("content", new byte[2000 + i])
                        .put("thumb", new byte[i + 1]) // Spark leaves out empty files
                        .apply();
            }
            photos.put("bare.jpg", "content", new byte[1]);
        }
        Shared.SERVER.cellBytesSent();
        Shared.SPARK.tell("load binaryFile " + ROOT + "/photos/.columns/thumb");
        int bytes = FORMS * (FORMS + 1) / 2;
        assertEquals(
                List.of(FORMS + " " + bytes + " " + bytes),
                Shared.SPARK.tell("SELECT count(*), sum(length), sum(length(content)) FROM loaded"));
        long sent = Shared.SERVER.cellBytesSent();
        // a status that is older than 100 ms when its file is opened brings nothing: such a cell is read twice
        assertTrue(sent >= bytes && sent <= 2L * bytes, sent + " bytes, and one content more has 2000");
        Shared.SPARK.tell("load binaryFile " + ROOT + "/photos");
        assertEquals(List.of("" + (FORMS + 1)), Shared.SPARK.tell("SELECT count(content) FROM loaded"));
        assertTrue(Shared.SERVER.cellBytesSent() >= 2000 * FORMS, "else the count says nothing");
    }

    @Test
    void textIsReadByLines() throws Exception {
        try (Pfs pfs = Pfs.connect(ROOT)) {
            pfs.files().mkdirs("/text");
            pfs.files().write("/text/a.txt", "one\ntwo\n".getBytes(StandardCharsets.UTF_8));
            pfs.files().write("/text/b with blanks.txt", "drei\nvier".getBytes(StandardCharsets.UTF_8));
        }
        Shared.SPARK.tell("load text " + ROOT + "/text");
        assertEquals(
                List.of("drei", "one", "two", "vier"), Shared.SPARK.tell("SELECT value FROM loaded ORDER BY value"));
    }
}
