package io.pfs.server.hadoop;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.env.Clock;
import io.pfs.server.remote.Sign;
import io.pfs.server.remote.Tenure;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.apache.hadoop.fs.Path;

/**
 * The file by which a life of a server shows others that it is there, by setting its time. Who doesn't get through with that
 * knows that others may believe it to be dead.
 */
final class SignOfLife implements Tenure {
    private static final String NAME = "alive";
    private static final long NS_PER_MS = 1_000_000;

    private final HadoopClient client;
    private final Path folder;
    private final HadoopTimes times;
    private final Clock clock;
    private final Consumer<String> told;
    private final CompletableFuture<PfsException> lost = new CompletableFuture<>();
    private final CompletableFuture<Boolean> stopped = new CompletableFuture<>();
    private final Thread thread;
    private volatile Sign signed = new Sign(0, 0);
    private long signedMillis;
    private boolean lapsed;

    private SignOfLife(HadoopClient client, Path folder, HadoopTimes times, Clock clock, Consumer<String> told) {
        this.client = client;
        this.folder = folder;
        this.times = times;
        this.clock = clock;
        this.told = told;
        this.thread = new Thread(this::signOn, "pfs-sign-of-life");
        thread.setDaemon(true);
    }

    /** Where the sign is in the folder of a life. */
    static Path in(Path folder) {
        return new Path(folder, NAME);
    }

    /** The time of the last sign in the folder of a life; empty if that life ended in order. */
    static OptionalLong last(HadoopClient client, Path folder) throws IOException {
        try {
            return OptionalLong.of(client.calls()
                    .call(() -> client.files().getFileStatus(in(folder)).getModificationTime()));
        } catch (FileNotFoundException e) {
            return OptionalLong.empty();
        }
    }

    /** Shows life from now on, in a folder that was taken. */
    static SignOfLife start(HadoopClient client, Path folder, HadoopTimes times, Clock clock, Consumer<String> told)
            throws IOException {
        SignOfLife sign = new SignOfLife(client, folder, times, clock, told);
        try {
            sign.begin();
            sign.sign();
        } catch (FileNotFoundException e) {
            throw sign.takenOver(e);
        }
        sign.thread.start();
        return sign;
    }

    /** Who ends in order leaves no sign behind; that of a life that died is this one's from now on. */
    private void begin() throws IOException {
        try {
            client.createNew(in(folder)).close();
        } catch (IOException e) {
            if (!HadoopFailures.isTaken(e)) {
                throw e;
            }
        }
    }

    private void signOn() {
        while (!stopped.isDone() && !lost.isDone()) {
            try {
                Pauses.pause(times.signMillis());
                sign();
            } catch (FileNotFoundException e) {
                lost.complete(takenOver(e));
            } catch (IOException e) {
                missed(e); // tried again; until it works, the tenure ends by itself
            } catch (RuntimeException | Error e) {
                lost.complete(new PfsException(
                        ErrorCode.INVARIANT_BROKEN, "nothing shows life in " + folder + " any more: " + e, e));
            }
        }
    }

    private PfsException takenOver(FileNotFoundException e) {
        return new PfsException(
                ErrorCode.LOCKED, folder + " is gone: a later start of this server has taken it over", e);
    }

    private void missed(IOException cause) {
        if (!lapsed && !holds() && !stopped.isDone()) {
            lapsed = true;
            told.accept("this server got no sign of life through to " + folder + " for " + times.holdMillis() / 1000
                    + " s, and answers nothing until one gets through: " + HadoopFailures.reason(cause));
        }
    }

    private void gotThrough() {
        if (lapsed) {
            lapsed = false;
            told.accept("a sign of life got through to " + folder + ": this server answers again");
        }
    }

    /** The time of the call's begin is what counts: how long it was on its way is not known. */
    private void sign() throws IOException {
        Sign begun = Sign.begun(clock);
        signedMillis = Math.max(signedMillis + 1, begun.wallMillis());
        long shownMillis = signedMillis;
        client.calls().run(() -> client.files().setTimes(in(folder), shownMillis, -1));
        signed = begun;
        gotThrough();
    }

    @Override
    public boolean holds() {
        return !lost.isDone() && signed.isYoungerThan(times.holdMillis() * NS_PER_MS, clock);
    }

    @Override
    public Listening whenLost(Consumer<PfsException> told) {
        CompletableFuture<Void> listening = lost.thenAccept(told);
        return () -> listening.cancel(false);
    }

    /** Shows no life any more, and says that this is in order. */
    void stop() {
        stopped.complete(true);
        thread.interrupt();
        try {
            client.calls().run(() -> client.files().delete(in(folder), false)); // who gives it up may not wait for long
        } catch (IOException e) {
            // the next life watches for it in vain
        }
    }
}
