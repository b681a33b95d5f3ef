package io.pfs.hadoop.spark.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.Pfs;
import io.pfs.client.file.FileInfo;
import io.pfs.client.sorted.Sorted;
import io.pfs.client.sorted.SortedTable;
import io.pfs.client.table.Table;
import io.pfs.client.table.TableOptions;
import io.pfs.hadoop.testing.ServedFolder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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

    /** A sorted file that the table is in, by a tag and the size of a form. */
    private Sorted sorted() {
        Table old = pfs.openTable(PATH);
        old.edit("old").put("thumb", new byte[2]).tag("heat", 1).apply();
        Sorted hot = pfs.createSorted("hot");
        hot.add(PATH, "heat", "size(thumb)");
        return hot;
    }

    private static List<String> found(Sorted hot, String query) {
        List<String> paths = new ArrayList<>();
        hot.search(query).forEach(hit -> paths.add(hit.path()));
        return paths.stream().sorted().toList();
    }

    private static List<SortedTable> only(Sorted hot) {
        List<SortedTable> tables = hot.tables();
        assertEquals(1, tables.size(), tables.toString());
        assertEquals(List.of("heat", "size(thumb)"), tables.get(0).fields());
        return tables;
    }

    private Table begun() {
        Table made = replacement.begin(pfs, TableOptions.DEFAULT, List.of("thumb"));
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
    void itIsInTheSortedFilesOfTheOldOne() {
        Sorted hot = sorted();
        Table made = replacement.begin(pfs, TableOptions.DEFAULT, List.of());
        made.edit("new").put("thumb", new byte[2]).tag("heat", 7).apply();
        assertEquals(List.of("/photos/old"), found(hot, "size(thumb) = 2"), "nothing of it is seen before");
        replacement.finish(pfs);
        assertEquals(List.of("/photos/new"), found(hot, "size(thumb) = 2"));
        assertEquals(List.of("/photos/new"), found(hot, "heat > 0"));
        assertEquals(Optional.of(PATH), only(hot).get(0).path());
    }

    /** As if the job had died there: whichever is at the path is found, and none is missed. */
    @Test
    void betweenTheRenamesBothAreInTheSortedFiles() {
        Sorted hot = sorted();
        replacement
                .begin(pfs, TableOptions.DEFAULT, List.of())
                .edit("new")
                .tag("heat", 7)
                .apply();
        KeptSorted.add(pfs, replacement.made(), PATH);
        assertEquals(List.of("/.pfs-new-job/new", "/photos/old"), found(hot, "heat > 0"));
        pfs.files().rename(PATH, replacement.aside());
        pfs.files().rename(replacement.made(), PATH);
        assertEquals(List.of("/.pfs-old-job/old", "/photos/new"), found(hot, "heat > 0"));
    }

    @Test
    void aNewOneThatIsGivenUpIsInNoSortedFile() {
        Sorted hot = sorted();
        begun();
        KeptSorted.add(pfs, replacement.made(), PATH);
        replacement.giveUp(pfs);
        assertEquals(Optional.of(PATH), only(hot).get(0).path());
        assertEquals(List.of("/photos/old"), found(hot, "heat > 0"));
        assertEquals(
                List.of("heat", "size(thumb)"), pfs.openTable(PATH).describe().indexes());
    }

    @Test
    void nothingStaysIfItCanNotBePrepared() {
        PfsException refused = assertThrows(
                PfsException.class, () -> replacement.begin(pfs, TableOptions.DEFAULT, List.of("thumb", "no/name")));
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
