package io.pfs.sim;

import io.pfs.ErrorCode;
import io.pfs.row.RowLayout;
import io.pfs.server.shard.Reply;
import io.pfs.server.shard.Reply.Done;
import io.pfs.server.shard.Reply.Found;
import io.pfs.server.shard.Reply.Refused;
import io.pfs.server.shard.Request;
import io.pfs.server.shard.Request.CreateRow;
import io.pfs.server.shard.Request.LookupRow;
import io.pfs.server.shard.Request.RemoveRow;
import io.pfs.server.shard.Request.ReplaceRow;
import io.pfs.sim.NameModel.Answer;
import io.pfs.sim.NameModel.Operation;
import io.pfs.sim.NameModel.Step;
import java.nio.ByteBuffer;
import java.util.Optional;

/** What requests mean and what replies say, in the model's words. */
final class SimOperations {
    private SimOperations() {}

    static Operation of(Request request) {
        if (request instanceof CreateRow create) {
            return row -> row.isPresent() ? refused(row, ErrorCode.ALREADY_EXISTS) : done(create.row());
        } else if (request instanceof ReplaceRow replace) {
            return row -> row.isEmpty() || versionOf(row.get()) != replace.expectedVersion()
                    ? refused(row, row.isEmpty() ? ErrorCode.NOT_FOUND : ErrorCode.ALREADY_EXISTS)
                    : done(replace.row());
        } else if (request instanceof RemoveRow) {
            return row -> row.isEmpty() ? refused(row, ErrorCode.NOT_FOUND) : new Step(Optional.empty(), Answer.DONE);
        } else if (request instanceof LookupRow) {
            return row -> row.isEmpty() ? refused(row, ErrorCode.NOT_FOUND) : new Step(row, Answer.found(row.get()));
        }
        throw new SimViolation("no model of " + request);
    }

    static Answer of(Reply reply) {
        if (reply instanceof Found found) {
            return Answer.found(ByteBuffer.wrap(found.row()));
        } else if (reply instanceof Refused refused) {
            return Answer.refused(refused.code());
        }
        return Answer.DONE;
    }

    /** Whether a reply says nothing of the operation, only of the moment: then the same request is sent again. */
    static boolean mayPass(Reply reply) {
        if (reply instanceof Refused refused) {
            return switch (refused.code()) {
                case NO_SPACE, IO_FAILED, FORCE_FAILED, BUSY, CLOSED, UNKNOWN_OUTCOME, NOT_OWNER -> true;
                default -> false;
            };
        }
        return false;
    }

    /** Whether it says that something was done or read, and so must be true for ever. */
    static boolean isSuccess(Reply reply) {
        return reply instanceof Done || reply instanceof Found;
    }

    static long versionOf(ByteBuffer row) {
        return RowLayout.u48(row.array(), RowLayout.VERSION);
    }

    private static Step done(byte[] after) {
        return new Step(Optional.of(ByteBuffer.wrap(after)), Answer.DONE);
    }

    private static Step refused(Optional<ByteBuffer> row, ErrorCode code) {
        return new Step(row, Answer.refused(code));
    }
}
