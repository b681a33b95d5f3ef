package io.pfs.sim.history;

import java.util.ArrayList;
import java.util.List;

/**
 * What clients asked and were told, in the order in which it happened: each beginning and each end is one event. A client has
 * one operation open at a time; what it never heard of stays open.
 */
public final class History {
    private final List<Call> calls = new ArrayList<>();
    private int events;

    /**
     * One operation.
     *
     * @param number from 0 on, in the order of their beginnings
     * @param begin event at which it was asked
     * @param end event at which it was answered; {@link #NEVER} if the outcome is unknown
     */
    public record Call(int number, int client, NameOperation operation, int begin, int end, Outcome outcome) {
        static final int NEVER = Integer.MAX_VALUE;

        public boolean isUnknown() {
            return end == NEVER;
        }

        /** Whether neither ended before the other began. */
        boolean overlaps(Call other) {
            return begin < other.end && other.begin < end;
        }

        private Call endedAt(int event, Outcome answer) {
            return new Call(number, client, operation, begin, event, answer);
        }
    }

    /** Returns its number. */
    public int begin(int client, NameOperation operation) {
        calls.add(new Call(calls.size(), client, operation, events++, Call.NEVER, Outcome.UNKNOWN));
        return calls.size() - 1;
    }

    /** The client was told how it ended. */
    public void end(int number, Outcome outcome) {
        calls.set(number, calls.get(number).endedAt(events++, outcome));
    }

    public List<Call> calls() {
        return List.copyOf(calls);
    }

    public int events() {
        return events;
    }

    /** As it was after so many events: what ended later was open then. */
    History prefix(int first) {
        History prefix = new History();
        prefix.events = first;
        for (Call call : calls) {
            if (call.begin < first) {
                prefix.calls.add(call.end < first ? call : call.endedAt(Call.NEVER, Outcome.UNKNOWN));
            }
        }
        return prefix;
    }

    /** The same with another answer to one operation that was answered. */
    History with(int number, Outcome outcome) {
        History changed = new History();
        changed.events = events;
        changed.calls.addAll(calls);
        Call call = calls.get(number);
        changed.calls.set(number, new Call(number, call.client, call.operation, call.begin, call.end, outcome));
        return changed;
    }

    /** Whether any two operations were open at once. */
    public boolean hasOverlap() {
        for (int i = 0; i + 1 < calls.size(); i++) {
            if (calls.get(i).overlaps(calls.get(i + 1))) {
                return true;
            }
        }
        return false;
    }

    public long unknown() {
        return calls.stream().filter(Call::isUnknown).count();
    }
}
