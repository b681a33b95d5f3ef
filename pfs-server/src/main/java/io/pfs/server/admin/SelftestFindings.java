package io.pfs.server.admin;

import io.pfs.server.inspect.Finding;
import io.pfs.server.inspect.Findings;
import java.util.ArrayList;
import java.util.List;

/** The damage that a check of the folder found, of which there must be none. */
final class SelftestFindings implements Findings {
    private final List<Finding> damage = new ArrayList<>();

    @Override
    public void found(Finding finding) {
        if (finding.kind() == Finding.Kind.DAMAGE) {
            damage.add(finding);
        }
    }

    @Override
    public void progress(String doing, long count) {
        // a self-test is over soon
    }

    List<Finding> damage() {
        return damage;
    }
}
