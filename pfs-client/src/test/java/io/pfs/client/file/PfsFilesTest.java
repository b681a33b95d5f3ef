package io.pfs.client.file;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.client.table.CellInput;
import io.pfs.client.table.TableOptions;
import io.pfs.client.testing.ClientRig;
import io.pfs.client.testing.TinyServer.Mishap;
import io.pfs.row.RowKind;
import io.pfs.row.TagValue;
import io.pfs.testing.Seeds;
import io.pfs.wire.Request;
import io.pfs.wire.Request.BeginObject;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.Request.ForceObject;
import io.pfs.wire.Request.ReadCell;
import io.pfs.wire.Request.SealObject;
import io.pfs.wire.Request.WriteObject;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

final class PfsFilesTest {
    private final ClientRig rig = new ClientRig();
    private final PfsFiles files = new PfsFiles(new FileCalls(rig.catalog));

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private String read(String path) {
        return new String(files.readAll(path), StandardCharsets.UTF_8);
    }

    @Test
    void aFileIsWrittenAndRead() throws IOException {
        files.mkdirs("/d/e");
        files.write("/d/e/f", bytes("one"));
        assertEquals("one", read("/d/e/f"));
        files.write("/d/e/f", bytes("two"));
        try (InputStream in = files.open("/d/e/f")) {
            assertEquals("two", new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
        refused(ErrorCode.NOT_FOUND, () -> files.readAll("/d/e/g"));
        refused(ErrorCode.NOT_FOUND, () -> files.write("/none/f", bytes("")));
        refused(ErrorCode.IS_A_DIRECTORY, () -> files.readAll("/d/e"));
        refused(ErrorCode.IS_A_DIRECTORY, () -> files.write("/d/e", bytes("")));
        refused(ErrorCode.IS_A_DIRECTORY, () -> files.write("/", bytes("")));
        refused(ErrorCode.NOT_A_DIRECTORY, () -> files.write("/d/e/f/g", bytes("")));
    }

    @Test
    void aStreamMakesItsFileAtOnceAndWritesItAtItsEnd() {
        try (FileOutput out = files.create("/f")) {
            assertEquals("", read("/f"), "it is there, and empty");
            out.write('a');
            out.write(bytes("bcd"), 1, 2);
            assertEquals("", read("/f"), "nobody sees a part of it");
            out.sync();
            assertEquals("acd", read("/f"), "unless it is asked for");
            out.write(bytes("e"), 0, 1);
        }
        assertEquals("acde", read("/f"));
        refused(ErrorCode.ALREADY_EXISTS, () -> files.create("/f"));
        try (FileOutput out = files.overwrite("/f")) {
            assertEquals("", read("/f"));
            out.write(bytes("new"), 0, 3);
        }
        assertEquals("new", read("/f"));
    }

    /** What changes meanwhile is not lost: all is read once more. */
    @Test
    void filesBecomeOneAsTheyAre() {
        files.write("/a", bytes("one, "));
        files.write("/b", bytes("two"));
        rig.server.mishaps(new Mishap(ErrorCode.VERSION_CHANGED, false, true));
        files.concat("/a", List.of("/b"));
        assertEquals("one, two", read("/a"));
        assertFalse(files.exists("/b"));
        rig.server.mishaps(new Mishap(ErrorCode.VERSION_CHANGED, false, true));
        files.truncate("/a", 3);
        assertEquals("one", read("/a"));
    }

    /** What is put behind is a source as it once was, though it is opened by its name. */
    @Test
    void sourcesThatAreWrittenAnewMeanwhileAreReadOnceMore() {
        files.write("/a", bytes("one, "));
        files.write("/b", bytes("two"));
        rig.server.before(ReadCell.class, () -> files.write("/b", bytes("another")));
        files.concat("/a", List.of("/b"));
        assertEquals("one, another", read("/a"));
        assertFalse(files.exists("/b"));
    }

    @Test
    void aSourceThatNeverStaysAsItIsIsNamed() {
        files.write("/a", bytes("one, "));
        files.write("/b", bytes("two"));
        writeBeforeEachRead("/b", bytes("owt"));
        String why = refused(ErrorCode.VERSION_CHANGED, () -> files.concat("/a", List.of("/b")));
        assertTrue(why.contains("'/b' was changed"), why);
        assertEquals("one, ", read("/a"));
        assertEquals("owt", read("/b"));
    }

    private void writeBeforeEachRead(String path, byte[] bytes) {
        rig.server.before(ReadCell.class, () -> {
            files.write(path, bytes);
            writeBeforeEachRead(path, bytes);
        });
    }

    @Test
    void aStreamMayMakeItsFileAtItsEnd() {
        FileOutput out = files.createAtClose("/f");
        FileOutput second = files.createAtClose("/f");
        assertFalse(files.exists("/f"));
        rig.server.forgetSeen();
        out.close();
        assertEquals(1, rig.server.seen().size());
        assertEquals("", read("/f"));
        refused(ErrorCode.ALREADY_EXISTS, second::close);
        FileOutput third = files.createAtClose("/f", true, 0600);
        third.write(bytes("x"), 0, 1);
        third.close();
        assertEquals("x", read("/f"));
        assertEquals(0644, files.stat("/f").orElseThrow().mode());
        files.createAtClose("/g", true, 0600).close();
        assertEquals(0600, files.stat("/g").orElseThrow().mode());
    }

    @Test
    void aStreamThatIsAbandonedWritesNothing() {
        FileOutput out = files.createAtClose("/f");
        out.write(bytes("x"), 0, 1);
        out.abandon();
        out.close();
        assertFalse(files.exists("/f"));
        refused(ErrorCode.CLOSED, () -> out.write(1));
    }

    @Test
    void aStreamOutlivesChangesOfAttributesButNotOfTheFile() {
        FileOutput out = files.create("/f");
        files.setPermissions("/f", 0600);
        out.write(bytes("x"), 0, 1);
        out.sync();
        assertEquals("x", read("/f"));
        files.delete("/f");
        files.write("/f", bytes("another's"));
        files.setPermissions("/f", 0600);
        files.setPermissions("/f", 0644);
        out.write(bytes("y"), 0, 1);
        PfsException refused = assertThrows(PfsException.class, out::close);
        assertEquals(ErrorCode.NOT_FOUND, refused.code(), refused.getMessage());
        assertEquals("another's", read("/f"));
    }

    /** What others wrote is known to them to be there: who comes later with a stream of his own is refused. */
    @Test
    void whatOthersWroteMeanwhileIsNotWrittenOver() {
        FileOutput out = files.create("/f");
        out.write(bytes("ab"), 0, 2);
        FileOutput other = files.overwrite("/f");
        other.write(bytes("other's"), 0, 7);
        other.close();
        refused(ErrorCode.VERSION_CHANGED, out::close);
        assertEquals("other's", read("/f"));
        out.abandon();

        out = files.create("/e");
        out.write(bytes("ab"), 0, 2);
        other = files.overwrite("/e");
        refused(ErrorCode.VERSION_CHANGED, out::close); // he has nothing yet, but the file is his
        other.write(bytes("other's"), 0, 7);
        other.close();
        assertEquals("other's", read("/e"));
        out.abandon();

        out = files.create("/g");
        out.write(bytes("ab"), 0, 2);
        out.sync();
        append("/g", "c");
        out.write(bytes("d"), 0, 1);
        refused(ErrorCode.VERSION_CHANGED, out::close);
        assertEquals("abc", read("/g"));
        files.truncate("/g", 2);
        out.close(); // nothing is there but what it wrote
        assertEquals("abd", read("/g"));

        out = files.overwrite("/g");
        out.write(bytes("ab"), 0, 2);
        out.sync();
        files.truncate("/g", 1);
        out.write(bytes("d"), 0, 1);
        refused(ErrorCode.VERSION_CHANGED, out::sync);
        assertEquals("a", read("/g"));
        out.abandon();
    }

    private void append(String path, String text) {
        try (FileOutput out = files.append(path)) {
            out.write(bytes(text), 0, text.length());
        }
    }

    /** The same where what was synced is not kept here any more, or is a copy of what the file had. */
    @Test
    void whatOthersWroteMeanwhileIsNotWrittenOverByWhatIsLarge() {
        byte[] large = new byte[Limits.CELL_BYTES_MAX + 1];
        FileOutput out = files.create("/f");
        append("/f", "b");
        out.write(large, 0, large.length);
        refused(ErrorCode.VERSION_CHANGED, out::close);
        assertEquals("b", read("/f"));

        FileOutput log = files.append("/f");
        log.write(large, 0, large.length);
        append("/f", "c");
        refused(ErrorCode.VERSION_CHANGED, log::close);
        assertEquals("bc", read("/f"));

        out = files.create("/g");
        out.write(bytes("ab"), 0, 2);
        out.sync();
        out.write(large, 0, large.length);
        files.setPermissions("/g", 0600);
        out.sync();
        append("/g", "c");
        out.write(bytes("d"), 0, 1);
        refused(ErrorCode.VERSION_CHANGED, out::close);
        assertEquals(large.length + 3, files.readAll("/g").length);

        out = files.create("/h");
        out.write(bytes("ab"), 0, 2);
        out.sync();
        out.write(large, 0, large.length);
        append("/h", "c");
        refused(ErrorCode.VERSION_CHANGED, out::close);
        assertEquals("abc", read("/h"));
    }

    /** Where the bytes are kept meanwhile is the server's business. */
    @Test
    void aLogThatBecomesLargeOutlivesChangesOfAttributes() {
        byte[] large = new byte[Limits.CELL_BYTES_MAX + 1];
        files.write("/log", bytes("ab"));
        FileOutput log = files.append("/log");
        log.write(large, 0, large.length);
        files.setPermissions("/log", 0600);
        log.close();
        assertEquals(large.length + 2, files.readAll("/log").length);
    }

    /** A writing of which nobody knows how it ended may be there. */
    @Test
    void whatMayHaveBeenWrittenIsMine() {
        FileOutput out = files.create("/f");
        out.write(bytes("ab"), 0, 2);
        rig.server.hold();
        Thread.currentThread().interrupt();
        refused(ErrorCode.UNKNOWN_OUTCOME, out::sync);
        assertTrue(Thread.interrupted());
        rig.server.release();
        assertEquals("ab", read("/f"));
        out.write(bytes("c"), 0, 1);
        out.close();
        assertEquals("abc", read("/f"));
    }

    /** Else its own file would be in its way, or what is late would replace what came after it. */
    @Test
    void whatMayHaveBeenMadeIsNotMadeAgain() {
        for (boolean overwrite : List.of(false, true)) {
            String path = "/f" + overwrite;
            FileOutput out = files.createAtClose(path, overwrite, 0644);
            out.write(bytes("ab"), 0, 2);
            rig.server.hold();
            Thread.currentThread().interrupt();
            refused(ErrorCode.UNKNOWN_OUTCOME, out::sync);
            assertTrue(Thread.interrupted());
            rig.server.release(); // it was done, and nobody waited for it
            refused(ErrorCode.OBJECT_LOST, () -> out.write(bytes("c"), 0, 1));
            refused(ErrorCode.OBJECT_LOST, out::sync);
            refused(ErrorCode.OBJECT_LOST, out::close);
            assertEquals("ab", read(path));
        }
    }

    @Test
    void whatIsAppendedComesBehindWhatOthersAppended() {
        files.write("/f", bytes("0"));
        FileOutput one = files.append("/f");
        FileOutput two = files.append("/f");
        one.write(bytes("1"), 0, 1);
        two.write(bytes("2"), 0, 1);
        two.close();
        one.sync();
        one.write(bytes("3"), 0, 1);
        one.close();
        assertEquals("0213", read("/f"));
        files.append("/f").close();
        assertEquals("0213", read("/f"));
        FileOutput late = files.append("/f");
        late.write(bytes("4"), 0, 1);
        assertTrue(files.delete("/f"));
        refused(ErrorCode.NOT_FOUND, late::close);
        assertFalse(files.exists("/f"), "what was removed is not made again");
        files.write("/f", bytes("another's"));
        refused(ErrorCode.NOT_FOUND, late::close);
        assertEquals("another's", read("/f"));
        assertTrue(files.delete("/f"));
        refused(ErrorCode.NOT_FOUND, () -> files.append("/g"));
        refused(ErrorCode.IS_A_DIRECTORY, () -> files.append("/"));
    }

    /** It is the same file by its id, but not the one that it was to come behind. */
    @Test
    void whatIsAppendedDoesNotComeBehindWhatReplacedTheFile() {
        for (String there : List.of("", "state", "a state that is longer")) {
            files.write("/f", bytes(there));
            FileOutput late = files.append("/f");
            late.write(bytes("tail"), 0, 4);
            overwrite("/f", "{json: all}");
            if (there.isEmpty()) {
                late.close(); // it had nothing that could be missing
                assertEquals("{json: all}tail", read("/f"));
            } else {
                refused(ErrorCode.VERSION_CHANGED, late::close);
                assertEquals("{json: all}", read("/f"));
            }
        }
        files.write("/f", bytes(""));
        FileOutput log = files.append("/f");
        log.write(bytes("line 1"), 0, 6);
        log.sync();
        append("/f", "line 2");
        log.write(bytes("line 3"), 0, 6);
        log.sync();
        overwrite("/f", "line 1, line 2, line 3 and more");
        log.write(bytes("line 4"), 0, 6);
        refused(ErrorCode.VERSION_CHANGED, log::close);
        assertEquals("line 1, line 2, line 3 and more", read("/f"));
    }

    /** The same where what the file has is copied to an object. */
    @Test
    void whatIsAppendedDoesNotBecomeLargeBehindWhatReplacedTheFile() {
        byte[] large = new byte[Limits.CELL_BYTES_MAX + 1];
        files.write("/f", bytes("state"));
        FileOutput late = files.append("/f");
        overwrite("/f", "{json: all}");
        refused(ErrorCode.VERSION_CHANGED, () -> late.write(large, 0, large.length));
        late.close();
        assertEquals("{json: all}", read("/f"));

        files.write("/f", large);
        FileOutput later = files.append("/f");
        large[0] = 1;
        files.write("/f", large);
        refused(ErrorCode.VERSION_CHANGED, () -> later.write(7));
        later.close();
        assertArrayEquals(large, files.readAll("/f"));
    }

    /** The same where what replaced a small file is large: its bytes do not come with its row. */
    @Test
    void whatIsAppendedDoesNotComeBehindALargeFileThatReplacedASmallOne() {
        byte[] large = new byte[Limits.CELL_BYTES_MAX + 1];
        for (byte[] tail : List.of(bytes("tail"), large)) {
            files.write("/f", bytes("state"));
            FileOutput late = files.append("/f");
            late.write(tail, 0, 4);
            files.write("/f", large);
            refused(ErrorCode.VERSION_CHANGED, () -> {
                late.write(tail, 4, tail.length - 4);
                late.close();
            });
            late.abandon();
            assertArrayEquals(large, files.readAll("/f"));
        }
    }

    @Test
    void whatIsAppendedComesBehindWhatOthersMadeLarge() {
        byte[] much = new byte[Limits.CELL_BYTES_MAX - 6];
        files.write("/f", bytes("state"));
        FileOutput log = files.append("/f");
        append("/f", new String(much, StandardCharsets.UTF_8));
        log.write(bytes("line 1"), 0, 6);
        log.sync();
        String all = "state" + new String(much, StandardCharsets.UTF_8) + "line 1";
        assertEquals(all, read("/f"));
        byte[] longer = new byte[all.length() + 1];
        files.write("/f", longer);
        refused(ErrorCode.VERSION_CHANGED, () -> {
            log.write(bytes("line 2"), 0, 6);
            log.close();
        });
        assertArrayEquals(longer, files.readAll("/f"));

        files.write("/g", bytes("state"));
        FileOutput late = files.append("/g");
        append("/g", all);
        late.write(bytes("tail"), 0, 4);
        late.close();
        assertEquals("state" + all + "tail", read("/g"));
    }

    private void overwrite(String path, String text) {
        try (FileOutput out = files.overwrite(path)) {
            out.write(bytes(text), 0, text.length());
        }
    }

    @Test
    void filesOverTheLimitAreWrittenToObjects() {
        byte[] large = new byte[Limits.CELL_BYTES_MAX + 1];
        large[77] = 7;
        files.write("/f", large);
        assertArrayEquals(large, files.readAll("/f"));
        FileOutput out = files.overwrite("/f");
        out.write(large, 0, Limits.CELL_BYTES_MAX);
        out.write(1);
        assertEquals(0, files.stat("/f").orElseThrow().size());
        out.sync();
        assertEquals(Limits.CELL_BYTES_MAX + 1, files.stat("/f").orElseThrow().size());
        rig.server.forgetSeen();
        out.sync();
        assertEquals(0, rig.server.seen().size(), "there is nothing new");
        out.write(2);
        assertEquals(Limits.CELL_BYTES_MAX + 1, files.stat("/f").orElseThrow().size());
        out.close();
        assertEquals(Limits.CELL_BYTES_MAX + 2, files.readAll("/f").length);
        out = files.overwrite("/f");
        out.write(large, 0, Limits.CELL_BYTES_MAX + 1);
        out.sync();
        out.close();
        assertEquals(Limits.CELL_BYTES_MAX + 1, files.stat("/f").orElseThrow().size());
        FileOutput more = files.append("/f");
        more.write(9);
        more.close();
        assertEquals(Limits.CELL_BYTES_MAX + 2, files.readAll("/f").length);
        files.write("/f", new byte[] {5});
        assertArrayEquals(new byte[] {5}, files.readAll("/f"));
    }

    /** It is copied once, when it becomes large, and not with each sync that follows. */
    @Test
    void aLogGrowsOverTheLimit() {
        int step = 300_000;
        files.write("/log", new byte[Limits.CELL_BYTES_MAX - step]);
        rig.server.forgetSeen();
        int length = Limits.CELL_BYTES_MAX - step;
        try (FileOutput out = files.append("/log")) {
            for (int i = 0; i < 5; i++) {
                out.write(new byte[step], 0, step);
                out.sync();
                length += step;
                assertEquals(length, files.stat("/log").orElseThrow().size());
            }
        }
        assertEquals(
                1,
                rig.server.seen().stream()
                        .filter(envelope -> envelope.request() instanceof BeginObject)
                        .count());
        assertEquals(length, files.readAll("/log").length);
    }

    /** What was written before is not lost with what can't be written. */
    @Test
    void aLogThatCannotBecomeLargeKeepsItsTail() {
        byte[] most = new byte[Limits.CELL_BYTES_MAX - 1];
        files.write("/log", most);
        FileOutput out = files.append("/log");
        out.write(1);
        rig.server.before(BeginObject.class, () -> rig.server.mishaps(Mishap.refused(ErrorCode.TOO_LARGE)));
        refused(ErrorCode.TOO_LARGE, () -> out.write(2));
        out.sync();
        assertEquals(Limits.CELL_BYTES_MAX, files.stat("/log").orElseThrow().size());
        out.write(3);
        out.close();
        byte[] after = files.readAll("/log");
        assertEquals(Limits.CELL_BYTES_MAX + 1, after.length);
        assertArrayEquals(new byte[] {1, 3}, Arrays.copyOfRange(after, most.length, after.length));
    }

    /** What is handed over with a sync is not written over by what follows. */
    @Test
    void whatIsSyncedInBetweenStaysAsItWas() {
        int[] steps = {Limits.CELL_BYTES_MAX + 1, 100, 100, Limits.OBJECT_PIECE_BYTES_MAX, 7, 3_000_000, 1};
        byte[] all = new byte[Arrays.stream(steps).sum()];
        new Random(1).nextBytes(all);
        int length = 0;
        try (FileOutput out = files.create("/f")) {
            for (int step : steps) {
                out.write(all, length, step);
                out.sync();
                length += step;
                assertArrayEquals(Arrays.copyOf(all, length), files.readAll("/f"));
            }
        }
        assertArrayEquals(all, files.readAll("/f"));
    }

    /** Whatever is asked when its object is lost, it goes on with another one. */
    @Test
    void aLargeFileThatIsLostNowAndThenIsWrittenAllTheSame() {
        List<Class<? extends Request>> kinds =
                List.of(WriteObject.class, ForceObject.class, SealObject.class, EditRow.class, BeginObject.class);
        Seeds.each("PfsFilesTest#aLargeFileThatIsLost", 40, seed -> {
            Random random = new Random(seed);
            ClientRig own = new ClientRig(); // all that was written stays in its memory
            PfsFiles theirs = new PfsFiles(new FileCalls(own.catalog));
            byte[] all = new byte[Limits.CELL_BYTES_MAX + 1 + random.nextInt(6_000_000)];
            random.nextBytes(all);
            String path = "/lost";
            int length = 0;
            try (FileOutput out = theirs.create(path)) {
                while (length < all.length) {
                    int step = 1 + random.nextInt(random.nextBoolean() ? 100_000 : 3_000_000);
                    step = Math.min(step, all.length - length);
                    if (random.nextBoolean()) {
                        own.server.before(kinds.get(random.nextInt(kinds.size())), own.server::loseObjects);
                    }
                    out.write(all, length, step);
                    length += step;
                    if (random.nextInt(3) == 0) {
                        out.sync();
                        assertArrayEquals(Arrays.copyOf(all, length), theirs.readAll(path));
                    }
                }
            }
            assertArrayEquals(all, theirs.readAll(path));
        });
    }

    /** Else who closes a stream whose writing failed would make what it had come to visible. */
    @Test
    void whatCouldNotBecomeLargeIsNotWrittenInPart() {
        files.write("/f", bytes("before"));
        FileOutput out = files.overwrite("/f");
        rig.server.before(BeginObject.class, () -> rig.server.mishaps(Mishap.refused(ErrorCode.TOO_LARGE)));
        refused(ErrorCode.TOO_LARGE, () -> out.write(new byte[3_000_000], 0, 3_000_000));
        refused(ErrorCode.OBJECT_LOST, () -> out.write(new byte[1], 0, 1));
        refused(ErrorCode.OBJECT_LOST, out::sync);
        refused(ErrorCode.OBJECT_LOST, out::close);
        out.close();
        assertEquals(0, files.readAll("/f").length);
    }

    /** Exactly at the limit nothing of the next bytes is taken. */
    @Test
    void whatFailsAtTheLimitOfACellIsNotWrittenInPart() {
        files.write("/f", bytes("before"));
        FileOutput out = files.createAtClose("/f", true, 0644);
        out.write(new byte[Limits.CELL_BYTES_MAX], 0, Limits.CELL_BYTES_MAX);
        rig.server.before(BeginObject.class, () -> rig.server.mishaps(Mishap.refused(ErrorCode.TOO_LARGE)));
        refused(ErrorCode.TOO_LARGE, () -> out.write(1));
        refused(ErrorCode.OBJECT_LOST, out::close);
        assertEquals("before", read("/f"));
    }

    /** Nobody knows whether it was done: once more, and it would be done twice. */
    @Test
    void whatMayBeAppendedIsNotAppendedAgain() {
        files.write("/f", bytes("0"));
        FileOutput out = files.append("/f");
        out.write(bytes("1"), 0, 1);
        rig.server.hold();
        Thread.currentThread().interrupt();
        refused(ErrorCode.UNKNOWN_OUTCOME, out::sync);
        assertTrue(Thread.interrupted());
        rig.server.release(); // it was done, and nobody waited for it
        refused(ErrorCode.OBJECT_LOST, () -> out.write(bytes("2"), 0, 1));
        refused(ErrorCode.OBJECT_LOST, out::close);
        assertEquals("01", read("/f"));
    }

    @Test
    void tagsAreOfWhatThePathNames() {
        files.write("/f", bytes(""));
        files.symlink("/link", "f");
        files.setTags("/f", Map.of("a", new TagValue.OfLong(1)), Set.of());
        assertEquals(Map.of(), files.tags("/link"));
        files.setTags("/link", Map.of("b", new TagValue.OfLong(2)), Set.of());
        assertEquals(Map.of("b", new TagValue.OfLong(2)), files.tags("/link"));
        assertEquals(Map.of("a", new TagValue.OfLong(1)), files.tags("/f"));
    }

    @Test
    void directoriesAreMadeWithAllAbove() {
        files.mkdirs("/a/b/c");
        files.mkdirs("/a/b/c");
        files.mkdirs("/");
        assertTrue(files.stat("/a/b").orElseThrow().isDirectory());
        files.write("/a/f", bytes(""));
        refused(ErrorCode.NOT_A_DIRECTORY, () -> files.mkdirs("/a/f"));
        refused(ErrorCode.NOT_A_DIRECTORY, () -> files.mkdirs("/a/f/g/h"));
    }

    @Test
    void directoriesThatAnotherMakesAtTheSameTimeAreNoTrouble() {
        files.mkdirs("/a");
        rig.server.mishaps(Mishap.doneUntold(ErrorCode.ALREADY_EXISTS));
        files.mkdirs("/a/b/c");
        assertTrue(files.exists("/a/b/c"));
    }

    /** Nothing can be made below it, and nothing in its place. */
    @Test
    void aSymlinkThatLeadsNowhereIsInTheWay() {
        files.symlink("/gone", "/nowhere");
        assertTimeoutPreemptively(Duration.ofSeconds(30), () -> {
            refused(ErrorCode.ALREADY_EXISTS, () -> files.mkdirs("/gone/x/y"));
            refused(ErrorCode.ALREADY_EXISTS, () -> files.mkdirs("/gone"));
        });
        files.mkdirs("/nowhere");
        files.mkdirs("/gone/x/y");
        assertTrue(files.stat("/nowhere/x/y").orElseThrow().isDirectory());
    }

    @Test
    void aDirectoryIsListedByName() {
        files.mkdirs("/d/sub");
        files.write("/d/b", bytes("xx"));
        files.write("/d/a", bytes("x"));
        files.symlink("/d/c", "a");
        List<FileInfo> listed = files.list("/d");
        assertEquals(
                List.of("a", "b", "c", "sub"),
                listed.stream().map(FileInfo::name).toList());
        assertEquals(
                List.of(1L, 2L, 0L, 0L), listed.stream().map(FileInfo::size).toList());
        assertEquals("/d/sub", listed.get(3).path().toString());
        assertEquals(Optional.of("a"), listed.get(2).symlinkTarget());
        assertEquals(List.of(), files.list("/d/sub"));
        refused(ErrorCode.NOT_FOUND, () -> files.list("/none"));
        refused(ErrorCode.NOT_FOUND, () -> files.walk("/none"));
        refused(ErrorCode.NOT_A_DIRECTORY, () -> files.list("/d/a"));
    }

    /** Its times are where it is, and all else that is listed is here. */
    @Test
    void aSubdirectoryOfWhichNothingIsToldIsListedAsItWasMade() {
        for (int i = 0; i < 300; i++) {
            files.mkdirs("/d/sub" + i);
        }
        rig.server.forgetSeen();
        assertEquals(300, files.list("/d").size());
        assertEquals(301, rig.server.seen().size());
        FileWalk walk = files.walk("/d");
        rig.server.mishaps(Mishap.refused(ErrorCode.CORRUPT), Mishap.refused(ErrorCode.NOT_FOUND));
        rig.server.forgetSeen();
        walk.forEachRemaining(info -> assertTrue(info.isDirectory()));
        assertEquals(300, rig.server.seen().size());

        walk = files.walk("/d");
        rig.server.mishaps(Mishap.refused(ErrorCode.VERSION_UNKNOWN));
        rig.server.forgetSeen();
        walk.forEachRemaining(info -> assertTrue(info.isDirectory()));
        assertEquals(128, rig.server.seen().size(), "none is asked after that");
    }

    @Test
    void aLargeDirectoryIsWalkedPageByPage() {
        files.mkdirs("/d");
        for (int i = 0; i < 5000; i++) {
            files.write("/d/f" + i, new byte[0]);
        }
        rig.server.forgetSeen();
        TreeSet<String> names = new TreeSet<>();
        files.forEach("/d", info -> names.add(info.name()));
        assertEquals(5000, names.size());
        assertEquals(2, rig.server.seen().size());
        List<String> found = new ArrayList<>();
        files.forEach(
                "/d",
                info -> found.add(
                        files.stat(info.path().toString()).orElseThrow().name()));
        assertEquals(5000, found.size(), "it may be worked with meanwhile");
    }

    @Test
    void whatIsThereCanBeLookedAt() {
        assertTrue(files.stat("/").orElseThrow().isDirectory());
        assertEquals("", files.stat("/").orElseThrow().name());
        assertEquals(Optional.empty(), files.stat("/none"));
        assertEquals(Optional.empty(), files.stat("/none/deeper"));
        files.write("/f", bytes("abc"));
        assertEquals(Optional.empty(), files.stat("/f/below"));
        FileInfo info = files.stat("/f").orElseThrow();
        assertTrue(info.isFile());
        assertEquals(3, info.size());
        assertEquals(0644, info.mode());
        assertTrue(files.delete("/f"));
        assertFalse(files.delete("/f"));
        assertFalse(files.exists("/f"));
        files.mkdirs("/d");
        refused(ErrorCode.IS_A_DIRECTORY, () -> files.delete("/d"));
        refused(ErrorCode.IS_A_DIRECTORY, () -> files.delete("/"));
    }

    @Test
    void symlinksAreFollowedToReadAndToLook() {
        files.mkdirs("/d");
        files.write("/d/f", bytes("abc"));
        files.symlink("/link", "d/f");
        files.symlink("/twice", "/link");
        assertEquals("abc", read("/twice"));
        assertEquals("/d/f", files.stat("/twice").orElseThrow().path().toString());
        FileInfo itself = files.statLink("/twice").orElseThrow();
        assertEquals(RowKind.SYMLINK, itself.kind());
        assertEquals(Optional.of("/link"), itself.symlinkTarget());
        files.symlink("/to-d", "d");
        assertTrue(files.stat("/to-d").orElseThrow().isDirectory());
        assertEquals(1, files.list("/to-d").size());
        files.symlink("/round", "round");
        refused(ErrorCode.NAME_INVALID, () -> files.readAll("/round"));
        files.symlink("/nowhere", "gone");
        assertEquals(Optional.empty(), files.stat("/nowhere"));
        assertTrue(files.delete("/twice"));
        assertEquals("abc", read("/link"));
        refused(ErrorCode.NAME_INVALID, () -> files.symlink("/x", ""));
        refused(ErrorCode.NAME_INVALID, () -> files.symlink("/x", "\ud800"));
    }

    @Test
    void attributesAreSetOnFilesAndDirectories() {
        files.write("/f", bytes(""));
        Instant modified = Instant.ofEpochMilli(1111);
        files.setPermissions("/f", 0640);
        files.setOwner("/f", 3, 4);
        files.setTimes("/f", modified, Instant.ofEpochMilli(2222));
        FileInfo info = files.stat("/f").orElseThrow();
        assertEquals(List.of(0640, 3, 4), List.of(info.mode(), info.owner(), info.group()));
        assertEquals(modified, info.modified());
        assertEquals(Instant.ofEpochMilli(2222), info.accessed());
        files.mkdirs("/d");
        files.setPermissions("/d", 0700);
        assertEquals(0700, files.stat("/d").orElseThrow().mode());
        files.setPermissions("/", 0711);
        assertEquals(0711, files.stat("/").orElseThrow().mode());
        refused(ErrorCode.NOT_FOUND, () -> files.setPermissions("/none", 0600));
        refused(ErrorCode.OUT_OF_RANGE, () -> files.setPermissions("/f", 010000));
    }

    @Test
    void manyFilesAreRemovedAtOnce() {
        files.mkdirs("/d");
        files.write("/d/a", bytes(""));
        files.write("/d/b", bytes(""));
        files.write("/f", bytes(""));
        Map<String, PfsException> refused =
                files.deleteAll(List.of("/d/a", "/d/a", "/d/b", "/f", "/none", "/none/x", "/d", "no path"));
        assertEquals(List.of("/d", "/none/x", "no path"), List.copyOf(refused.keySet()));
        assertEquals(ErrorCode.IS_A_DIRECTORY, refused.get("/d").code());
        assertEquals(List.of(), files.list("/d"));
        assertFalse(files.exists("/f"));
    }

    @Test
    void timesThatAreNotGivenStay() {
        files.write("/f", bytes(""));
        files.setTimes("/f", Instant.ofEpochMilli(1), Instant.ofEpochMilli(2));
        files.setTimes("/f", Optional.empty(), Optional.of(Instant.ofEpochMilli(3)));
        files.setTimes("/f", Optional.of(Instant.ofEpochMilli(4)), Optional.empty());
        FileInfo info = files.stat("/f").orElseThrow();
        assertEquals(List.of(4L, 3L), List.of(millis(info.modified()), millis(info.accessed())));
    }

    private static long millis(Instant time) {
        return time.toEpochMilli();
    }

    @Test
    void filesAndDirectoriesAreBornWithAMode() {
        files.create("/f", 0600).close();
        assertEquals(0600, files.stat("/f").orElseThrow().mode());
        files.overwrite("/g", 0640).close();
        files.overwrite("/f", 0640).close();
        assertEquals(0640, files.stat("/g").orElseThrow().mode());
        assertEquals(0600, files.stat("/f").orElseThrow().mode(), "who it was before it was emptied");
        files.mkdirs("/a/b", TableOptions.DEFAULT.withMode(0511));
        assertEquals(0511, files.stat("/a/b").orElseThrow().mode());
        assertEquals(0711, files.stat("/a").orElseThrow().mode(), "nobody else sees more, and its owner works in it");
    }

    @Test
    void aFileIsLookedAtAndReadByOneRequest() {
        files.write("/f", bytes("abc"));
        rig.server.forgetSeen();
        FileContent seen = files.look("/f");
        assertEquals(3, seen.info().size());
        assertEquals(3, seen.content().length());
        assertEquals(1, rig.server.seen().size());
        files.setPermissions("/f", 0600);
        FileInfo after = files.stat("/f").orElseThrow();
        assertEquals(seen.info().fileId(), after.fileId());
        assertTrue(after.version() > seen.info().version());
    }

    @Test
    void aFileIsReadAnywhereWithoutMovingItsStream() throws IOException {
        byte[] large = new byte[Limits.CELL_BYTES_MAX + 5];
        large[Limits.CELL_BYTES_MAX + 4] = 3;
        large[1] = 2;
        files.write("/large", large);
        files.write("/small", new byte[] {0, 2, 0});
        byte[] some = new byte[2];
        for (String path : List.of("/large", "/small")) {
            CellInput in = files.open(path);
            assertEquals(2, in.readAt(1, some, 0, 2));
            assertArrayEquals(new byte[] {2, 0}, some);
            assertEquals(1, in.readAt(in.length() - 1, some, 0, 2), "as far as it goes");
            assertEquals(0, in.readAt(in.length() + 9, some, 0, 2));
            assertEquals(0, in.position());
            assertEquals(0, in.read());
        }
        byte[] all = new byte[large.length];
        CellInput whole = files.open("/large");
        assertEquals(large.length, whole.readAt(0, all, 0, all.length));
        assertArrayEquals(large, all);
        assertArrayEquals(large, whole.readAsync(0, large.length + 1).join());
        assertArrayEquals(new byte[] {2}, files.open("/small").readAsync(1, 1).join());
        files.write("/large", new byte[large.length + 1]);
        CompletionException late = assertThrows(
                CompletionException.class, () -> whole.readAsync(0, 1).join());
        assertEquals(ErrorCode.VERSION_CHANGED, ((PfsException) late.getCause()).code());
    }

    private static String refused(ErrorCode code, Runnable body) {
        PfsException refused = assertThrows(PfsException.class, body::run);
        assertEquals(code, refused.code(), refused.getMessage());
        return refused.getMessage();
    }
}
