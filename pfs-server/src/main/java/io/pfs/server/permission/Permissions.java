package io.pfs.server.permission;

import static io.pfs.server.permission.Rights.ALL;
import static io.pfs.server.permission.Rights.READ;
import static io.pfs.server.permission.Rights.SEARCH;
import static io.pfs.server.permission.Rights.WRITE;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.TableId;
import io.pfs.row.RowKind;
import io.pfs.row.RowLayout;
import io.pfs.wire.Asker;
import io.pfs.wire.Expected;
import io.pfs.wire.Request;
import io.pfs.wire.Request.AboutRow;
import io.pfs.wire.Request.AlterTable;
import io.pfs.wire.Request.BeginObject;
import io.pfs.wire.Request.DescribeTable;
import io.pfs.wire.Request.DropObject;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.Request.EditRows;
import io.pfs.wire.Request.ForceObject;
import io.pfs.wire.Request.LinkRow;
import io.pfs.wire.Request.ListCells;
import io.pfs.wire.Request.LookUp;
import io.pfs.wire.Request.MakeTable;
import io.pfs.wire.Request.MeasureSpace;
import io.pfs.wire.Request.ReadCell;
import io.pfs.wire.Request.ReadRow;
import io.pfs.wire.Request.ReadRows;
import io.pfs.wire.Request.RemoveRow;
import io.pfs.wire.Request.RemoveTable;
import io.pfs.wire.Request.RenameRow;
import io.pfs.wire.Request.SealObject;
import io.pfs.wire.Request.WalksRows;
import io.pfs.wire.Request.WriteObject;
import io.pfs.wire.RowEdit;
import io.pfs.wire.TableChange;
import io.pfs.wire.TableChange.AddColumns;
import io.pfs.wire.TableChange.ChangeIndexes;
import io.pfs.wire.TableChange.DropColumn;
import io.pfs.wire.TableChange.RenameColumn;
import io.pfs.wire.TableChange.SetAttributes;
import io.pfs.wire.TableChange.SetPolicy;
import io.pfs.wire.TableChange.SetSpreading;
import java.util.Optional;

/**
 * The rules: what each request needs of the table and of the row that it is about. What no rule is written for is refused. A
 * table's cells of many rows need what each row needs.
 */
public final class Permissions {
    private final Asker asker;
    private final TableId table;
    private final Rights rights;

    private Permissions(Asker asker, TableId table, Rights rights) {
        this.asker = asker;
        this.table = table;
        this.rights = rights;
    }

    /**
     * Refuses what the one who asks may not do.
     *
     * @param rights of the table that the request is about
     * @param row that bears the name which it is about, if one does
     */
    public static void require(Asker asker, Request request, Rights rights, Optional<byte[]> row) {
        if (!asker.isSuperuser()) {
            new Permissions(asker, request.table(), rights).require(request, row);
        }
    }

    /** The same for the name that a row of another name shall bear. */
    public static void requireArrival(Asker asker, TableId table, RowName name, Rights rights, Optional<byte[]> there) {
        if (!asker.isSuperuser()) {
            new Permissions(asker, table, rights).requireChange(name, there);
        }
    }

    private void require(Request request, Optional<byte[]> row) {
        if (request instanceof EditRow edit) {
            requireEdit(edit, row);
        } else if (request instanceof ReadRow read) {
            requireRead(read.name(), read.columns().isEmpty() ? 0 : READ, row);
        } else if (request instanceof LookUp look) {
            requireLookup(look.name());
        } else if (request instanceof RemoveRow remove) {
            requireRemoval(remove, remove.expected(), row);
        } else if (request instanceof MakeTable make) {
            requireMake(make, row);
        } else if (request instanceof RenameRow || request instanceof RemoveTable) {
            requireMove((AboutRow) request, row);
        } else if (request instanceof AlterTable alter) {
            requireAlter(alter.change());
        } else if (request instanceof WalksRows) {
            requireTable(READ | SEARCH, "list");
        } else if (request instanceof ReadRows) {
            requireTable(SEARCH, "look up names in");
        } else if (request instanceof EditRows) {
            requireTable(SEARCH, "look up names in"); // what its rows need is asked row by row
        } else {
            requireOfCells(request, row);
        }
    }

