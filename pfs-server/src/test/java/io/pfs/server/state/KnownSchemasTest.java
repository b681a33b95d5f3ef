package io.pfs.server.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ColumnId;
import io.pfs.FileId;
import io.pfs.TableId;
import io.pfs.row.Row;
import io.pfs.table.Schema;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Columns of a group stand for each other, so that their cells are stored together. */
final class KnownSchemasTest {
    private static final TableId TABLE = new TableId(7);
    private static final ColumnId THUMB = new ColumnId(1);
    private static final ColumnId ORIGINAL = new ColumnId(2);
    private static final ColumnId CAPTION = new ColumnId(3);
    private static final Schema GROUPED = Schema.PLAIN
            .withColumn("thumb", "small", true)
            .withColumn("original", "", false)
            .withColumn("caption", "small", true);

    /** A row of version 1. */
    private static final Optional<byte[]> ROW =
            Optional.of(Row.emptyFile(new FileId(1), 0, 0, 0, 0).toBytes());

    private final KnownSchemas schemas = new KnownSchemas();

    @Test
    void theFirstOfAGroupLeadsAndOthersStandForThemselves() {
        schemas.note(TABLE, 1, GROUPED);
        assertEquals(THUMB, schemas.leadOf(TABLE, CAPTION, ROW));
        assertEquals(THUMB, schemas.leadOf(TABLE, THUMB, ROW));
        assertEquals(ORIGINAL, schemas.leadOf(TABLE, ORIGINAL, ROW));
        assertEquals(CAPTION, schemas.leadOf(new TableId(8), CAPTION, ROW));
    }

    @Test
    void whatWasAlteredSinceIsNotKnown() {
        schemas.note(TABLE, 2, GROUPED);
        assertEquals(CAPTION, schemas.leadOf(TABLE, CAPTION, ROW));
        assertEquals(CAPTION, schemas.leadOf(TABLE, CAPTION, Optional.empty()));
    }

    @Test
    void tablesWithoutGroupsTakeNoRoomAndThereIsNotRoomForAll() {
        schemas.note(TABLE, 1, GROUPED);
        schemas.note(TABLE, 1, Schema.PLAIN);
        assertTrue(schemas.isEmpty());
        schemas.note(TABLE, 1, GROUPED);
        for (int other = 100; other < 1_200; other++) {
            schemas.note(new TableId(other), 1, GROUPED);
        }
        assertEquals(CAPTION, schemas.leadOf(TABLE, CAPTION, ROW), "it was forgotten");
        assertEquals(THUMB, schemas.leadOf(new TableId(1_199), CAPTION, ROW));
    }
}
