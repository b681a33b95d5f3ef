package io.pfs.server.loan;

import io.pfs.LoanId;
import io.pfs.ServerId;
import io.pfs.ShardId;
import io.pfs.cell.Segment;
import io.pfs.server.loan.Holdings.Part;
import io.pfs.server.state.Intents;
import io.pfs.server.table.Intent;
import io.pfs.server.table.Intent.Borrowed;
import io.pfs.server.table.Intent.Borrowing;
import io.pfs.server.table.Intent.Lending;
import io.pfs.server.table.Intent.Lent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/**
 * Segments that the shards of a group share with those of other servers: what they lent, and what they borrowed. It stands in
 * their tables of intents; this sees all of them together.
 */
public final class Loans {
    private final ServerId home;
    private final Supplier<Collection<Intents>> intents;
    /** Of segments to which rows point that are just being journaled: how many such records there are. */
    private final Map<Long, Integer> arriving = new HashMap<>();
    /** Those that are just being given back. */
    private final Set<Long> ending = new HashSet<>();

    private Runnable returning = () -> {};
    private LongConsumer returned = segment -> {};

    /**
     * What is journaled with rows that come from another server.
     *
     * @param ended to be called when the outcome is known
     */
    public record Arrival(List<Borrowing> rows, Runnable ended) {}

    /** @param intents of all shards of the group */
    public Loans(ServerId home, Supplier<Collection<Intents>> intents) {
        this.home = home;
        this.intents = intents;
    }

    /** Whom to tell when there is something to return. */
    public void whenReturning(Runnable listener) {
        returning = listener;
    }

    /** Whom to tell of each segment that nobody borrows any more. */
    public void whenReturned(LongConsumer listener) {
        returned = listener;
    }

    // Lending

    /** How many bytes of each segment rows of others point to. */
    public Map<Long, Long> lent() {
        Map<Long, Long> lent = new HashMap<>();
        for (Intents each : intents.get()) {
            each.loans().lentBytes().forEach((segment, bytes) -> lent.merge(segment, bytes, Long::sum));
        }
        return lent;
    }

    /** Whether rows of others point to a segment. */
    public boolean isLent(long segment) {
        return intents.get().stream().anyMatch(each -> each.loans().lentBytes().containsKey(segment));
    }

    /** What stands in the table of intents once rows that hold this are gone to another server. */
    public static List<Lending> lending(LoanId loan, ShardId borrower, Holdings holdings) {
        List<Lent> lent = holdings.parts().stream()
                .map(part -> new Lent(part.segment(), part.bytes()))
                .toList();
        return inRows(lent, (nth, some) -> new Lending(loan, nth, borrower, some));
    }

    private static <S, I> List<I> inRows(List<S> segments, BiFunction<Integer, List<S>, I> rowOf) {
        List<I> rows = new ArrayList<>();
        for (int from = 0; from < segments.size(); from += Intent.SEGMENTS_MAX) {
            int to = Math.min(segments.size(), from + Intent.SEGMENTS_MAX);
            rows.add(rowOf.apply(rows.size(), segments.subList(from, to)));
        }
        return rows;
    }

    /** Of what was lent of a segment something was returned, and that is journaled. */
    public void returned(long segment) {
        if (!isLent(segment)) {
            returned.accept(segment);
        }
    }

    // Borrowing

    /**
     * Rows come from another server: what is to stand in the table of intents then. What is held here anyway is returned at
     * once. So who holds a segment has it of its home or of one who had it before him, and nobody of himself by way of others:
     * else two could wait for each other to return it.
     */
    public Arrival borrow(LoanId loan, ShardId lender, Holdings holdings) {
        List<Borrowed> borrowed = new ArrayList<>();
        for (Part part : holdings.parts()) {
            borrowed.add(new Borrowed(part.segment(), part.isObject(), isHeld(part.segment())));
        }
        holdings.parts().forEach(part -> arriving.merge(part.segment(), 1, Integer::sum));
        return new Arrival(
                inRows(borrowed, (nth, some) -> new Borrowing(loan, nth, lender, some)), () -> arrived(holdings));
    }

    /** Rows came from another server, and have nowhere to go: all that they took along is returned. */
    public static List<Borrowing> borrowNothing(LoanId loan, ShardId lender, Holdings holdings) {
        List<Borrowed> borrowed = holdings.parts().stream()
                .map(part -> new Borrowed(part.segment(), part.isObject(), true))
                .toList();
        return inRows(borrowed, (nth, some) -> new Borrowing(loan, nth, lender, some));
    }

    private void arrived(Holdings holdings) {
        holdings.parts()
                .forEach(part ->
                        arriving.computeIfPresent(part.segment(), (id, count) -> count == 1 ? null : count - 1));
        returning.run();
    }

    /** Tells that rows of the table of intents say of something that it is to be returned. */
    public void toReturn() {
        returning.run();
    }

    private boolean isHeld(long segment) {
        return isOwn(segment) || (!ending.contains(segment) && isOwed(segment));
    }

    private boolean isOwn(long segment) {
        return Segment.homeOf(segment).equals(home);
    }

    private boolean isOwed(long segment) {
        return intents.get().stream().anyMatch(each -> each.loans().isHeld(segment));
    }

    /** Whether rows that point to a segment are just being journaled. */
    public boolean isArriving(long segment) {
        return arriving.containsKey(segment);
    }

    /** Whether rows may point to a segment even when a loan of it is returned. */
    public boolean isHeldOtherwise(long segment) {
        return isOwn(segment) || isOwed(segment) || arriving.containsKey(segment);
    }

    /** Segments of others that are held here, and whether each is an object. */
    public Map<Long, Boolean> borrowed() {
        Map<Long, Boolean> borrowed = new HashMap<>();
        for (Intents each : intents.get()) {
            for (Borrowing borrowing : each.loans().borrowings()) {
                borrowing.segments().stream()
                        .filter(one -> !one.isReturning() && mayEnd(one.segment()))
                        .forEach(one -> borrowed.put(one.segment(), one.isObject()));
            }
        }
        return borrowed;
    }

    /** Whether a segment of another server is held here, and nothing of it is just coming or going. */
    public boolean mayGiveBack(long segment) {
        return mayEnd(segment) && isOwed(segment);
    }

    private boolean mayEnd(long segment) {
        return !isOwn(segment) && !ending.contains(segment) && !arriving.containsKey(segment);
    }

    /** A segment to which nothing here points is given back from now on: what comes now is another loan. */
    public void beginEnding(long segment) {
        ending.add(segment);
    }

    /** That is journaled, or it could not be. */
    public void ended(long segment) {
        ending.remove(segment);
    }
}
