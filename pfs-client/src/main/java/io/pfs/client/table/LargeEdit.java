package io.pfs.client.table;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.call.Outcome;
import io.pfs.client.call.Repeating;
import java.util.List;
import java.util.function.Consumer;

/**
 * An edit that refers to large cells which were written before. If its server knows them no more, they go on with other objects, and
 * it is repeated: it was refused, so nothing of it was done.
 */
final class LargeEdit extends Repeating {
    private static final int ATTEMPTS_MAX = 8;

    private final List<ObjectUpload> uploads;
    private final Consumer<Outcome<RowVersion>> editing;
    private final Outcome<RowVersion> outcome;
    private int attempts;
    /** Those before it know where they are. */
    private int nextUpload;

    /** @param editing has the edit done with what its uploads are by then */
    LargeEdit(List<ObjectUpload> uploads, Consumer<Outcome<RowVersion>> editing, Outcome<RowVersion> outcome) {
        this.uploads = uploads;
        this.editing = editing;
        this.outcome = outcome;
        this.nextUpload = uploads.size();
    }

    @Override
    protected void step() {
        try {
            if (nextUpload < uploads.size()) {
                ObjectUpload upload = uploads.get(nextUpload);
                nextUpload++;
                upload.goOn(Outcome.either(gone -> again(), outcome::failed));
            } else {
                attempts++;
                editing.accept(Outcome.either(outcome::done, this::refused));
            }
        } catch (PfsException e) {
            outcome.failed(e);
        }
    }

    /** Goes on after it was refused for this reason. */
    void refused(PfsException cause) {
        if (cause.code() == ErrorCode.OBJECT_LOST && attempts < ATTEMPTS_MAX && !uploads.isEmpty()) {
            nextUpload = 0;
            again();
        } else {
            outcome.failed(cause);
        }
    }
}
