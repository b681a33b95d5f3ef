package io.pfs.server.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RequestId;
import io.pfs.RowName;
import io.pfs.TableId;
import io.pfs.env.system.SystemClock;
import io.pfs.env.system.SystemEntropy;
import io.pfs.table.Policy;
import io.pfs.wire.CellPut;
import io.pfs.wire.Envelope;
import io.pfs.wire.Expected;
import io.pfs.wire.NewRow;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Reply.RowChanged;
import io.pfs.wire.Reply.RowFound;
import io.pfs.wire.Reply.TableMade;
import io.pfs.wire.Request;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.Request.MakeTable;
import io.pfs.wire.Request.ReadRow;
import io.pfs.wire.RowEdit;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LocalStoreTest {
    private static final TableId ROOT = TableId.of(LocalStore.shard(), 1);

    @TempDir
    private Path temporary;

    private long sequence;

    private LocalStore open() {
        return LocalStore.open(temporary.resolve("data"), new SystemClock(), new SystemEntropy());
    }

    private Reply ask(LocalStore store, Request request) {
        List<Reply> replies = new ArrayList<>();
        sequence++;
        store.submit(new Envelope(new RequestId(1, 2, sequence), sequence, LocalStore.shard(), request), replies::add);
        while (replies.isEmpty() && store.poll()) {
            // until the answer is there
        }
        return replies.get(0);
    }

    private static final MakeTable MAKE =
            new MakeTable(ROOT, RowName.of("photos"), 0755, 0, 0, Policy.DYNAMIC, 0, Optional.empty());

    /** Every third has a cell that is too large for the journal. */
    private static byte[] content(int number) {
        byte[] bytes = new byte[number % 3 == 0 ? 40_000 + number % 700 : number % 700];
        Arrays.fill(bytes, (byte) number);
        return bytes;
    }

    private static EditRow create(TableId table, int number) {
        CellPut put = new CellPut(new ColumnId(number % 7), content(number), number % 2 == 0);
        RowName name = RowName.of("row-" + number);
        return new EditRow(table, name, Expected.ABSENT, NewRow.FILE, RowEdit.ofCells(List.of(put)));
    }

    private void requireThere(LocalStore store, TableId table, int number) {
        ReadRow read = new ReadRow(table, RowName.of("row-" + number), List.of(new ColumnId(number % 7)));
        RowFound found = assertInstanceOf(RowFound.class, ask(store, read));
        assertArrayEquals(content(number), found.found().cells().get(0).orElseThrow(), "row " + number);
    }

    @Test
    void whatWasAcknowledgedIsThereAfterItIsOpenedAgain() {
        TableId table;
        try (LocalStore store = open()) {
            assertTrue(store.folder().isFormatted());
            table = assertInstanceOf(TableMade.class, ask(store, MAKE))
                    .pointer()
                    .table();
            for (int i = 0; i < 1_500; i++) {
                assertInstanceOf(RowChanged.class, ask(store, create(table, i)));
                if (i == 1_000) {
                    store.checkpoint();
                }
            }
            assertEquals(ErrorCode.ALREADY_EXISTS, refusal(ask(store, create(table, 7))));
        }
        try (LocalStore store = open()) {
            assertFalse(store.folder().isFormatted());
            assertTrue(store.group().recovered().slicesOnStorage() > 1);
            for (int i = 0; i < 1_500; i += 37) {
                requireThere(store, table, i);
            }
            ReadRow absent = new ReadRow(table, RowName.of("row-1500"), List.of());
            assertEquals(ErrorCode.NOT_FOUND, refusal(ask(store, absent)));
            assertEquals(ErrorCode.ALREADY_EXISTS, refusal(ask(store, create(table, 7))));
        }
    }

    /** A big cell is forced by itself, and what follows from that meets a force that is under way. */
    @Test
    void requestsThatAreInFlightTogetherAreAllAnswered() {
        try (LocalStore store = open()) {
            TableId table = assertInstanceOf(TableMade.class, ask(store, MAKE))
                    .pointer()
                    .table();
            List<Reply> replies = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                sequence++;
                RequestId id = new RequestId(1, 2, sequence);
                store.submit(new Envelope(id, 1, LocalStore.shard(), create(table, i)), replies::add);
                boolean isPairComplete = i % 2 == 1;
                while (isPairComplete && store.poll()) {
                    // until nothing is under way
                }
            }
            assertEquals(60, replies.size());
            replies.forEach(reply -> assertInstanceOf(RowChanged.class, reply));
        }
    }

    private static ErrorCode refusal(Reply reply) {
        return reply instanceof Refused refused ? refused.code() : ErrorCode.INVARIANT_BROKEN;
    }

    @Test
    void aFolderOfOthersIsRefusedAndLeftAsItIs() throws IOException {
        Path data = Files.createDirectories(temporary.resolve("data"));
        Files.writeString(data.resolve("holiday.txt"), "sun");
        assertRefused(ErrorCode.NOT_OURS, "holiday.txt");
        try (var left = Files.list(data)) {
            assertEquals(List.of(data.resolve("holiday.txt")), left.toList());
        }
    }

    @Test
    void whatAFormattingThatWasCutShortLeftIsNoObstacle() throws IOException {
        Path data = Files.createDirectories(temporary.resolve("data"));
        Files.write(data.resolve("superblock.tmp"), new byte[10]);
        try (LocalStore store = open()) {
            assertTrue(store.folder().isFormatted());
        }
    }

    @Test
    void aFileInPlaceOfTheFolderIsRefused() throws IOException {
        Files.writeString(temporary.resolve("data"), "no folder");
        assertRefused(ErrorCode.NOT_A_FILE, "data");
    }

    @Test
    void aSecondOpeningIsRefusedWhileTheFirstLasts() {
        try (LocalStore store = open()) {
            assertRefused(ErrorCode.LOCKED, "data");
            assertInstanceOf(TableMade.class, ask(store, MAKE), "the first is unharmed");
        }
        try (LocalStore store = open()) {
            assertEquals(ErrorCode.ALREADY_EXISTS, refusal(ask(store, MAKE)));
        }
    }

    @Test
    void aSuperblockOfAnotherKindLengthOrVersionIsRefused() throws IOException {
        open().close();
        Path superblock = temporary.resolve("data").resolve("superblock");
        byte[] good = Files.readAllBytes(superblock);
        Files.write(superblock, new byte[0]);
        assertRefused(ErrorCode.NOT_OURS, "superblock");
        Files.write(superblock, "#!/bin/sh\necho something else altogether".getBytes(StandardCharsets.UTF_8));
        assertRefused(ErrorCode.NOT_OURS, "superblock");
        Files.write(superblock, Arrays.copyOf(good, good.length - 1));
        assertRefused(ErrorCode.CORRUPT, "superblock");
        Files.delete(superblock);
        Files.createDirectory(superblock);
        assertRefused(ErrorCode.NOT_A_FILE, "superblock");
    }

    @Test
    void foldersAreForTheirOwnerAlone() throws IOException {
        open().close();
        for (String folder : List.of("data", "data/journal", "data/pool")) {
            assertEquals(
                    "rwx------",
                    PosixFilePermissions.toString(Files.getPosixFilePermissions(temporary.resolve(folder))),
                    folder);
        }
    }

    private void assertRefused(ErrorCode code, String named) {
        PfsException refusal = assertThrows(PfsException.class, this::open);
        assertEquals(code, refusal.code(), refusal.getMessage());
        assertTrue(refusal.getMessage().contains(named), refusal.getMessage());
    }
}
