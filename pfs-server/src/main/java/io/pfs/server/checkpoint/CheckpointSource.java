package io.pfs.server.checkpoint;

import io.pfs.PfsException;
import io.pfs.ShardId;
import io.pfs.server.change.Change.CheckpointDone;
import io.pfs.server.slice.Slice;
import io.pfs.server.state.ShardState;
import java.util.function.Consumer;

/** A shard as its checkpoints see it. */
public interface CheckpointSource {
    ShardId id();

    ShardState state();

    /** Writes down what only memory knows, to be part of the round that begins. */
    void checkpointBegins();

    /** Forgets replies of a slice that nobody will ask for again. */
    void expireReplies(Slice slice);

    /** Refuses when what is durable may not be what is in the state. */
    void requireServing();

    /** Journals what makes a part count. Refuses by an exception, when neither is called. */
    void journal(CheckpointDone done, Runnable durable, Consumer<PfsException> failed);
}
