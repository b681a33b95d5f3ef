package io.pfs.server.shard;

import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.cell.ObjectLabel;
import io.pfs.server.access.Guard;
import io.pfs.server.access.NameAccess;
import io.pfs.server.cell.ObjectWrites;
import io.pfs.server.state.ShardState;
import io.pfs.server.state.TableState;
import io.pfs.table.Policy;
import io.pfs.wire.Asker;
import io.pfs.wire.ObjectPut;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.ObjectBegun;
import io.pfs.wire.Reply.ObjectDropped;
import io.pfs.wire.Reply.ObjectSealed;
import io.pfs.wire.Reply.ObjectWritten;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Request.AboutRow;
import io.pfs.wire.Request.BeginObject;
import io.pfs.wire.Request.DropObject;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.Request.ForceObject;
import io.pfs.wire.Request.SealObject;
import io.pfs.wire.Request.WriteObject;

/** Takes in large cells piece by piece, before an edit refers to them. Nothing of it is journaled. */
final class ObjectService {
    private final ShardState state;
    private final ObjectWrites objects;
    private final NameAccess access;
    private final Guard guard;

    ObjectService(ShardState state, ObjectWrites objects, NameAccess access, Guard guard) {
        this.state = state;
        this.objects = objects;
        this.access = access;
        this.guard = guard;
    }

    /**
     * Who may change the row, or make it, may begin; the edit that will refer to the object is looked at once more. Where the row
     * is not, nobody begins: the edit would come to where the object is not known.
     */
    void begin(Asker asker, BeginObject request, Reply.Sink sink) {
        access.reach(
                request.table(),
                request.name(),
                reached -> {
                    guard.require(asker, request, reached.row());
                    begin(request, sink);
                },
                failure -> sink.answer(Refused.of(failure)));
    }

    private void begin(BeginObject request, Reply.Sink sink) {
        TableState table = state.tables().serving(request.table());
        requireAllowed(request, table.facts().policy(), Math.max(request.bytes(), Limits.CELL_BYTES_MAX + 1L));
        long hash = table.hash().of(request.name());
        objects.begin(
                request.ticket(),
                new ObjectLabel(
                        request.table(),
                        hash,
                        request.column(),
                        request.ticket().high()),
                request.prefix(),
                (object, bytes) -> sink.answer(new ObjectBegun(object, bytes)),
                failure -> sink.answer(Refused.of(failure)));
    }

    /** Refuses cells that are too large for a table. */
    static void requireAllowed(EditRow request, Policy policy) {
        for (ObjectPut put : request.edit().objects()) {
            requireAllowed(request, policy, put.bytes());
        }
    }

    private static void requireAllowed(AboutRow request, Policy policy, long bytes) {
        if (policy == Policy.SMALL) {
            throw new PfsException(
                    ErrorCode.TOO_LARGE,
                    request.table() + " has the policy small, so its cells have at most " + Limits.CELL_BYTES_MAX
                            + " bytes, but one of row '" + request.name() + "' would have " + bytes + " or more");
        }
    }

    void write(WriteObject request, Reply.Sink sink) {
        objects.write(
                request.ticket(),
                request.offset(),
                request.bytes(),
                () -> sink.answer(new ObjectWritten(request.offset() + request.bytes().length)),
                failure -> sink.answer(Refused.of(failure)));
    }

    void force(ForceObject request, Reply.Sink sink) {
        objects.force(
                request.ticket(),
                request.bytes(),
                () -> sink.answer(new ObjectWritten(request.bytes())),
                failure -> sink.answer(Refused.of(failure)));
    }

    void seal(SealObject request, Reply.Sink sink) {
        objects.seal(
                request.ticket(),
                request.bytes(),
                () -> sink.answer(new ObjectSealed(request.bytes())),
                failure -> sink.answer(Refused.of(failure)));
    }

    void drop(DropObject request, Reply.Sink sink) {
        objects.drop(request.ticket());
        sink.answer(new ObjectDropped());
    }
}
