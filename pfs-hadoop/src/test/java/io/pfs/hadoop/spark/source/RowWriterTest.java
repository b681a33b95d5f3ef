package io.pfs.hadoop.spark.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.client.Pfs;
import io.pfs.client.file.FileInfo;
import io.pfs.client.table.TableOptions;
import io.pfs.hadoop.testing.ServedFolder;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileSystem;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.write.BatchWrite;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.unsafe.types.UTF8String;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A task that writes on when its job has ended: of two attempts one may live where nobody can tell it to end. */
final class RowWriterTest {
    private static final String PATH = "/photos";
    private static final WrittenField.All FIELDS =
            new WrittenField.All(0, new ArrayList<>(List.of(new WrittenField(1, "content", false))), new ArrayList<>());

    @TempDir
    private Path folder;

    private ServedFolder server;
    private Pfs pfs;

    @BeforeEach
    void start() {
        server = ServedFolder.start(folder.resolve("data"));
        pfs = Pfs.connect(server.uri().toString());
    }

    @AfterEach
    void stop() throws IOException {
        FileSystem.closeAll();
        pfs.close();
        server.close();
    }

    /** One of a task that writes to a table. */
    private DataWriter<InternalRow> writer(String table) {
        Place place = new Place(server.uri() + PATH, Map.of());
        return new RowWriter.Factory(place, table, FIELDS).createWriter(0, 0);
    }

    private static InternalRow row(String name) {
        return new GenericInternalRow(
                new Object[] {UTF8String.fromString(name), name.getBytes(StandardCharsets.UTF_8)});
    }

    private List<String> names() {
        return pfs.files().list(PATH).stream().map(FileInfo::name).toList();
    }

    @Test
    void rowsOfATaskAreThereWhenItHasEnded() throws Exception {
        pfs.ensureTable(PATH);
        DataWriter<InternalRow> writer = writer(PATH);
        writer.write(row("a"));
        writer.commit();
        assertEquals(List.of("a"), names());
    }

    /** It is that of the driver's configuration, also where tasks have another one. */
    @Test
    void whatIsMadeIsBornWithTheMaskOfItsUser() throws Exception {
        Place place = new Place(server.uri() + "/deep" + PATH, Map.of("fs.permissions.umask-mode", "077"));
        for (BatchWrite write : List.of(
                new WriteInto(place, FIELDS),
                new WriteInstead(place, FIELDS, "job"),
                new WriteInstead(new Place(server.uri() + "/other" + PATH, place.settings()), FIELDS, "job"))) {
            DataWriter<InternalRow> writer =
                    write.createBatchWriterFactory(() -> 1).createWriter(0, 0);
            writer.write(row("a"));
            writer.commit();
            write.commit(new WriterCommitMessage[0]);
        }
        for (String above : List.of("/deep", "/other")) {
            assertEquals(0700, mode(above));
            assertEquals(0700, mode(above + PATH));
            assertEquals(0600, mode(above + PATH + "/a"));
        }
    }

    private int mode(String path) {
        return pfs.files().stat(path).orElseThrow().mode();
    }

    @Test
    void aTableThatHasTakenItsPlaceIsNotWrittenToByItsOwnTasks() throws Exception {
        Replacement replacement = Replacement.of(PATH, "job");
        replacement.begin(pfs, TableOptions.DEFAULT, List.of());
        DataWriter<InternalRow> first = writer(replacement.made());
        DataWriter<InternalRow> second = writer(replacement.made());
        first.write(row("a"));
        second.write(row("a"));
        second.commit();
        replacement.finish(pfs);
        pfs.openTable(PATH).delete("a");
        IOException refused = assertThrows(FileNotFoundException.class, first::commit);
        assertTrue(refused.getMessage().contains(PATH), refused.getMessage());
        assertEquals(List.of(), names());
    }

    /** Else its rows would be in a table that is about to be removed, and nobody would know. */
    @Test
    void rowsAreNotWrittenToATableThatAnotherHasReplaced() throws Exception {
        pfs.ensureTable(PATH);
        DataWriter<InternalRow> writer = writer(PATH);
        writer.write(row("a"));
        pfs.files().rename(PATH, "/aside");
        pfs.ensureTable(PATH);
        IOException refused = assertThrows(FileNotFoundException.class, writer::commit);
        assertTrue(refused.getMessage().contains("another one is there"), refused.getMessage());
        assertEquals(List.of(), names());
        assertEquals(List.of(), pfs.files().list("/aside"));
    }
}
