package io.pfs.disk.nio;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.io.IOException;
import java.nio.channels.FileChannel;

/** The only place in the product that forces: files and folders alike. */
final class Forcing {
    private Forcing() {}

    static void force(FileChannel channel, String path) {
        try {
            channel.force(false);
        } catch (IOException e) {
            throw new PfsException(
                    ErrorCode.FORCE_FAILED,
                    "forcing " + path + " failed (" + e.getMessage() + "): what it holds after its last force is"
                            + " uncertain; check the device and the system's log",
                    e);
        }
    }
}
