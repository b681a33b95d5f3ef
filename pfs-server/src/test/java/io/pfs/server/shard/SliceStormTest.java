package io.pfs.server.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.row.TablePointer;
import io.pfs.server.access.Peers;
import io.pfs.server.gc.GcGoal;
import io.pfs.server.state.Intents;
import io.pfs.testing.Seeds;
import io.pfs.wire.Envelope;
import io.pfs.wire.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Slices go to other shards while messages get lost, come late and twice, and the process dies. */
final class SliceStormTest {
    private static final int SEEDS = 40;
    private static final int NAMES = 60;
    private static final int SHARDS_MAX = 16;
    private static final int MESSAGES_MAX = 200;

    /** One run in which anything may happen at any time. */
    private static final class Storm {
        private final Random random;
        private final LossyPeers.Chance chance;
        private final NameRig rig;
        private final WideClient client;
        private long inParts;
        private long fromAfar;
        private long returned;
        private long spreads;
        private boolean calm;

        Storm(long seed, int servers) {
            random = new Random(seed);
            int spread = random.nextInt(3);
            chance = new LossyPeers.Chance(random);
            int shards = random.nextBoolean() ? NameRig.SHARDS : SHARDS_MAX;
            rig = new NameRig(servers, shards, direct -> new LossyPeers(direct, chance));
            client = new WideClient(rig, rig.mkdirWide(NameRig.root(), "wide", 0, spread), this::stir);
        }

        void run() {
            for (int i = 0; i < 150; i++) {
                String name = "row-" + random.nextInt(NAMES);
                int kind = random.nextInt(8);
                if (kind < 5) {
                    client.put(name, i + "x".repeat(random.nextInt(2) * 80));
                } else if (i % 40 == 39) {
                    client.spread(random.nextInt(Integer.numberOfTrailingZeros(rig.shards()) + 1));
                } else if (kind < 7) {
                    client.remove(name);
                } else {
                    client.read(name);
                }
            }
            settleAndCheck();
            crash();
            settleAndCheck();
        }

        private void stir() {
            int kind = random.nextInt(calm ? 36 : 60);
            if (kind < 18) {
                rig.step();
            } else if (kind < 35) {
                chance.deliver();
            } else if (kind < 38) {
                rig.passTime();
            } else if (kind == 38 && random.nextBoolean()) {
                rig.groups().forEach(group -> group.collection().start(GcGoal.ALL, ended -> {}));
            } else if (kind == 38) {
                rig.groups().forEach(ShardGroup::checkpoint);
            } else if (kind == 39 && random.nextInt(3) == 0) {
                crash();
            }
        }

        private void crash() {
            rig.groups().forEach(this::count);
            assertEquals(List.of(), rig.damageLeftBehind());
            rig.crashSome(random, chance::forgetAll);
            client.repeat();
        }

        private void count(ShardGroup group) {
            inParts += group.counters().slicesAdoptedPartly();
            fromAfar += group.counters().slicesAdoptedFromAfar();
            returned += group.counters().segmentsReturned();
            spreads += group.counters().tablesSpread();
        }

        /** What was begun has come to its end. */
        private void requireQuiet(ShardGroup group) {
            group.shards().forEach(shard -> {
                Intents intents = shard.state().tables().intents();
                assertTrue(intents.isQuiet(), () -> shard.id() + " has begun and not ended " + intents);
            });
        }

        private void settleAndCheck() {
            rig.openAll();
            chance.calmDown();
            calm = true;
            for (int pass = 0; pass < 30; pass++) {
                boolean moved = true;
                while (moved) {
                    moved = rig.step() || chance.deliver();
                }
                rig.passTime();
            }
            client.check();
            rig.groups().forEach(this::requireQuiet);
            rig.groups()
                    .forEach(group -> assertEquals(List.of(), group.collection().miscounted()));
        }
    }

    @Test
    void nothingIsLostOrComesBack() {
        long[] inParts = {0};
        Seeds.each("SliceStormTest#nothingIsLostOrComesBack", SEEDS, seed -> {
            Storm storm = new Storm(seed, 1);
            storm.run();
            inParts[0] += storm.inParts;
        });
        assertTrue(inParts[0] > 0, "slices went in parts");
    }

