package io.pfs.client.call;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Several windows of one client, each under a name of its own, so that one request that nobody answers holds up its window alone: what is
 * asked after it goes on in another one. Who has one such request in each has to wait.
 */
final class RequestWindows {
    private static final int COUNT = 4;

    private final List<RequestWindow> windows = new ArrayList<>();
    private final int eachMax;
    /** That in which there was room last. */
    private volatile int current;

    /** A request that is open. */
    record Opened(RequestWindow window, long sequence) {}

    /** Names begin with this one; with so many requests at most from the lowest open ones on, of all windows together. */
    RequestWindows(long clientHigh, long clientLow, int max) {
        int count = Math.min(COUNT, max);
        eachMax = max / count;
        for (int i = 0; i < count; i++) {
            windows.add(new RequestWindow(clientHigh, clientLow + i));
        }
    }

    /** Opens one in the first that has room, from that on which had room last; or in none, if all are full. */
    Optional<Opened> openWithin() {
        int from = current;
        for (int i = 0; i < windows.size(); i++) {
            int at = (from + i) % windows.size();
            OptionalLong sequence = windows.get(at).openWithin(eachMax);
            if (sequence.isPresent()) {
                current = at;
                return Optional.of(new Opened(windows.get(at), sequence.getAsLong()));
            }
        }
        return Optional.empty();
    }

    /** Opens one for what is under way already, with room or without. */
    Opened open() {
        return openWithin().orElseGet(() -> {
            RequestWindow window = windows.get(current);
            return new Opened(window, window.open());
        });
    }
}
