package io.pfs.hadoop.mapreduce;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pfs.client.table.TablePart;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.io.Writable;
import org.junit.jupiter.api.Test;

/** The bytes in which splits and cells go from process to process. */
final class WritablesTest {
    private static String hex(Writable value) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        value.write(new DataOutputStream(bytes));
        return HexFormat.of().formatHex(bytes.toByteArray());
    }

    private static void read(Writable value, String hex) throws IOException {
        value.readFields(
                new DataInputStream(new ByteArrayInputStream(HexFormat.of().parseHex(hex))));
    }

    @Test
    void cells() throws IOException {
        PfsCells cells = new PfsCells(Map.of("thumb", new byte[] {1, 2}, "content", new byte[0]));
        String hex = "02" + "07636f6e74656e7400" + "057468756d62020102";
        assertEquals(hex, hex(cells));
        PfsCells read = new PfsCells();
        read(read, hex);
        assertEquals(cells, read);
        assertEquals(cells.hashCode(), read.hashCode());
        assertArrayEquals(new byte[] {1, 2}, read.get("thumb").orElseThrow());
        assertEquals("content: 0 bytes; thumb: 2 bytes", read.toString());
        assertEquals("no cells", new PfsCells().toString());
    }

    @Test
    void splits() throws IOException {
        PfsSplit split = new PfsSplit("pfs://h/t", new TablePart(5, 8), 100, 1000, List.of("host", "b"));
        String hex = "097066733a2f2f682f74" + "05" + "08" + "64" + "8e03e8" + "02" + "04686f7374" + "0162";
        assertEquals(hex, hex(split));
        PfsSplit read = new PfsSplit();
        read(read, hex);
        assertEquals("pfs://h/t", read.table());
        assertEquals(new TablePart(5, 8), read.part());
        assertEquals(100, read.rowsOfPage());
        assertEquals(1000, read.getLength());
        assertArrayEquals(new String[] {"host", "b"}, read.getLocations());
        assertEquals("part 5 of 8", read.toString());
        assertEquals(0, new PfsSplit("", TablePart.WHOLE, 1, 1, List.of()).getLocations().length);
    }

    @Test
    void whatIsNoneOfThemIsRefused() {
        assertThrows(IOException.class, () -> read(new PfsCells(), "ff"));
        assertThrows(IOException.class, () -> read(new PfsCells(), "01" + "0161" + "8e0fff"));
    }
}
