package io.pfs.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.EmbeddedOptions;
import io.pfs.client.Pfs;
import io.pfs.client.call.Promise;
import io.pfs.client.sorted.AsyncSorted;
import io.pfs.client.sorted.Memberships;
import io.pfs.client.sorted.Sorted;
import io.pfs.client.sorted.SortedTable;
import io.pfs.client.table.Hit;
import io.pfs.client.table.Table;
import io.pfs.row.TagValue;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Sorted files, as a user of the API sees them. */
@ParameterizedClass
@EnumSource(
        value = Way.class,
        names = {"EMBEDDED", "NETWORK"})
final class SortedTest {
    @Parameter
    private Way way = Way.EMBEDDED;

    @TempDir
    private Path temporary;

    private Pfs pfs;
    private Sorted hot;

    @BeforeEach
    void photosAndScans() {
        pfs = way.open(temporary.resolve("data"), EmbeddedOptions.DEFAULT);
        Table photos = pfs.ensureTable("/home/me/photos");
        for (int n = 1; n <= 9; n++) {
            photos.edit("p" + n)
                    .put("thumb", new byte[n])
                    .tag("heat", n)
                    .tag("type", n % 2 == 0 ? "jpeg" : "png")
                    .tag("note", "none")
                    .apply();
        }
        Table scans = pfs.ensureTable("/scans");
        for (int n = 1; n <= 3; n++) {
            scans.edit("s" + n).tag("heat", 3L * n).apply();
        }
        hot = pfs.createSorted("hot");
        hot.add("/home/me/photos", "heat", "type", "@size", "size(thumb)");
        hot.add("/scans", "heat");
    }

    @AfterEach
    void close() {
        pfs.close();
    }

    private List<String> found(String query) {
        List<String> paths = new ArrayList<>();
        for (Hit hit : hot.search(query)) {
            paths.add(hit.path());
        }
        return paths.stream().sorted().toList();
    }

    private static void refused(ErrorCode code, String part, Executable body) {
        PfsException refused = assertThrows(PfsException.class, body);
        assertEquals(code, refused.code(), refused.getMessage());
        assertTrue(refused.detail().contains(part), refused.detail());
    }

    private List<String> indexes(String table) {
        return pfs.openTable(table).describe().indexes();
    }

    @Test
    void rowsOfAllTablesAreFound() {
        assertEquals(
                List.of("/home/me/photos/p7", "/home/me/photos/p8", "/scans/s3"),
                found("R:heat > 6&heat <> 9|heat = 9&@name = s3"));
        assertEquals(List.of("/home/me/photos/p6", "/scans/s2"), found("heat = 6"));
        assertEquals(List.of("/home/me/photos/p6"), found("p:heat=6&type=jpeg"));
        assertEquals(List.of("/scans/s2"), found("from /scans where heat = 6"));
        assertEquals(
                List.of("/home/me/photos/p9", "/scans/s3", "/home/me/photos/p8"),
                Promise.await(hot.search("order by heat desc limit 3").rows()).stream()
                        .map(Hit::path)
                        .toList());
        assertEquals(
                Optional.of(new TagValue.OfLong(63)),
                Promise.await(hot.search("select sum(heat)").groups())
                        .get(0)
                        .values()
                        .get(0));
        assertEquals(2, hot.explain("heat = 6").steps().size());
    }

    @Test
    void tablesAreJoined() {
        String join = "from /home/me/photos p join /scans s on heat";
        assertEquals(
                List.of("p9 s3", "p6 s2", "p3 s1"),
                Promise.await(hot.search(join + " order by p.heat desc").pairs()).stream()
                        .map(pair -> pair.left().row().name() + " "
                                + pair.right().row().name())
                        .toList());
        assertEquals(
                1,
                Promise.await(hot.search(join + " where s.heat > 3 and size(p.thumb) < 9")
                                .pairs())
                        .size());
        refused(ErrorCode.NOT_FOUND, "there is no tag 'note'", () -> hot.search(join + " where p.note = 'none'"));
        refused(ErrorCode.NOT_FOUND, "table '/home' is not in", () -> hot.search("from /home h join /scans s on heat"));
        refused(ErrorCode.USAGE, "asks for pairs", () -> hot.search(join).iterator());
        refused(
                ErrorCode.USAGE,
                "a join is asked of",
                () -> pfs.openTable("/scans").search(join));
    }

