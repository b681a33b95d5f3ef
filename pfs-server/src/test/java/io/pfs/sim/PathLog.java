package io.pfs.sim;

import io.pfs.sim.history.History;
import io.pfs.sim.history.NameOperation;
import io.pfs.sim.history.Outcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;

/**
 * What clients did along paths, noted when it is known: each hop that they went by, and what they did at the end. Each of them has
 * to be right at one moment between the beginning and the end of its operation.
 */
final class PathLog {
    private final List<Noted> noted = new ArrayList<>();
    private final List<Event> events = new ArrayList<>();
    private int now;

    /** One part of an operation. */
    static final class Noted {
        private final int client;
        private final NameOperation operation;
        private int number;

        private Noted(int client, NameOperation operation) {
            this.client = client;
            this.operation = operation;
        }
    }

    private record Event(int at, Consumer<History> happens) {}

    /** A moment, later than all before. */
    int moment() {
        return now++;
    }

    /** Something began at that moment, and has not ended yet. */
    Noted begun(int client, int at, NameOperation operation) {
        Noted one = new Noted(client, operation);
        noted.add(one);
        events.add(new Event(at, history -> one.number = history.begin(one.client, one.operation)));
        return one;
    }

    /** It ends now. */
    void ended(Noted one, Outcome outcome) {
        events.add(new Event(moment(), history -> history.end(one.number, outcome)));
    }

    int size() {
        return noted.size();
    }

    History history() {
        History history = new History();
        events.stream().sorted(Comparator.comparingInt(Event::at)).forEach(event -> event.happens.accept(history));
        return history;
    }
}
