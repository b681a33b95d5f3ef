package io.pfs.server.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every file of a real folder is shown, and damage in it does not hide what stands behind. */
final class FileDumpTest {
    @TempDir
    private static Path shared;

    private static Map<String, Path> files = new TreeMap<>();

    @TempDir
    private Path temporary;

    @BeforeAll
    static void makeFolder() throws IOException {
        SampleFolder.fill(shared.resolve("data")).close();
        files = SampleFolder.files(shared.resolve("data"));
    }

    private static List<Item> dump(Path file) {
        List<Item> items = new ArrayList<>();
        FileDump.run(file, items::add);
        return items;
    }

    private static Path first(String prefix) {
        return files.entrySet().stream()
                .filter(file -> file.getKey().startsWith(prefix))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElseThrow();
    }

    private static long count(List<Item> items, String what) {
        return items.stream().filter(item -> item.what().equals(what)).count();
    }

    @Test
    void everyFileIsShownWhole() {
        for (Path file : files.values()) {
            List<Item> items = dump(file);
            assertTrue(items.size() > 2, file + ": " + items);
            assertFalse(items.stream().anyMatch(Item::isDamage), file + ": " + items);
        }
    }

    @Test
    void everyKindShowsWhatItHolds() {
        List<Item> journal = dump(first("journal/"));
        assertTrue(count(journal, "batch") > 1_000 && count(journal, "record") >= count(journal, "batch"));
        String records = journal.toString();
        for (String change : List.of(
                "row-put", "row-removed", "cell-kept", "cells-moved", "slice-split", "reply-kept", "checkpoint-done")) {
            assertTrue(records.contains("what=" + change), change);
        }
        assertTrue(records.contains("row-1100") && records.contains("empty\\x0a\\x1b[31m"), "names are shown escaped");
        assertEquals(1, count(journal, "footer"));
        List<Item> metadata = dump(first("pool/metadata"));
        assertTrue(count(metadata, "image") > 1, metadata.toString());
        assertTrue(metadata.toString().contains("what=delta"), "a delta, of its own or in a bundle: " + metadata);
        List<Item> boost = dump(first("pool/boost"));
        assertTrue(count(boost, "section") > 1 && count(boost, "entry") > 2, boost.toString());
        assertTrue(count(dump(first("pool/column")), "cell") > 20);
        assertEquals("1024", dump(first("superblock")).get(2).fields().get(0).value());
    }

    @Test
    void aFileMayHaveAnyName() throws IOException {
        for (Path file : files.values()) {
            Path renamed = Files.copy(file, temporary.resolve("spare-" + file.getFileName() + ".bin"));
            assertEquals(dump(file).size(), dump(renamed).size(), file.toString());
        }
    }

    @Test
    void damageIsNamedAndWhatStandsBehindIsShown() throws IOException {
        for (String prefix : List.of("journal/", "pool/metadata", "pool/boost", "pool/column")) {
            Path file = first(prefix);
            List<Item> whole = dump(file);
            List<Item> records = whole.stream()
                    .filter(item -> List.of("batch", "image", "delta", "bundle", "section", "cell")
                            .contains(item.what()))
                    .toList();
            Item hit = records.get(0);
            for (long at : new long[] {hit.offset(), hit.offset() + hit.length() - 9}) {
                List<Item> items = dump(flipped(file, at));
                Item damage = items.stream().filter(Item::isDamage).findFirst().orElseThrow();
                assertTrue(damage.offset() <= at && at < damage.offset() + damage.length(), prefix + damage);
                Item last = records.get(records.size() - 1);
                assertTrue(items.contains(last), prefix + " goes on to the last record");
            }
        }
    }

    private Path flipped(Path file, long at) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[(int) at] ^= 0x10;
        return Files.write(temporary.resolve(String.valueOf(file.getFileName())), bytes);
    }

    @Test
    void aDamagedHeaderIsNamed() throws IOException {
        for (Path file : files.values()) {
            for (int at : new int[] {0, 5, 20, 40}) {
                List<Item> items = dump(flipped(file, at));
                assertTrue(items.stream().anyMatch(Item::isDamage), file + " at " + at + ": " + items);
            }
        }
    }

    @Test
    void whatIsNoneOfOursIsRefused() throws IOException {
        Path lock = Files.write(temporary.resolve("lock"), new byte[0]);
        Path text = Files.writeString(temporary.resolve("notes.txt"), "not ours at all, but long enough for a header");
        for (Path path : List.of(lock, text, temporary, temporary.resolve("nothing"))) {
            PfsException refusal = assertThrows(PfsException.class, () -> dump(path));
            assertEquals(ErrorCode.USAGE, refusal.code(), refusal.getMessage());
        }
    }

    /** Which file is the newest is said by a name alone. */
    @Test
    void whatIsANameAndNothingElseIsSaidToBeThat() throws IOException {
        for (String name : List.of("newest-journal-0000000000000012", "newest-journal-0000000000000012-ended")) {
            Path mark = Files.createFile(temporary.resolve(name));
            PfsException refusal = assertThrows(PfsException.class, () -> dump(mark));
            assertEquals(ErrorCode.USAGE, refusal.code());
            assertTrue(refusal.detail().contains("which file of the journal is the newest"), refusal.detail());
        }
    }

    @Test
    void anEmptyOrCutFileOfOurNameIsDamaged() throws IOException {
        for (Path file : files.values()) {
            for (int length : new int[] {0, 3, 30, 64, 100}) {
                byte[] bytes = Arrays.copyOf(Files.readAllBytes(file), length);
                List<Item> items = dump(Files.write(temporary.resolve(String.valueOf(file.getFileName())), bytes));
                boolean isKnown = items.stream()
                        .anyMatch(item -> item.isDamage() || item.what().equals("tail"));
                assertTrue(isKnown || length == 64, file + " cut to " + length + ": " + items);
            }
        }
    }
}
