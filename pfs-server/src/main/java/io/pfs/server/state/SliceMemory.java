package io.pfs.server.state;

import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.env.Clock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Keeps what the open tables of a group hold in memory within a budget: rows, overlays, filters. Slices of which something
 * could go stand in a row; whose turn it is lets go of its rows, but for changes that storage does not have, or, when it has
 * them, of what was laid over the rows, unless it was used since it came by last. A hand goes round the tables and
 * closes those that were not used. A lookup costs the setting of a bit.
 */
public final class SliceMemory {
    /** Tables of more slices stay open: to look whether all of them are idle costs too much. */
    private static final int CLOSED_SLICES_MAX = 16;
    /** The first may be a part of one, the second finds what was used meanwhile, the third what was not used since. */
    private static final int ROUNDS = 3;
    /** The first finds what was used since it came, the second what was not used since. */
    private static final int PASSES = 2;
    /** One part in so many of the budget is worth a round. */
    private static final int ROOM_SHARE = 16;

    private long budgetBytes;
    private final GroupCounters counters;
    private final CellBacklog cells;
    /** Those that {@link HeldSlice#isChangedSinceCounted()}: many change again before anybody wants to know. */
    private final ArrayList<HeldSlice> changed = new ArrayList<>();
    /** Those that {@link SliceTally#isInLine()}. */
    private final ArrayDeque<HeldSlice> idle = new ArrayDeque<>();
    /** What those of them take that are held here no more, or did: they are not to stay in memory for it. */
    private long goneInLineBytes;

    private final ArrayList<OpenTable> ring = new ArrayList<>();
    private int tableHand;
    private int sliceHand;
    /** Whether any slice was that the hand has come by in this table. */
    private boolean tableWasUsed;

    private boolean isAnyDropped;
    private long usedBytes;
    private long dirtyBytes;
    private long filterBytes;
    private long idleBytes;
    /** A whole round found too little to let go: the next one begins when this is in use. */
    private long roundAtBytes;

    private long checkpointAtBytes;

    /** A table, and what is done to let go of it. */
    private record OpenTable(TableState table, Consumer<TableState> closer) {}

    public SliceMemory(long budgetBytes, Limits limits, Clock clock, GroupCounters counters) {
        this.budgetBytes = budgetBytes;
        this.counters = counters;
        this.cells = new CellBacklog(limits, clock, budgetBytes);
        storageCaughtUp();
    }

    /** There is more or less memory for these slices from now on. */
    public void resize(long bytes) {
        budgetBytes = bytes;
        cells.resize(bytes);
        storageCaughtUp();
        relieve();
    }

    /** What is beside the slices, and goes with a checkpoint. */
    public CellBacklog cells() {
        return cells;
    }

    public long usedBytes() {
        countChanged();
        return usedBytes;
    }

    /**
     * Takes in a table that opens, with its slices that are on storage.
     *
     * @param closer forgets it, but for what is on storage of it
     */
    void opened(TableState table, List<HeldSlice> onStorage, Consumer<TableState> closer) {
        ring.add(new OpenTable(table, closer));
        if (onStorage.isEmpty()) {
            table.forEachSlice(this::account);
        }
        onStorage.forEach(this::account);
    }

    /** One of those tables is gone. To look for it takes going through all of them. */
    void dropped() {
        isAnyDropped = true;
    }

    /** Has a slice counted anew before anybody asks: it may have changed. */
    public void changed(HeldSlice slice) {
        if (!slice.isChangedSinceCounted()) {
            slice.setChangedSinceCounted(true);
            changed.add(slice);
        }
    }

    private void countChanged() {
        if (!changed.isEmpty()) {
            changed.forEach(this::account);
            changed.clear();
        }
    }

    /** Counts a slice anew, which may have changed. */
    public void account(HeldSlice slice) {
        slice.setChangedSinceCounted(false);
        uncount(slice);
        slice.recount();
        usedBytes += slice.tally().bytes();
        filterBytes += slice.tally().filterBytes();
        dirtyBytes += slice.tally().dirtyBytes();
        idleBytes += slice.tally().idleBytes();
        if (slice.tally().isIdle() && !slice.tally().isInLine()) {
            slice.tally().setInLine(true);
            idle.add(slice);
        }
    }

    /** It is held here no more, whatever is still done with it. */
    void forget(HeldSlice slice) {
        goneInLineBytes += slice.tally().isInLine() ? slice.tally().bytes() : 0;
        uncount(slice);
        slice.tally().leave();
        if (goneInLineBytes > budgetBytes / ROOM_SHARE) {
            idle.removeIf(one -> one.tally().hasLeft());
            goneInLineBytes = 0;
        }
    }

    private void uncount(HeldSlice slice) {
        usedBytes -= slice.tally().bytes();
        filterBytes -= slice.tally().filterBytes();
        dirtyBytes -= slice.tally().dirtyBytes();
        idleBytes -= slice.tally().idleBytes();
        slice.tally().clear();
    }

    /** Storage has what it was behind of: there may be something to let go again. */
    public void storageCaughtUp() {
        roundAtBytes = budgetBytes;
        checkpointAtBytes = budgetBytes / 8 * 7;
    }

    /** A checkpoint failed: the next one is not begun before somewhat more is dirty. */
    public void storageFellBehind() {
        countChanged();
        checkpointAtBytes = dirtyBytes + budgetBytes / ROOM_SHARE;
    }

