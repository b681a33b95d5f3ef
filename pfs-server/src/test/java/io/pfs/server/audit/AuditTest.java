package io.pfs.server.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.FileId;
import io.pfs.RequestId;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.env.Clock;
import io.pfs.hash.SliceBitmap;
import io.pfs.wire.Asker;
import io.pfs.wire.Envelope;
import io.pfs.wire.Expected;
import io.pfs.wire.NewRow;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Reply.RowChanged;
import io.pfs.wire.Reply.RowGone;
import io.pfs.wire.Reply.RowRenamed;
import io.pfs.wire.Reply.RowsChanged;
import io.pfs.wire.Request;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.RowEdit;
import io.pfs.wire.TableChange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What is told of requests, and that nothing in a name makes it tell something else. */
final class AuditTest {
    private static final long MILLIS = 1_700_000_000_123L;
    private static final TableId TABLE = new TableId(0xabc);
    private static final Asker ANN = new Asker("ann", 1001, List.of(1001), false);
    private static final String CLIENT = "127.0.0.1:5000";
    private static final String BEGIN =
            "time=2023-11-14T22:13:20.123Z user=\"ann\" uid=1001 client=\"127.0.0.1:5000\" request=1-2-3 ";
    private static final Clock CLOCK = new Clock() {
        @Override
        public long monotonicNs() {
            return 0;
        }

        @Override
        public long wallMillis() {
            return MILLIS;
        }
    };

    @TempDir
    private Path folder;

    /** What people are told. */
    private final List<String> troubles = Collections.synchronizedList(new ArrayList<>());

    private static Envelope envelope(Request request) {
        return new Envelope(new RequestId(1, 2, 3), 3, new ShardId(0), request);
    }

    private static EditRow edit(RowName name) {
        return new EditRow(TABLE, name, Expected.ANY, NewRow.FILE, RowEdit.NONE);
    }

    private static Optional<AuditEvent> event(Asker asker, Request request, Reply reply) {
        return AuditEvent.of(MILLIS, asker, CLIENT, envelope(request), reply);
    }

    private static String lines(Asker asker, Request request, Reply reply) {
        StringBuilder out = new StringBuilder();
        event(asker, request, reply).ifPresent(event -> new AuditLine().append(event, out));
        return out.toString();
    }

    private static String lines(Request request, Reply reply) {
        return lines(ANN, request, reply);
    }

    private static Reply changed(long version) {
        return new RowChanged(new FileId(9), version);
    }

    @Test
    void aLineTellsOfEachChange() {
        RowName name = RowName.of("a.jpg");
        assertEquals(BEGIN + "op=create table=abc name=\"a.jpg\" result=OK\n", lines(edit(name), changed(1)));
        assertEquals(BEGIN + "op=edit table=abc name=\"a.jpg\" result=OK\n", lines(edit(name), changed(2)));
        assertEquals(
                BEGIN + "op=edit table=abc name=\"a.jpg\" result=NOT_FOUND\n",
                lines(edit(name), new Refused(ErrorCode.NOT_FOUND, "")));
        assertEquals(
                BEGIN + "op=remove-row table=abc name=\"a.jpg\" result=OK\n",
                lines(new Request.RemoveRow(TABLE, name, Expected.ANY), new RowGone(new FileId(1))));
        assertEquals(
                BEGIN + "op=rename-row table=abc name=\"a.jpg\" to-table=7 to-name=\"b\" result=OK\n",
                lines(
                        new Request.RenameRow(TABLE, name, new ShardId(1), new TableId(7), RowName.of("b"), true),
                        new RowRenamed(new FileId(1))));
        assertEquals(
                BEGIN + "op=remove-tree table=abc name=\"a.jpg\" result=OK\n",
                lines(new Request.RemoveTable(TABLE, name, true), new Reply.TableGone(TABLE)));
        assertEquals(
                BEGIN + "op=drop-column table=abc what=\"th\\x22umb\" result=OK\n",
                lines(
                        new Request.AlterTable(TABLE, new TableChange.DropColumn("th\"umb")),
                        new Reply.TableAltered(new ColumnId(0))));
    }

    @Test
    void rightsThatAreSetAreTold() {
        RowEdit.Attributes set = new RowEdit.Attributes(
                OptionalInt.of(01750),
                OptionalInt.of(-2),
                OptionalInt.of(50),
                OptionalLong.empty(),
                OptionalLong.empty());
        assertEquals(
                BEGIN + "op=set-attributes table=abc mode=01750 owner=4294967294 group=50 result=OK\n",
                lines(
                        new Request.AlterTable(TABLE, new TableChange.SetAttributes(set)),
                        new Reply.TableAltered(new ColumnId(0))));
    }

