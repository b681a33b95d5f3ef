package io.pfs.bench;

import io.pfs.ErrorCode;
import io.pfs.PfsException;

/** Refuses what the command line says, naming the option. */
final class Usage {
    private Usage() {}

    static int inRange(String option, int value, int min, int max) {
        if (value < min || value > max) {
            throw new PfsException(
                    ErrorCode.USAGE, option + " must be from " + min + " to " + max + ", but is " + value);
        }
        return value;
    }

    static PfsException refused(String message) {
        return new PfsException(ErrorCode.USAGE, message);
    }
}