    /** Whether more is in memory than should be. */
    public boolean isShort() {
        countChanged();
        return usedBytes > budgetBytes;
    }

    /** Whether memory is short, and so much of it is waiting to be written that a checkpoint should begin. */
    public boolean wantsCheckpoint() {
        return isShort() && dirtyBytes > checkpointAtBytes;
    }

    /** How much waits to be written. */
    public long dirtyBytes() {
        countChanged();
        return dirtyBytes;
    }

    /** Whether so much is waiting that nothing more is taken in. */
    public boolean isFull() {
        countChanged();
        return dirtyBytes > budgetBytes;
    }

    /** Whether there is room for a change; there is not while so much waits to be written that nothing can be let go. */
    public boolean hasRoom() {
        if (isFull() && isAnyDropped) {
            forgetDropped();
        }
        return !isFull();
    }

    /** Why a change finds no room. */
    public PfsException refusal() {
        return new PfsException(
                ErrorCode.BUSY,
                dirtyBytes + " bytes of changed slices wait to be written, and " + budgetBytes
                        + " may be in memory; try again when a checkpoint has ended");
    }

    /** What was changed in a table that is gone is written no more, so no checkpoint would make room of it. */
    private void forgetDropped() {
        isAnyDropped = false;
        ring.removeIf(open -> {
            boolean isDropped = open.table.isDropped();
            if (isDropped) {
                open.table.forEachSlice(this::forget);
            }
            return isDropped;
        });
        tableHand = 0;
        sliceHand = 0;
        tableWasUsed = false;
    }

    /**
     * Lets go of what was not used lately until the rest fits, with some room for what comes next, or until whole rounds have
     * found no more. Without that room the next slice that is loaded would have the hand go round again for it alone.
     */
    public void relieve() {
        countChanged();
        if (usedBytes <= roundAtBytes) {
            return;
        }
        if (isWorthRound()) {
            letIdleGo();
            goRound();
        }
        roundAtBytes = usedBytes <= budgetBytes ? budgetBytes : usedBytes + budgetBytes / ROOM_SHARE;
    }

    /** Whether there is enough that could be let go: to look for a little takes a good part of what changing slices takes. */
    private boolean isWorthRound() {
        long wantedBytes = Math.min(budgetBytes / ROOM_SHARE, usedBytes - budgetBytes);
        return hasSpareFilters() || idleBytes + (long) ring.size() * SliceTally.OBJECT_BYTES >= wantedBytes;
    }

    /** Beyond that, reading a slice for each new name is better than no room for anything else. */
    private boolean hasSpareFilters() {
        return filterBytes > budgetBytes / 4 * 3;
    }

    private boolean isRoomy() {
        return usedBytes <= budgetBytes - budgetBytes / ROOM_SHARE;
    }

    private void letIdleGo() {
        for (int turns = PASSES * idle.size(); turns > 0 && !idle.isEmpty() && !isRoomy(); turns--) {
            HeldSlice slice = idle.remove();
            if (slice.tally().isIdle() && !slice.isBusy() && !slice.wasUsed()) {
                letGo(slice);
            }
            if (slice.tally().isIdle()) {
                idle.add(slice);
            } else {
                slice.tally().setInLine(false);
            }
        }
    }

    private void letGo(HeldSlice slice) {
        if (slice.isLoaded()) {
            if (slice.letRowsGo()) {
                counters.evicted();
            }
        } else if (!slice.isDirty()) {
            slice.dropOverlay();
        }
        account(slice);
    }

    private void goRound() {
        int rounds = 0;
        while (!isRoomy() && rounds < ROUNDS && !ring.isEmpty()) {
            if (tableHand >= ring.size()) {
                tableHand = 0;
                rounds++;
            } else {
                step(ring.get(tableHand));
            }
        }
    }

    private void step(OpenTable open) {
        boolean isWalked = isSmall(open.table) || hasSpareFilters();
        if (isWalked && sliceHand < open.table.places()) {
            open.table.at(sliceHand).ifPresent(this::pass);
            sliceHand++;
            return;
        }
        boolean isClosing = !tableWasUsed && mayClose(open.table);
        sliceHand = 0;
        tableWasUsed = false;
        if (open.table.isDropped() || isClosing) {
            open.table.forEachSlice(this::forget);
            OpenTable last = ring.remove(ring.size() - 1);
            if (tableHand < ring.size()) {
                ring.set(tableHand, last);
            }
            if (!open.table.isDropped()) {
                open.closer.accept(open.table);
                counters.tableClosed();
            }
        } else {
            tableHand++;
        }
    }

    private void pass(HeldSlice slice) {
        boolean wasUsed = slice.wasUsed();
        tableWasUsed |= wasUsed;
        boolean isSpare = !slice.isLoaded() && !slice.isDirty() && !slice.isBusy() && !slice.isResident();
        if (isSpare && !wasUsed && hasSpareFilters()) {
            slice.dropFilter();
            account(slice);
        }
    }

    private static boolean isSmall(TableState table) {
        return table.places() <= CLOSED_SLICES_MAX;
    }

    private static boolean mayClose(TableState table) {
        return isSmall(table) && !table.hasNamesPending() && table.allMatch(HeldSlice::isClosable);
    }
}
