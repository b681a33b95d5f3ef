package io.pfs.pool;

import static io.pfs.disk.DiskContract.assertRefused;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every pool does. */
public abstract class PoolContract {
    private Pool pool;

    /** An empty pool. */
    protected abstract Pool newPool();

    /** Lets go of what {@link #newPool()} took. */
    protected abstract void closePool();

    @BeforeEach
    public final void openPool() {
        pool = newPool();
    }

    @AfterEach
    public final void letGo() {
        closePool();
    }

    @Test
    public void appendsFollowEachOther() {
        try (AppendFile file = pool.create("a")) {
            assertEquals(new Appended("a", 0, 3), file.append(bytes("abc")));
            assertEquals(new Appended("a", 3, 3), file.append(bytes("")));
            assertEquals(new Appended("a", 3, 5), file.append(bytes("de")));
        }
        assertEquals("abcde", read("a"));
    }

    @Test
    public void forceCoversWhatWasAppendedBefore() {
        try (AppendFile file = pool.create("a")) {
            Appended first = file.append(bytes("abc"));
            Durable durable = file.force();
            Appended second = file.append(bytes("d"));
            assertTrue(durable.covers(first));
            assertFalse(durable.covers(second));
            assertTrue(file.force().covers(second));
        }
    }

    @Test
    public void durableOfOneFileCoversNoOther() {
        try (AppendFile one = pool.create("a");
                AppendFile two = pool.create("b")) {
            Appended appended = one.append(bytes("abc"));
            two.append(bytes("abcdef"));
            assertFalse(two.force().covers(appended));
        }
    }

    @Test
    public void sealedFileTakesNothingMore() {
        try (AppendFile file = pool.create("a")) {
            Appended appended = file.append(bytes("abc"));
            assertTrue(file.seal().covers(appended));
            assertRefused(ErrorCode.INVARIANT_BROKEN, "", () -> file.append(bytes("x")));
            assertRefused(ErrorCode.INVARIANT_BROKEN, "", file::force);
            assertRefused(ErrorCode.INVARIANT_BROKEN, "", file::seal);
        }
        assertEquals("abc", read("a"));
    }

    @Test
    public void closedFileTakesNothingMore() {
        AppendFile file = pool.create("a");
        file.close();
        file.close();
        assertRefused(ErrorCode.INVARIANT_BROKEN, "", () -> file.append(bytes("x")));
        assertRefused(ErrorCode.INVARIANT_BROKEN, "", file::force);
    }

    @Test
    public void readersSeeWhatWasAppended() {
        try (AppendFile file = pool.create("a")) {
            file.append(bytes("0123456789"));
            try (ReadFile reader = pool.open("a")) {
                assertEquals("a", reader.name());
                assertEquals(10, reader.size());
                ByteBuffer target = ByteBuffer.allocate(4);
                assertEquals(4, reader.read(target, 3));
                assertEquals("3456", new String(target.array(), ISO_8859_1));
                assertEquals(0, reader.read(ByteBuffer.allocate(1), 10));
            }
        }
    }

    @Test
    public void listIsSortedAndByPrefix() {
        for (String name : List.of("seg-2", "meta-1", "seg-1", "seg-10")) {
            pool.create(name).close();
        }
        assertEquals(List.of("seg-1", "seg-10", "seg-2"), pool.list("seg-"));
        assertEquals(List.of("meta-1", "seg-1", "seg-10", "seg-2"), pool.list(""));
        assertEquals(List.of(), pool.list("x"));
    }

    @Test
    public void renameNeverReplaces() {
        seal("a", "first");
        seal("b", "second");
        assertRefused(ErrorCode.FILE_EXISTS, "b", () -> pool.rename("a", "b"));
        assertEquals("second", read("b"));
        pool.rename("a", "c");
        assertEquals("first", read("c"));
    }

    @Test
    public void deletedFileIsGone() {
        seal("a", "x");
        pool.delete("a");
        assertRefused(ErrorCode.FILE_MISSING, "a", () -> pool.open("a"));
        assertRefused(ErrorCode.FILE_MISSING, "a", () -> pool.delete("a"));
        assertRefused(ErrorCode.FILE_MISSING, "a", () -> pool.rename("a", "b"));
    }

    @Test
    public void createRefusesATakenName() {
        seal("a", "kept");
        assertRefused(ErrorCode.FILE_EXISTS, "a", () -> pool.create("a"));
        assertEquals("kept", read("a"));
        assertTrue(pool.usableBytes() > 0);
        assertTrue(pool.usableBytes() <= pool.totalBytes());
    }

    private void seal(String name, String text) {
        try (AppendFile file = pool.create(name)) {
            file.append(bytes(text));
            file.seal();
        }
    }

    private String read(String name) {
        try (ReadFile file = pool.open(name)) {
            ByteBuffer all = ByteBuffer.allocate((int) file.size());
            assertEquals(all.capacity(), file.read(all, 0));
            return new String(all.array(), ISO_8859_1);
        }
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(ISO_8859_1));
    }
}
