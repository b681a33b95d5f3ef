package io.pfs.wire;

import io.pfs.Check;

/**
 * That a server can't open a seat, or answers nothing of one that it has, and why.
 *
 * @param server as a place in the list of servers
 * @param sinceMillis since when it says so, by its time of day
 * @param cause for people
 */
public record SeatTrouble(int server, int seat, Standing standing, long sinceMillis, String cause) {
    /** Who is to have the seat now. Numbers are never given twice. */
    public enum Standing {
        /** This server, if it is the one that is wanted: others would fare no better. */
        HERE(1, "here"),
        /** Another one, if there is one that can open it. */
        OTHERS(2, "others"),
        /** This server, to try whether it can open it by now. */
        TRIED(3, "tried"),
        /** This server, which has it, but answers nothing of it now. */
        SILENT(4, "silent");

        private final int number;
        private final String word;

        Standing(int number, String word) {
            this.number = number;
            this.word = word;
        }

        public int number() {
            return number;
        }

        /** As it is written for programs. */
        public String word() {
            return word;
        }

        /** The one with this number, from 1 to how many there are. */
        public static Standing ofNumber(int number) {
            return values()[number - 1];
        }
    }

    /** Whether the server has the seat open: all others can't open it. */
    public boolean isSilence() {
        return standing == Standing.SILENT;
    }

    public SeatTrouble {
        Check.inRange("place of a server", server, 0, Integer.MAX_VALUE);
        Check.inRange("number of a seat", seat, 0, Integer.MAX_VALUE);
    }
}
