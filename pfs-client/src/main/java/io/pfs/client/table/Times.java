package io.pfs.client.table;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.time.Duration;
import java.time.Instant;

/** Times as they are counted here: users have longer ones. */
public final class Times {
    private Times() {}

    /** Of what is called so; refused if it can't be told in milliseconds. */
    public static long epochMillis(String what, Instant time) {
        try {
            return time.toEpochMilli();
        } catch (ArithmeticException e) {
            throw new PfsException(
                    ErrorCode.OUT_OF_RANGE,
                    what + " is " + time + ", and has to lie between " + Instant.ofEpochMilli(Long.MIN_VALUE) + " and "
                            + Instant.ofEpochMilli(Long.MAX_VALUE),
                    e);
        }
    }

    /** What is longer than can be counted is as long as can be. */
    public static long millis(Duration wait) {
        return wait.compareTo(Duration.ofMillis(Long.MAX_VALUE)) < 0 ? wait.toMillis() : Long.MAX_VALUE;
    }

    /** The same in nanoseconds, of half as much: a time may be added. */
    static long nanos(Duration wait) {
        return wait.compareTo(Duration.ofNanos(Long.MAX_VALUE / 2)) < 0 ? wait.toNanos() : Long.MAX_VALUE / 2;
    }
}
