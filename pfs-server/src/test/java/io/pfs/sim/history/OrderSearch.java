package io.pfs.sim.history;

import io.pfs.sim.history.History.Call;
import io.pfs.sim.history.NameSpace.Applied;
import io.pfs.sim.history.Verdict.Linearizable;
import io.pfs.sim.history.Verdict.Undecided;
import io.pfs.sim.history.Verdict.Violated;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One search for an order, as Wing and Gong have it: of the operations that began before any other one ended, one must be the
 * first; it is taken out, and the rest searched likewise. As Lowe proposes, it remembers which operations it had placed with
 * which names as their result, and does not go on from there twice.
 *
 * <p>Operations of unknown outcome can be anywhere behind their beginning, or nowhere, and each that is tried early doubles what is
 * to be searched. So they are tried where nothing else explains what follows, and of several that would do the same and have
 * all begun only the first.
 *
 * <p>The events not yet taken out are a linked list, so that one can be put back at its place in no time. The search keeps its
 * own stack and is as deep as there are operations.
 */
final class OrderSearch {
    private final long stepsMax;
    private final Node head = new Node(Optional.empty(), false);
    private final Set<Visited> visited = new HashSet<>();
    private final ArrayDeque<Placed> placed = new ArrayDeque<>();
    private final BitSet done = new BitSet();
    private NameSpace names;
    private int endsLeft;
    private long steps;

    /** A beginning or an end. */
    private static final class Node {
        private final Optional<Call> call;
        private final boolean isBegin;
        private @Nullable Node previous;
        private @Nullable Node next;
        /** Of a beginning: its end, if it has one. */
        private @Nullable Node end;

        Node(Optional<Call> call, boolean isBegin) {
            this.call = call;
            this.isBegin = isBegin;
        }

        boolean isUnknown() {
            return call.orElseThrow().isUnknown();
        }

        NameOperation operation() {
            return call.orElseThrow().operation();
        }

        void takeOut() {
            link(previous, next);
        }

        void putBack() {
            link(previous, this);
            link(this, next);
        }

        static void link(@Nullable Node left, @Nullable Node right) {
            if (left != null) {
                left.next = right;
            }
            if (right != null) {
                right.previous = left;
            }
        }
    }

    /** Which operations are placed, and what names mean after them. */
    private record Visited(BitSet done, NameSpace names) {}

    /**
     * An operation at its place.
     *
     * @param isForced whether nothing is gained by another place: it changed nothing and had the right answer, and marks and ids are
     *     given once, so it is none that would change something elsewhere
     */
    private record Placed(Node begin, NameSpace before, boolean isForced) {}

    OrderSearch(NameSpace first, History history, long stepsMax) {
        this.names = first;
        this.stepsMax = stepsMax;
        List<Call> calls = history.calls();
        Node[] at = new Node[history.events()];
        for (Call call : calls) {
            Node begin = new Node(Optional.of(call), true);
            at[call.begin()] = begin;
            if (!call.isUnknown()) {
                begin.end = new Node(Optional.of(call), false);
                at[call.end()] = begin.end;
                endsLeft++;
            }
        }
        Node last = head;
        for (Node node : at) {
            if (node != null) {
                Node.link(last, node);
                last = node;
            }
        }
    }

    /** What came of it; a violation is not explained yet. */
    Verdict run() {
        Node at = head.next;
        boolean triesUnknown = false;
        while (endsLeft > 0) {
            if (++steps > stepsMax) {
                return new Undecided(stepsMax);
            }
            if (at == null) {
                throw new IllegalStateException("an operation that is open has no end in the list");
            } else if (at.isBegin && at.isUnknown() == triesUnknown && place(at)) {
                at = head.next;
                triesUnknown = false;
            } else if (at.isBegin) {
                at = at.next;
            } else if (!triesUnknown) {
                at = head.next;
                triesUnknown = true;
            } else {
                Optional<Node> again = takeBack();
                if (again.isEmpty()) {
                    return new Violated("");
                }
                at = again.get().next;
                triesUnknown = again.get().isUnknown();
            }
        }
        return new Linearizable(order(), names);
    }

    /** Whether another that is open, and began before it, would do the same wherever this one did it. */
    private boolean hasTwinBefore(Node begin) {
        for (Node at = head.next; at != null && at != begin; at = at.next) {
            boolean isTwin = at.isBegin && at.isUnknown() && at.operation().equals(begin.operation());
            if (isTwin) {
                return true;
            }
        }
        return false;
    }

    /** Places an operation behind all others so far, if that explains its answer and was not tried before. */
    private boolean place(Node begin) {
        Call call = begin.call.orElseThrow();
        Applied applied = names.apply(call.operation());
        boolean changes = !applied.after().equals(names);
        boolean fits = call.isUnknown()
                ? changes && !hasTwinBefore(begin)
                : applied.outcome().equals(call.outcome());
        if (!fits) {
            return false;
        }
        done.set(call.number());
        if (!visited.add(new Visited((BitSet) done.clone(), applied.after()))) {
            done.clear(call.number());
            return false;
        }
        placed.push(new Placed(begin, names, !changes));
        names = applied.after();
        begin.takeOut();
        if (begin.end != null) {
            begin.end.takeOut();
            endsLeft--;
        }
        return true;
    }

    /** Takes back the last operation that could be elsewhere; returns where to go on from. */
    private Optional<Node> takeBack() {
        while (!placed.isEmpty()) {
            Placed last = placed.pop();
            Node begin = last.begin;
            if (begin.end != null) {
                begin.end.putBack();
                endsLeft++;
            }
            begin.putBack();
            names = last.before;
            done.clear(begin.call.orElseThrow().number());
            if (!last.isForced) {
                return Optional.of(begin);
            }
        }
        return Optional.empty();
    }

    private List<Call> order() {
        List<Call> order = new ArrayList<>();
        placed.descendingIterator().forEachRemaining(one -> order.add(one.begin.call.orElseThrow()));
        return order;
    }
}
