package io.pfs.server.permission;

import io.pfs.wire.Asker;
import java.util.List;

/** Who asks in tests: two users who share a group, a stranger, and who may do everything. */
@SuppressWarnings("ImmutableEnumChecker") // its records are of values that nobody changes
enum Person {
    ROOT(new Asker("root", 0, List.of(0), true)),
    ANN(new Asker("ann", 1001, List.of(1001, 50), false)),
    BOB(new Asker("bob", 1002, List.of(1002, 50), false)),
    CY(new Asker("cy", -7, List.of(), false));

    /** A group of which Ann and Bob are. */
    static final int SHARED = 50;

    private final Asker asker;

    Person(Asker asker) {
        this.asker = asker;
    }

    Asker asker() {
        return asker;
    }
}
