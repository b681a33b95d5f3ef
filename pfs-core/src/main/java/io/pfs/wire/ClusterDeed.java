package io.pfs.wire;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.util.Arrays;

/** What is done with servers that come and go. Numbers are never given twice. */
public enum ClusterDeed {
    /** Nothing: who serves what is asked for. */
    LOOK(1),
    /** A server is to hold no seats, until that is undone, as long as others are there. */
    DRAIN(2),
    /** It may hold some again. */
    UNDRAIN(3);

    private final int number;

    ClusterDeed(int number) {
        this.number = number;
    }

    public int number() {
        return number;
    }

    /** The one with this number, for decoding. */
    public static ClusterDeed ofNumber(int number) {
        return Arrays.stream(values())
                .filter(deed -> deed.number == number)
                .findFirst()
                .orElseThrow(() -> new PfsException(ErrorCode.CORRUPT, "nothing is done with servers by " + number));
    }
}
