package io.pfs.server.audit;

import io.pfs.ErrorCode;
import io.pfs.RequestId;
import io.pfs.RowName;
import io.pfs.TableId;
import io.pfs.wire.Asker;
import io.pfs.wire.ClusterDeed;
import io.pfs.wire.Envelope;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Misplaced;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Reply.RowChanged;
import io.pfs.wire.Reply.RowsApart;
import io.pfs.wire.Reply.RowsChanged;
import io.pfs.wire.Request;
import io.pfs.wire.Request.AboutRow;
import io.pfs.wire.Request.AlterTable;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.Request.EditRows;
import io.pfs.wire.Request.LinkRow;
import io.pfs.wire.Request.MakeTable;
import io.pfs.wire.Request.ManageCluster;
import io.pfs.wire.Request.RemoveRow;
import io.pfs.wire.Request.RemoveTable;
import io.pfs.wire.Request.RenameRow;
import io.pfs.wire.RowEdit;
import io.pfs.wire.TableChange;
import io.pfs.wire.TableChange.AddColumns;
import io.pfs.wire.TableChange.DropColumn;
import io.pfs.wire.TableChange.RenameColumn;
import io.pfs.wire.TableChange.SetAttributes;
import io.pfs.wire.TableChange.SetPolicy;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What is kept of one request, without the bytes of cells.
 *
 * @param rows a line for each
 * @param to where a row was to go
 * @param set attributes that were to be set
 * @param detail of columns, or of a server, or none
 */
record AuditEvent(
        long wallMillis,
        Asker asker,
        String client,
        RequestId request,
        TableId table,
        List<Done> rows,
        Optional<Target> to,
        RowEdit.Attributes set,
        String detail,
        String result) {

    /** What was to be done, and the row's name if it was about one. */
    record Done(String operation, Optional<RowName> name) {}

    /** A name elsewhere. */
    record Target(TableId table, RowName name) {}

    /** Of a change, however it was answered; of anything else only if it was refused for want of a right. */
    static Optional<AuditEvent> of(long wallMillis, Asker asker, String client, Envelope envelope, Reply reply) {
        Request request = envelope.request();
        boolean isDenied = reply instanceof Refused refused && refused.code() == ErrorCode.PERMISSION_DENIED;
        if (isOfTheMoment(reply) || !(isDenied || isChange(request))) {
            return Optional.empty();
        }
        return Optional.of(new AuditEvent(
                wallMillis,
                asker,
                client,
                envelope.id(),
                request.table(),
                rows(request, reply),
                target(request),
                attributes(request),
                detail(request),
                reply instanceof Refused refused ? refused.code().name() : "OK"));
    }

    /** It was not done, and is asked again, here or elsewhere. */
    private static boolean isOfTheMoment(Reply reply) {
        boolean isRouted = reply instanceof Refused refused
                && refused.code().kind() == ErrorCode.Kind.ROUTING
                && refused.code() != ErrorCode.UNKNOWN_OUTCOME;
        return isRouted || reply instanceof Misplaced || reply instanceof RowsApart;
    }

    private static boolean isChange(Request request) {
        return request instanceof EditRow
                || request instanceof EditRows
                || request instanceof RemoveRow
                || request instanceof MakeTable
                || request instanceof AlterTable
                || request instanceof RenameRow
                || request instanceof RemoveTable
                || request instanceof LinkRow
                || (request instanceof ManageCluster manage && manage.deed() != ClusterDeed.LOOK);
    }

    private static List<Done> rows(Request request, Reply reply) {
        if (request instanceof EditRows many) {
            List<RowChanged> changed = reply instanceof RowsChanged rows ? rows.rows() : List.of();
            return IntStream.range(0, many.edits().size())
                    .mapToObj(i -> new Done(
                            edit(i < changed.size() ? Optional.of(changed.get(i)) : Optional.empty()),
                            Optional.of(many.edits().get(i).name())))
                    .toList();
        } else if (request instanceof EditRow row) {
            Optional<RowChanged> changed =
                    Optional.of(reply).filter(RowChanged.class::isInstance).map(RowChanged.class::cast);
            return List.of(new Done(edit(changed), Optional.of(row.name())));
        }
        Optional<RowName> name = request instanceof AboutRow row ? Optional.of(row.name()) : Optional.empty();
        return List.of(new Done(operation(request), name));
    }

    /** Whether a row was made or changed shows in its version. */
    private static String edit(Optional<RowChanged> changed) {
        return changed.filter(row -> row.version() == 1).isPresent() ? "create" : "edit";
    }

    private static String operation(Request request) {
        if (request instanceof AlterTable alter) {
            return operation(alter.change());
        } else if (request instanceof RemoveTable remove) {
            return remove.recursive() ? "remove-tree" : "remove-table";
        } else if (request instanceof ManageCluster manage) {
            return manage.deed().name().toLowerCase(Locale.ROOT);
        }
        return hyphenated(request);
    }

    private static String operation(TableChange change) {
        return hyphenated(change);
    }

    /** As its type is called, for instance {@code remove-row}. */
    private static String hyphenated(Object what) {
        String name = what.getClass().getSimpleName();
        StringBuilder text = new StringBuilder(name.length() + 4);
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            boolean isUpper = c >= 'A' && c <= 'Z';
            text.append(isUpper && text.length() > 0 ? "-" : "").append((char) (isUpper ? c - 'A' + 'a' : c));
        }
        return text.toString();
    }

    private static Optional<Target> target(Request request) {
        if (request instanceof RenameRow rename) {
            return Optional.of(new Target(rename.toTable(), rename.toName()));
        } else if (request instanceof LinkRow link) {
            return Optional.of(new Target(link.toTable(), link.toName()));
        }
        return Optional.empty();
    }

    private static RowEdit.Attributes attributes(Request request) {
        if (request instanceof EditRow edit) {
            return edit.edit().attributes();
        }
        boolean isOfTable = request instanceof AlterTable alter && alter.change() instanceof SetAttributes;
        return isOfTable
                ? ((SetAttributes) ((AlterTable) request).change()).attributes()
                : RowEdit.Attributes.UNCHANGED;
    }

    private static String detail(Request request) {
        if (request instanceof ManageCluster manage) {
            return manage.server();
        }
        return request instanceof AlterTable alter ? detail(alter.change()) : "";
    }

    private static String detail(TableChange change) {
        if (change instanceof AddColumns add) {
            return String.join(
                    ",", add.columns().stream().map(column -> column.name()).toList());
        } else if (change instanceof RenameColumn rename) {
            return rename.from() + "," + rename.to();
        } else if (change instanceof DropColumn drop) {
            return drop.name();
        }
        return change instanceof SetPolicy policy ? policy.policy().name() : "";
    }
}
