package io.pfs.net.netty;

import java.net.UnknownHostException;
import org.jspecify.annotations.Nullable;

/** What went wrong below, for people. */
final class Words {
    private Words() {}

    static String of(@Nullable Throwable cause) {
        if (cause == null) {
            return "nobody says why";
        }
        if (cause instanceof UnknownHostException) {
            return "there is no host of this name";
        }
        String message = cause.getMessage();
        return message == null ? cause.getClass().getSimpleName() : message;
    }
}
