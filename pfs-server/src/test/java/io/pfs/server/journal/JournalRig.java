package io.pfs.server.journal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.Durability;
import io.pfs.Epoch;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.Position;
import io.pfs.ShardId;
import io.pfs.disk.Disk;
import io.pfs.env.Clock;
import io.pfs.env.Timers;
import io.pfs.env.system.InlineWorkers;
import io.pfs.server.journal.Journal.Appended;
import io.pfs.server.journal.Journal.Durable;
import io.pfs.server.journal.Journal.Replayed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A journal with all that it needs around it, and a memory of what went in and what was heard. */
public final class JournalRig implements Journal.Listener {
    /** Files of 1 KiB, batches of 512 bytes. */
    public static final Limits TINY = new Limits(8, 4, 1024, 512, 4096, 4, 4096, 64);

    public static final long OWNER = 0x1122_3344_5566_7788L;

    /** Goes on when it is told to. */
    private final Clock clock = new Clock() {
        @Override
        public long monotonicNs() {
            return nowNs;
        }

        @Override
        public long wallMillis() {
            return 1_700_000_000_000L;
        }
    };

    /** A record as it was appended or replayed. */
    public record Entry(int shard, long epoch, long sequence, byte[] payload) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Entry e
                    && e.shard == shard
                    && e.epoch == epoch
                    && e.sequence == sequence
                    && Arrays.equals(e.payload, payload);
        }

        @Override
        public int hashCode() {
            return Long.hashCode(sequence);
        }

        @Override
        public String toString() {
            return shard + "@" + epoch + ":" + sequence + "[" + payload.length + "]";
        }
    }

    public final InlineWorkers workers = new InlineWorkers();
    public final ManualTimers timers = new ManualTimers();
    public final LocalJournal journal;
    /** What was appended and not dropped since. */
    public final List<Entry> appended = new ArrayList<>();

    /** What was ever appended. */
    public final List<Entry> ever = new ArrayList<>();

    public final List<Entry> replayed = new ArrayList<>();
    public final List<PfsException> failures = new ArrayList<>();
    private final Map<Integer, Long> nextSequences = new TreeMap<>();
    private final List<Long> numbers = new ArrayList<>();
    public long era;
    public Durable durable = new Durable(0, 0);

    public long nowNs;

    public JournalRig(JournalSetup setup) {
        journal = new LocalJournal(setup, workers, timers, clock, this);
    }

    /** One that has other timers than those that are told to go on. */
    JournalRig(JournalSetup setup, Timers others) {
        journal = new LocalJournal(setup, workers, others, clock, this);
    }

    public static JournalRig on(Disk disk) {
        return on(disk, TINY, Durability.SYNC);
    }

    public static JournalRig on(Disk disk, Limits limits, Durability durability) {
        return new JournalRig(JournalSetup.of(disk, OWNER, limits, durability));
    }

    /** The files of the journal itself, the oldest first. */
    public static List<String> files(Disk disk) {
        return disk.list().stream()
                .filter(name -> JournalFileName.parse(name).isPresent())
                .toList();
    }

    /** Opens and returns what the log holds. */
    public static List<Entry> recover(Disk disk) {
        JournalRig rig = on(disk);
        rig.replay();
        return rig.replayed;
    }

    /** The same of a log that nothing may be missing from. */
    static List<Entry> recoverWhole(Disk disk) {
        JournalRig rig = on(disk);
        Losses losses = rig.replay().losses();
        assertTrue(losses.isNothing(), losses::told);
        return rig.replayed;
    }

    public Replayed replay() {
        Replayed found = journal.replay((shard, position, bytes, offset, length) -> replayed.add(new Entry(
                shard.value(),
                position.epoch().value(),
                position.sequence(),
                Arrays.copyOfRange(bytes, offset, offset + length))));
        for (Entry entry : replayed) {
            nextSequences.put(entry.shard(), entry.sequence() + 1);
        }
        return found;
    }

    /** A payload that says where it belongs. */
    public static byte[] payload(int shard, long sequence, int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (shard * 31L + sequence * 7 + i);
        }
        return bytes;
    }

    /** Appends the shard's next record. */
    public Appended append(int shard, int length) {
        long sequence = nextSequences.getOrDefault(shard, 1L);
        return append(new Entry(shard, 1, sequence, payload(shard, sequence, length)));
    }

    public Appended append(Entry entry) {
        Appended told = journal.append(
                new ShardId(entry.shard()),
                new Position(new Epoch(entry.epoch()), entry.sequence()),
                entry.payload(),
                0,
                entry.payload().length);
        assertEquals(era, told.era());
        nextSequences.put(entry.shard(), entry.sequence() + 1);
        appended.add(entry);
        ever.add(entry);
        numbers.add(told.record());
        return told;
    }

    /** Commits and runs everything that follows from it. */
    public void settle() {
        journal.commit();
        drain();
    }

    public void drain() {
        boolean more = true;
        while (more) {
            more = workers.poll();
        }
    }

    @Override
    public void durable(Durable now) {
        assertTrue(now.era() == era && now.record() >= durable.record(), "reports only grow");
        durable = now;
    }

    @Override
    public void failed(PfsException cause, Durable kept) {
        assertEquals(era, kept.era());
        failures.add(cause);
        era++;
        while (!numbers.isEmpty() && numbers.get(numbers.size() - 1) > kept.record()) {
            Entry dropped = appended.remove(numbers.size() - 1);
            numbers.remove(numbers.size() - 1);
            nextSequences.merge(dropped.shard(), dropped.sequence(), Math::min);
        }
        durable = new Durable(era, kept.record());
    }

    /** How many of {@link #appended} were reported durable. */
    public int durableCount() {
        return (int)
                numbers.stream().filter(number -> number <= durable.record()).count();
    }

    /** Everything that was in the log: what was replayed, then what was appended. */
    public List<Entry> all() {
        List<Entry> all = new ArrayList<>(replayed);
        all.addAll(appended);
        return all;
    }

    public static void assertSame(List<Entry> expected, List<Entry> actual) {
        assertEquals(expected, actual);
        for (int i = 0; i < expected.size(); i++) {
            assertArrayEquals(expected.get(i).payload(), actual.get(i).payload());
        }
    }
}
