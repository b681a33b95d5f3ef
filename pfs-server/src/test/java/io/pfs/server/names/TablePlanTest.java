package io.pfs.server.names;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ColumnId;
import io.pfs.FileId;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.query.index.Indexed;
import io.pfs.query.index.IndexedField;
import io.pfs.query.index.IndexedFields;
import io.pfs.row.Row;
import io.pfs.row.TableParent;
import io.pfs.row.TablePointer;
import io.pfs.server.table.TableFacts;
import io.pfs.table.Policy;
import io.pfs.table.Schema;
import io.pfs.table.SpreadPolicy;
import io.pfs.wire.Request.AlterTable;
import io.pfs.wire.RowEdit;
import io.pfs.wire.TableChange;
import io.pfs.wire.TableChange.ChangeIndexes;
import io.pfs.wire.TableChange.DropColumn;
import io.pfs.wire.TableChange.SetAttributes;
import io.pfs.wire.TableChange.SetPolicy;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** What becomes of the indexes of a table that is altered. */
final class TablePlanTest {
    private static final ShardId SHARD = new ShardId(0);
    private static final TableId TABLE = TableId.of(SHARD, 100);
    private static final Schema SCHEMA = Schema.PLAIN.withColumn("a", "", false).withColumn("b", "", false);
    private static final Indexed A = new Indexed.OfCell(new ColumnId(1));
    private static final Indexed B = new Indexed.OfCell(new ColumnId(2));
    private static final Indexed HEAT = new Indexed.OfTag("heat");

    private static TablePlan plan(IndexedFields indexes, Schema schema, TableChange change) {
        TableParent parent = new TableParent(TableId.of(SHARD, 1), SHARD, Optional.of(RowName.of("t")), 0);
        TablePointer pointer = new TablePointer(TABLE, SHARD, 0, 7);
        TableFacts facts = TableFacts.born(pointer, SpreadPolicy.NEVER, parent, Policy.DYNAMIC)
                .with(indexes);
        Row row = facts.toRow(new FileId(1), 0755, 1, 1, 1000);
        return TablePlan.of(new AlterTable(TABLE, change), row, schema, 0, 2000);
    }

    private static List<Indexed> left(TablePlan plan) {
        return plan.facts().indexes().fields().stream().map(IndexedField::what).toList();
    }

    @Test
    void whoElseKnowsTheTableIsToldOnlyIfAnIndexGoes() {
        IndexedFields indexes = IndexedFields.NONE.with(List.of(A, HEAT));
        TablePlan other = plan(indexes, SCHEMA, new DropColumn("b"));
        assertEquals(List.of(A, HEAT), left(other));
        assertFalse(other.isToldToOthers());
        TablePlan indexed = plan(indexes, SCHEMA, new DropColumn("a"));
        assertEquals(List.of(HEAT), left(indexed));
        assertTrue(indexed.isToldToOthers());
    }

    @Test
    void whoElseKnowsTheTableIsToldOfItsPolicy() {
        TablePlan plan = plan(IndexedFields.NONE, SCHEMA, new SetPolicy(Policy.LARGE));
        assertEquals(Policy.LARGE, plan.facts().policy());
        assertTrue(plan.isToldToOthers());
    }

    @Test
    void aLaterChangeHasALaterCtimeWhateverTheClockShows() {
        RowEdit.Attributes mode = new RowEdit.Attributes(
                OptionalInt.of(0700),
                OptionalInt.empty(),
                OptionalInt.empty(),
                OptionalLong.empty(),
                OptionalLong.empty());
        assertEquals(2000, changed(mode, 2000));
        assertEquals(1001, changed(mode, 1000));
        assertEquals(1001, changed(mode, 500));
    }

    /** The ctime of a row of the time 1000. */
    private static long changed(RowEdit.Attributes set, long nowMillis) {
        TableParent parent = new TableParent(TableId.of(SHARD, 1), SHARD, Optional.of(RowName.of("t")), 0);
        TableFacts facts =
                TableFacts.born(new TablePointer(TABLE, SHARD, 0, 7), SpreadPolicy.NEVER, parent, Policy.DYNAMIC);
        Row row = facts.toRow(new FileId(1), 0755, 1, 1, 1000);
        AlterTable alter = new AlterTable(TABLE, new SetAttributes(set));
        return TablePlan.of(alter, row, SCHEMA, 0, nowMillis)
                .copied()
                .orElseThrow()
                .ctimeMillis();
    }

    /** Columns were dropped once without their indexes. */
    @Test
    void whatAColumnLeftBehindThatIsGoneGoesWithTheNextChange() {
        IndexedFields indexes = IndexedFields.NONE.with(List.of(A, B, HEAT));
        Schema without = SCHEMA.without("a");
        assertEquals(
                List.of(B, HEAT),
                left(plan(indexes, without, new ChangeIndexes(List.of(), List.of(new Indexed.OfTag("none"))))));
        assertEquals(List.of(HEAT), left(plan(indexes, without, new DropColumn("b"))));
    }
}
