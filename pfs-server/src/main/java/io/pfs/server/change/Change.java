package io.pfs.server.change;

import io.pfs.Check;
import io.pfs.Limits;
import io.pfs.RequestId;
import io.pfs.RowName;
import io.pfs.SliceKey;
import io.pfs.TableId;
import java.util.List;

/** One effect on the state of a shard. */
public sealed interface Change {
    /**
     * A row has these contents from now on, whether it existed or not.
     *
     * @param row its bytes, as {@code io.pfs.row} lays them out; not copied, treat as immutable
     */
    record RowPut(TableId table, RowName name, byte[] row) implements Change {}

    /** A row is gone. */
    record RowRemoved(TableId table, RowName name) implements Change {}

    /** A slice of this depth sent the upper half of its names to its new sibling. Replay repeats the split. */
    record SliceSplit(SliceKey slice, int depth) implements Change {
        public SliceSplit {
            Check.inRange("slice depth", depth, 0, Limits.SLICE_DEPTH_MAX - 1);
        }
    }

    /**
     * A request was answered so; repeated, it gets the same answer.
     *
     * @param lowestOpen the lowest request of that client that it still waits for; older replies can go
     * @param nameHash files the reply with the slice of the name it is about, so that it moves with it
     * @param wallMillis when; a client that fell silent is forgotten by this
     * @param reply not copied, treat as immutable
     */
    record ReplyKept(RequestId request, long lowestOpen, TableId table, long nameHash, long wallMillis, byte[] reply)
            implements Change {
        public ReplyKept {
            Check.inRange("lowest open request", lowestOpen, 0, Long.MAX_VALUE);
            Check.inRange("bytes of a reply", reply.length, 0, Limits.REPLY_BYTES_MAX);
        }
    }

    /**
     * The images and deltas in these files count, as far as the files are valid; changes before {@code replayFrom} need
     * no replay.
     */
    record CheckpointDone(long number, long replayFrom, List<ValidFile> files) implements Change {
        public CheckpointDone {
            Check.inRange("checkpoint number", number, 0, Long.MAX_VALUE);
            Check.inRange("first sequence to replay", replayFrom, 0, Long.MAX_VALUE);
            files = List.copyOf(files);
        }
    }

    /** A file of the metadata log and how far its content counts. */
    record ValidFile(long fileId, long length) {}
}