    @Test
    void whatWasNotChosenIsRefused() {
        refused(ErrorCode.NOT_FOUND, "did you mean 'heat'?", () -> hot.search("R:heet > 5"));
        refused(ErrorCode.NOT_FOUND, "there is no tag 'note' in this sorted file", () -> hot.search("note = 'none'"));
        refused(ErrorCode.NOT_FOUND, "table '/home' is not in this sorted file", () -> hot.search("from /home"));
        refused(ErrorCode.NOT_FOUND, "there is no column 'content'", () -> hot.search("size(content) > 1"));
        refused(ErrorCode.USAGE, "character 10 of the query", () -> hot.search("heat = 6 und"));
        refused(
                ErrorCode.USAGE,
                "has no tables",
                () -> pfs.createSorted("empty").search("heat = 6"));
    }

    @Test
    void tagsOfRowsAreSetAndRead() {
        hot.set("/scans/s1", Map.of("heat", new TagValue.OfLong(50)));
        assertEquals(List.of("/scans/s1"), found("heat > 40"));
        assertEquals(Optional.of(new TagValue.OfLong(50)), hot.test("/scans/s1", "heat"));
        hot.update("/scans/s1", "heat", new TagValue.OfDouble(50.5));
        assertEquals(Optional.of(new TagValue.OfDouble(50.5)), hot.test("/scans/s1", "heat"));
        hot.delete("/scans/s1", "heat");
        hot.delete("/scans/s1", "heat");
        assertEquals(Optional.empty(), hot.test("/scans/s1", "heat"));
        refused(
                ErrorCode.NOT_FOUND,
                "has no tag 'heat' to be changed",
                () -> hot.update("/scans/s1", "heat", new TagValue.OfLong(1)));
        refused(
                ErrorCode.NOT_FOUND,
                "tag 'type' was not chosen of table '/scans'",
                () -> hot.test("/scans/s1", "type"));
        refused(
                ErrorCode.NOT_FOUND,
                "'/home/me' is no table of sorted file 'hot'",
                () -> hot.delete("/home/me/x", "heat"));
        refused(
                ErrorCode.NOT_FOUND,
                "row '/scans/none' does not exist",
                () -> hot.set("/scans/none", Map.of("heat", new TagValue.OfLong(1))));
    }

    @Test
    void fieldsGetIndexesAndLoseThemWithTheLastThatNamesThem() {
        assertEquals(List.of("heat", "type", "size", "size(thumb)"), indexes("/home/me/photos"));
        pfs.createSorted("other").add("/home/me/photos", "heat", "mtime");
        hot.remove("/home/me/photos", "heat", "size");
        assertEquals(List.of("heat", "type", "size(thumb)", "mtime"), indexes("/home/me/photos"));
        assertEquals(List.of("hot", "other"), pfs.listSorted());
        pfs.dropSorted("hot");
        assertEquals(List.of("heat", "mtime"), indexes("/home/me/photos"));
        assertEquals(List.of(), indexes("/scans"));
        assertEquals(List.of("other"), pfs.listSorted());
        refused(ErrorCode.NOT_FOUND, "there is no sorted file 'hot'", () -> pfs.openSorted("hot"));
        refused(ErrorCode.NOT_FOUND, "there is no sorted file 'hot'", () -> hot.search("heat = 6"));
        refused(ErrorCode.ALREADY_EXISTS, "'other' already", () -> pfs.createSorted("other"));
    }

