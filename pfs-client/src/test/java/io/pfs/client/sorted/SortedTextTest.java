package io.pfs.client.sorted;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.query.Attribute;
import io.pfs.query.QueryLimits;
import io.pfs.query.index.Indexed;
import io.pfs.testing.Seeds;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SortedTextTest {
    private static final SortedContent CONTENT = new SortedContent(List.of(
            new SortedMember(
                    TableId.of(new ShardId(1), 5),
                    new ShardId(3),
                    List.of(
                            new Indexed.OfAttribute(Attribute.SIZE),
                            new Indexed.OfTag("hot"),
                            new Indexed.OfTag("a%b\nc m\u00e4nnlich"),
                            new Indexed.OfCell(new ColumnId(1)))),
            new SortedMember(
                    new TableId(0x1112131415161718L),
                    new ShardId(300),
                    List.of(new Indexed.OfAttribute(Attribute.MTIME)))));

    private static String golden() {
        try (InputStream in = SortedTextTest.class.getResourceAsStream("/golden/sorted-file-v1.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static SortedContent read(String text) {
        return SortedText.read("x", text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void goldenText() {
        assertEquals(golden(), new String(SortedText.write(CONTENT), StandardCharsets.UTF_8));
        assertEquals(CONTENT, read(golden()));
        assertEquals(SortedContent.EMPTY, read("pfs sorted file 1\nend 0\n"));
    }

    @Test
    void everyPrefixIsRefused() {
        String whole = golden();
        for (int length = 0; length < whole.length(); length++) {
            String prefix = whole.substring(0, length);
            assertThrows(PfsException.class, () -> read(prefix), prefix);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "pfs sorted file 1      | pfs sorted file 2      | has version '2'",
                "pfs sorted file 1      | a picture              | at line 1: pfs sorted file 1 is expected",
                "0001000000000005 at 3  | 000100000000005 at 3   | at line 2: a table and its shard",
                "0001000000000005 at 3  | 00010000000000x5 at 3  | at line 2: digits",
                "at 300                 | at 0300                | at line 7: a number from 0 to",
                "attribute size         | attribute heat         | at line 3: an attribute",
                "attribute size         | attribute table        | at line 3: attribute 'table' needs no index",
                "tag hot                | tags hot               | at line 4: an attribute, a tag or a cell",
                "tag hot                | tag a%25b%0ac männlich | at line 5: each field once",
                "a%25b                  | a%2xb                  | at line 5: digits",
                "cell 1                 | cell 5                 | at line 6: a number from 0 to 4",
                "1112131415161718 at    | 0001000000000005 at    | at line 8: each table once",
                "end 2                  | end 3                  | at line 9: 'end 2' as the last line",
            })
    void whatNobodyWroteIsRefused(String part, String other, String said) {
        PfsException refused = assertThrows(PfsException.class, () -> read(golden().replace(part, other)));
        assertTrue(refused.detail().startsWith("sorted file 'x' "), refused.detail());
        assertTrue(refused.detail().contains(said), refused.detail());
    }

    @Test
    void whateverIsChangedIsRefusedOrReadAsAnother() {
        byte[] golden = golden().getBytes(StandardCharsets.UTF_8);
        Seeds.each("SortedTextTest", 2_000, seed -> {
            Random random = new Random(seed);
            byte[] damaged = golden.clone();
            damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
            try {
                SortedContent read = SortedText.read("x", damaged);
                assertEquals(read, SortedText.read("x", SortedText.write(read)));
            } catch (PfsException e) {
                assertTrue(
                        Arrays.asList(ErrorCode.CORRUPT, ErrorCode.FORMAT_TOO_NEW)
                                .contains(e.code()),
                        e.toString());
            }
        });
    }

    @Test
    void thereAreNotTooMany() {
        List<SortedMember> members = new ArrayList<>();
        for (int i = 0; i <= QueryLimits.TABLES_MAX; i++) {
            members.add(new SortedMember(new TableId(i), new ShardId(0), List.of()));
        }
        assertThrows(PfsException.class, () -> new SortedContent(members));
        List<Indexed> fields = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            fields.add(new Indexed.OfTag("x".repeat(240) + i));
        }
        SortedContent large = SortedContent.EMPTY.with(new SortedMember(new TableId(1), new ShardId(0), fields));
        assertEquals(
                ErrorCode.TOO_LARGE,
                assertThrows(PfsException.class, () -> SortedText.write(large)).code());
    }

    @Test
    void fieldsComeAndGo() {
        TableId table = new TableId(7);
        Indexed one = new Indexed.OfTag("one");
        Indexed two = new Indexed.OfTag("two");
        SortedContent both = SortedContent.EMPTY
                .with(new SortedMember(table, new ShardId(0), List.of(one)))
                .with(new SortedMember(table, new ShardId(0), List.of(two, one)));
        assertEquals(List.of(one, two), both.find(table).orElseThrow().fields());
        assertTrue(both.names(table, two));
        assertEquals(
                List.of(two),
                both.without(table, List.of(one)).find(table).orElseThrow().fields());
        assertEquals(SortedContent.EMPTY, both.without(table, List.of(one, two)));
        assertEquals(both, both.without(new TableId(8), List.of(one)));
    }
}
