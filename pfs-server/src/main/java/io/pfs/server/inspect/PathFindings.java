package io.pfs.server.inspect;

import io.pfs.TableId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Passes findings on with the path of the table that they are of, as people know a table by nothing else. What leads there is known
 * only when all rows were looked at: until then findings are held back.
 */
final class PathFindings implements Findings {
    private static final Pattern OF_TABLE = Pattern.compile("table-([0-9a-f]{1,16})(?:[ /].*)?", Pattern.DOTALL);
    private static final int HEXADECIMAL = 16;
    /** Of more the first are passed on with such paths as are known by then: to hold all would take memory without bound. */
    private static final int HELD_MAX = 1 << 16;

    private final Findings findings;
    private final Function<TableId, Optional<String>> paths;
    private final List<Finding> held = new ArrayList<>();
    private boolean isHolding = true;

    PathFindings(Findings findings, Function<TableId, Optional<String>> paths) {
        this.findings = findings;
        this.paths = paths;
    }

    @Override
    public void found(Finding finding) {
        held.add(finding);
        if (!isHolding || held.size() == HELD_MAX) {
            pass();
        }
    }

    /** All is known that will be. */
    void release() {
        isHolding = false;
        pass();
    }

    private void pass() {
        List<Finding> passed = List.copyOf(held);
        held.clear();
        passed.forEach(finding -> findings.found(named(finding)));
    }

    private Finding named(Finding finding) {
        Matcher matcher = OF_TABLE.matcher(finding.subject());
        if (!matcher.matches()) {
            return finding;
        }
        TableId table = new TableId(Long.parseUnsignedLong(matcher.group(1), HEXADECIMAL));
        return paths.apply(table).map(finding::withPath).orElse(finding);
    }

    @Override
    public void progress(String doing, long count) {
        findings.progress(doing, count);
    }
}
