package io.pfs.server.rpc;

import io.pfs.Check;
import io.pfs.PfsException;
import io.pfs.ShardId;
import io.pfs.wire.Envelope;
import io.pfs.wire.Request;
import io.pfs.wire.Request.MakeTable;
import io.pfs.wire.Request.ReadMany;
import io.pfs.wire.Request.RenameRow;
import java.util.Optional;

/**
 * Clients say in which shard something is, or is to be. A shard that is not there goes no further: who takes part in a procedure would
 * look for it for ever.
 */
final class NamedShards {
    private final int shards;

    /** @param shards of the file system */
    NamedShards(int shards) {
        this.shards = shards;
    }

    /** What is to be answered to who names one that is not there. */
    Optional<PfsException> refusal(Envelope envelope) {
        try {
            require(envelope.shard());
            requireAll(envelope.request());
            return Optional.empty();
        } catch (PfsException e) {
            return Optional.of(e);
        }
    }

    private void requireAll(Request request) {
        if (request instanceof RenameRow rename) {
            require(rename.toShard());
        } else if (request instanceof MakeTable make) {
            make.home().ifPresent(this::require);
        } else if (request instanceof ReadMany many) {
            many.parts().forEach(part -> require(part.shard()));
        }
    }

    private void require(ShardId shard) {
        Check.inRange("shard", shard.value(), 0, shards - 1);
    }
}
