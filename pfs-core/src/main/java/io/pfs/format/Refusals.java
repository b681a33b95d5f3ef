package io.pfs.format;

import io.pfs.ErrorCode;
import io.pfs.PfsException;

/** The ways to refuse a file, each naming the file, the offset, what was expected and what was found. */
public final class Refusals {
    private Refusals() {}

    public static PfsException corrupt(String file, long offset, String what, String expected, String found) {
        return new PfsException(
                ErrorCode.CORRUPT,
                file + " is damaged at offset " + offset + ": " + what + " should be " + expected + ", found " + found);
    }

    static PfsException notOurs(String file, long offset, String expected, String found) {
        return new PfsException(
                ErrorCode.NOT_OURS,
                file + " is not a PFS file of this kind: at offset " + offset + " expected " + expected + ", found "
                        + found + "; check the folder that was given");
    }

    static PfsException tooNew(String file, FileKind kind, int found) {
        return new PfsException(
                ErrorCode.FORMAT_TOO_NEW,
                file + " was written by a newer PFS: format " + kind + " at offset 8 expected at most version "
                        + kind.version() + ", found " + found + "; use that PFS or a later one");
    }

    static PfsException tooOld(String file, FileKind kind, int found) {
        return new PfsException(
                ErrorCode.FORMAT_TOO_OLD,
                file + " was written by an older PFS: format " + kind + " at offset 8 expected at least version "
                        + kind.oldestReadable() + ", found " + found + "; upgrade it with a PFS in between");
    }
}
