package io.pfs.server.hadoop;

import io.pfs.Epoch;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.env.Clock;
import io.pfs.pool.HomeName;
import java.io.IOException;
import java.util.Optional;
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

    /**
     * The epoch by which the folder is called from now on.
     *
     * @param claimed which it shall be, if that was given out: it is for one taking. Who gives it out knows that the life before answers nothing any
     *     more, whether it shows life here or not
     */
    long run(Optional<Epoch> claimed) throws IOException {
        Optional<Epoch> tried = Optional.empty();
        while (true) {
            long epoch = epochs.newest();
            if (tried.equals(Optional.of(new Epoch(epoch)))) {
                return epoch; // it was renamed all the same, and the answer lost: this epoch was given out for this
                // taking alone
            }
            long next = HomeName.next(epochs.folder(epoch).toString(), new Epoch(epoch), claimed)
                    .value();
            boolean isTaken = claimed.isPresent() ? epochs.advance(epoch, next) : advanceWatching(epoch);
            if (isTaken) {
                return next;
            }
            tried = claimed;
        }
    }

    private boolean advanceWatching(long epoch) throws IOException {
        OptionalLong seen = awaitSilence(epochs.folder(epoch));
        boolean isTaken = epochs.advance(epoch, epoch + 1);
        if (isTaken) {
            awaitEndOfTenure(epochs.folder(epoch + 1), seen);
        }
        return isTaken;
    }

    /**
     * Returns at once if there is no sign: that life ended in order, or another one took its folder.
     *
     * @return the last sign that was seen
     */
    private OptionalLong awaitSilence(Path folder) throws IOException {
        OptionalLong seen = sign(folder);
        if (seen.isEmpty()) {
            return seen;
        }
        told.accept("watching for " + times.watchMillis() / 1000 + " s whether " + folder + " is in use");
        long beganNs = clock.monotonicNs();
        while (clock.monotonicNs() - beganNs < times.watchMillis() * NS_PER_MS) {
            Pauses.pause(times.pollMillis());
            OptionalLong now = sign(folder);
            if (now.isEmpty()) {
                return now;
            }
            if (now.getAsLong() != seen.getAsLong()) {
                throw new PfsException(
                        ErrorCode.LOCKED,
                        "the folder " + folder + " is in use by a server that shows life; stop that one first");
            }
        }
        return seen;
    }

    /** A sign that got through between the last look and the renaming lets that life answer for as long as a tenure holds. */
    private void awaitEndOfTenure(Path own, OptionalLong seen) throws IOException {
        OptionalLong last = sign(own);
        if (last.isPresent() && !last.equals(seen)) {
            told.accept("waiting for " + times.holdMillis() / 1000 + " s until the life before, which showed life as "
                    + own + " was taken over, answers nothing any more");
            Pauses.pause(times.holdMillis());
        }
    }

    private OptionalLong sign(Path folder) throws IOException {
        return SignOfLife.last(client, folder);
    }
}
