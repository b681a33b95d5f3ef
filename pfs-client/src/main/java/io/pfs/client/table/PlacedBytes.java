package io.pfs.client.table;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.call.Outcome;
import io.pfs.client.call.Promise;
import io.pfs.wire.CellFile;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * A small cell of which the place was told. Who wants all of it has it put where he wants it, from the file that it is in; who wants a part has all of it kept
 * in memory first. What can't be read here is asked for. Any thread.
 */
final class PlacedBytes implements CellBytes {
    private final int length;
    /** Brings those of the same version, or fails. */
    private final Consumer<Outcome<byte[]>> elsewhere;

    /** Empty once it could not be read. */
    private volatile Optional<CellFile> file;

    /** Those that are in memory, or on their way there. */
    private volatile Optional<Promise<byte[]>> kept = Optional.empty();

    PlacedBytes(Optional<CellFile> file, int length, Consumer<Outcome<byte[]>> elsewhere) {
        this.file = file;
        this.length = length;
        this.elsewhere = elsewhere;
    }

    @Override
    public long ready(long at) {
        return length - at;
    }

    @Override
    public void read(long at, byte[] target, int offset, int count) {
        if (count < length || kept.isPresent() || !readHere(target, offset)) {
            System.arraycopy(all(), (int) at, target, offset, count);
        }
    }

    private boolean readHere(byte[] target, int at) {
        Optional<CellFile> here = file;
        if (here.isEmpty()) {
            return false;
        }
        try {
            here.get().read(0, target, at, length);
            return true;
        } catch (PfsException e) {
            file = Optional.empty(); // whoever is asked knows better what is wrong
            return false;
        }
    }

    /** All of them; nobody changes them. Blocks. */
    byte[] all() {
        return Promise.await(kept.orElseGet(() -> keep(Runnable::run)));
    }

    @Override
    public CompletableFuture<byte[]> readLater(long at, int count) {
        Promise<byte[]> all = kept.orElseGet(
                () -> keep(file.<Executor>map(here -> here::later).orElse(Runnable::run)));
        return all.thenApply(bytes -> Arrays.copyOfRange(bytes, (int) at, (int) at + count));
    }

    /** Whoever is the first has them brought; if that fails, the next is the first. */
    private Promise<byte[]> keep(Executor reader) {
        Promise<byte[]> mine = new Promise<>();
        synchronized (this) {
            if (kept.isPresent()) {
                return kept.get();
            }
            kept = Optional.of(mine);
        }
        try {
            reader.execute(() -> bring(mine));
        } catch (RuntimeException | Error e) { // no thread, say
            fail(mine, e);
        }
        return mine;
    }

    private void bring(Promise<byte[]> outcome) {
        try {
            byte[] bytes = new byte[length];
            if (readHere(bytes, 0)) {
                outcome.done(bytes);
            } else {
                elsewhere.accept(Outcome.either(outcome::done, cause -> fail(outcome, cause)));
            }
        } catch (RuntimeException | Error e) { // no memory for them, say
            fail(outcome, e);
        }
    }

    /** Whoever waits is told. */
    private void fail(Promise<byte[]> outcome, Throwable cause) {
        kept = Optional.empty();
        outcome.failed(
                cause instanceof PfsException ours
                        ? ours
                        : new PfsException(ErrorCode.IO_FAILED, "a cell could not be read: " + cause, cause));
    }
}
