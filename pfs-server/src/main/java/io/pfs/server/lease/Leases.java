package io.pfs.server.lease;

import io.pfs.Check;
import io.pfs.RowName;
import io.pfs.TableId;
import io.pfs.env.Clock;
import io.pfs.env.Timers;
import io.pfs.server.lease.Lease.LeasedRow;
import io.pfs.wire.LeaseHolder;
import io.pfs.wire.LeaseRecall;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** The leases on rows of directories that clients have, of all shards of a loop. They are in memory alone. */
public final class Leases {
    /** One that is asked for again is prolonged once this part of it is over. */
    private static final int PROLONG_AFTER = 8;

    private static final Set<Lease> NONE = Collections.emptySet();

    private final LeaseTerms terms;
    private final Clock clock;
    private final Optional<Timers> timers;
    private final Map<LeasedRow, List<Lease>> byRow = new HashMap<>();
    /** The same leases: who leaves need not be looked for in those of all others. */
    private final Map<LeaseHolder, Set<Lease>> byHolder = new HashMap<>();
    /** In the order in which they end, as all are equally long; one that was prolonged stands here again. */
    private final ArrayDeque<Ending> endings = new ArrayDeque<>();

    private final Map<LeasedRow, Recalled> recalled = new HashMap<>();
    private final Map<Long, Returning> returning = new HashMap<>();
    /** Rows that came from slices of another server, or another loop: who has leases on them is not known here. */
    private final Map<TableId, Long> strangeUntilNs = new HashMap<>();

    private final List<LeaseHolder> near = new ArrayList<>();
    private final LeaseHolder allNear = this::tellNear;
    private final Optional<LeasesBeside> beside;
    private final boolean hasStrangers;
    private final long formerUntilNs;
    private final long firstRecall;
    private final BooleanSupplier mayGrant;
    private boolean isHandingOver;
    private long granted;
    private long recalls;
    private long returned;
    private long returnedUnasked;
    private long waitedOut;
    private long asked;

    private record Ending(Lease lease, long atNs) {}

    private record Returning(Recalled recalled, Lease lease) {}

    /**
     * None yet.
     *
     * @param timers tell when a lease has ended whose holder is silent; without them none is granted but in this process
     * @param beside those of all from whom rows may come, if these are loops of this process
     * @param areFormerBack whether nobody can have a lease of an earlier life
     * @param mayGrant whether whoever comes next will know that there was this life
     * @param firstRecall behind which recalls are numbered: a connection that outlives this life, or goes to several at once, takes
     *     none for another's
     */
    public Leases(
            LeaseTerms terms,
            Clock clock,
            Optional<Timers> timers,
            Optional<LeasesBeside> beside,
            boolean areFormerBack,
            BooleanSupplier mayGrant,
            long firstRecall) {
        this.firstRecall = firstRecall;
        this.mayGrant = mayGrant;
        this.terms = terms;
        this.clock = clock;
        this.timers = timers;
        this.beside = beside;
        this.hasStrangers = terms.outliveServer() && timers.isPresent();
        this.formerUntilNs = clock.monotonicNs() + (hasStrangers && !areFormerBack ? terms.ns() : 0);
    }

    /**
     * What happened so far.
     *
     * @param granted leases, and prolonged ones
     * @param recalled of these, before their time
     * @param returned of these
     * @param returnedUnasked by who left, before anybody wanted them back
     * @param waitedOut how often somebody waited until leases had ended by themselves
     */
    public record Counts(long granted, long recalled, long returned, long returnedUnasked, long waitedOut) {}

    public Counts counts() {
        return new Counts(granted, recalls, returned, returnedUnasked, waitedOut);
    }

    /** Someone in this process hears of recalls from now on; what he was told is given back when he returns. */
    public void hears(LeaseHolder listener) {
        near.add(listener);
    }

    // Granting

