package io.pfs.server.permission;

import io.pfs.ColumnId;
import io.pfs.ProcedureId;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.query.index.Indexed;
import io.pfs.row.RowKind;
import io.pfs.table.NewColumn;
import io.pfs.table.Policy;
import io.pfs.table.Spreading;
import io.pfs.wire.CellPut;
import io.pfs.wire.ClusterDeed;
import io.pfs.wire.Expected;
import io.pfs.wire.NameStep;
import io.pfs.wire.NewRow;
import io.pfs.wire.ObjectTicket;
import io.pfs.wire.Request;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.RowEdit;
import io.pfs.wire.RowSearch;
import io.pfs.wire.TableChange;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What is done in tests: a request, and whether a row is there. */
@SuppressWarnings("ImmutableEnumChecker") // its records are of values that nobody changes
enum Deed {
    CREATE(false, edit(Expected.ABSENT, NewRow.FILE, RowEdit.NONE)),
    CREATE_FOR_OTHER(false, edit(Expected.ABSENT, NewRow.file(0644, 4711, -1), RowEdit.NONE)),
    CREATE_FOR_SHARED_GROUP(false, edit(Expected.ABSENT, NewRow.file(0644, -1, 50), RowEdit.NONE)),
    CREATE_FOR_OTHER_GROUP(false, edit(Expected.ABSENT, NewRow.file(0644, -1, 4711), RowEdit.NONE)),
    CREATE_AND_CHMOD(false, edit(Expected.ANY, NewRow.FILE, set(0600, -1, -1))),
    CREATE_AND_CHOWN(false, edit(Expected.ANY, NewRow.FILE, set(-1, 4711, -1))),
    CREATE_THERE(true, edit(Expected.ABSENT, NewRow.FILE, RowEdit.NONE)),
    EDIT_MISSING(false, edit(Expected.PRESENT, NewRow.FILE, RowEdit.NONE)),
    TOUCH(true, edit(Expected.ANY, NewRow.FILE, RowEdit.NONE)),
    PUT_CELL(true, edit(Expected.PRESENT, NewRow.FILE, put())),
    TAG(true, edit(Expected.PRESENT, NewRow.FILE, RowEdit.ofTags(Map.of(), Set.of("a")))),
    CHMOD(true, edit(Expected.PRESENT, NewRow.FILE, set(0600, -1, -1))),
    CHOWN(true, edit(Expected.PRESENT, NewRow.FILE, set(-1, 4711, -1))),
    CHGRP_SHARED(true, edit(Expected.PRESENT, NewRow.FILE, set(-1, -1, 50))),
    CHGRP_OTHER(true, edit(Expected.PRESENT, NewRow.FILE, set(-1, -1, 4711))),
    SET_TIMES(true, edit(Expected.PRESENT, NewRow.FILE, times())),
    MANY(true, new Request.EditRows(table(), List.of(edit(Expected.ANY, NewRow.FILE, RowEdit.NONE)))),
    REMOVE(true, new Request.RemoveRow(table(), rowName(), Expected.PRESENT)),
    REMOVE_MISSING(false, new Request.RemoveRow(table(), rowName(), Expected.PRESENT)),
    REMOVE_IF_THERE(false, new Request.RemoveRow(table(), rowName(), Expected.ANY)),
    HOP(true, new Request.LookUp(table(), rowName())),
    HOP_MISSING(false, new Request.LookUp(table(), rowName())),
    LOOK_UP(true, new Request.ReadRow(table(), rowName(), List.of())),
    LOOK_UP_MISSING(false, new Request.ReadRow(table(), rowName(), List.of(column()))),
    READ(true, new Request.ReadRow(table(), rowName(), List.of(column()))),
    READ_CELL(true, new Request.ReadCell(table(), rowName(), column(), 0, 1)),
    LIST_CELLS(true, new Request.ListCells(table(), rowName())),
    READ_MANY(true, new Request.ReadRows(table(), List.of(rowName()), 1, List.of())),
    LIST(true, new Request.ListRows(table(), Optional.empty(), 1, 1, List.of())),
    ASK_FOR_MANY(
            true, new Request.ReadMany(List.of(new Request.Part(shard(), new Request.LookUp(table(), rowName()))))),
    SEARCH(true, new Request.SearchRows(table(), Optional.empty(), 1, new RowSearch(1, "a = 1", "/t", List.of()))),
    MEASURE_INDEXES(true, new Request.MeasureIndexes(table(), Optional.empty())),
    DESCRIBE(true, new Request.DescribeTable(table())),
    MEASURE(true, new Request.MeasureSpace(table())),
    LOOK_AT_CLUSTER(true, new Request.ManageCluster(table(), ClusterDeed.LOOK, "")),
    DRAIN(true, new Request.ManageCluster(table(), ClusterDeed.DRAIN, "host:7420")),
    MAKE_TABLE(false, make(-1, -1)),
    MAKE_TABLE_FOR_OTHER(false, make(4711, -1)),
    MAKE_TABLE_THERE(true, make(-1, -1)),
    RENAME(true, new Request.RenameRow(table(), rowName(), shard(), table(), RowName.of("b"), true)),
    RENAME_MISSING(false, new Request.RenameRow(table(), rowName(), shard(), table(), RowName.of("b"), true)),
    ARRIVE(false, null),
    ARRIVE_OVER(true, null),
    RMDIR(true, new Request.RemoveTable(table(), rowName(), false)),
    REMOVE_TREE(true, new Request.RemoveTable(table(), rowName(), true)),
    LINK(true, new Request.LinkRow(table(), rowName(), table(), RowName.of("b"))),
    BEGIN_OBJECT(true, new Request.BeginObject(table(), rowName(), column(), ticket(), 1)),
    BEGIN_OBJECT_OF_NEW(false, new Request.BeginObject(table(), rowName(), column(), ticket(), 1)),
    WRITE_OBJECT(true, new Request.WriteObject(table(), rowName(), ticket(), 0, new byte[1])),
    FORCE_OBJECT(true, new Request.ForceObject(table(), rowName(), ticket(), 1)),
    SEAL_OBJECT(true, new Request.SealObject(table(), rowName(), ticket(), 1)),
    DROP_OBJECT(true, new Request.DropObject(table(), rowName(), ticket())),
    ADD_COLUMNS(true, alter(new TableChange.AddColumns(List.of(new NewColumn("c", "", false))))),
    RENAME_COLUMN(true, alter(new TableChange.RenameColumn("c", "d"))),
    DROP_COLUMN(true, alter(new TableChange.DropColumn("c"))),
    SET_POLICY(true, alter(new TableChange.SetPolicy(Policy.SMALL))),
    SET_SPREADING(true, alter(new TableChange.SetSpreading(Spreading.DEFAULT))),
    CHANGE_INDEXES(true, alter(new TableChange.ChangeIndexes(List.of(new Indexed.OfTag("a")), List.of()))),
    CHMOD_TABLE(true, alter(new TableChange.SetAttributes(set(0700, -1, -1).attributes()))),
    CHOWN_TABLE(true, alter(new TableChange.SetAttributes(set(-1, 4711, -1).attributes()))),
    CHGRP_TABLE_SHARED(true, alter(new TableChange.SetAttributes(set(-1, -1, 50).attributes()))),
    CHGRP_TABLE_OTHER(
            true, alter(new TableChange.SetAttributes(set(-1, -1, 4711).attributes()))),
    SET_TIMES_OF_TABLE(true, alter(new TableChange.SetAttributes(times().attributes()))),
    STEP(true, new Request.TakeStep(table(), new ProcedureId(shard(), 1), new NameStep.Seal()));

