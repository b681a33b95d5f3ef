package io.pfs.sim.history;

import io.pfs.ErrorCode;

/** How an operation ended, as far as its client knows. */
public sealed interface Outcome {
    Outcome DONE = new Ok("");
    Outcome UNKNOWN = new Unknown();

    static Outcome of(ErrorCode refusal) {
        return new Refused(refusal);
    }

    /** @param value the file or directory that was found, or nothing */
    record Ok(String value) implements Outcome {
        @Override
        public String toString() {
            return value.isEmpty() ? "ok" : "ok: " + value;
        }
    }

    /** Nothing was changed. */
    record Refused(ErrorCode code) implements Outcome {
        @Override
        public String toString() {
            return "refused: " + code;
        }
    }

    /** Nobody was told: it may have been done, be done some time, or never. */
    record Unknown() implements Outcome {
        @Override
        public String toString() {
            return "unknown";
        }
    }
}
