package io.pfs.server.hadoop;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.env.Clock;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.apache.hadoop.fs.Path;

/** Takes the folder of a server from its life before, which must be dead, or be believed to be by all. */
final class Takeover {
    private static final long NS_PER_MS = 1_000_000;

    private final HadoopClient client;
    private final Epochs epochs;
    private final HadoopTimes times;
    private final Clock clock;
    private final Consumer<String> told;

    Takeover(HadoopClient client, Epochs epochs, HadoopTimes times, Clock clock, Consumer<String> told) {
        this.client = client;
        this.epochs = epochs;
        this.times = times;
        this.clock = clock;
        this.told = told;
    }

    /** The folder, as it is called from now on. */
    Path run() throws IOException {
        while (true) {
            long epoch = epochs.newest();
            awaitSilence(epochs.folder(epoch));
            if (epochs.advance(epoch)) {
                return epochs.folder(epoch + 1);
            }
        }
    }

    /** Returns at once if there is no sign: that life ended in order, or another one took its folder. */
    private void awaitSilence(Path folder) throws IOException {
        OptionalLong seen = sign(folder);
        if (seen.isEmpty()) {
            return;
        }
        told.accept("watching for " + times.watchMillis() / 1000 + " s whether " + folder + " is in use");
        long beganNs = clock.monotonicNs();
        while (clock.monotonicNs() - beganNs < times.watchMillis() * NS_PER_MS) {
            Pauses.pause(times.pollMillis());
            OptionalLong now = sign(folder);
            if (now.isEmpty()) {
                return;
            }
            if (now.getAsLong() != seen.getAsLong()) {
                throw new PfsException(
                        ErrorCode.LOCKED,
                        "the folder " + folder + " is in use by a server that shows life; stop that one first");
            }
        }
    }

    private OptionalLong sign(Path folder) throws IOException {
        try {
            return OptionalLong.of(
                    client.files().getFileStatus(SignOfLife.in(folder)).getModificationTime());
        } catch (FileNotFoundException e) {
            return OptionalLong.empty();
        }
    }
}