    static final TableId TABLE = table();
    static final RowName NAME = rowName();

    private final boolean isThere;
    private final Optional<Request> request;

    Deed(boolean isThere, @Nullable Request request) {
        this.isThere = isThere;
        this.request = Optional.ofNullable(request);
    }

    boolean isArrival() {
        return request.isEmpty();
    }

    Request request() {
        return request.orElseThrow();
    }

    Optional<byte[]> rowIn(Scene scene) {
        boolean isDirectory = this == RMDIR || this == REMOVE_TREE;
        return isThere ? Optional.of(scene.row(isDirectory ? RowKind.DIRECTORY : RowKind.FILE)) : Optional.empty();
    }

    private static TableId table() {
        return TableId.of(new ShardId(3), 99);
    }

    private static RowName rowName() {
        return RowName.of("a.jpg");
    }

    private static ShardId shard() {
        return new ShardId(2);
    }

    private static ColumnId column() {
        return new ColumnId(0);
    }

    private static ObjectTicket ticket() {
        return new ObjectTicket(1, 2);
    }

    private static EditRow edit(Expected expected, NewRow ifNew, RowEdit edit) {
        return new EditRow(table(), rowName(), expected, ifNew, edit);
    }

    private static RowEdit put() {
        return RowEdit.ofCells(List.of(new CellPut(column(), new byte[1], false)));
    }

    private static RowEdit of(RowEdit.Attributes attributes) {
        return new RowEdit(List.of(), List.of(), RowEdit.NONE.tags(), RowEdit.NONE.removedTags(), attributes);
    }

    /** Those that are not -1. */
    private static RowEdit set(int mode, int owner, int group) {
        OptionalLong same = OptionalLong.empty();
        return of(new RowEdit.Attributes(said(mode), said(owner), said(group), same, same));
    }

    private static OptionalInt said(int value) {
        return value == -1 ? OptionalInt.empty() : OptionalInt.of(value);
    }

    private static RowEdit times() {
        OptionalInt same = OptionalInt.empty();
        return of(new RowEdit.Attributes(same, same, same, OptionalLong.of(5), OptionalLong.empty()));
    }

    private static Request make(int owner, int group) {
        return new Request.MakeTable(table(), rowName(), 0755, owner, group, Policy.DYNAMIC, 0, Optional.empty());
    }

    private static Request alter(TableChange change) {
        return new Request.AlterTable(table(), change);
    }
}
