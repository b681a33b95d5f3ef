package io.pfs.server.access;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.row.Row;
import io.pfs.row.RowKind;
import io.pfs.wire.Expected;
import io.pfs.wire.Request.AboutRow;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.Request.RemoveRow;
import java.util.Optional;

/** Refuses what the row, as it is, does not allow. */
public final class RowExpectation {
    private RowExpectation() {}

    public static void require(EditRow request, Optional<Row> current) {
        require(request, request.expected(), current);
        if (current.isEmpty()) {
            request.name().requireForNewRow();
        }
        boolean isSymlink = current.map(Row::kind).orElse(request.ifNew().kind()) == RowKind.SYMLINK;
        if (isSymlink && request.edit().writesCells()) {
            throw new PfsException(ErrorCode.NOT_SUPPORTED, describe(request) + " is a symlink, which has no cells");
        }
    }

    /** A row that may be missing may be removed again and again. */
    public static void require(RemoveRow request, Optional<Row> current) {
        require(request, request.expected(), current);
    }

    private static void require(AboutRow request, Expected expected, Optional<Row> current) {
        if (current.isPresent() && expected instanceof Expected.Absent) {
            throw new PfsException(ErrorCode.ALREADY_EXISTS, describe(request) + " exists");
        }
        boolean mustExist = !(expected instanceof Expected.Absent || expected instanceof Expected.Any);
        if (current.isEmpty() && mustExist) {
            throw new PfsException(ErrorCode.NOT_FOUND, describe(request) + " does not exist");
        }
        if (expected instanceof Expected.Version version) {
            requireVersion(request, current.get(), version.value());
        } else if (expected instanceof Expected.Same same) {
            requireSame(request, current.get(), same);
        }
    }

    private static void requireSame(AboutRow request, Row current, Expected.Same same) {
        if (!current.fileId().equals(same.fileId())) {
            throw new PfsException(
                    ErrorCode.VERSION_CHANGED,
                    describe(request) + " is " + current.fileId() + ", not the expected " + same.fileId());
        }
        requireVersion(request, current, same.version());
    }

    private static void requireVersion(AboutRow request, Row current, long expected) {
        if (current.version() != expected) {
            throw new PfsException(
                    ErrorCode.VERSION_CHANGED,
                    describe(request) + " has version " + current.version() + ", not the expected " + expected);
        }
    }

    public static String describe(AboutRow request) {
        return "row '" + request.name() + "' of " + request.table();
    }
}
