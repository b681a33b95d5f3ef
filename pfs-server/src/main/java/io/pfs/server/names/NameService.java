package io.pfs.server.names;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ShardId;
import io.pfs.server.access.RowExpectation;
import io.pfs.wire.Envelope;
import io.pfs.wire.Reply;
import io.pfs.wire.Request.LinkRow;
import io.pfs.wire.Request.MakeTable;
import io.pfs.wire.Request.RemoveTable;
import io.pfs.wire.Request.RenameRow;
import java.util.Optional;
import java.util.function.Supplier;

/** Changes names: begins the procedures, and goes on with those that a shard had begun when it was closed. */
public final class NameService {
    private final NameMeans means;

    public NameService(NameMeans means) {
        this.means = means;
    }

    public void rename(Envelope envelope, RenameRow request, Reply.Sink sink) {
        begin(envelope, sink, () -> new RenameProcedure(means, envelope, request));
    }

    /** Makes a subdirectory whose table lives elsewhere. */
    public void make(Envelope envelope, MakeTable request, ShardId home, Reply.Sink sink) {
        begin(envelope, sink, () -> new MakeProcedure(means, envelope, request, home));
    }

    public void remove(Envelope envelope, RemoveTable request, Reply.Sink sink) {
        begin(envelope, sink, () -> new RemoveProcedure(means, envelope, request));
    }

    /** A row is where its one name is: slices, listings and garbage collection rely on it. */
    public static PfsException noLinks(LinkRow request) {
        return new PfsException(
                ErrorCode.NOT_SUPPORTED,
                RowExpectation.describe(request) + " can't get a second name: there are no hard links; use a symlink");
    }

    /** A copy of a request waits for the same answer. */
    private void begin(Envelope envelope, Reply.Sink sink, Supplier<NameProcedure> made) {
        Optional<NameProcedure> begun = means.procedures().of(envelope.id());
        if (begun.isPresent()) {
            begun.get().attach(sink);
            return;
        }
        NameProcedure procedure = made.get();
        means.procedures().begun(envelope.id(), procedure);
        procedure.attach(sink);
        procedure.start();
    }

    /** Goes on with what the table of intents says, once the group can be asked. */
    public void resume() {
        means.lock().resume();
        means.seals().resume();
        means.keptNames().resume();
        means.procedures().resume();
        means.reaper().wake();
    }
}
