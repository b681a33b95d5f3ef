package io.pfs.server.owner;

import io.pfs.Epoch;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ServerId;
import io.pfs.env.Clock;
import io.pfs.env.Timers;
import io.pfs.net.Address;
import io.pfs.server.remote.Tenure;
import io.pfs.wire.ClusterPicture;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/** A process with a keeper, that sleeps, is cut off, and is killed; and what it has open. */
final class KeeperServer implements Seats, MemoryCoordinator.Reach, Clock, Timers {
    /** How many times as long as elsewhere everything takes here. */
    int slowness = 1;

    private static final long LATENCY_NS = 10 * KeeperWorld.MS;
    private static final long OPENING_NS = 300 * KeeperWorld.MS;
    private static final long READY_NS = 200 * KeeperWorld.MS;
    private static final int DRIFT_PERCENT_MAX = 5;

    private final KeeperWorld world;
    private final int number;
    private final int driftPercent;
    private final long aheadMillis;
    private final Address address;
    private final SeatKeeper keeper;
    private final Map<ServerId, Tenure> open = new TreeMap<>();
    private final List<Runnable> slept = new ArrayList<>();
    private boolean isCut;
    private boolean isAsleep;
    private boolean breaksNext;
    private boolean isHindered;
    private boolean isMisplaced;
    private boolean isWeak;
    private boolean isSilent;
    private boolean hangs;
    private boolean hasOthersFirst;
    private final List<Runnable> hanging = new ArrayList<>();
    private boolean isGettingReady;
    private boolean staysUnready;
    private List<ServerId> left = List.of();
    private boolean keepsClosing;
    private final List<Runnable> unclosed = new ArrayList<>();
    private int tries;
    private boolean hasEnded;
    private Optional<PfsException> refusal = Optional.empty();

    KeeperServer(KeeperWorld world, int number, String host) {
        this.world = world;
        this.number = number;
        this.driftPercent = world.random.nextInt(2 * DRIFT_PERCENT_MAX + 1) - DRIFT_PERCENT_MAX;
        this.aheadMillis = world.aheadMillis;
        Coordinator coordinator = world.ensemble.reachedBy(this, world.random::nextLong);
        address = new Address(host, portOf(host));
        int weight = world.random.nextInt(1, 3);
        keeper = new SeatKeeper(
                coordinator,
                address,
                weight,
                world.seats(),
                this,
                new SeatKeeper.Drive(this, this, problem -> {}, this::refused));
        keeper.prepare(this::getReady);
    }

    private void getReady() {
        isGettingReady = true;
        if (!staysUnready) {
            after(world.delayNs(READY_NS), this::ready);
        }
    }

    /** It has come to an end with that. */
    void becomeReady() {
        onLoop(this::ready);
    }

    private void ready() {
        isGettingReady = false;
        keeper.ready();
    }

    /** Whether it keeps the cores of its machine busy with itself. */
    boolean isGettingReady() {
        return isGettingReady;
    }

    /** It comes to no end with that, unless it has. */
    void stayUnready() {
        staysUnready = true;
    }

    /** Servers of one machine differ in it. */
    private int portOf(String host) {
        long before = world.servers.stream()
                .filter(server -> server.address.host().equals(host))
                .count();
        return Address.DEFAULT_PORT + (int) before;
    }

    private void refused(PfsException why) {
        refusal = Optional.of(why);
        hasEnded = true;
    }

    Address address() {
        return address;
    }

    /** Why it may not be one of the servers. */
    Optional<PfsException> refusal() {
        return refusal;
    }

    /** Whether it would answer a request for this seat, if one came now. */
    boolean mayAnswer(ServerId seat) {
        return !hasEnded && answers(seat);
    }

    boolean isRunning() {
        return !hasEnded;
    }

    void kill() {
        hasEnded = true;
    }

    void look(Consumer<ClusterPicture> told) {
        keeper.look("pool", told);
    }

    /** Tells how it ended: empty if the mark stands. */
    void drain(Address server, Consumer<Optional<PfsException>> told) {
        keeper.drain(server, true, () -> told.accept(Optional.empty()), why -> told.accept(Optional.of(why)));
    }

    void stop() {
        keeper.stop(seats -> {
            left = seats;
            hasEnded = true;
        });
    }

    /** A seat serves nothing any more, and its home is as after a crash. */
    void breakDown(ServerId seat) {
        open.remove(seat);
        Epoch epoch = world.ensemble.seats().get(seat.value()).epoch();
        keeper.stopped(seat, epoch, new PfsException(ErrorCode.IO_FAILED, "planned"));
    }

    private void breakDownIfOpen(ServerId seat) {
        if (open.containsKey(seat)) {
            breakDown(seat);
        }
    }

    /** The next seat that is open breaks before anybody hears that it is. */
    void breakNext() {
        breaksNext = true;
    }

    /** It can open nothing more, for a reason of its own. */
    void hinder(boolean hindered) {
        isHindered = hindered;
    }

