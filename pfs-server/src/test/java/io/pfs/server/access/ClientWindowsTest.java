package io.pfs.server.access;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.RequestId;
import org.junit.jupiter.api.Test;

/** What requests tell of their clients, and for how long that is known. */
final class ClientWindowsTest {
    private static final RequestId SILENT = new RequestId(1, 1, 5);
    private static final RequestId BUSY = new RequestId(2, 2, 1);
    private static final RequestId OTHER = new RequestId(3, 3, 1);

    private final ClientWindows windows = new ClientWindows();

    /** To look whether its reply was had is not to hear of it, and who asks all the time does not hide it. */
    @Test
    void whoIsSilentIsForgottenThoughOthersAskAboutHim() {
        windows.isStale(SILENT, 5, 0);
        windows.isStale(OTHER, 1, 1);
        windows.isStale(BUSY, 1, 2);
        assertFalse(windows.isPast(SILENT), "it waits for this one");
        windows.isStale(BUSY, 1, ClientWindows.KEPT_NS);
        assertTrue(windows.isKnown(SILENT));
        windows.isStale(OTHER, 1, ClientWindows.KEPT_NS);
        windows.isStale(BUSY, 1, ClientWindows.KEPT_NS + 1);
        assertFalse(windows.isKnown(SILENT), "it was not heard of for too long");
        assertTrue(windows.isKnown(OTHER));
    }

    /** Who calls himself by a new name each time must not take all of the memory. */
    @Test
    void ofVeryManyTheLongestSilentIsForgotten() {
        windows.isStale(SILENT, 5, 0);
        for (int i = 0; i < 100_000; i++) {
            windows.isStale(new RequestId(9, i, 1), 1, 1);
        }
        assertFalse(windows.isKnown(SILENT));
        assertTrue(windows.isKnown(new RequestId(9, 99_999, 1)));
        assertTrue(windows.isKnown(new RequestId(9, 1, 1)));
    }

    @Test
    void whatAClientHasIsPast() {
        windows.isStale(SILENT, 5, 0);
        windows.isStale(new RequestId(1, 1, 8), 7, 1);
        assertTrue(windows.isPast(SILENT));
        assertFalse(windows.isPast(new RequestId(1, 1, 7)));
        assertTrue(windows.isStale(SILENT, 5, 2), "an old copy");
    }
}
