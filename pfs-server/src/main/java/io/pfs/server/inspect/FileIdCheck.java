package io.pfs.server.inspect;

import io.pfs.FileId;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/** No file id may stand in two rows, and none may be given out that is in use. */
final class FileIdCheck {
    private static final int COUNTER_BITS = 47;
    private static final long COUNTER_MASK = (1L << COUNTER_BITS) - 1;
    /** Beyond this doubles are not looked for: it would take more memory than a check may. */
    private static final int COUNT_MAX = 32 << 20;

    private final Findings findings;
    private final Map<Integer, Long> reserved = new TreeMap<>();
    private final Map<Integer, Long> highest = new TreeMap<>();
    private long[] ids = new long[1024];
    private int count;
    private boolean tooMany;

    FileIdCheck(Findings findings) {
        this.findings = findings;
    }

    void shard(int shard, long reservedBelow) {
        reserved.put(shard, reservedBelow);
    }

    void used(FileId id) {
        long value = id.value();
        highest.merge((int) (value >>> COUNTER_BITS), value & COUNTER_MASK, Math::max);
        if (count == COUNT_MAX) {
            tooMany = true;
            return;
        }
        if (count == ids.length) {
            ids = Arrays.copyOf(ids, Math.min(COUNT_MAX, 2 * count));
        }
        ids[count++] = value;
    }

    void check() {
        highest.forEach((shard, counter) -> {
            long below = reserved.getOrDefault(shard, 0L);
            if (counter >= below && counter > 0) {
                findings.found(Finding.damage(
                        "",
                        -1,
                        "shard-" + shard,
                        "ids of files are reserved below " + below + ", but " + counter + " is in use"));
            }
        });
        Arrays.sort(ids, 0, count);
        for (int i = 1; i < count; i++) {
            if (ids[i] == ids[i - 1] && ids[i] != 0) {
                findings.found(Finding.damage("", -1, new FileId(ids[i]).toString(), "two rows have this file id"));
            }
        }
        if (tooMany) {
            findings.found(Finding.note("", -1, "of more than " + COUNT_MAX + " rows not all file ids were compared"));
        }
    }
}