    /** It can open nothing more, as its folder is of another file system. */
    void misplace() {
        isMisplaced = true;
    }

    /** What it opens serves nothing any more soon. */
    void weaken() {
        isWeak = true;
    }

    /** It does not reach its storage, and so answers nothing of what it has open. */
    void silence(boolean silent) {
        isSilent = silent;
    }

    /** What it begins to open is not open, nor does that fail, until it goes on. */
    void hang() {
        hangs = true;
    }

    /** What it is to open waits for its turn, until it goes on. */
    void haveOthersFirst() {
        hasOthersFirst = true;
    }

    /** They have it, be it that it hangs then. */
    void takeTurns() {
        hasOthersFirst = false;
        List<Runnable> due = List.copyOf(hanging);
        hanging.clear();
        due.forEach(Runnable::run);
    }

    void goOn() {
        hangs = false;
        takeTurns();
    }

    /** What was still being opened or closed when it ended. */
    List<ServerId> left() {
        return left;
    }

    /** How often it has tried to open a seat. */
    int tries() {
        return tries;
    }

    boolean isSettled() {
        return keeper.isSettled();
    }

    void cut(boolean cut) {
        isCut = cut;
    }

    void sleep(boolean sleeps) {
        isAsleep = sleeps;
        if (!sleeps) {
            List<Runnable> due = List.copyOf(slept);
            slept.clear();
            due.forEach(this::onLoop);
        }
    }

    void mend() {
        cut(false);
        sleep(false);
    }

    private void onLoop(Runnable task) {
        if (isAsleep) {
            slept.add(task);
        } else if (!hasEnded) {
            task.run();
        }
    }

    @Override
    public void open(ServerId seat, Epoch epoch, Tenure tenure, Runnable begun, Consumer<Optional<PfsException>> told) {
        tries++;
        if (hasOthersFirst) {
            hanging.add(() -> begin(seat, epoch, tenure, begun, told));
        } else {
            begin(seat, epoch, tenure, begun, told);
        }
    }

    private void begin(
            ServerId seat, Epoch epoch, Tenure tenure, Runnable begun, Consumer<Optional<PfsException>> told) {
        after(0, begun);
        if (hangs) {
            hanging.add(() -> openNow(seat, epoch, tenure, told));
        } else {
            openNow(seat, epoch, tenure, told);
        }
    }

    private void openNow(ServerId seat, Epoch epoch, Tenure tenure, Consumer<Optional<PfsException>> told) {
        after(world.delayNs(OPENING_NS), () -> {
            if (!world.openHome(seat, epoch)) {
                told.accept(Optional.of(new PfsException(ErrorCode.EPOCH_PASSED, seat + " was open since " + epoch)));
            } else if (isMisplaced) {
                told.accept(Optional.of(new PfsException(ErrorCode.NOT_OURS, "planned")));
            } else if (isHindered || world.isDamaged(seat)) {
                told.accept(Optional.of(new PfsException(ErrorCode.NO_SPACE, "planned,\nin two lines")));
            } else if (world.maybe(15)) {
                told.accept(Optional.of(new PfsException(ErrorCode.IO_FAILED, "planned")));
            } else {
                open.put(seat, tenure);
                world.opened(seat, this);
                if (isWeak) {
                    after(OPENING_NS, () -> breakDownIfOpen(seat));
                }
                if (breaksNext) {
                    breaksNext = false;
                    breakDown(seat);
                }
                told.accept(Optional.empty());
            }
        });
    }

    @Override
    public void close(ServerId seat, Closing closing, Runnable told) {
        open.remove(seat);
        if (keepsClosing) {
            unclosed.add(told);
        } else {
            after(world.delayNs(OPENING_NS), told);
        }
    }

    /** Closings come to no end, for as long as that is so. */
    void keepsClosing(boolean keeps) {
        keepsClosing = keeps;
        if (!keeps) {
            unclosed.forEach(told -> after(world.delayNs(OPENING_NS), told));
            unclosed.clear();
        }
    }

    @Override
    public boolean answers(ServerId seat) {
        return !isSilent && open.containsKey(seat) && open.get(seat).holds();
    }

    @Override
    public long busyNs(ServerId seat) {
        return world.busyNs(seat);
    }

    @Override
    public void seen(ClusterView view) {}

    @Override
    public Clock clock() {
        return this;
    }

    @Override
    public Timers timers() {
        return this;
    }

    @Override
    public long latencyNs() {
        return world.delayNs(LATENCY_NS);
    }

    @Override
    public boolean isUp() {
        return !isCut && !hasEnded;
    }

    @Override
    public long monotonicNs() {
        return world.time.monotonicNs() / 100 * (100 + driftPercent);
    }

    @Override
    public long wallMillis() {
        return world.time.wallMillis() + aheadMillis;
    }

    @Override
    public Timer after(long delayNs, Runnable task) {
        return world.time.timers().after(delayNs * 100 / (100 + driftPercent), () -> onLoop(task));
    }

    @Override
    public String toString() {
        return "server" + number;
    }
}
