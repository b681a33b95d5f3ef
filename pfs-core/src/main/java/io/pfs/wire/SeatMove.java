package io.pfs.wire;

import io.pfs.Check;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.util.Arrays;
import java.util.Optional;

/**
 * How a seat comes, or came, from one server to another.
 *
 * @param epoch in which it is held then
 * @param from {@code HOST:PORT} of who had it before, if that is known
 * @param to who serves it then
 * @param tookMillis from when that server saw that it is to have the seat until it served it, or until now
 * @param atMillis when that was, by its time of day
 */
public record SeatMove(long epoch, Optional<String> from, String to, Cause cause, long tookMillis, long atMillis) {
    /** Why a seat moves. Numbers are never given twice. */
    public enum Cause {
        /** Nobody had it before. */
        FIRST(1, "first"),
        /** Another one has too few. */
        BALANCE(2, "balance"),
        /** People want a server to be empty. */
        DRAIN(3, "drain"),
        /** A server was stopped. */
        STOP(4, "stop"),
        /** A server's session ended, whatever became of the server. */
        DEATH(5, "death"),
        /** It was closed by a failure, and is opened anew. */
        FAILURE(6, "failure");

        private final int number;
        private final String word;

        Cause(int number, String word) {
            this.number = number;
            this.word = word;
        }

        public int number() {
            return number;
        }

        /** As it is written for people and for programs. */
        public String word() {
            return word;
        }

        /** The one with this number, from 1 to how many there are. */
        public static Cause ofNumber(int number) {
            return values()[number - 1];
        }

        public static Cause ofWord(String word) {
            return Arrays.stream(values())
                    .filter(cause -> cause.word.equals(word))
                    .findFirst()
                    .orElseThrow(() -> new PfsException(ErrorCode.CORRUPT, "no seat moves by '" + word + "'"));
        }
    }

    public SeatMove {
        Check.inRange("epoch of a seat", epoch, 0, Long.MAX_VALUE);
        Check.inRange("ms that a move took", tookMillis, 0, Long.MAX_VALUE);
    }
}
