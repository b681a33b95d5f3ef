package io.pfs.server.owner;

import io.pfs.env.Timers;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** What a membership was asked for others, who wait for an answer: they get one also if it never answers, as one that is lost does. */
final class OpenAsks {
    private static final long LOOK_NS = 500_000_000;

    private final Timers timers;
    private final List<Ask<?>> open = new ArrayList<>();

    OpenAsks(Timers timers) {
        this.timers = timers;
    }

    /** Who waits, and what he is told if no answer comes. */
    private final class Ask<T> {
        private final Membership asked;
        private final Consumer<T> answered;
        private final Runnable givenUp;

        Ask(Membership asked, Consumer<T> answered, Runnable givenUp) {
            this.asked = asked;
            this.answered = answered;
            this.givenUp = givenUp;
        }

        void answer(T answer) {
            if (open.remove(this)) {
                answered.accept(answer);
            }
        }

        void giveUp() {
            if (open.remove(this)) {
                givenUp.run();
            }
        }

        void giveUpIfLapsed() {
            if (!open.contains(this)) {
                return;
            }
            if (asked.tenure().holds()) {
                timers.after(LOOK_NS, this::giveUpIfLapsed);
            } else {
                giveUp();
            }
        }
    }

    /**
     * Returns who is to be told of the answer.
     *
     * @param givenUp is run instead if the membership is lost first, or doesn't reach the coordinator for longer than its tenure holds
     */
    <T> Consumer<T> ask(Membership asked, Consumer<T> answered, Runnable givenUp) {
        Ask<T> ask = new Ask<>(asked, answered, givenUp);
        open.add(ask);
        timers.after(LOOK_NS, ask::giveUpIfLapsed);
        return ask::answer;
    }

    void giveUpAll() {
        List.copyOf(open).forEach(Ask::giveUp);
    }
}
