package io.pfs.client.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.client.command.Command.CloseSorted;
import io.pfs.client.command.Command.CloseTable;
import io.pfs.client.command.Command.DeleteTag;
import io.pfs.client.command.Command.ExplainSorted;
import io.pfs.client.command.Command.ListColumns;
import io.pfs.client.command.Command.LoadColumn;
import io.pfs.client.command.Command.MeasureOwn;
import io.pfs.client.command.Command.OpenSorted;
import io.pfs.client.command.Command.OpenTable;
import io.pfs.client.command.Command.ReadCell;
import io.pfs.client.command.Command.ReadOwn;
import io.pfs.client.command.Command.SearchSorted;
import io.pfs.client.command.Command.SetTags;
import io.pfs.client.command.Command.TestTag;
import io.pfs.client.command.Command.UpdateTag;
import io.pfs.client.command.Command.WriteCell;
import io.pfs.client.command.Command.WriteOwn;
import io.pfs.row.TagValue;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class CommandParserTest {
    @Test
    void callsOfTablesAreRead() {
        assertEquals(new OpenTable("/a.b/c"), CommandParser.parse("pfs.table.opentab./a.b/c"));
        assertEquals(new CloseTable("/a.b"), CommandParser.parse("pfs.table.closetab./a%2Eb"));
        assertEquals(new ListColumns("/p"), CommandParser.parse("pfs.table.tabschema./p"));
        assertEquals(new LoadColumn("/a.b", "small"), CommandParser.parse("pfs.table.bulkload./a%2eb.small"));
    }

    @Test
    void rowsMayHaveDotsAndColumnsHaveThemEscaped() {
        assertEquals(new ReadCell("/p", "a.jpg", "thumb"), CommandParser.parse("pfs.table.readtab./p.a.jpg.thumb"));
        assertEquals(new ReadCell("/p%", "a%2E", "v1.0"), CommandParser.parse("pfs.table.readtab./p%25.a%2E.v1%2E0"));
        assertEquals(new WriteCell("/p", "r", "c"), CommandParser.parse("pfs.table.writetab./p.r.c"));
    }

    @Test
    void callsOfOneFileAreRead() {
        assertEquals(new ReadOwn("0", 0, OptionalInt.empty()), CommandParser.parse("pfs.native.0.read"));
        assertEquals(new ReadOwn("thumb", 7, OptionalInt.empty()), CommandParser.parse("pfs.native.thumb.read.7"));
        assertEquals(new ReadOwn("v1.0", 7, OptionalInt.of(9)), CommandParser.parse("pfs.native.v1%2E0.read.7.9"));
        assertEquals(new MeasureOwn("3"), CommandParser.parse("pfs.native.3.lookup"));
        assertEquals(new WriteOwn("3", OptionalInt.empty()), CommandParser.parse("pfs.native.3.write"));
        assertEquals(new WriteOwn("3", OptionalInt.of(12)), CommandParser.parse("pfs.native.3.write.12"));
    }

    @Test
    void callsOfSortedFilesAreRead() {
        assertEquals(new OpenSorted("a.b"), CommandParser.parse("pfs.sorted.opensorted.a.b"));
        assertEquals(new CloseSorted("a.b"), CommandParser.parse("pfs.sorted.closesorted.a%2Eb"));
        assertEquals(
                new SearchSorted("S", "R:k1 < 10&k2 > 20.5"),
                CommandParser.parse("pfs.sorted.search.S.R:k1 < 10&k2 > 20.5"));
        assertEquals(
                new ExplainSorted("a.b", "from /a.b where k = 1"),
                CommandParser.parse("pfs.sorted.explain.a%2Eb.from /a.b where k = 1"));
        assertEquals(new TestTag("S", "a.jpg", "k.1"), CommandParser.parse("pfs.sorted.test.S.a.jpg.k%2E1"));
        assertEquals(new TestTag("S", "", "k"), CommandParser.parse("pfs.sorted.test.S.k"));
        assertEquals(new DeleteTag("S", "/p/a.jpg", "k"), CommandParser.parse("pfs.sorted.delete.S./p/a.jpg.k"));
        assertEquals(
                new UpdateTag("S", "file", "k", new TagValue.OfDouble(1.5)),
                CommandParser.parse("pfs.sorted.update.S.file.k=1.5"));
    }

    private static Object tags(String pairs) {
        return ((SetTags) CommandParser.parse("pfs.sorted.set.S.a.file." + pairs)).tags();
    }

    @Test
    void tagsAreSetToValuesOfTheTypeTheyLookLike() {
        SetTags set = (SetTags) CommandParser.parse("pfs.sorted.set.S.file.k1=v1, k2=v2");
        assertEquals("file", set.file());
        assertEquals(Map.of("k1", new TagValue.OfString("v1"), "k2", new TagValue.OfString("v2")), set.tags());
        assertEquals(Map.of("k.1", new TagValue.OfLong(5)), tags("k%2E1=5"));
        assertEquals(
                Map.of("a", new TagValue.OfString("x,y=z"), "b", new TagValue.OfString("it's, so")),
                tags("a='x,y=z',b='it''s, so'"));
        assertEquals(
                Map.of("a", new TagValue.OfTimestamp(0), "b", new TagValue.OfString("don't")),
                tags("a=date '1970-01-01',b=don't"));
        assertEquals(Map.of("a", new TagValue.OfString("don''t"), "b", new TagValue.OfLong(1)), tags("a=don''t,b=1"));
        assertEquals(Map.of("a", new TagValue.OfString("")), tags("a="));
        assertEquals("", ((SetTags) CommandParser.parse("pfs.sorted.set.S.k=1.5")).file());
    }

    @ParameterizedTest
    @CsvSource({
        "pfs.sorted.open.S, 'open' is none of opensorted",
        "pfs.sorted.search.S, an expression is missing",
        "pfs.sorted.search, a handle is missing",
        "pfs.sorted.set.S.file, KEY=VALUE is missing",
        "pfs.sorted.set.S.file.=1, is not of the form KEY=VALUE",
        "pfs.sorted.set.S.file.a%=1, is not of the form KEY=VALUE",
        "'pfs.sorted.set.S.file.a=1,b', 'b' is not of the form KEY=VALUE",
        "'pfs.sorted.set.S.file.a=1,a=2', tag 'a' is given twice",
        "pfs.sorted.set.S.file.a=0x0, pairs of hexadecimal digits",
        "'pfs.sorted.update.S.file.a=1,b=2', one tag is updated at a time",
        "pfs.sorted.test.S, a key is missing",
        "pfs.sorted.delete.S.f., a key is missing",
        "user.a, is no command",
        "pfs., a class is missing",
        "pfs.tables.opentab./a, class 'tables'",
        "pfs.table, a call is missing",
        "pfs.table.open./a, 'open' is none of",
        "pfs.table.opentab, a directory is missing",
        "pfs.table.opentab., a directory is missing",
        "pfs.table.readtab./a, row and column are missing",
        "pfs.table.readtab./a.row, row and column are missing",
        "pfs.table.readtab./a..col, a row is missing",
        "pfs.table.readtab./a.row., a column is missing",
        "pfs.table.tabschema./a%20b, % stands for nothing",
        "pfs.native.c, an operation is missing",
        "pfs.native.c.cat, 'cat' is none of",
        "pfs.native.c.read.x, offset 'x'",
        "pfs.native.c.read.-1, offset '-1'",
        "pfs.native.c.read.1.2147483648, length '2147483648'",
        "pfs.native.c.read.1.2.3, more than 2 parts",
        "pfs.native.c.lookup.1, more than 0 parts",
        "pfs.native.c.write.1.2, more than 1 parts",
        "pfs.native.c.read., a number is missing",
    })
    void whatIsWrongIsNamed(String name, String why) {
        PfsException refusal = assertThrows(PfsException.class, () -> CommandParser.parse(name));
        assertEquals(ErrorCode.USAGE, refusal.code());
        assertTrue(refusal.getMessage().contains(why), refusal.getMessage());
        assertTrue(refusal.getMessage().contains("'" + name + "'"), refusal.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"pfs.tag.set.B.a=1", "pfs.dt.cat", "pfs.branch.delete", "pfs.native.0.umf.cat"})
    void whatHasNoCounterpartIsSaidToBeNotSupported(String name) {
        PfsException refusal = assertThrows(PfsException.class, () -> CommandParser.parse(name));
        assertEquals(ErrorCode.NOT_SUPPORTED, refusal.code());
    }

    @Test
    void handlesAreReadAsTheyWereWritten() {
        for (String path : new String[] {"/", "/a.b%c/%2E", "/männlich/😀..%"}) {
            assertFalse(Escapes.write(path).contains("."), path);
            assertEquals(Optional.of(path), Escapes.read(Escapes.write(path)));
        }
        for (String never : new String[] {"%2%2E5", "%2%255", "%", "a%2", "%%25"}) {
            assertEquals(Optional.empty(), Escapes.read(never), never);
        }
        assertEquals(Optional.of("%2E.%25"), Escapes.read("%252E%2e%2525"));
        assertEquals("a.jpg%0A%20%25%C3%A4", Escapes.onLine(RowName.of("a.jpg\n %ä")));
    }
}
