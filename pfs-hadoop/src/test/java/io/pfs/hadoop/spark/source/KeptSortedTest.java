package io.pfs.hadoop.spark.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.ClientOptions;
import io.pfs.client.Pfs;
import io.pfs.client.file.FileInfo;
import io.pfs.client.table.TableOptions;
import io.pfs.hadoop.testing.ServedFolder;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A table that is overwritten by its owner, while others have it in sorted files of theirs. */
final class KeptSortedTest {
    private static final String PATH = "/ann/photos";
    private static final String ALL_SORTED = "/.sorted";
    private static final String SORTED = ALL_SORTED + "/hot";
    private static final int ANN = 1001;

    private final Replacement replacement = Replacement.of(PATH, "job");

    @TempDir
    private Path folder;

    private ServedFolder server;
    private Pfs root;
    private Pfs ann;

    @BeforeEach
    void start() {
        server = ServedFolder.start(folder.resolve("data"), Optional.empty(), Map.of("root", 0, "ann", ANN));
        root = as("root");
        ann = as("ann");
        root.ensureTable(PATH).edit("old").tag("heat", 1).apply();
        root.files().setOwner("/ann", ANN, ANN);
        root.files().setOwner(PATH, ANN, ANN);
        root.createSorted("hot").add(PATH, "heat");
    }

    @AfterEach
    void stop() {
        ann.close();
        root.close();
        server.close();
    }

    private Pfs as(String user) {
        return Pfs.connect(server.uri().toString(), ClientOptions.DEFAULT.withUser(user));
    }

    private void overwrite() {
        replacement
                .begin(ann, TableOptions.DEFAULT, List.of())
                .edit("new")
                .tag("heat", 2)
                .apply();
        replacement.finish(ann);
    }

    private List<String> names() {
        return ann.files().list("/ann").stream().map(FileInfo::name).toList();
    }

    private boolean isSorted() {
        return root.sortedOf(PATH).names().contains("hot");
    }

    @Test
    void whoMayNotChangeItIsRefusedBeforeAnythingIsWritten() {
        PfsException refused =
                assertThrows(PfsException.class, () -> replacement.begin(ann, TableOptions.DEFAULT, List.of()));
        assertEquals(ErrorCode.PERMISSION_DENIED, refused.code());
        String part = "table '" + PATH + "' can't be overwritten: it is in sorted file 'hot'";
        assertTrue(refused.detail().contains(part), refused.detail());
        assertEquals(List.of("photos"), names());
    }

    @Test
    void whoLosesTheRightMeanwhileKeepsTheOldOne() {
        root.files().setPermissions(SORTED, 0666);
        replacement.begin(ann, TableOptions.DEFAULT, List.of());
        root.files().setPermissions(SORTED, 0644);
        assertThrows(PfsException.class, () -> replacement.finish(ann));
        replacement.giveUp(ann);
        assertEquals(List.of("photos"), names());
        assertTrue(isSorted());
    }

    @Test
    void whoMayChangeItNeedNotOwnIt() {
        root.files().setPermissions(SORTED, 0666);
        overwrite();
        assertEquals(List.of("photos"), names());
        assertTrue(isSorted());
        assertEquals(1, root.openSorted("hot").tables().size());
    }

    /** Its rows would be missed, as if they were not there. */
    @Test
    void whatTheNewOneHasNoColumnForIsRefused() {
        root.files().setPermissions(SORTED, 0666);
        replacement.begin(ann, TableOptions.DEFAULT, List.of());
        ann.openTable(PATH).addColumn("late");
        root.openSorted("hot").add(PATH, "size(late)");
        PfsException refused = assertThrows(PfsException.class, () -> replacement.finish(ann));
        assertEquals(ErrorCode.NOT_FOUND, refused.code());
        assertTrue(refused.detail().contains("it is in sorted file 'hot'"), refused.detail());
        replacement.giveUp(ann);
        assertEquals(List.of("photos"), names());
        assertTrue(isSorted());
    }

    @Test
    void whatIsDroppedMeanwhileIsNoReasonToFail() {
        root.files().setPermissions(SORTED, 0666);
        replacement.begin(ann, TableOptions.DEFAULT, List.of()).edit("new").apply();
        root.dropSorted("hot");
        replacement.finish(ann);
        assertEquals(List.of("photos"), names());
    }

    /** After the new one was added where the old one was, and before it had its name. */
    @Test
    void oneThatTheOldOneCameIntoMeanwhileGetsTheNewOne() {
        root.ensureTable("/ann/aside").addColumn("late");
        root.createSorted("joined").add("/ann/aside", "heat");
        root.createSorted("lacking").add("/ann/aside", "size(late)");
        KeptSorted.replace(root, PATH, "/ann/aside");
        assertEquals(List.of("hot", "joined"), root.sortedOf(PATH).names());
        assertEquals(List.of("lacking"), root.sortedOf("/ann/aside").names(), "which is shown as one that is gone");
    }

    /** Of a sorted file that is kept from them nobody can know: a warning says so. */
    @Test
    void whatCanNotBeReadIsLeftOut() {
        root.files().setPermissions(SORTED, 0600);
        overwrite();
        assertFalse(isSorted());
        root.files().setPermissions(ALL_SORTED, 0700);
        overwrite();
        assertEquals(List.of("photos"), names());
    }
}
