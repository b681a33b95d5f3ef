package io.pfs.hadoop.fs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class NamesTest {
    @TempDir
    private Path folder;

    @Test
    void aListSaysWhoIsWho() throws IOException {
        Path file = folder.resolve("passwd");
        Files.writeString(
                file, "root:x:0:0::/root:/bin/sh\n# a comment\nann:x:1001:50::/:\nbob:x:1001:50\nodd:x:-3:\n\n");
        Names names = Names.in(Optional.of(file));
        assertEquals("ann", names.nameOf(1001), "the first one");
        assertEquals("root", names.nameOf(0));
        assertEquals("4294967294", names.nameOf(-2));
        assertEquals(Optional.of(1001), names.numberOf("bob"));
        assertEquals(Optional.of(77), names.numberOf("77"));
        assertEquals(Optional.empty(), names.numberOf("odd"));
        assertEquals(Optional.empty(), names.numberOf("99999999999"));
    }

    @Test
    void withoutOneThereAreNumbers() {
        for (Optional<Path> none : List.of(Optional.<Path>empty(), Optional.of(folder.resolve("missing")))) {
            assertEquals("1001", Names.in(none).nameOf(1001));
            assertEquals(Optional.empty(), Names.in(none).numberOf("ann"));
        }
    }

    /** Its number has the place of the password there. */
    @Test
    void aFileOfAServersUsersIsUnderstood() throws IOException {
        Path file = folder.resolve("users");
        Files.writeString(file, "bob:1002:50,51\nann:1001:50:\n");
        Names names = Names.in(Optional.of(file));
        assertEquals("bob", names.nameOf(1002));
        assertEquals("50", names.nameOf(50));
        assertEquals(Optional.of(1001), names.numberOf("ann"));
    }

    /** As of a directory, which this machine has no file of. */
    @Test
    void whoIsInNoFileIsLookedForElsewhere() throws IOException {
        Path asked = folder.resolve("asked");
        AtomicLong nowNs = new AtomicLong();
        Names names = Names.in(Optional.empty(), Optional.of(directory(asked)), nowNs::get);
        assertEquals(Optional.of(10234), names.numberOf("alice"));
        assertEquals("alice", names.nameOf(10234));
        assertEquals("777", names.nameOf(777));
        assertEquals("777", names.nameOf(777));
        assertEquals(Optional.empty(), names.numberOf("nobody-at-all"));
        assertEquals(Optional.of(888), names.numberOf("888"));
        assertEquals(Optional.empty(), names.numberOf("--help"));
        assertEquals(List.of("alice", "777", "nobody-at-all"), Files.readAllLines(asked), "each once");
        nowNs.addAndGet(60_000_000_000L);
        assertEquals("777", names.nameOf(777));
        assertEquals(List.of("alice", "777", "nobody-at-all", "777"), Files.readAllLines(asked), "and again later");
    }

    /** A command that knows one user, and notes whom it is asked for. */
    private Getent directory(Path asked) throws IOException {
        Path script = folder.resolve("directory.sh");
        Files.writeString(
                script,
                "echo \"$1\" >> '" + asked + "'\n"
                        + "case \"$1\" in alice | Alice | 10234) echo 'alice:*:10234:10000:Alice:/home/alice:/bin/sh' ;;\n"
                        + "*) exit 2 ;; esac\n");
        return new Getent(List.of("sh", script.toString()));
    }

    @Test
    void aDirectoryMayKnowANameInSeveralSpellings() throws IOException {
        Path asked = folder.resolve("asked");
        Names names = Names.in(Optional.empty(), Optional.of(directory(asked)), () -> 0);
        assertEquals(Optional.of(10234), names.numberOf("Alice"));
        assertEquals(Optional.of(10234), names.numberOf("Alice"));
        assertEquals("alice", names.nameOf(10234));
        assertEquals(List.of("Alice"), Files.readAllLines(asked), "once");
    }

    /** Each that is asked for takes seconds then, and a listing has many. */
    @Test
    void aDirectoryThatCannotBeAskedIsNotAskedForEachName() throws IOException {
        Path asked = folder.resolve("asked");
        Path script = folder.resolve("away.sh");
        Files.writeString(script, "echo \"$1\" >> '" + asked + "'\nexit 1\n");
        Getent away = new Getent(List.of("sh", script.toString()));
        AtomicLong nowNs = new AtomicLong();
        Names names = Names.in(Optional.empty(), Optional.of(away), nowNs::get);
        assertEquals("1001", names.nameOf(1001));
        assertEquals("1002", names.nameOf(1002));
        assertEquals(Optional.empty(), names.numberOf("ann"));
        nowNs.addAndGet(60_000_000_000L);
        assertEquals("1002", names.nameOf(1002), "it is not taken for unknown");
        assertEquals(List.of("1001", "1002"), Files.readAllLines(asked));
    }

    @Test
    void whoIsInterruptedLearnsNothing() throws IOException {
        Path asked = folder.resolve("asked");
        Names names = Names.in(Optional.empty(), Optional.of(directory(asked)), () -> 0);
        Thread.currentThread().interrupt();
        assertEquals(Optional.empty(), names.numberOf("alice"));
        assertTrue(Thread.interrupted());
        assertEquals(Optional.of(10234), names.numberOf("alice"));
    }

    @Test
    void manyThatNobodyKnowsAreForgotten() throws IOException {
        AtomicLong nowNs = new AtomicLong();
        Path asked = folder.resolve("asked");
        Names names = Names.in(Optional.empty(), Optional.of(directory(asked)), nowNs::get);
        for (int i = 0; i < 1001; i++) {
            names.numberOf("-" + i); // of none of these a command is asked
        }
        assertEquals(Optional.empty(), names.numberOf("alice"), "there is an end to it");
        nowNs.addAndGet(60_000_000_000L);
        assertEquals(Optional.of(10234), names.numberOf("alice"));
    }

    @Test
    void withoutTheCommandThereAreNumbers() {
        Getent none = new Getent(List.of(folder.resolve("no-such-command").toString()));
        Names names = Names.in(Optional.empty(), Optional.of(none), System::nanoTime);
        assertEquals("1001", names.nameOf(1001));
        assertEquals(Optional.empty(), names.numberOf("ann"));
    }
}
