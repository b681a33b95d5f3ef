package io.pfs.server.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pfs.ShardId;
import io.pfs.TableId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class PathFindingsTest {
    private static final TableId TABLE = TableId.of(new ShardId(7), 18);
    private static final int MANY = 100_000;

    private final Map<TableId, String> paths = new TreeMap<>();
    private final List<Finding> told = new ArrayList<>();
    private final PathFindings findings = new PathFindings(
            new Findings() {
                @Override
                public void found(Finding finding) {
                    told.add(finding);
                }

                @Override
                public void progress(String doing, long count) {
                    // nobody waits
                }
            },
            table -> Optional.ofNullable(paths.get(table)));

    private static Finding damage(String subject) {
        return Finding.damage("", -1, subject, "is wrong");
    }

    @Test
    void whatIsFoundIsToldWithItsPathWhenThatIsKnown() {
        findings.found(damage(TABLE + " row 'f144' column-0"));
        findings.found(damage(TABLE + "/slice-1"));
        findings.found(damage(TABLE.toString()));
        assertEquals(List.of(), told);
        paths.put(TABLE, "/s1/d13");
        findings.release();
        assertEquals(
                List.of("/s1/d13", "/s1/d13", "/s1/d13"),
                told.stream().map(Finding::path).toList());
        findings.found(damage(TABLE + " row 'late'"));
        assertEquals("/s1/d13", told.get(3).path());
    }

    @Test
    void whatNoPathLeadsToStaysANumber() {
        Finding other = damage(TABLE + " row 'a'");
        Finding none = damage("shard-7");
        Finding row = damage("row 'table-7000000000012'");
        findings.found(other);
        findings.found(none);
        findings.found(row);
        findings.release();
        assertEquals(List.of(other, none, row), told);
    }

    @Test
    void ofTooManyTheFirstAreToldBefore() {
        for (int i = 0; i < MANY; i++) {
            findings.found(damage("shard-" + i));
        }
        int before = told.size();
        findings.release();
        assertEquals(1 << 16, before);
        assertEquals(MANY, told.size());
        assertEquals("shard-" + (MANY - 1), told.get(MANY - 1).subject());
    }
}