    @Test
    void ofManyRowsEachHasALine() {
        Request many = new Request.EditRows(TABLE, List.of(edit(RowName.of("a")), edit(RowName.of("b"))));
        Reply both = new RowsChanged(List.of(new RowChanged(new FileId(1), 1), new RowChanged(new FileId(2), 5)));
        assertEquals(
                BEGIN + "op=create table=abc name=\"a\" result=OK\n" + BEGIN
                        + "op=edit table=abc name=\"b\" result=OK\n",
                lines(many, both));
        assertEquals(
                2,
                lines(many, new Refused(ErrorCode.PERMISSION_DENIED, ""))
                        .lines()
                        .filter(line -> line.endsWith("result=PERMISSION_DENIED"))
                        .count());
    }

    @Test
    void readsAreToldOfOnlyIfARightIsMissing() {
        Request read = new Request.ReadRow(TABLE, RowName.of("a"), List.of());
        assertEquals(
                BEGIN + "op=read-row table=abc name=\"a\" result=PERMISSION_DENIED\n",
                lines(read, new Refused(ErrorCode.PERMISSION_DENIED, "")));
        assertEquals("", lines(read, new Refused(ErrorCode.NOT_FOUND, "")));
        Request list = new Request.ListRows(TABLE, Optional.empty(), 1, 0, List.of());
        assertEquals(
                BEGIN + "op=list-rows table=abc result=PERMISSION_DENIED\n",
                lines(list, new Refused(ErrorCode.PERMISSION_DENIED, "")));
    }

    /** What is asked for together is no way around this. */
    @Test
    void ofManyReadsThoseAreToldOfThatWereDenied() throws IOException {
        Path file = folder.resolve("audit.log");
        Request list = new Request.ListRows(TABLE, Optional.empty(), 1, 0, List.of());
        Request hop = new Request.LookUp(new TableId(7), RowName.of("a"));
        Request many = new Request.ReadMany(
                List.of(new Request.Part(new ShardId(0), list), new Request.Part(new ShardId(0), hop)));
        Refused denied = new Refused(ErrorCode.PERMISSION_DENIED, "");
        try (AuditLog log = AuditLog.open(file, CLOCK, 100, 1 << 20, 2, troubles::add)) {
            log.note(ANN, CLIENT, envelope(many), new Reply.ManyRead(List.of(denied, denied)));
            Reply found = new Reply.RowsFound(List.of(), Optional.empty());
            log.note(ANN, CLIENT, envelope(many), new Reply.ManyRead(List.of(found, found)));
        }
        assertEquals(
                BEGIN + "op=list-rows table=abc result=PERMISSION_DENIED\n" + BEGIN
                        + "op=look-up table=7 name=\"a\" result=PERMISSION_DENIED\n",
                Files.readString(file));
    }

    @Test
    void whatIsAskedAgainIsNotTold() {
        assertEquals("", lines(edit(RowName.of("a")), new Refused(ErrorCode.BUSY, "")));
        assertEquals(
                "",
                lines(edit(RowName.of("a")), new Reply.Misplaced(TABLE, new ShardId(1), false, 0, new SliceBitmap())));
        assertFalse(lines(edit(RowName.of("a")), new Refused(ErrorCode.UNKNOWN_OUTCOME, ""))
                .isEmpty());
    }

    /** Lines of these names are taken apart again, and hold the same fields as any. */
    @Test
    void noNameEndsAFieldOrALine() {
        List<byte[]> hostile = new ArrayList<>();
        for (String text : List.of(
                "a\" result=OK",
                "a\ntime=2023-11-14T22:13:20.123Z user=\"root\" op=create result=OK",
                "\r\n",
                "\\",
                "\\x22",
                "a\\\" op=x",
                "\u001b[2J",
                "\u2028",
                "\u202e",
                "caf\u00e9",
                " ",
                "=")) {
            hostile.add(text.getBytes(StandardCharsets.UTF_8));
        }
        hostile.add(new byte[] {(byte) 0xff, (byte) 0xfe, (byte) 0xc0, (byte) 0xaf});
        byte[] every = new byte[253];
        for (int i = 0, b = 1; b < 256; b++) {
            if (b != '/' && i < every.length) {
                every[i] = (byte) b;
                i++;
            }
        }
        hostile.add(every);
        for (byte[] bytes : hostile) {
            RowName name = RowName.of(bytes, 0, bytes.length);
            String user = new String(bytes, 0, Math.min(bytes.length, 60), StandardCharsets.UTF_8);
            String line = lines(new Asker(user, 5, List.of(), false), edit(name), changed(1));
            assertEquals(line.length() - 1, line.indexOf('\n'), line);
            assertTrue(line.chars().allMatch(c -> c == '\n' || (c >= 0x20 && c < 0x7f)), line);
            String[] quotes = line.split("\"", -1);
            assertEquals(7, quotes.length, "three values in quotes: " + line);
            assertEquals(" result=OK\n", quotes[6]);
            assertEquals(name, unescaped(quotes[5]));
        }
    }

