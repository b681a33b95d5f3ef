package io.pfs.wire;

import io.pfs.Check;
import io.pfs.FileId;

/** What a row must be for a request to be done. */
public sealed interface Expected {
    Expected ABSENT = new Absent();
    Expected PRESENT = new Present();
    Expected ANY = new Any();

    /** There must be no row of the name. */
    record Absent() implements Expected {}

    /** There must be one. */
    record Present() implements Expected {}

    /** Whether there is one or not, it is done. */
    record Any() implements Expected {}

    /** There must be this very one, and unchanged: another row of the same name may well have come to the same version. */
    record Same(FileId fileId, long version) implements Expected {
        public Same {
            Check.inRange("expected version", version, 1, Long.MAX_VALUE);
        }
    }

    /** There must be one, and unchanged since it had this version. */
    record Version(long value) implements Expected {
        public Version {
            Check.inRange("expected version", value, 1, Long.MAX_VALUE);
        }
    }
}