    private void requireOfCells(Request request, Optional<byte[]> row) {
        if (request instanceof ReadCell read) {
            requireRead(read.name(), READ, row);
        } else if (request instanceof ListCells list) {
            requireRead(list.name(), 0, row);
        } else if (request instanceof LinkRow link) {
            requireRead(link.name(), 0, row);
        } else if (request instanceof BeginObject begin) {
            requireObject(begin, row);
        } else {
            // who has a ticket had leave to begin; a table that somebody has found may be described, as a file's
            // attributes may
            boolean isFree = request instanceof WriteObject
                    || request instanceof ForceObject
                    || request instanceof SealObject
                    || request instanceof DropObject
                    || request instanceof DescribeTable
                    || request instanceof MeasureSpace;
            if (!isFree) {
                throw refused("ask for " + request.getClass().getSimpleName() + " in " + table, 'd', rights);
            }
        }
    }

    // The table

    private void requireTable(int what, String verb) {
        if (!rights.allow(asker, what)) {
            throw refused(verb + " " + table, 'd', rights);
        }
    }

    /** To bring a name, or to take one away. */
    private void requireChange(RowName name, Optional<byte[]> row) {
        requireTable(WRITE | SEARCH, "make, rename or remove '" + name + "' in");
        if (rights.isSticky() && row.isPresent() && !rights.isOwner(asker)) {
            Rights own = Rights.ofRow(row.get());
            if (!own.isOwner(asker)) {
                throw refused(
                        "rename, replace or remove " + describe(name) + ", which is another's in a sticky table ("
                                + rights.describe('d') + ")",
                        kind(row.get()),
                        own);
            }
        }
    }

    private void requireAlter(TableChange change) {
        if (change instanceof AddColumns) {
            if (!rights.isOwner(asker)) {
                requireTable(WRITE, "add columns to");
            }
        } else if (change instanceof SetAttributes set) {
            requireAttributes(set.attributes(), rights, 'd', table.toString());
        } else if (change instanceof RenameColumn
                || change instanceof DropColumn
                || change instanceof ChangeIndexes
                || change instanceof SetPolicy
                || change instanceof SetSpreading) {
            if (!rights.isOwner(asker)) {
                throw refused(
                        "change columns, indexes, policy or spread of " + table + ", which its owner may", 'd', rights);
            }
        } else {
            throw refused("ask for " + change.getClass().getSimpleName() + " of " + table, 'd', rights);
        }
    }

    // A row

    private void requireLookup(RowName name) {
        requireTable(SEARCH, "look up '" + name + "' in");
    }

    private void requireRead(RowName name, int what, Optional<byte[]> row) {
        requireLookup(name);
        row.ifPresent(bytes -> requireRow(bytes, name, what, "read"));
    }

    /** To do something with the row itself. */
    private void requireRow(byte[] row, RowName name, int what, String verb) {
        Rights own = Rights.ofRow(row);
        if (what != 0 && !own.allow(asker, what)) {
            throw refused(verb + " " + describe(name), kind(row), own);
        }
    }

    /** What will be refused for another reason needs no more than that one may know of it. */
    private void requireEdit(EditRow edit, Optional<byte[]> row) {
        requireLookup(edit.name());
        if (row.isPresent() && !(edit.expected() instanceof Expected.Absent)) {
            RowEdit change = edit.edit();
            boolean isOfAttributes = !change.attributes().equals(RowEdit.Attributes.UNCHANGED);
            boolean isOfMore = change.touchesCells()
                    || !change.tags().isEmpty()
                    || !change.removedTags().isEmpty();
            requireRow(row.get(), edit.name(), isOfMore || !isOfAttributes ? WRITE : 0, "write");
            requireAttributes(change.attributes(), Rights.ofRow(row.get()), kind(row.get()), describe(edit.name()));
        } else if (row.isEmpty() && mayBeBorn(edit.expected())) {
            requireChange(edit.name(), row);
            Rights born = requireOwn(
                    edit.name(),
                    edit.ifNew().mode(),
                    edit.ifNew().owner(),
                    edit.ifNew().group());
            requireAttributes(edit.edit().attributes(), born, '-', describe(edit.name()));
        }
    }

