package io.pfs.client.table;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.call.Outcome;
import io.pfs.client.call.Repeating;
import io.pfs.client.route.PfsPath;
import io.pfs.row.TablePointer;
import java.util.Optional;

/** Makes the directories of a path that are missing: upwards to one that is there, then down again. */
final class Ensuring extends Repeating {
    /** Others may remove what was just there; so often it begins anew. */
    private static final int STARTS_MAX = 4;

    private static final int OWNERS = 0700;
    private static final int NOWHERE = -1;

    private final TableCatalog catalog;
    private final PfsPath path;
    private final TableOptions options;
    private final Outcome<TablePointer> outcome;
    private Optional<TablePointer> there = Optional.empty();
    private int depth;
    private int starts = 1;
    /** What is at this depth could not be made, as its name is taken, and why that was. */
    private int takenDepth = NOWHERE;

    private Optional<PfsException> taken = Optional.empty();

    Ensuring(TableCatalog catalog, PfsPath path, TableOptions options, Outcome<TablePointer> outcome) {
        this.catalog = catalog;
        this.path = path;
        this.options = options;
        this.outcome = outcome;
        this.depth = path.depth();
    }

    @Override
    protected void step() {
        try {
            if (there.isEmpty()) {
                find();
            } else if (depth == path.depth()) {
                outcome.done(there.get());
            } else {
                make(there.get());
            }
        } catch (PfsException e) {
            outcome.failed(e);
        }
    }

    private void find() {
        catalog.walker().find(path.prefix(depth), Outcome.either(this::arrived, cause -> {
            if (cause.code() == ErrorCode.NOT_FOUND && depth > 0) {
                missing();
            } else {
                outcome.failed(cause);
            }
        }));
    }

    /** Where its name is taken, and yet nothing there, it was removed just now; or it is a symlink that leads nowhere, again and again. */
    private void missing() {
        if (depth == takenDepth) {
            starts++;
            takenDepth = NOWHERE;
        }
        if (taken.isPresent() && starts > STARTS_MAX) {
            outcome.failed(taken.get());
            return;
        }
        depth--;
        again();
    }

    private void arrived(TablePointer pointer) {
        takenDepth = NOWHERE;
        there = Optional.of(pointer);
        again();
    }

    /**
     * What was asked for is the last. The directories above are ordinary ones that nobody else may see more of; who makes
     * them can go through them.
     */
    private void make(TablePointer parent) {
        depth++;
        TableOptions its = depth == path.depth() ? options : TableOptions.DEFAULT.withMode(options.mode() | OWNERS);
        catalog.make(path.prefix(depth), parent, its, Outcome.either(this::arrived, this::refused));
    }

    private void refused(PfsException cause) {
        if (cause.code() == ErrorCode.ALREADY_EXISTS) {
            there = Optional.empty(); // made by another one, just now: find it
            takenDepth = depth;
            taken = Optional.of(cause);
            again();
        } else if (cause.code() == ErrorCode.NOT_FOUND && starts < STARTS_MAX) {
            starts++;
            there = Optional.empty();
            depth = path.depth();
            again();
        } else {
            outcome.failed(cause);
        }
    }
}