    private static RowName unescaped(String text) {
        byte[] bytes = new byte[text.length()];
        int count = 0;
        for (int at = 0; at < text.length(); at++) {
            if (text.charAt(at) == '\\') {
                assertEquals('x', text.charAt(at + 1));
                bytes[count] = (byte) Integer.parseInt(text.substring(at + 2, at + 4), 16);
                at += 3;
            } else {
                bytes[count] = (byte) text.charAt(at);
            }
            count++;
        }
        return RowName.of(bytes, 0, count);
    }

    @Test
    void whatTheQueueHasNoRoomForIsCounted() {
        AuditQueue queue = new AuditQueue(4);
        AuditEvent one = event(ANN, edit(RowName.of("a")), changed(1)).orElseThrow();
        assertTrue(queue.add(one));
        assertTrue(queue.add(one));
        assertFalse(queue.add(one), "more than half full");
        queue.add(one);
        queue.add(one);
        queue.add(one);
        List<AuditEvent> taken = new ArrayList<>();
        assertEquals(2, queue.take(taken, 3));
        assertEquals(3, taken.size());
        assertEquals(0, queue.take(taken, 3), "told once");
        assertTrue(queue.add(one));
    }

    @Test
    void theNextLineSaysHowManyAreMissing() throws IOException {
        Path file = folder.resolve("audit.log");
        try (AuditLog log = AuditLog.open(file, CLOCK, 1, 1 << 20, 2, troubles::add)) {
            Reply many = new Refused(ErrorCode.NOT_FOUND, "");
            Request three = new Request.EditRows(
                    TABLE, List.of(edit(RowName.of("a")), edit(RowName.of("b")), edit(RowName.of("c"))));
            log.note(ANN, CLIENT, envelope(three), many);
        }
        assertEquals("time=2023-11-14T22:13:20.123Z op=dropped count=3\n", Files.readString(file));
    }

    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void fullFilesAreKeptInTurn() throws IOException {
        Path file = folder.resolve("audit.log");
        for (int nth = 0; nth < 6; nth++) {
            try (AuditLog log = AuditLog.open(file, CLOCK, 100, 1, 2, troubles::add)) {
                log.note(ANN, CLIENT, envelope(edit(RowName.of("n" + nth))), changed(1));
            }
        }
        assertTrue(Files.readString(file).contains("\"n5\""));
        assertTrue(Files.readString(folder.resolve("audit.log.1")).contains("\"n4\""));
        assertTrue(Files.readString(folder.resolve("audit.log.2")).contains("\"n3\""));
        assertFalse(Files.exists(folder.resolve("audit.log.3")));
        assertEquals(PosixFilePermissions.fromString("rw-------"), Files.getPosixFilePermissions(file));
    }

    private AuditLog log(AuditFile.Writing writing) throws IOException {
        return AuditLog.of(
                new AuditFile(folder.resolve("audit.log"), 100, 2, writing, troubles::add), CLOCK, 100, troubles::add);
    }

    @Test
    void thatNothingCanBeWrittenIsToldOfOnce() throws IOException {
        CountDownLatch writings = new CountDownLatch(2);
        try (AuditLog log = log((channel, bytes) -> {
            writings.countDown();
            throw new IOException("planned: the disk is full");
        })) {
            log.note(ANN, CLIENT, envelope(edit(RowName.of("a"))), changed(1));
            await(writings);
        }
        assertEquals(1, troubles.size(), troubles::toString);
        assertTrue(troubles.get(0).endsWith("the disk is full"), troubles::toString);
    }

    @Test
    void aDiskThatHangsIsNotWaitedForAtTheEnd() throws IOException {
        CountDownLatch hanging = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        AuditLog log = log((channel, bytes) -> {
            hanging.countDown();
            await(over);
            return channel.write(bytes);
        });
        log.note(ANN, CLIENT, envelope(edit(RowName.of("a"))), changed(1));
        await(hanging);
        log.close(1);
        assertEquals(1, troubles.size(), troubles::toString);
        assertTrue(troubles.get(0).contains("lacks its last lines"), troubles::toString);
        over.countDown();
        log.close();
        assertTrue(Files.readString(folder.resolve("audit.log")).contains("\"a\""));
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
