package io.pfs.server.shard;

import io.pfs.env.Timers;
import io.pfs.server.shard.JournalQueue.InFlight;
import io.pfs.wire.Request;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.Request.EditRows;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Records that are durable and wait to be applied, in their order. To apply what single rows become takes a good part of what
 * serving them takes, and the disk is idle meanwhile if that comes first. So who asked hears at once, and while the answer is on
 * its way, or what is asked for next is forced, this is applied. Nobody sees the difference: who asks for such a name waits for
 * it, and whoever asks for more has all applied first.
 */
final class ApplyQueue {
    private final Optional<Timers> timers;
    private final Function<InFlight, Optional<Runnable>> apply;
    private final Runnable followUp;
    private final ArrayDeque<InFlight> waiting = new ArrayDeque<>();
    private boolean comesBack;

    /**
     * One that is empty.
     *
     * @param timers that ring tell when it is time; without them nothing waits
     * @param apply brings a record into the state, and returns what is to be done then; if it can't, it calls {@link #giveUp}
     * @param followUp is done after what waited was applied: nobody who was answered waits for it
     */
    ApplyQueue(Optional<Timers> timers, Function<InFlight, Optional<Runnable>> apply, Runnable followUp) {
        this.timers = timers;
        this.apply = apply;
        this.followUp = followUp;
    }

    /** Whether a request can be decided while others wait here: it knows which names are held for them. */
    static boolean mayPrecede(Request request) {
        return request instanceof EditRow || request instanceof EditRows;
    }

    /** Whether who asked for it is answered before it is applied. */
    boolean isLate(InFlight record) {
        return timers.isPresent() && record.durable().isPresent();
    }

    /** Takes a record that is durable now, and has it answered or applied. */
    void add(InFlight record) {
        take(record);
        if (!isLate(record)) {
            catchUp();
        }
    }

    /** The same, and has none applied. */
    void take(InFlight record) {
        waiting.add(record);
        if (isLate(record)) {
            comeBackSoon(timers.orElseThrow());
            record.durable().orElseThrow().run();
        }
    }

    /** By then the turn has ended in which those who are answered now come again. */
    private void comeBackSoon(Timers when) {
        if (!comesBack) {
            when.after(0, () -> {
                comesBack = false;
                catchUp();
                followUp.run();
            });
            comesBack = true;
        }
    }

    /** Has the follow-up done, unless it is done soon. */
    void followUp() {
        if (!comesBack) {
            followUp.run();
        }
    }

    /** Applies all of them, and only then lets those go on who wait: they may ask for more, and come by here again. */
    void catchUp() {
        if (!waiting.isEmpty()) {
            catchUpQuietly().forEach(Runnable::run);
        }
    }

    /** Applies all of them, for who has something else to do before anybody goes on; returns what is to be done then. */
    List<Runnable> catchUpQuietly() {
        List<Runnable> then = new ArrayList<>();
        while (!waiting.isEmpty()) {
            apply.apply(waiting.element()).ifPresent(next -> {
                waiting.remove();
                then.add(next);
            });
        }
        return then;
    }

    /** None of them is applied any more: who was answered is right, but who waits for the name must not go on waiting. */
    void giveUp(Consumer<InFlight> unanswered) {
        List<InFlight> left = List.copyOf(waiting);
        waiting.clear();
        for (InFlight record : left) {
            if (isLate(record)) {
                record.applied().run();
            } else {
                unanswered.accept(record);
            }
        }
    }
}
