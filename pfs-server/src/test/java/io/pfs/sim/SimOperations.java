package io.pfs.sim;

import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.row.RowKind;
import io.pfs.sim.Answer.Denied;
import io.pfs.sim.NameModel.Operation;
import io.pfs.sim.NameModel.Step;
import io.pfs.table.Column;
import io.pfs.table.Schema;
import io.pfs.wire.Expected;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.CellLength;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Request;
import io.pfs.wire.Request.AlterTable;
import io.pfs.wire.Request.DescribeTable;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.Request.ListCells;
import io.pfs.wire.Request.MakeTable;
import io.pfs.wire.Request.ReadCell;
import io.pfs.wire.Request.ReadRow;
import io.pfs.wire.Request.RemoveRow;
import io.pfs.wire.TableChange;
import io.pfs.wire.TableChange.AddColumns;
import io.pfs.wire.TableChange.DropColumn;
import io.pfs.wire.TableChange.RenameColumn;
import io.pfs.wire.TableChange.SetAttributes;
import io.pfs.wire.TableChange.SetPolicy;
import io.pfs.wire.TableChange.SetSpreading;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** What requests mean and what replies say, in the model's words. */
final class SimOperations {
    private static final ColumnId NO_COLUMN = Column.CONTENT.id();

    private SimOperations() {}

    static Operation of(Request request) {
        if (request instanceof EditRow edit) {
            return value -> edit(edit, value);
        } else if (request instanceof RemoveRow remove) {
            return value -> remove(remove, value);
        } else if (request instanceof MakeTable make) {
            return value -> value.isPresent()
                    ? denied(value, ErrorCode.ALREADY_EXISTS)
                    : new Step(
                            Optional.of(RowValue.directory(make.mode(), make.owner(), make.group())),
                            new Answer.Made());
        } else if (request instanceof ReadRow read) {
            return ofRow(row -> new Answer.Read(row, read.columns()));
        } else if (request instanceof ReadCell read) {
            return ofRow(row -> part(read, row));
        } else if (request instanceof ListCells) {
            return ofRow(row -> new Answer.Cells(row.kind() == RowKind.DIRECTORY ? -1 : row.version(), lengths(row)));
        } else if (request instanceof DescribeTable) {
            return value -> new Step(value, new Answer.Described((TableValue) value.orElseThrow()));
        } else if (request instanceof AlterTable alter) {
            return value -> alter(alter.change(), value);
        }
        throw new SimViolation("no model of " + request);
    }

    /** Of one that only reads. */
    private static Operation ofRow(Function<RowValue, Answer> read) {
        return value -> value.isEmpty()
                ? denied(value, ErrorCode.NOT_FOUND)
                : new Step(value, read.apply((RowValue) value.get()));
    }

    private static Step edit(EditRow edit, Optional<SimValue> value) {
        Optional<RowValue> row = value.map(RowValue.class::cast);
        Optional<ErrorCode> refusal = refusal(edit.expected(), row);
        RowKind kind = row.map(RowValue::kind).orElse(edit.ifNew().kind());
        if (refusal.isEmpty() && kind == RowKind.SYMLINK && !edit.edit().puts().isEmpty()) {
            refusal = Optional.of(ErrorCode.NOT_SUPPORTED);
        }
        if (refusal.isPresent()) {
            return denied(value, refusal.get());
        }
        RowValue after = row.map(r -> r.with(edit.edit())).orElseGet(() -> RowValue.born(edit.ifNew(), edit.edit()));
        return new Step(Optional.of(after), new Answer.Changed(after.version()));
    }

    private static Step remove(RemoveRow remove, Optional<SimValue> value) {
        return refusal(remove.expected(), value.map(RowValue.class::cast))
                .map(code -> denied(value, code))
                .orElseGet(() -> new Step(Optional.empty(), new Answer.Gone(value.isPresent())));
    }

    private static Optional<ErrorCode> refusal(Expected expected, Optional<RowValue> row) {
        if (row.isPresent() && row.get().kind() == RowKind.DIRECTORY) {
            return Optional.of(ErrorCode.IS_A_DIRECTORY);
        } else if (row.isPresent() && expected instanceof Expected.Absent) {
            return Optional.of(ErrorCode.ALREADY_EXISTS);
        } else if (row.isEmpty() && (expected instanceof Expected.Present || expected instanceof Expected.Version)) {
            return Optional.of(ErrorCode.NOT_FOUND);
        }
        boolean isAnother = expected instanceof Expected.Version version
                && row.isPresent()
                && row.get().version() != version.value();
        return isAnother ? Optional.of(ErrorCode.VERSION_CHANGED) : Optional.empty();
    }

    private static Answer part(ReadCell read, RowValue row) {
        Optional<SimBytes> cell = row.cell(read.column());
        if (cell.isEmpty()) {
            return new Denied(ErrorCode.NOT_FOUND);
        }
        return new Answer.ReadPart(
                row.version(), cell.get().length(), cell.get().part(read.offset(), read.length()));
    }

    private static List<CellLength> lengths(RowValue row) {
        List<CellLength> lengths = new ArrayList<>();
        row.cells().forEach((column, bytes) -> lengths.add(new CellLength(column, bytes.length())));
        return lengths;
    }

    private static Step alter(TableChange change, Optional<SimValue> value) {
        TableValue table = (TableValue) value.orElseThrow();
        try {
            TableValue after = altered(change, table);
            int next = table.schema().nextId();
            ColumnId added = after.schema().nextId() == next ? NO_COLUMN : new ColumnId(next);
            return new Step(Optional.of(after), new Answer.Altered(added));
        } catch (PfsException e) {
            return denied(value, e.code());
        }
    }

    private static TableValue altered(TableChange change, TableValue table) {
        Schema schema = table.schema();
        if (change instanceof AddColumns add) {
            return with(table, schema.withColumns(add.columns()));
        } else if (change instanceof RenameColumn rename) {
            return with(table, schema.renamed(rename.from(), rename.to()));
        } else if (change instanceof DropColumn drop) {
            return with(table, schema.without(drop.name()));
        } else if (change instanceof SetPolicy set) {
            return new TableValue(schema, set.policy(), table.mode(), table.owner(), table.group());
        }
        if (change instanceof SetSpreading) {
            return table; // where its rows are shows in nothing
        }
        var set = ((SetAttributes) change).attributes();
        return new TableValue(
                schema,
                table.policy(),
                set.mode().orElse(table.mode()),
                set.owner().orElse(table.owner()),
                set.group().orElse(table.group()));
    }

    private static TableValue with(TableValue table, Schema schema) {
        return new TableValue(schema, table.policy(), table.mode(), table.owner(), table.group());
    }

    /** Whether a reply says nothing of the operation, only of the moment: then the same request is sent again. */
    static boolean mayPass(Reply reply) {
        if (reply instanceof Refused refused) {
            return switch (refused.code()) {
                case NO_SPACE,
                        IO_FAILED,
                        FORCE_FAILED,
                        BUSY,
                        CLOSED,
                        UNKNOWN_OUTCOME,
                        NOT_OWNER,
                        MISPLACED,
                        UNREACHABLE -> true;
                default -> false;
            };
        }
        return false;
    }

    static String describe(Reply reply) {
        return reply instanceof Refused refused
                ? "refused " + refused.code() + ": " + refused.message()
                : reply.toString();
    }

    private static Step denied(Optional<SimValue> value, ErrorCode code) {
        return new Step(value, new Denied(code));
    }
}
