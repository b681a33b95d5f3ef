package io.pfs.client.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.client.command.Command.CloseTable;
import io.pfs.client.command.Command.ListColumns;
import io.pfs.client.command.Command.LoadColumn;
import io.pfs.client.command.Command.MeasureOwn;
import io.pfs.client.command.Command.OpenTable;
import io.pfs.client.command.Command.ReadCell;
import io.pfs.client.command.Command.ReadOwn;
import io.pfs.client.command.Command.WriteCell;
import io.pfs.client.command.Command.WriteOwn;
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

    @ParameterizedTest
    @CsvSource({
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
    @ValueSource(
            strings = {
                "pfs.sorted.search.S.R:k1 < 10",
                "pfs.tag.set.B.a=1",
                "pfs.dt.cat",
                "pfs.branch.delete",
                "pfs.native.0.umf.cat"
            })
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
