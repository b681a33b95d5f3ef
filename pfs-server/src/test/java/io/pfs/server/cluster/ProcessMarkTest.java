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
    void aProcessIsFoundByItsMark() {
        ProcessHandle self = ProcessHandle.current();
        assertEquals(
                Optional.of(self),
                ProcessMark.parse(ProcessMark.of(self).toString()).running());
        assertEquals(Optional.empty(), new ProcessMark(self.pid(), START, 0).running());
        assertEquals(
                ErrorCode.CORRUPT,
                assertThrows(PfsException.class, () -> ProcessMark.parse("77")).code());
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