    private void store(String name, String text) {
        pfs.openTable("/.sorted").put(name, "content", text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void otherRowsOfTheDirectoryAreInNobodysWay() {
        pfs.ensureTable("/.sorted/table");
        store("notes", "milk, bread");
        store("empty", "");
        assertEquals(List.of("hot"), pfs.listSorted());
        hot.remove("/home/me/photos", "heat", "size");
        assertEquals(List.of("type", "size(thumb)"), indexes("/home/me/photos"));
        pfs.dropSorted("hot");
        assertEquals(List.of(), indexes("/home/me/photos"));
        assertEquals(List.of(), indexes("/scans"));
    }

    @Test
    void fieldsKeepTheirIndexesWhileOneCantBeReadThatMayNameThem() {
        for (String text : List.of("pfs sorted file 2\nfields heat\n", "pfs sorted file 1\ntable ")) {
            store("other", text);
            assertEquals(List.of("hot", "other"), pfs.listSorted());
            hot.remove("/home/me/photos", "heat");
            assertEquals(List.of("heat", "type", "size", "size(thumb)"), indexes("/home/me/photos"));
            hot.add("/home/me/photos", "heat");
        }
        pfs.openTable("/.sorted").delete("other");
        pfs.dropSorted("hot");
        assertEquals(List.of(), indexes("/home/me/photos"));
    }

    @Test
    void whatIsRenamedStaysAndWhatIsGoneIsShown() {
        pfs.files().rename("/home/me", "/home/you");
        pfs.files().rename("/home/you/photos", "/pictures");
        pfs.openTable("/pictures").renameColumn("thumb", "small");
        assertEquals(List.of("/pictures/p6", "/scans/s2"), found("heat = 6"));
        assertEquals(List.of("/pictures/p2"), found("from /pictures where size(small) = 2"));
        pfs.ensureTable("/home/me/photos").edit("x").tag("heat", 6).apply();
        assertEquals(List.of("/pictures/p6", "/scans/s2"), found("heat = 6"));
        pfs.files().deleteTree("/scans");
        List<SortedTable> tables = hot.tables();
        assertEquals(
                new SortedTable(
                        Optional.of("/pictures"), tables.get(0).id(), List.of("heat", "type", "size", "size(small)")),
                tables.get(0));
        assertEquals(new SortedTable(Optional.empty(), tables.get(1).id(), List.of("heat")), tables.get(1));
        assertEquals(List.of("/pictures/p6"), found("heat = 6"));
        hot.remove(tables.get(1).id());
        hot.remove("/pictures");
        assertEquals(List.of(), hot.tables());
        assertEquals(List.of(), indexes("/pictures"));
        refused(ErrorCode.NOT_FOUND, "is no table of sorted file", () -> hot.remove("/pictures"));
    }

    @Test
    void aTableIsAddedLikeAnother() {
        pfs.openTable("/home/me/photos").addColumn("gone");
        hot.add("/home/me/photos", "size(gone)");
        pfs.openTable("/home/me/photos").dropColumn("gone");
        Table other = pfs.ensureTable("/other");
        other.addColumn("medium");
        other.edit("o6").put("thumb", new byte[6]).tag("heat", 6).apply();
        hot.addLike("/other", "/home/me/photos");
        assertEquals(
                List.of("heat", "type", "size", "size(thumb)"),
                hot.tables().get(2).fields());
        assertEquals(List.of("heat", "type", "size", "size(thumb)"), indexes("/other"));
        assertEquals(
                List.of("/home/me/photos/p6", "/other/o6"),
                found("from /home/me/photos, /other where size(thumb) = 6"));
        refused(ErrorCode.NOT_FOUND, "is no table of sorted file", () -> hot.addLike("/other", "/home/me"));
    }

    @Test
    void whichATableIsInIsKnown() {
        pfs.createSorted("cold").add("/scans", "heat");
        pfs.createSorted("none");
        store("notes", "milk, bread");
        store("bad", "pfs sorted file 1\ntable ");
        assertEquals(new Memberships(List.of("cold", "hot"), List.of("bad")), pfs.sortedOf("/scans"));
        assertEquals(List.of("hot"), pfs.sortedOf("/home/me/photos").names());
        assertEquals(List.of(), pfs.sortedOf("/home").names());
        pfs.files().deleteTree("/.sorted");
        assertEquals(new Memberships(List.of(), List.of()), pfs.sortedOf("/scans"));
    }

    @Test
    void ofTwoWhoChangeItAtOnceNoneIsLost() {
        List<CompletableFuture<Void>> changes = new ArrayList<>();
        AsyncSorted other = pfs.openSorted("hot").async();
        for (int i = 0; i < 10; i++) {
            changes.add(hot.async().add("/scans", List.of("a" + i)));
            changes.add(other.add("/scans", List.of("b" + i)));
        }
        changes.forEach(Promise::await);
        assertEquals(21, hot.tables().get(1).fields().size());
        assertEquals(21, indexes("/scans").size());
    }

    @Test
    void itIsAFileThatCanBeRead() {
        String text = new String(pfs.openTable("/.sorted").get("hot", "content").orElseThrow(), StandardCharsets.UTF_8);
        assertTrue(text.startsWith("pfs sorted file 1\ntable 000"), text);
        pfs.openTable("/.sorted").put("bad", "content", new byte[] {1});
        refused(ErrorCode.CORRUPT, "sorted file 'bad' is damaged at line 1", () -> pfs.openSorted("bad"));
        hot.close();
        refused(ErrorCode.CLOSED, "was closed", () -> hot.search("heat = 6"));
    }
}
