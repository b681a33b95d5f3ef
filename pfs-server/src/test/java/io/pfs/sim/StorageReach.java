package io.pfs.sim;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.disk.Disk;
import io.pfs.disk.DiskFile;
import io.pfs.env.Workers;
import io.pfs.server.remote.Tenure;
import io.pfs.testing.FaultDisk;
import io.pfs.testing.ForwardingDisk;
import io.pfs.testing.ForwardingFile;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Consumer;

/**
 * Whether the storage of seats answers one server, as HDFS does not whose NameNode it has lost. Jobs that come to it hang then, and their calls fail once they have
 * hung for as long as a call may; those of a loop, which can't hang here, fail at once. Signs of life don't get through, either.
 */
final class StorageReach {
    /** A sign of life is good for so long. */
    private static final long HOLD_NS = 300_000_000;
    /** After so long without one a server gives up what it has there. */
    static final long SILENCE_NS = 1_000_000_000;
    /** A call hangs so long at the most, mostly; */
    private static final long CALL_NS = 900_000_000;
    /** one silence of so many has it hang for longer. */
    private static final int LONG_ONE_IN = 4;

    private static final long LONG_CALL_NS = 3_000_000_000L;
    private static final long LOOK_NS = 5_000_000;
    /** Of what had no answer, so much never happens; the rest when there are answers again. */
    private static final int NEVER_ONE_IN = 4;

    private static final Life STORAGE = new Life("storage");

    private static final ThreadLocal<Calls> OF_JOB = new ThreadLocal<>();

    private final SimWorld world;
    private final Prng prng;
    private boolean isSilent;
    private long sinceNs;
    private long callNs;
    private int failedCalls;

    /** What becomes of a call of this thread. */
    private enum Calls {
        /** They have hung for long enough. */
        FAIL,
        /** They hang, or have, which can't be told from calls that take long. */
        HANG
    }

    StorageReach(SimWorld world, Prng prng) {
        this.world = world;
        this.prng = prng;
    }

    void silent(boolean silent) {
        if (silent && !isSilent) {
            sinceNs = world.nowNs();
            callNs = prng.oneIn(LONG_ONE_IN) ? LONG_CALL_NS : prng.between(1_000_000, CALL_NS);
        }
        isSilent = silent;
    }

    boolean isSilent() {
        return isSilent;
    }

    /** How many calls have failed so far. */
    int failedCalls() {
        return failedCalls;
    }

    private long silentNs() {
        return isSilent ? world.nowNs() - sinceNs : 0;
    }

    /** For who lives by signs of life that get through. */
    Tenure tenure() {
        return new Tenure() {
            @Override
            public boolean holds() {
                return silentNs() < HOLD_NS;
            }

            @Override
            public Listening whenLost(Consumer<PfsException> told) {
                return () -> {};
            }
        };
    }

    /** Goes on when the storage answers, or when a call has failed, and says whether it answers. */
    void await(Life life, Consumer<Boolean> then) {
        if (isSilent) {
            awaitUntil(life, world.nowNs() + callNs, then);
        } else {
            then.accept(true);
        }
    }

    private void awaitUntil(Life life, long endNs, Consumer<Boolean> then) {
        if (!isSilent || world.nowNs() >= endNs) {
            then.accept(!isSilent);
        } else {
            world.plan(life, LOOK_NS, () -> awaitUntil(life, endNs, then));
        }
    }

    /** Those whose jobs hang in a silent storage. */
    Workers hanging(Workers workers, Life life) {
        return (job, done) -> {
            if (isSilent) {
                world.tally().count("seats: a job hung in a silent storage");
            }
            await(life, answers -> workers.run(() -> run(job, answers ? Calls.HANG : Calls.FAIL), done));
        };
    }

    private static void run(Runnable job, Calls calls) {
        OF_JOB.set(calls);
        try {
            job.run();
        } finally {
            OF_JOB.remove();
        }
    }

    /** A disk of it, of which nothing that fails here has reached the disk. */
    Disk disk(Disk disk) {
        return new FaultDisk(asked(disk), this::requireAnswer);
    }

    /** One that sees for itself, by {@link #requireAnswer}, what becomes of bytes. */
    Disk asked(Disk disk) {
        return new Asked(disk);
    }

    /** Throws if there is no answer to what is asked now. */
    void requireAnswer() {
        requireAnswer(ErrorCode.IO_FAILED, "a call", "a file");
    }

    /** Of names {@link Asked} sees to it. */
    private void requireAnswer(FaultDisk.Call call, String name) {
        switch (call) {
            case CREATE, RENAME, DELETE -> {}
            case FORCE -> requireAnswer(ErrorCode.FORCE_FAILED, call, name);
            default -> requireAnswer(ErrorCode.IO_FAILED, call, name);
        }
    }

    private void requireAnswer(ErrorCode code, Object call, String name) {
        boolean hangs = OF_JOB.get() == Calls.HANG && silentNs() < callNs;
        if (isSilent && !hangs) {
            failedCalls++;
            world.tally().count("seats: a call failed in a silent storage");
            throw new PfsException(code, "planned: no answer to " + call + " of " + name);
        }
    }

    /** What only asks gets no answer, either. What changes a name may happen after all, later than its caller waited. */
    private final class Asked extends ForwardingDisk {
        Asked(Disk disk) {
            super(disk);
        }

        private void requireAnswer(String call, String name) {
            StorageReach.this.requireAnswer(ErrorCode.IO_FAILED, call, name);
        }

        @Override
        protected DiskFile opened(DiskFile file) {
            return new ForwardingFile(file) {
                @Override
                public int read(ByteBuffer target, long offset) {
                    requireAnswer("read", name());
                    return super.read(target, offset);
                }
            };
        }

        private void requireAnswer(String call, String name, Runnable late) {
            try {
                requireAnswer(call, name);
            } catch (PfsException e) {
                if (!prng.oneIn(NEVER_ONE_IN)) {
                    awaitEnd(late);
                }
                throw e;
            }
        }

        private void awaitEnd(Runnable late) {
            world.plan(STORAGE, LOOK_NS, () -> {
                if (isSilent) {
                    awaitEnd(late);
                } else {
                    happenLate(late);
                }
            });
        }

        /** Whoever asked for it may have gone on, or have lost the folder. */
        private void happenLate(Runnable late) {
            try {
                late.run();
                world.tally().count("seats: a call of a silent storage happened late");
            } catch (PfsException e) {
                world.tally().count("seats: a call of a silent storage came too late, " + e.code());
            }
        }

        @Override
        public DiskFile create(String name) {
            requireAnswer("create", name, () -> super.create(name).close());
            return super.create(name);
        }

        @Override
        public void rename(String from, String to) {
            requireAnswer("rename", from, () -> super.rename(from, to));
            super.rename(from, to);
        }

        @Override
        public void delete(String name) {
            requireAnswer("delete", name, () -> super.delete(name));
            super.delete(name);
        }

        @Override
        public DiskFile open(String name) {
            requireAnswer("open", name);
            return super.open(name);
        }

        @Override
        public List<String> list() {
            requireAnswer("list", "the folder");
            return super.list();
        }

        @Override
        public boolean exists(String name) {
            requireAnswer("exists", name);
            return super.exists(name);
        }

        @Override
        public long usableBytes() {
            requireAnswer("space", "the folder");
            return super.usableBytes();
        }

        @Override
        public long totalBytes() {
            requireAnswer("space", "the folder");
            return super.totalBytes();
        }
    }
}
