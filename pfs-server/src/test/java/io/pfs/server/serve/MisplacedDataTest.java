package io.pfs.server.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.server.store.HeldSeats.Ending;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server whose data folder it can open no seat with is refused before any is taken from others for it. */
final class MisplacedDataTest {
    private static final int SEATS = 2;

    @TempDir
    private Path folder;

    private MovingSeats cluster;

    @BeforeEach
    void format() {
        cluster = new MovingSeats(folder.resolve("new"), SEATS);
    }

    private Path data() {
        return folder.resolve("new").resolve("data-0");
    }

    /** What a server of another file system has left. */
    private void leaveOther() throws IOException {
        Path other = folder.resolve("other");
        try (MovingSeats old = new MovingSeats(other, SEATS)) {
            old.start(0);
            old.open(0, 0);
            old.close(0, 0, Ending.IN_ORDER);
        }
        Files.move(other.resolve("data-0"), data());
    }

    private void requireRefused(ErrorCode code, String why) {
        PfsException refusal = assertThrows(PfsException.class, () -> cluster.start(0));
        assertEquals(code, refusal.code());
        assertTrue(refusal.getMessage().contains(why), refusal.getMessage());
        assertTrue(refusal.getMessage().contains("remove them"), refusal.getMessage());
    }

    private void requireStartsWithout(Path own) throws IOException {
        Files.move(own, folder.resolve("away"));
        cluster.start(0);
        cluster.open(0, 0);
        cluster.close();
    }

    @Test
    void thatOfAnotherFileSystem() throws IOException {
        leaveOther();
        requireRefused(ErrorCode.NOT_OURS, data().resolve("seat-0000") + " belongs to another file system");
        requireStartsWithout(data().resolve("seat-0000"));
    }

    @Test
    void thatOfAnotherSeat() throws IOException {
        cluster.start(0);
        cluster.open(0, 0);
        cluster.end(0);
        Files.move(data().resolve("seat-0000"), data().resolve("seat-0001"));
        requireRefused(ErrorCode.USAGE, "seat-0001 is the data of server-0 of 2");
        requireStartsWithout(data().resolve("seat-0001"));
    }

    @Test
    void thatWhichNothingSaysWhatItIs() throws IOException {
        Path own = Files.createDirectories(data().resolve("seat-0001"));
        Files.writeString(own.resolve("letters.txt"), "dear");
        requireRefused(ErrorCode.NOT_OURS, own + " is not a PFS data folder");
        requireStartsWithout(own);
    }

    /** A formatting that was cut short leaves no more; and what storage refuses now it may not when the seat is opened. */
    @Test
    void oneThatMayDoIsNotRefused() throws IOException {
        Files.createFile(Files.createDirectories(data().resolve("seat-0000")).resolve("lock"));
        Files.writeString(data().resolve("seat-0001"), "in the way");
        cluster.start(0);
        cluster.open(0, 0);
        cluster.close();
    }

    private void requireRefusedAsItIs(String strange) throws IOException {
        List<Path> before = files();
        PfsException refusal = assertThrows(PfsException.class, () -> cluster.start(0));
        assertEquals(ErrorCode.NOT_OURS, refusal.code());
        assertTrue(refusal.getMessage().contains(data() + " is not"), refusal.getMessage());
        assertTrue(refusal.getMessage().contains("holds " + strange + ","), refusal.getMessage());
        assertEquals(before, files());
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> all = Files.walk(data())) {
            return all.sorted().toList();
        }
    }

    private Path letters() throws IOException {
        Path letters = Files.createDirectories(data().resolve("rehearsal")).resolve("letters.txt");
        return Files.writeString(letters, "dear");
    }

    /** Somebody's own folder: what a server has there for a while, and removes, may be called as something of theirs. */
    @Test
    void oneWithWhatNoServerMakes() throws IOException {
        Path letters = letters();
        Files.writeString(data().resolve("notes.txt"), "to do");
        requireRefusedAsItIs("notes.txt, rehearsal");
        assertEquals("dear", Files.readString(letters));
    }

    /** A server makes its mark before it makes anything that it removes. */
    @Test
    void oneWithARehearsalAndNothingThatSaysWhoseItIs() throws IOException {
        letters();
        Files.createFile(data().resolve("lock"));
        Files.createFile(data().resolve("audit.log"));
        Files.createDirectories(data().resolve("seat-0000"));
        requireRefusedAsItIs("rehearsal");
    }

    @Test
    void ofWhatAServerWritesDownAloneNothingIsRefused() throws IOException {
        Files.createDirectories(data());
        Files.createFile(data().resolve("lock"));
        Files.createFile(data().resolve("audit.log"));
        Files.createFile(data().resolve("audit.log.8"));
        cluster.start(0);
        cluster.close();
    }

    @Test
    void whatOthersPutBesideThatOfAServerIsNotInItsWay() throws IOException {
        cluster.start(0);
        cluster.end(0);
        Files.writeString(data().resolve("pfs.token"), "secret");
        Files.createDirectories(data().resolve("rehearsal")); // that of a life that was killed
        cluster.start(0);
        cluster.close();
    }

    /** It left no mark, but seats. */
    @Test
    void thatOfAServerOfAVersionBeforeIsNotRefused() throws IOException {
        cluster.start(0);
        cluster.open(0, 0);
        cluster.end(0);
        Files.delete(data().resolve("pfs-seats"));
        Files.writeString(data().resolve("pfs.token"), "secret");
        Files.createDirectories(data().resolve("rehearsal"));
        cluster.start(0);
        cluster.close();
        assertTrue(Files.exists(data().resolve("pfs-seats")), "it is marked now");
    }
}
