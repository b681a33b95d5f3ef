package io.pfs.server.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.FileId;
import io.pfs.PfsException;
import io.pfs.RequestId;
import io.pfs.RowName;
import io.pfs.TableId;
import io.pfs.env.system.SystemClock;
import io.pfs.env.system.SystemEntropy;
import io.pfs.row.Row;
import io.pfs.server.shard.Reply;
import io.pfs.server.shard.Reply.Done;
import io.pfs.server.shard.Reply.Found;
import io.pfs.server.shard.Reply.Refused;
import io.pfs.server.shard.Request;
import io.pfs.server.shard.Request.CreateRow;
import io.pfs.server.shard.Request.Envelope;
import io.pfs.server.shard.Request.LookupRow;
import io.pfs.server.shard.Request.MakeTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LocalStoreTest {
    private static final TableId TABLE = TableId.of(LocalStore.shard(), 1);

    @TempDir
    private Path temporary;

    private long sequence;

    private LocalStore open() {
        return LocalStore.open(temporary.resolve("data"), new SystemClock(), new SystemEntropy());
    }

    private Reply ask(LocalStore store, Request request) {
        List<Reply> replies = new ArrayList<>();
        sequence++;
        store.submit(new Envelope(new RequestId(1, 2, sequence), sequence, request), replies::add);
        while (replies.isEmpty() && store.poll()) {
            // until the answer is there
        }
        return replies.get(0);
    }

    private static CreateRow create(int number) {
        byte[] row =
                Row.emptyFile(new FileId(number), 0644, 1, 1, 1_000L + number).toBytes();
        return new CreateRow(TABLE, RowName.of("row-" + number), row);
    }

    @Test
    void whatWasAcknowledgedIsThereAfterItIsOpenedAgain() {
        try (LocalStore store = open()) {
            assertTrue(store.folder().isFormatted());
            assertEquals(new Done(), ask(store, new MakeTable(TABLE, 5)));
            for (int i = 0; i < 3_000; i++) {
                assertEquals(new Done(), ask(store, create(i)));
                if (i == 2_000) {
                    store.checkpoint();
                }
            }
            assertEquals(ErrorCode.ALREADY_EXISTS, refusal(ask(store, create(7))));
        }
        try (LocalStore store = open()) {
            assertFalse(store.folder().isFormatted());
            assertTrue(store.group().recovered().slicesOnStorage() > 1);
            for (int i = 0; i < 3_000; i += 97) {
                assertTrue(ask(store, new LookupRow(TABLE, RowName.of("row-" + i))) instanceof Found, "row " + i);
            }
            assertEquals(ErrorCode.NOT_FOUND, refusal(ask(store, new LookupRow(TABLE, RowName.of("row-3000")))));
            assertEquals(ErrorCode.ALREADY_EXISTS, refusal(ask(store, create(7))));
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
            assertEquals(new Done(), ask(store, new MakeTable(TABLE, 5)), "the first is unharmed");
        }
        try (LocalStore store = open()) {
            assertEquals(ErrorCode.ALREADY_EXISTS, refusal(ask(store, new MakeTable(TABLE, 5))));
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
        Files.write(superblock, java.util.Arrays.copyOf(good, good.length - 1));
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