    /** Storage has slices still that their new shards were seen to have at a start, before the shards that gave them knew. */
    @Test
    void whatHasLeftIsNotMissedInTheIndex() {
        new Storm(279, 1).run();
        new Storm(69, 2).run();
    }

    @Test
    void nothingIsLostOrComesBackAmongServers() {
        long[] counts = new long[3];
        Seeds.each("SliceStormTest#nothingIsLostOrComesBackAmongServers", SEEDS, seed -> {
            Storm storm = new Storm(seed, 2 + (int) (seed % 3));
            storm.run();
            storm.rig.groups().forEach(storm::count);
            counts[0] += storm.fromAfar;
            counts[1] += storm.returned;
            counts[2] += storm.spreads;
        });
        assertTrue(counts[0] > 0, "slices went to other servers");
        assertTrue(counts[1] > 0, "segments were returned");
        assertTrue(counts[2] > 0, "tables were spread further");
    }

    /** What becomes of one message, or of one answer. */
    private enum Fate {
        LOST,
        TWICE,
        LATE,
        LAST
    }

    /** A way between shards on which exactly one message has another fate than the others. */
    private static final class OneFate {
        private final Fate fate;
        private final int chosen;
        private final List<Runnable> late = new ArrayList<>();
        private int count;
        private boolean isDead;

        OneFate(Fate fate, int chosen) {
            this.fate = fate;
            this.chosen = chosen;
        }

        Peers over(Peers direct) {
            return (Envelope envelope, Reply.Sink sink) ->
                    pass(() -> direct.ask(envelope, reply -> pass(() -> sink.answer(reply))));
        }

        private void pass(Runnable message) {
            boolean isChosen = count == chosen;
            count++;
            isDead |= isChosen && fate == Fate.LAST;
            if (isChosen && (fate == Fate.TWICE || fate == Fate.LATE)) {
                late.add(message);
            }
            if (!isDead && (!isChosen || fate == Fate.TWICE)) {
                message.run();
            }
        }

        void deliverLate() {
            List<Runnable> all = List.copyOf(late);
            late.clear();
            all.forEach(Runnable::run);
        }
    }

    @Test
    void eachMessageMayBeLost() {
        eachMessage(Fate.LOST);
    }

    @Test
    void eachMessageMayComeAgainWhenAllIsOver() {
        eachMessage(Fate.TWICE);
    }

    @Test
    void eachMessageMayComeWhenAllIsOver() {
        eachMessage(Fate.LATE);
    }

    /** The process dies when it is sent. */
    @Test
    void eachMessageMayBeTheLast() {
        eachMessage(Fate.LAST);
    }

    private static void eachMessage(Fate fate) {
        for (int born = 0; born <= 2; born += 2) {
            int chosen = 0;
            while (runOne(fate, chosen, born) > chosen) {
                chosen++;
                assertTrue(chosen < MESSAGES_MAX, "so many messages there are not");
            }
            assertTrue(chosen > 10, "there are messages: " + chosen);
        }
    }

    /**
     * Returns how many messages there were.
     *
     * @param spread with which the table is born; later it has the most there is
     */
    private static int runOne(Fate fate, int chosen, int spread) {
        OneFate way = new OneFate(fate, chosen);
        NameRig rig = new NameRig(way::over);
        TablePointer table = rig.mkdirWide(NameRig.root(), "wide", 0, spread);
        WideClient[] client = new WideClient[1];
        client[0] = new WideClient(rig, table, () -> {
            rig.runUntilIdle();
            if (way.isDead) {
                way.isDead = false;
                rig.open();
                client[0].repeat();
            }
            rig.passTime();
        });
        for (int n = 0; n < 24; n++) {
            client[0].put("row-" + n, "content " + n);
        }
        client[0].spread(2);
        for (int n = 0; n < 24; n += 3) {
            client[0].remove("row-" + n);
        }
        way.deliverLate();
        rig.passTime();
        client[0].check();
        rig.open();
        client[0].check();
        assertEquals(List.of(), rig.group().collection().miscounted());
        return way.count;
    }
}
