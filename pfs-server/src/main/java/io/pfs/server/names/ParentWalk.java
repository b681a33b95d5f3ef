package io.pfs.server.names;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ProcedureId;
import io.pfs.TableId;
import io.pfs.row.TableParent;
import io.pfs.server.access.PeerCalls;
import io.pfs.wire.NameStep.FindParent;
import io.pfs.wire.NameStep.Place;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.ParentFound;
import io.pfs.wire.Reply.Refused;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Walks from a table up to the root. Nothing moves meanwhile, since who walks has the lock. A walk of many steps does not
 * go deep: an answer that comes at once is taken by the loop that asked.
 */
final class ParentWalk {
    private final PeerCalls calls;
    private final ProcedureId procedure;
    private final TableId avoid;
    private final Runnable arrived;
    private final Consumer<PfsException> failed;
    private Optional<Place> next;
    private boolean looping;

    private ParentWalk(
            PeerCalls calls,
            ProcedureId procedure,
            Place from,
            TableId avoid,
            Runnable arrived,
            Consumer<PfsException> failed) {
        this.calls = calls;
        this.procedure = procedure;
        this.avoid = avoid;
        this.arrived = arrived;
        this.failed = failed;
        this.next = Optional.of(from);
    }

    /**
     * Walks up.
     *
     * @param avoid a table that must not be on the way
     * @param failed hears that it is, or that the way does not lead to the root: then the table was cut off
     */
    static void walk(
            PeerCalls calls,
            ProcedureId procedure,
            Place from,
            TableId avoid,
            Runnable arrived,
            Consumer<PfsException> failed) {
        new ParentWalk(calls, procedure, from, avoid, arrived, failed).loop();
    }

    private void loop() {
        if (looping) {
            return;
        }
        looping = true;
        while (next.isPresent()) {
            Place place = next.get();
            next = Optional.empty();
            if (place.table().equals(avoid)) {
                failed.accept(new PfsException(
                        ErrorCode.INTO_ITSELF, "a directory can't come to lie below itself: it has " + avoid));
            } else {
                calls.ask(place.base(), place.table(), procedure, new FindParent(), this::heard);
            }
        }
        looping = false;
    }

    private void heard(Reply reply) {
        if (reply instanceof ParentFound found) {
            TableParent parent = found.parent();
            if (parent.name().isEmpty()) {
                arrived.run();
            } else {
                next = Optional.of(new Place(parent.table(), parent.base()));
                loop();
            }
        } else if (reply instanceof Refused refused) {
            failed.accept(refused.toException());
        }
    }
}