    private static boolean mayBeBorn(Expected expected) {
        return expected instanceof Expected.Absent || expected instanceof Expected.Any;
    }

    private void requireRemoval(RemoveRow remove, Expected expected, Optional<byte[]> row) {
        requireLookup(remove.name());
        if (row.isPresent() || mayBeBorn(expected)) {
            requireChange(remove.name(), row);
        }
    }

    private void requireMake(MakeTable make, Optional<byte[]> row) {
        requireLookup(make.name());
        if (row.isEmpty()) {
            requireChange(make.name(), row);
            requireOwn(make.name(), make.mode(), make.owner(), make.group());
        }
    }

    /** A tree goes with all in it if he may do everything with its top; what lies below is not asked. */
    private void requireMove(AboutRow request, Optional<byte[]> row) {
        requireLookup(request.name());
        if (row.isPresent()) {
            requireChange(request.name(), row);
            boolean isTree = request instanceof RemoveTable remove && remove.recursive();
            if (isTree && kind(row.get()) == 'd') {
                requireRow(row.get(), request.name(), ALL, "remove all that is in");
            }
        }
    }

    private void requireObject(BeginObject begin, Optional<byte[]> row) {
        requireLookup(begin.name());
        if (row.isPresent()) {
            requireRow(row.get(), begin.name(), WRITE, "write");
        } else {
            requireChange(begin.name(), row);
        }
    }

    // Owners

    /** Who makes something is its owner; which group it has may be one of his. Returns what it has then. */
    private Rights requireOwn(RowName name, int mode, int owner, int group) {
        boolean isOwn = owner == Asker.UNSAID || owner == asker.uid();
        boolean isGroup = group == Asker.UNSAID || group == rights.group() || asker.isIn(group);
        if (!isOwn || !isGroup) {
            throw refused(
                    "make " + describe(name) + " for user " + shown(owner, asker.uid()) + " and group "
                            + shown(group, rights.group()),
                    'd',
                    rights);
        }
        return new Rights(mode, asker.uid(), group == Asker.UNSAID ? rights.group() : group);
    }

    private static String shown(int asked, int otherwise) {
        return Integer.toUnsignedString(asked == Asker.UNSAID ? otherwise : asked);
    }

    private void requireAttributes(RowEdit.Attributes set, Rights own, char kind, String what) {
        boolean isOwner = own.isOwner(asker);
        boolean isOfOwner =
                set.mode().isPresent() || set.owner().isPresent() || set.group().isPresent();
        if (isOfOwner && !isOwner) {
            throw refused("change mode, owner or group of " + what, kind, own);
        } else if (set.owner().isPresent() && set.owner().getAsInt() != own.owner()) {
            throw refused("give " + what + " to user " + shown(set.owner().getAsInt(), 0), kind, own);
        } else if (set.group().isPresent() && !mayHave(set.group().getAsInt(), own)) {
            throw refused("give " + what + " to group " + shown(set.group().getAsInt(), 0), kind, own);
        }
        boolean isOfTimes = set.mtimeMillis().isPresent() || set.atimeMillis().isPresent();
        if (isOfTimes && !isOwner && !own.allow(asker, WRITE)) {
            throw refused("set times of " + what, kind, own);
        }
    }

    private boolean mayHave(int group, Rights own) {
        return group == own.group() || asker.isIn(group);
    }

    // Refusals

    private String describe(RowName name) {
        return "row '" + name + "' of " + table;
    }

    private static char kind(byte[] row) {
        RowKind kind = RowLayout.kind(row, 0);
        return kind == RowKind.DIRECTORY ? 'd' : kind == RowKind.SYMLINK ? 'l' : '-';
    }

    private PfsException refused(String what, char kind, Rights why) {
        return new PfsException(
                ErrorCode.PERMISSION_DENIED, asker.describe() + " may not " + what + ": " + why.describe(kind));
    }
}
