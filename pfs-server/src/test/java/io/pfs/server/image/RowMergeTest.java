package io.pfs.server.image;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pfs.Limits;
import io.pfs.SliceId;
import io.pfs.SliceKey;
import io.pfs.TableId;
import io.pfs.hash.SliceOrder;
import io.pfs.server.slice.Slice;
import io.pfs.testing.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Names that are hard to tell apart: of one hash, or of hashes that differ where they are looked at last. */
final class RowMergeTest {
    private static final SliceKey KEY = new SliceKey(new TableId(7), new SliceId(0));
    private static final long[] HASHES = {5, 5 | 1L << 63, 5 | 1L << 62, 7};
    private static final String[] NAMES = {"a", "aa", "b", "\u00ff", "z"};

    private record Name(long hash, String text) {
        byte[] bytes() {
            return text.getBytes(StandardCharsets.ISO_8859_1);
        }
    }

    private static final Comparator<Name> ORDER =
            ((Comparator<Name>) (left, right) -> SliceOrder.compare(left.hash, right.hash)).thenComparing(Name::text);

    @Test
    void theNewestOfEachNameIsLeftInOrder() {
        RowMerge merge = new RowMerge();
        Seeds.each("RowMergeTest", 500, seed -> {
            Random random = new Random(seed);
            TreeMap<Name, String> expected = new TreeMap<>(ORDER);
            RowBatch image = new RowBatch();
            allNames().stream().filter(name -> random.nextBoolean()).forEach(name -> put(image, name, "0", expected));
            RowBatch changes = new RowBatch();
            for (int part = 1; part < 4; part++) {
                part(changes, Integer.toString(part), random, expected);
            }
            Slice overlay = Slice.overlay(KEY, 0, RandomSlices.HASH, Limits.DEFAULT);
            for (Name name : allNames()) {
                byte[] bytes = name.bytes();
                switch (random.nextInt(4)) {
                    case 0 -> {
                        overlay.put(name.hash, bytes, 0, bytes.length, new byte[] {'n'}, 0, 1);
                        expected.put(name, "n");
                    }
                    case 1 -> {
                        overlay.remove(name.hash, bytes, 0, bytes.length);
                        expected.remove(name);
                    }
                    default -> {
                        // nothing changed of it
                    }
                }
            }
            Slice empty = new Slice(KEY, 0, RandomSlices.HASH, Limits.DEFAULT);
            RowBatch merged = new RowBatch();
            merge.merge(new StoredRows(image, changes.copy(), empty), overlay, merged);
            assertEquals(described(expected), described(merged));
        });
    }

    private static List<Name> allNames() {
        List<Name> all = new ArrayList<>();
        for (long hash : HASHES) {
            for (String text : NAMES) {
                all.add(new Name(hash, text));
            }
        }
        all.sort(ORDER);
        return all;
    }

    private static void put(RowBatch batch, Name name, String row, Map<Name, String> expected) {
        byte[] bytes = (name.text + row).getBytes(StandardCharsets.ISO_8859_1);
        batch.add(name.hash, bytes, 0, bytes.length - 1, bytes.length - 1, 1);
        expected.put(name, row);
    }

    /** Rows, and then names that are removed, none of them both. */
    private static void part(RowBatch changes, String row, Random random, Map<Name, String> expected) {
        List<Name> removed = new ArrayList<>();
        for (Name name : allNames()) {
            int kind = random.nextInt(4);
            if (kind == 0) {
                put(changes, name, row, expected);
            } else if (kind == 1) {
                removed.add(name);
            }
        }
        for (Name name : removed) {
            byte[] bytes = name.bytes();
            changes.addName(bytes, 0, bytes.length);
            changes.setHash(changes.count() - 1, name.hash);
            expected.remove(name);
        }
    }

    private static List<String> described(Map<Name, String> rows) {
        return rows.entrySet().stream()
                .map(row -> row.getKey() + "=" + row.getValue())
                .toList();
    }

    private static List<String> described(RowBatch rows) {
        List<String> all = new ArrayList<>();
        for (int i = 0; i < rows.count(); i++) {
            String text = new String(rows.names(), rows.nameAt(i), rows.nameLength(i), StandardCharsets.ISO_8859_1);
            String row = new String(rows.rows(), rows.rowAt(i), rows.rowLength(i), StandardCharsets.ISO_8859_1);
            all.add(new Name(rows.hash(i), text) + "=" + row);
        }
        return all;
    }
}
