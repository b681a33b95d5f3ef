package io.pfs.client.table;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.call.Outcome;
import io.pfs.client.call.Repeating;
import io.pfs.wire.Reply.ObjectBegun;

/**
 * A large cell goes on with another object: that begins with what is written of the one before, then pieces that may not be are
 * sent again, and it is forced or sealed if that was so. Its row may move once more meanwhile; then the same is done again.
 */
final class UploadGoesOn extends Repeating {
    private static final int ATTEMPTS_MAX = 8;
    /** A server that has others to fill first tells so every few seconds: this is most of an hour. */
    private static final int IDLE_QUESTIONS_MAX = 600;

    private static final ObjectBegun NONE = new ObjectBegun(0, 0);

    private enum Next {
        BEGIN,
        WRITE,
        END
    }

    private final ObjectUpload upload;
    private final Outcome<Boolean> outcome;
    private Next next = Next.BEGIN;
    private int attempts;
    private int idleQuestions;
    private ObjectBegun last = NONE;

    UploadGoesOn(ObjectUpload upload, Outcome<Boolean> outcome) {
        this.upload = upload;
        this.outcome = outcome;
    }

    @Override
    protected void step() {
        try {
            switch (next) {
                case BEGIN ->
                    // if what it is to begin with can't be read, nothing will help
                    upload.beginAgain(Outcome.either(this::begun, outcome::failed));
                case WRITE ->
                    upload.writeAgain(Outcome.either(more -> goTo(more ? Next.WRITE : Next.END), this::failed));
                case END -> upload.endAgain(Outcome.either(outcome::done, this::failed));
            }
        } catch (PfsException e) {
            outcome.failed(e); // it was given up, or the file system closed
        }
    }

    /** It may take as long as it takes, if it comes nearer to its end. */
    private void begun(ObjectBegun begun) {
        if (upload.takes(begun)) {
            goTo(Next.WRITE);
            return;
        }
        boolean isSame = begun.object() == last.object();
        boolean isNearer = isSame && begun.bytes() > last.bytes();
        attempts += isSame || last.equals(NONE) ? 0 : 1;
        idleQuestions = isNearer ? 0 : idleQuestions + 1;
        last = begun;
        if (attempts < ATTEMPTS_MAX && idleQuestions < IDLE_QUESTIONS_MAX) {
            goTo(Next.BEGIN);
        } else {
            outcome.failed(new PfsException(
                    ErrorCode.OBJECT_LOST, "another object to go on with does not come to have what was written"));
        }
    }

    private void goTo(Next step) {
        next = step;
        again();
    }

    private void failed(PfsException cause) {
        attempts++;
        if (cause.code() == ErrorCode.OBJECT_LOST && attempts < ATTEMPTS_MAX) {
            last = NONE;
            goTo(Next.BEGIN);
        } else {
            outcome.failed(cause);
        }
    }
}
