package io.pfs.hadoop.fs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.client.Pfs;
import io.pfs.client.table.Table;
import io.pfs.hadoop.testing.ServedFolder;
import io.pfs.hadoop.testing.Shell;
import io.pfs.row.TagValue;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonPathCapabilities;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathIOException;
import org.apache.hadoop.fs.XAttrSetFlag;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tags as attributes of users, and commands in the names of others. */
final class ExtendedAttributesTest {
    private static final int MOST = 65_536;
    private static int tables;

    @TempDir
    private static java.nio.file.Path folder;

    private static ServedFolder server;
    private static Pfs pfs;
    private static FileSystem fs;

    private String table;
    private Table photos;
    private Path file;

    @BeforeAll
    static void start() throws IOException {
        server = ServedFolder.startAsElsewhere(folder);
        pfs = Pfs.connect(server.uri().toString());
        fs = FileSystem.newInstance(server.uri(), new Configuration(false));
    }

    @AfterAll
    static void end() throws IOException {
        fs.close();
        pfs.close();
        server.close();
    }

    @BeforeEach
    void photos() {
        table = "/photos.of" + tables++;
        photos = pfs.ensureTable(table);
        photos.edit("a.jpg")
                .put("content", new byte[100])
                .put("thumb", bytes("small"))
                .apply();
        file = new Path(table + "/a.jpg");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    private String text(Path path, String name) throws IOException {
        return new String(fs.getXAttr(path, name), UTF_8);
    }

    private TagValue tag(String name) {
        return photos.row("a.jpg").orElseThrow().tags().get(name);
    }

    @Test
    void attributesOfUsersAreTags() throws IOException {
        fs.setXAttr(file, "user.camera", bytes("männlich"));
        byte[] noText = {(byte) 0xff, 0};
        fs.setXAttr(file, "user.raw", noText);
        assertEquals(new TagValue.OfString("männlich"), tag("camera"));
        assertEquals(new TagValue.OfBytes(noText), tag("raw"));
        assertEquals("männlich", text(file, "user.camera"));
        assertArrayEquals(noText, fs.getXAttrs(file, List.of("user.raw")).get("user.raw"));
        assertEquals(List.of("user.camera", "user.raw"), fs.listXAttrs(file));
        assertEquals(Set.of("user.camera", "user.raw"), fs.getXAttrs(file).keySet());
        fs.removeXAttr(file, "user.raw");
        assertEquals(List.of("user.camera"), fs.listXAttrs(file));
        assertTrue(fs.hasPathCapability(file, CommonPathCapabilities.FS_XATTRS));
    }

    @Test
    void oneWithoutAValueIsEmpty() throws Exception {
        new Shell(server.uri()).told(0, "-setfattr", "-n", "user.x", file.toString());
        assertEquals(new TagValue.OfString(""), tag("x"));
        assertEquals(0, fs.getXAttr(file, "user.x").length);
        fs.setXAttr(file, "pfs.native.thumb.write", null);
        assertEquals("0", text(file, "pfs.native.thumb.lookup"));
    }

    /** A mistake of who uses the shell is told in a line. */
    @Test
    void theShellTellsWhatCannotBe() throws Exception {
        Shell shell = new Shell(server.uri());
        String said = shell.told(1, "-setfattr", "-n", "user.x", "-v", "1", table);
        assertTrue(said.contains(table) && said.contains("only files have attributes"), said);
        said = shell.told(1, "-getfattr", "-n", "pfs.tag.search.B.db.p.k1<10", file.toString());
        assertTrue(said.contains("pfs.tag.search") && !said.contains("\tat "), said);
    }

    @Test
    void symlinksHaveTheirOwn() throws IOException {
        pfs.files().symlink(table + "/link", "a.jpg");
        Path link = new Path(table + "/link");
        fs.setXAttr(file, "user.of", bytes("file"));
        assertEquals(List.of(), fs.listXAttrs(link));
        fs.setXAttr(link, "user.of", bytes("link"), EnumSet.of(XAttrSetFlag.CREATE));
        assertEquals("link", text(link, "user.of"));
        assertEquals("file", text(file, "user.of"));
        fs.removeXAttr(link, "user.of");
        assertEquals(List.of(), fs.listXAttrs(link));
        assertEquals("file", text(file, "user.of"));
    }

    @Test
    void aTagKeepsItsType() throws IOException {
        photos.edit("a.jpg")
                .tag("stars", 3)
                .tag("lens", 1.5)
                .tag("seen", false)
                .tag("at", Instant.ofEpochMilli(5))
                .apply();
        assertEquals("3", text(file, "user.stars"));
        assertEquals("1.5", text(file, "user.lens"));
        assertEquals("false", text(file, "user.seen"));
        assertEquals("1970-01-01T00:00:00.005Z", text(file, "user.at"));
        fs.setXAttr(file, "user.stars", bytes("5"));
        fs.setXAttr(file, "user.lens", bytes("2"));
        fs.setXAttr(file, "user.seen", bytes("true"));
        fs.setXAttr(file, "user.at", bytes("1970-01-01T00:00:01Z"));
        assertEquals(new TagValue.OfLong(5), tag("stars"));
        assertEquals(new TagValue.OfDouble(2), tag("lens"));
        assertEquals(new TagValue.OfBoolean(true), tag("seen"));
        assertEquals(new TagValue.OfTimestamp(1000), tag("at"));
        fs.setXAttr(file, "user.stars", bytes("many"));
        fs.setXAttr(file, "user.seen", bytes("often"));
        assertEquals(new TagValue.OfString("many"), tag("stars"));
        assertEquals(new TagValue.OfString("often"), tag("seen"));
    }

    @Test
    void tagsGoWhereTheirFileGoes() throws IOException {
        fs.setXAttr(file, "user.camera", bytes("old"));
        Path moved = new Path("/moved" + tables);
        assertTrue(fs.rename(file, moved));
        assertEquals("old", text(moved, "user.camera"));
        assertThrows(FileNotFoundException.class, () -> fs.getXAttrs(file));
    }

    @Test
    void flagsSayWhetherItMayBeThere() throws IOException {
        EnumSet<XAttrSetFlag> create = EnumSet.of(XAttrSetFlag.CREATE);
        EnumSet<XAttrSetFlag> replace = EnumSet.of(XAttrSetFlag.REPLACE);
        assertThrows(IOException.class, () -> fs.setXAttr(file, "user.a", bytes("1"), replace));
        fs.setXAttr(file, "user.a", bytes("1"), create);
        assertThrows(IOException.class, () -> fs.setXAttr(file, "user.a", bytes("2"), create));
        fs.setXAttr(file, "user.a", bytes("3"), replace);
        assertEquals("3", text(file, "user.a"));
    }

    @Test
    void whatCannotBeIsRefused() throws IOException {
        assertThrows(PathIOException.class, () -> fs.getXAttr(file, "user.none"));
        assertThrows(PathIOException.class, () -> fs.removeXAttr(file, "user.none"));
        assertThrows(FileNotFoundException.class, () -> fs.setXAttr(new Path(table + "/none"), "user.a", bytes("1")));
        assertThrows(HadoopIllegalArgumentException.class, () -> fs.setXAttr(file, "trusted.a", bytes("1")));
        assertThrows(HadoopIllegalArgumentException.class, () -> fs.getXAttr(file, "user."));
        assertThrows(PathIOException.class, () -> fs.setXAttr(new Path(table), "user.a", bytes("1")));
        assertThrows(PathIOException.class, () -> fs.setXAttr(new Path("/"), "user.a", bytes("1")));
        assertTrue(fs.getXAttrs(new Path(table)).isEmpty()
                && fs.getXAttrs(new Path("/")).isEmpty());
        assertThrows(PathIOException.class, () -> fs.setXAttr(file, "user.big", new byte[1 << 20]));
        assertTrue(fs.getXAttrs(file).isEmpty());
    }

    @Test
    void commandsReadAndWriteCells() throws IOException {
        Path any = new Path("/");
        String handle = text(any, "pfs.table.opentab." + table);
        assertEquals(table.replace(".", "%2E"), handle);
        assertEquals(handle, text(any, "pfs.table.opentab." + table.substring(1)));
        assertEquals("0 content\n1 thumb\n", text(any, "pfs.table.tabschema." + handle));
        assertEquals("small", text(any, "pfs.table.readtab." + handle + ".a.jpg.thumb"));
        fs.setXAttr(any, "pfs.table.writetab." + handle + ".b.jpg.v1%2E0", bytes("other"));
        assertArrayEquals(bytes("other"), photos.get("b.jpg", "v1.0").orElseThrow());
        photos.put("b \n.jpg", "thumb", bytes("tiny"));
        String loaded = text(any, "pfs.table.bulkload." + handle + ".thumb");
        assertTrue(loaded.contains("a.jpg 5\nsmall") && loaded.contains("b%20%0A.jpg 4\ntiny"), loaded);
        assertEquals(0, fs.getXAttr(any, "pfs.table.closetab." + handle).length);
    }

    @Test
    void commandsReadAndWriteFormsOfTheFileItself() throws IOException {
        assertEquals("small", text(file, "pfs.native.thumb.read"));
        assertEquals("mal", text(file, "pfs.native.1.read.1.3"));
        assertEquals("100", text(file, "pfs.native.0.lookup"));
        fs.setXAttr(file, "pfs.native.1.write.2", bytes("larger"));
        assertEquals("la", text(file, "pfs.native.thumb.read"));
        assertEquals("2", text(file, "pfs.native.thumb.lookup"));
        assertThrows(PathIOException.class, () -> fs.setXAttr(file, "pfs.native.1.write.9", bytes("small")));
        assertThrows(PathIOException.class, () -> fs.setXAttr(file, "pfs.native.1.read", bytes("small")));
        assertThrows(PathIOException.class, () -> fs.getXAttr(file, "pfs.native.1.write"));
        assertThrows(FileNotFoundException.class, () -> fs.getXAttr(file, "pfs.native.7.read"));
        assertThrows(FileNotFoundException.class, () -> fs.getXAttr(file, "pfs.native.none.lookup"));
        assertThrows(FileNotFoundException.class, () -> fs.getXAttr(file, "pfs.sorted.search.S.R:k1 < 10"));
        assertThrows(PathIOException.class, () -> fs.getXAttr(file, "pfs.tag.search.B.db.p.k1<10"));
    }

    @Test
    void anAttributeCarriesSoMuchAndNoMore() throws IOException {
        String write = "pfs.table.writetab." + text(file, "pfs.table.opentab." + table) + ".c.jpg.thumb";
        fs.setXAttr(file, write, new byte[MOST]);
        Path other = new Path(table + "/c.jpg");
        assertEquals(MOST, fs.getXAttr(other, "pfs.native.thumb.read").length);
        PathIOException refusal =
                assertThrows(PathIOException.class, () -> fs.setXAttr(file, write, new byte[MOST + 1]));
        assertTrue(refusal.getMessage().contains("65536"), refusal.getMessage());
        photos.put("c.jpg", "thumb", new byte[MOST + 1]);
        assertThrows(PathIOException.class, () -> fs.getXAttr(other, "pfs.native.thumb.read"));
        assertEquals(7, fs.getXAttr(other, "pfs.native.thumb.read.0.7").length);
        assertThrows(
                PathIOException.class,
                () -> fs.getXAttr(file, "pfs.table.bulkload." + table.replace(".", "%2E") + ".thumb"));
    }
}
