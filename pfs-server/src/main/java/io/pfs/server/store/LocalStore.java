package io.pfs.server.store;

import io.pfs.Check;
import io.pfs.ShardId;
import io.pfs.env.Clock;
import io.pfs.env.Entropy;
import io.pfs.env.system.InlineWorkers;
import io.pfs.server.shard.ShardGroup;
import io.pfs.wire.Envelope;
import io.pfs.wire.FileSystemFacts;
import io.pfs.wire.Reply;
import java.nio.file.Path;

/**
 * The engine on a folder of this machine, in the thread of its one caller: requests are submitted, then {@link #poll}
 * does the writing, the forcing and the answering.
 */
public final class LocalStore implements AutoCloseable {
    private static final ShardId SHARD = new ShardId(0);

    private final OpenFolder open;
    private final InlineWorkers workers;

    private LocalStore(OpenFolder open, InlineWorkers workers) {
        this.open = open;
        this.workers = workers;
    }

    /** Opens the folder, formatting it if it is new, and recovers what is in it. */
    public static LocalStore open(Path path, Clock clock, Entropy entropy) {
        InlineWorkers workers = new InlineWorkers();
        OpenFolder.Drive drive = OpenFolder.Drive.ofTool(workers, clock, entropy);
        return new LocalStore(OpenFolder.open(path, drive), workers);
    }

    /** The shard whose tables are here. */
    public static ShardId shard() {
        return SHARD;
    }

    /** What a client must know of the file system. */
    public FileSystemFacts facts() {
        return open.folder().facts();
    }

    public DataFolder folder() {
        return open.folder();
    }

    public ShardGroup group() {
        return open.group();
    }

    /** Asks for something; the answer comes during this call or a later {@link #poll}. */
    public void submit(Envelope envelope, Reply.Sink sink) {
        group().submit(envelope, sink);
    }

    /** Does the next piece of waiting work; says whether there was any. */
    public boolean poll() {
        group().commit();
        return workers.poll();
    }

    /** Writes a checkpoint and waits for it. */
    public void checkpoint() {
        group().checkpoint();
        while (group().isCheckpointing()) {
            Check.that(poll(), "a checkpoint that runs has work waiting");
        }
    }

    @Override
    public void close() {
        try {
            group().close();
            while (poll()) {
                // what was under way comes to its end
            }
            Check.that(group().isClosed(), "nothing is under way when the disks are closed");
            group().endFailure().ifPresent(failure -> {
                throw failure;
            });
        } finally {
            open.close();
        }
    }
}
