package io.pfs;

import java.util.HexFormat;

/**
 * Names one request of one client for as long as it may be repeated. The client's 128 bits are drawn at random when
 * it starts; the sequence counts its requests.
 */
public record RequestId(long clientHigh, long clientLow, long sequence) {
    public RequestId {
        Check.inRange("request sequence", sequence, 0, Long.MAX_VALUE);
    }

    @Override
    public String toString() {
        return HexFormat.of().toHexDigits(clientHigh) + HexFormat.of().toHexDigits(clientLow) + "#" + sequence;
    }
}