    /**
     * Grants a lease on the row of a directory that was just found; returns how long it holds, or 0 if there is none.
     *
     * @param holder who is told when it is wanted back; if nobody, all in this process
     */
    public long grant(TableId table, RowName name, Optional<LeaseHolder> holder) {
        LeasedRow row = new LeasedRow(table, name);
        long nowNs = clock.monotonicNs();
        letGo(nowNs);
        boolean isHeard = holder.isPresent() ? timers.isPresent() : !near.isEmpty();
        if (!isHeard
                || isHandingOver
                || !mayGrant.getAsBoolean()
                || endings.size() >= terms.most()
                || recalled.containsKey(row)) {
            return 0;
        }
        Lease lease = leaseOf(row, holder.orElse(allNear));
        long leftNs = lease.untilNs() - nowNs;
        if (leftNs < terms.ns() - terms.ns() / PROLONG_AFTER) {
            leftNs = terms.ns();
            granted++;
            lease.prolong(nowNs + leftNs);
            endings.add(new Ending(lease, lease.untilNs()));
        }
        return leftNs / 1_000_000;
    }

    private void tellNear(LeaseRecall recall) {
        near.forEach(listener -> listener.recall(recall));
        returned(recall.number());
    }

    private Lease leaseOf(LeasedRow row, LeaseHolder holder) {
        List<Lease> leases = byRow.computeIfAbsent(row, any -> new ArrayList<>(1));
        for (Lease lease : leases) {
            if (lease.holder().equals(holder)) {
                return lease;
            }
        }
        Lease made = new Lease(row, holder, clock.monotonicNs());
        leases.add(made);
        byHolder.computeIfAbsent(holder, any -> new LinkedHashSet<>()).add(made);
        return made;
    }

    /** Forgets those that have ended. */
    private void letGo(long nowNs) {
        for (Ending next = endings.peek(); next != null && next.atNs() - nowNs <= 0; next = endings.peek()) {
            endings.remove();
            if (next.lease().untilNs() == next.atNs()) {
                forget(next.lease());
            }
        }
    }

    /** Says whether it was known yet: else it was given back before its time. */
    private boolean forget(Lease lease) {
        List<Lease> leases = byRow.get(lease.row());
        if (leases == null || !leases.remove(lease)) {
            return false;
        }
        if (leases.isEmpty()) {
            byRow.remove(lease.row());
        }
        Set<Lease> ofHolder = Check.present(byHolder.get(lease.holder()), "who has a lease is known");
        ofHolder.remove(lease);
        if (ofHolder.isEmpty()) {
            byHolder.remove(lease.holder());
        }
        return true;
    }

    /** How many are held, or were prolonged. */
    public int count() {
        return endings.size();
    }

    // Recalling

    /**
     * Wants back all leases on a row, and grants none on it until the hold that this returns is ended. {@link Hold#then} tells
     * when nobody has one any more.
     */
    public Hold recall(TableId table, RowName name) {
        LeasedRow row = new LeasedRow(table, name);
        letGo(clock.monotonicNs());
        Recalled one = recalled.get(row);
        if (one == null) {
            one = new Recalled(clock, timers, () -> strangersUntilNs(table), () -> ended(row), () -> waitedOut++);
            recalled.put(row, one);
            tellHolders(row, one);
            askBeside(row, one);
        }
        one.watch();
        return one.hold();
    }

    /**
     * Wants back what was granted here on a row that is elsewhere now, where somebody wants to change it.
     *
     * @param back is run once nobody has any of these any more, nor of the life before
     */
    public void recallGone(TableId table, RowName name, Runnable back) {
        Recalled one = new Recalled(clock, timers, () -> formerUntilNs, () -> {}, () -> waitedOut++);
        Hold hold = one.hold();
        tellHolders(new LeasedRow(table, name), one);
        one.watch();
        hold.then(() -> {
            hold.end();
            one.unreturned().forEach(returning::remove);
            back.run();
        });
    }

