package io.pfs.client.call;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.util.function.Consumer;

/** What becomes of an operation: one of these is called, once, on any thread. It must not block. */
public interface Outcome<T> {
    void done(T value);

    void failed(PfsException cause);

    /** Goes on with what comes out; if that fails, or can't go on, then so does what follows. */
    static <T> Outcome<T> then(Outcome<?> next, Consumer<T> goOn) {
        return new Outcome<>() {
            @Override
            public void done(T value) {
                try {
                    goOn.accept(value);
                } catch (RuntimeException e) {
                    next.failed(asRefusal(e));
                }
            }

            @Override
            public void failed(PfsException cause) {
                next.failed(cause);
            }
        };
    }

    /** As {@link #then}, for an operation that knows what to do with a failure. */
    static <T> Outcome<T> either(Consumer<T> done, Consumer<PfsException> failed) {
        return new Outcome<>() {
            @Override
            public void done(T value) {
                try {
                    done.accept(value);
                } catch (RuntimeException e) {
                    failed.accept(asRefusal(e));
                }
            }

            @Override
            public void failed(PfsException cause) {
                failed.accept(cause);
            }
        };
    }

    /** Whatever goes wrong here must not reach the thread that brought the answer, and must not be lost either. */
    private static PfsException asRefusal(RuntimeException e) {
        return e instanceof PfsException refusal
                ? refusal
                : new PfsException(ErrorCode.INVARIANT_BROKEN, "a mistake of ours: " + e, e);
    }
}
