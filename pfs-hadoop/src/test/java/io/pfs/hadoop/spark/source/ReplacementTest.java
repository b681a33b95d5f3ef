package io.pfs.hadoop.spark.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.Pfs;
import io.pfs.client.file.FileInfo;
import io.pfs.client.table.Table;
import io.pfs.hadoop.testing.ServedFolder;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A table instead of another: that there is a complete one whatever fails, and nothing beside it. */
final class ReplacementTest {
    private static final String PATH = "/photos";

    private final Replacement replacement = Replacement.of(PATH, "job");

    @TempDir
    private Path folder;

    private ServedFolder server;
    private Pfs pfs;

    @BeforeEach
    void start() {
        server = ServedFolder.start(folder.resolve("data"));
        pfs = Pfs.connect(server.uri().toString());
        pfs.ensureTable(PATH).put("old", "content", new byte[1]);
    }

    @AfterEach
    void stop() {
        pfs.close();
        server.close();
    }

    private void requireOnly(String row) {
        assertEquals(
                List.of("photos"),
                pfs.files().list("/").stream().map(FileInfo::name).toList());
        assertEquals(
                List.of(row),
                pfs.files().list(PATH).stream().map(FileInfo::name).toList());
    }

    private Table begun() {
        Table made = replacement.begin(pfs, List.of("thumb"));
        made.put("new", "thumb", new byte[2]);
        return made;
    }

    @Test
    void itTakesThePlace() {
        begun();
        replacement.finish(pfs);
        requireOnly("new");
    }

    @Test
    void nothingStaysIfItCanNotBePrepared() {
        PfsException refused =
                assertThrows(PfsException.class, () -> replacement.begin(pfs, List.of("thumb", "no/name")));
        assertEquals(ErrorCode.NAME_INVALID, refused.code());
        requireOnly("old");
    }

    @Test
    void theOldOneComesBackIfThereIsNoNewOne() {
        begun();
        pfs.files().deleteTree(replacement.made());
        PfsException failure = assertThrows(PfsException.class, () -> replacement.finish(pfs));
        assertEquals(ErrorCode.NOT_FOUND, failure.code());
        requireOnly("old");
    }

    /** As it is when it was not known that the first rename was done, and could not be looked up. */
    @Test
    void theOldOneComesBackBeforeTheNewOneIsGivenUp() {
        begun();
        pfs.files().rename(PATH, replacement.aside());
        replacement.giveUp(pfs);
        requireOnly("old");
    }

    @Test
    void theNewOneStaysWhileTheOldOneCanNotComeBack() {
        begun();
        pfs.files().rename(PATH, replacement.aside());
        pfs.files().write(PATH, new byte[3]); // somebody's file is in the way
        assertThrows(PfsException.class, () -> replacement.giveUp(pfs));
        assertEquals(
                2,
                pfs.files().list("/").stream()
                        .filter(one -> one.name().startsWith(".pfs"))
                        .count());
    }
}