    /** Who has it from another loop may have leases on it that this one knows; they end by themselves if it says nothing. */
    private void askBeside(LeasedRow row, Recalled one) {
        forgetStrangers();
        Long untilNs = strangeUntilNs.get(row.table());
        if (untilNs != null && beside.isPresent()) {
            asked++;
            long number = -asked; // that of no lease
            one.await(number, untilNs);
            beside.get().recall(row.table(), row.name(), () -> one.returned(number));
        }
    }

    private void tellHolders(LeasedRow row, Recalled one) {
        List<Lease> leases = List.copyOf(byRow.getOrDefault(row, List.of()));
        List<LeaseRecall> told = new ArrayList<>(leases.size());
        for (Lease lease : leases) {
            recalls++;
            long number = firstRecall + recalls;
            one.await(number, lease.untilNs());
            returning.put(number, new Returning(one, lease));
            lease.recalledBy(number);
            told.add(new LeaseRecall(number, row.table(), row.name()));
        }
        for (int i = 0; i < leases.size(); i++) {
            leases.get(i).holder().recall(told.get(i));
        }
    }

    private void ended(LeasedRow row) {
        Recalled one = Check.present(recalled.remove(row), "a row that is held was recalled");
        one.unreturned().forEach(returning::remove);
    }

    /** Until when others may have leases on rows of a table that are not known here. */
    private long strangersUntilNs(TableId table) {
        forgetStrangers();
        return beside.isPresent()
                ? formerUntilNs // others are asked
                : Math.max(formerUntilNs, strangeUntilNs.getOrDefault(table, formerUntilNs));
    }

    private void forgetStrangers() {
        long nowNs = clock.monotonicNs();
        strangeUntilNs.values().removeIf(untilNs -> untilNs - nowNs <= 0);
    }

    /** A lease was given back. One that nobody waits for any more ends by itself. */
    public void returned(long recallNumber) {
        Returning back = returning.remove(recallNumber);
        if (back != null) {
            returned++;
            forget(back.lease());
            back.recalled().returned(recallNumber);
        }
    }

    /**
     * This holder goes by none of his leases any more: who waits for one of them has it. What others were granted is theirs,
     * though they may be of the same program, and it does no harm to say this twice.
     */
    public void returnedAll(LeaseHolder holder) {
        for (Lease lease : List.copyOf(byHolder.getOrDefault(holder, NONE))) {
            List<Long> wanted =
                    lease.recalls().stream().filter(returning::containsKey).toList();
            wanted.forEach(this::returned);
            if (wanted.isEmpty() && forget(lease)) {
                returnedUnasked++;
            }
        }
    }

    /** Grants none any more, and wants all back: who serves these rows next is not to wait for those whom it doesn't know. */
    public void handOver() {
        if (!isHandingOver) {
            isHandingOver = true;
            List.copyOf(byRow.keySet()).forEach(row -> recall(row.table(), row.name()));
        }
    }

    /** Whether all were handed over: nobody has one, nor gets one any more. */
    public boolean areAllBack() {
        long nowNs = clock.monotonicNs();
        letGo(nowNs);
        boolean mayStrangersHave =
                formerUntilNs - nowNs > 0 || strangeUntilNs.values().stream().anyMatch(untilNs -> untilNs - nowNs > 0);
        return hasStrangers && isHandingOver && byRow.isEmpty() && !mayStrangersHave;
    }

    /** Rows of a table came here with a slice of another server, or of another loop, which may have granted leases on them. */
    public void strangersOn(TableId table) {
        if (!hasStrangers && beside.isEmpty()) {
            return;
        }
        strangeUntilNs.put(table, clock.monotonicNs() + terms.ns());
        new ArrayList<>(recalled.entrySet())
                .forEach(
                        held -> { // whoever is asked may end it at once
                            if (held.getKey().table().equals(table)) {
                                askBeside(held.getKey(), held.getValue());
                                held.getValue().watch();
                            }
                        });
    }
}
