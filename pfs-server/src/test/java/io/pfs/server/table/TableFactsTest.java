package io.pfs.server.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.FileId;
import io.pfs.Generation;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.query.Attribute;
import io.pfs.query.index.Indexed;
import io.pfs.query.index.IndexedFields;
import io.pfs.row.Row;
import io.pfs.row.RowKind;
import io.pfs.row.TableParent;
import io.pfs.row.TablePointer;
import io.pfs.table.Policy;
import io.pfs.table.SpreadPolicy;
import io.pfs.testing.Damage;
import io.pfs.testing.Golden;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class TableFactsTest {
    private static final TableId ID = TableId.of(new ShardId(3), 77);
    private static final TablePointer POINTER = new TablePointer(ID, new ShardId(200), 5, 0x1112_1314_1516_1718L);
    private static final TableParent PARENT =
            new TableParent(TableId.of(new ShardId(2), 66), new ShardId(201), Optional.of(RowName.of("dir")), 301);
    private static final TableFacts FACTS = new TableFacts(
            POINTER,
            3,
            SpreadPolicy.ALWAYS,
            PARENT,
            new Generation(300),
            Policy.LARGE,
            1_600_000_000_000L,
            IndexedFields.NONE);

    /** Behind the type and the length of the inline entry. */
    private static final int VERSION_AT = 2;

    @Test
    void goldenBytes() {
        Golden.check(TableFactsTest.class, "table-facts-v1", row().inline());
    }

    @Test
    void goldenBytesWithIndexes() {
        Golden.check(
                TableFactsTest.class,
                "table-facts-v2",
                indexed().toRow(new FileId(9), 0750, 501, 20, 1).inline());
    }

    private static TableFacts indexed() {
        Indexed hot = new Indexed.OfTag("hot");
        IndexedFields fields = IndexedFields.NONE.with(List.of(new Indexed.OfAttribute(Attribute.SIZE), hot));
        return FACTS.with(fields);
    }

    @Test
    void whatIsWrittenIsRead() {
        assertEquals(FACTS, TableFacts.ofRow(ID, row()));
        assertEquals(indexed(), TableFacts.ofRow(ID, indexed().toRow(new FileId(9), 0750, 501, 20, 1)));
        TableFacts none = indexed().with(indexed().indexes().without(List.of(new Indexed.OfTag("hot"))));
        assertEquals(none, TableFacts.ofRow(ID, none.toRow(new FileId(9), 0750, 501, 20, 1)), "ids stay used");
        assertEquals(RowKind.DIRECTORY, row().kind());
        assertEquals("300000000004d", TableFacts.rowName(ID).toString());
    }

    @Test
    void theTableOfTablesOfAShardIsItsFirst() {
        TableFacts tables = TableFacts.tableOfTables(new ShardId(3));
        assertEquals(TableId.of(new ShardId(3), 0), tables.id());
        assertEquals(new ShardId(3), tables.base());
    }

    @Test
    void aTableIsItsRow() {
        assertEquals(0750, row().mode());
        assertEquals(501, row().owner());
        assertEquals(20, row().group());
        assertEquals(Policy.SMALL, FACTS.with(Policy.SMALL).policy());
        assertEquals(POINTER, FACTS.with(Policy.SMALL).pointer());
    }

    @Test
    void theRootHasNoNameAndSystemTablesAreKnown() {
        TableFacts root = TableFacts.root(42);
        assertEquals(root, TableFacts.ofRow(root.id(), root.toRow(new FileId(0), 0755, 0, 0, 0)));
        assertTrue(root.isRoot());
        assertFalse(FACTS.isRoot());
        assertFalse(TableFacts.isSystem(root.id()));
        assertFalse(TableFacts.isSystem(TableId.of(new ShardId(3), TableFacts.FIRST_MADE)));
        assertTrue(TableFacts.isSystem(TableFacts.intents(new ShardId(3)).id()));
        assertTrue(TableFacts.isSystem(TableFacts.movedFiles(new ShardId(3)).id()));
        assertTrue(TableFacts.isResident(TableFacts.intents(new ShardId(3)).id()));
        assertFalse(TableFacts.isResident(TableFacts.movedFiles(new ShardId(3)).id()));
    }

    @Test
    void namesMoveTheMtimeUnlessItWasSetSince() {
        assertEquals(7, FACTS.mtimeMillis(7, 1_600_000_000_000L));
        assertEquals(1_600_000_000_001L, FACTS.mtimeMillis(7, 1_600_000_000_001L));
        assertEquals(PARENT, FACTS.withMtimeSet(3).parent());
    }

    @Test
    void everyPrefixIsRefused() {
        Damage.eachPrefix(row().inline(), (inline, what) -> {
            PfsException refusal = assertThrows(PfsException.class, () -> TableFacts.ofRow(ID, with(inline)), what);
            assertEquals(ErrorCode.CORRUPT, refusal.code(), what);
            assertTrue(refusal.getMessage().contains(ID.toString()), refusal.getMessage());
        });
    }

    @Test
    void aLaterVersionIsRefused() {
        byte[] inline = row().inline().clone();
        inline[VERSION_AT] = 3;
        PfsException refusal = assertThrows(PfsException.class, () -> TableFacts.ofRow(ID, with(inline)));
        assertTrue(refusal.getMessage().contains("version of table facts"), refusal.getMessage());
    }

    private static Row row() {
        return FACTS.toRow(new FileId(9), 0750, 501, 20, 1_700_000_000_000L);
    }

    private static Row with(byte[] inline) {
        Row row = row();
        return new Row(row.fileId(), 1, 0, row.times(), row.mode(), 0, 0, RowKind.DIRECTORY, row.cells(), inline);
    }
}
