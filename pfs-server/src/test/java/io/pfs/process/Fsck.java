package io.pfs.process;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pfs.env.system.SystemClock;
import io.pfs.env.system.SystemEntropy;
import io.pfs.server.inspect.Finding;
import io.pfs.server.inspect.Findings;
import io.pfs.server.inspect.FolderCheck;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What {@code bin/pfs admin fsck} says of a folder that a process left behind. */
final class Fsck implements Findings {
    private final List<Finding> damage = new ArrayList<>();

    private Fsck() {}

    static void requireNoDamage(Path folder, String after) {
        Fsck found = new Fsck();
        FolderCheck.run(folder, new SystemClock(), new SystemEntropy(), found);
        assertEquals(List.of(), found.damage, after);
    }

    @Override
    public void found(Finding finding) {
        if (finding.kind() == Finding.Kind.DAMAGE) {
            damage.add(finding);
        }
    }

    @Override
    public void progress(String doing, long count) {
        // nobody looks
    }
}
