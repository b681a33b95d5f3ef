package io.pfs.bench.api;

import java.util.List;

/** Something that many clients do to a file system, phase by phase. In the end, all that it made is gone. */
public interface Load {
    List<PhaseResult> run(Stage stage);

    /** Does it twice: first with less of all, so that what counts runs compiled code. */
    default List<PhaseResult> runWarm(Stage stage) {
        run(stage.warmUp());
        return run(stage);
    }
}
