package io.pfs.server.hadoop;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/** The folder of one server, whose name ends in the epoch of the life that has it: who renames it has it. */
final class Epochs {
    private static final int DIGITS = 16;

    private final HadoopClient client;
    private final Path pool;
    private final String home;

    Epochs(HadoopClient client, Path pool, String home) {
        this.client = client;
        this.pool = pool;
        this.home = home;
    }

    Path folder(long epoch) {
        return new Path(pool, home + "-" + HexFormat.of().toHexDigits(epoch));
    }

    /** That of the newest life. */
    long newest() throws IOException {
        return newest(client.calls().call(() -> client.files().listStatus(pool)))
                .orElseThrow(() -> new PfsException(
                        ErrorCode.FILE_MISSING,
                        pool + " has no folder " + home + "-...; the pool was made for fewer servers, or is damaged"));
    }

    private OptionalLong newest(FileStatus[] statuses) {
        return Arrays.stream(statuses)
                .filter(FileStatus::isDirectory)
                .flatMapToLong(status -> epochOf(status.getPath().getName()))
                .max();
    }

    private LongStream epochOf(String name) {
        boolean isOurs = name.startsWith(home + "-") && name.length() == home.length() + 1 + DIGITS;
        try {
            return isOurs
                    ? LongStream.of(HexFormat.fromHexDigitsToLong(name, home.length() + 1, name.length()))
                    : LongStream.empty();
        } catch (IllegalArgumentException e) {
            return LongStream.empty();
        }
    }

    /** Takes the folder from the life of an epoch for the next one; says whether nobody was faster. */
    boolean advance(long epoch, long next) throws IOException {
        try {
            client.renameNew(folder(epoch), folder(next));
            return true;
        } catch (FileNotFoundException | FileAlreadyExistsException e) {
            return false;
        }
    }
}
