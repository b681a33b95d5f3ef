package io.pfs.server.shard;

import io.pfs.env.Timers;
import io.pfs.server.access.Peers;
import java.util.function.UnaryOperator;

/** Has a group write what is journaled while it does something that no turn of its loop is for. */
final class Committing {
    private final ShardGroup group;

    Committing(ShardGroup group) {
        this.group = group;
    }

    /** What is journaled for another shard's sake is written at once: nobody may come after it who has it written. */
    Peers peers(UnaryOperator<Peers> way) {
        Peers there = way.apply((envelope, sink) -> {
            group.submit(envelope, sink);
            group.commit();
        });
        return (envelope, sink) -> there.ask(envelope, reply -> {
            sink.answer(reply);
            group.commit();
        });
    }

    /** What is journaled when a timer rings is written after it. */
    Timers timers(Timers timers) {
        return (delayNs, task) -> timers.after(delayNs, () -> {
            task.run();
            group.commit();
        });
    }
}
