package io.pfs.server.admin;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RequestId;
import io.pfs.server.store.LocalStore;
import io.pfs.wire.Envelope;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Request;
import java.util.ArrayList;
import java.util.List;

/** Asks a store one thing after the other, in the thread that drives it. */
final class Asking {
    private final LocalStore store;
    private final long client;
    private long sequence;

    Asking(LocalStore store, long client) {
        this.store = store;
        this.client = client;
    }

    /** The answer, unless it is a refusal, which is thrown. */
    Reply ask(Request request) {
        List<Reply> replies = new ArrayList<>(1);
        sequence++;
        store.submit(
                new Envelope(new RequestId(client, 1, sequence), sequence, LocalStore.shard(), request), replies::add);
        while (replies.isEmpty()) {
            if (!store.poll()) {
                throw new PfsException(ErrorCode.INVARIANT_BROKEN, "a request is never answered: " + request);
            }
        }
        if (replies.get(0) instanceof Refused refused) {
            throw refused.toException();
        }
        return replies.get(0);
    }
}
