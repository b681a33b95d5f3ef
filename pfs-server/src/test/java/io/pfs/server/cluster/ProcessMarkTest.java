package io.pfs.server.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ProcessMarkTest {
    private static final long START = 1_700_000_000_000L;
    private static final long HOUR = 3_600_000;
    private static final ProcessMark MARK = new ProcessMark(77, START, 5);

    @Test
    void aProcessIsFoundByItsMark() throws Exception {
        Process process = new ProcessBuilder("cat").start();
        ProcessMark mark = ProcessMark.of(process.toHandle());
        assertEquals(
                Optional.of(process.toHandle()),
                ProcessMark.parse(mark.toString()).running());
        assertEquals(Optional.empty(), new ProcessMark(mark.pid(), START, 0).running());
        process.destroy();
        assertEquals(process, process.onExit().join());
        assertEquals(Optional.empty(), mark.running());
        assertEquals(
                ErrorCode.CORRUPT,
                assertThrows(PfsException.class, () -> ProcessMark.parse("77")).code());
    }

    /** A container that is started again gives its processes the numbers that they had. */
    @Test
    void nobodyIsAnotherOneHimself() {
        ProcessMark self = ProcessMark.of(ProcessHandle.current());
        assertEquals(Optional.empty(), self.running());
        assertEquals(
                Optional.empty(), new ProcessMark(self.pid(), self.startMillis() - HOUR, self.command()).running());
    }

    @Test
    void marksOfTheFirstVersionHaveNoCommand() {
        assertEquals(new ProcessMark(77, START, 0), ProcessMark.parse("77/" + START));
    }

    /** The system knows how long a process has been running, and reckons from today when that began. */
    @Test
    void aClockThatIsSetMakesNoOtherProcessOfIt() {
        assertTrue(MARK.isSame(new ProcessMark(77, START + 900, 0)));
        assertTrue(MARK.isSame(new ProcessMark(77, START - HOUR, 5)));
        assertFalse(MARK.isSame(new ProcessMark(77, START + HOUR, 6)), "its number was given out again");
        assertFalse(MARK.isSame(new ProcessMark(78, START, 5)));
        assertFalse(new ProcessMark(77, START, 0).isSame(new ProcessMark(77, START + HOUR, 0)), "nothing is known");
    }
}
