package io.pfs.server.lease;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.RowName;
import io.pfs.TableId;
import io.pfs.testing.ManualWorld;
import io.pfs.testing.Seeds;
import io.pfs.wire.LeaseHolder;
import io.pfs.wire.LeaseRecall;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class LeasesTest {
    private static final long MILLIS = 1000;
    private static final long NS = MILLIS * 1_000_000;
    private static final LeaseTerms TERMS = new LeaseTerms(MILLIS, 100, true);
    private static final TableId TABLE = new TableId(7);
    private static final TableId OTHER = new TableId(8);
    private static final RowName ROW = RowName.of("sub");

    private final ManualWorld world = new ManualWorld(1);
    private boolean mayGrant = true;
    private final Leases leases = leases(TERMS, true);
    private final Client client = new Client();

    private Leases leases(LeaseTerms terms, boolean isNew) {
        return new Leases(terms, world, Optional.of(world.timers()), Optional.empty(), isNew, () -> mayGrant, 0);
    }

    /** Notes what is wanted back. */
    private static final class Client implements LeaseHolder {
        private final List<LeaseRecall> recalls = new ArrayList<>();

        @Override
        public void recall(LeaseRecall recall) {
            recalls.add(recall);
        }

        long last() {
            return recalls.get(recalls.size() - 1).number();
        }
    }

    private long grant(Client holder) {
        return leases.grant(TABLE, ROW, Optional.of(holder));
    }

    /** Two loops of one process: {@code leases} is the one that has the row now, and asks the other. */
    private Leases beside(Leases other) {
        LeasesBeside asked = other::recallGone;
        return new Leases(
                TERMS, world, Optional.of(world.timers()), Optional.of(asked), true, () -> mayGrant, 1L << 32);
    }

    @Test
    void whoHasARowFromAnotherLoopWantsBackWhatThatGranted() {
        Leases now = beside(leases);
        assertEquals(MILLIS, grant(client));
        now.strangersOn(TABLE);
        AtomicInteger runs = runs(now.recall(TABLE, ROW));
        assertEquals(List.of(new LeaseRecall(client.last(), TABLE, ROW)), client.recalls);
        assertEquals(0, runs.get());
        leases.returned(client.last());
        assertEquals(1, runs.get());
        assertEquals(1, runs(now.recall(OTHER, ROW)).get(), "nobody is asked for a table that did not come from there");
    }

    /** Wanted by several, it is given back to all of them by who leaves. */
    @Test
    void whoLeavesIsWaitedForByNobodyWhoWantedALease() {
        assertEquals(MILLIS, grant(client));
        AtomicInteger backs = new AtomicInteger();
        leases.recallGone(TABLE, ROW, backs::incrementAndGet);
        leases.recallGone(TABLE, ROW, backs::incrementAndGet);
        AtomicInteger runs = runs(leases.recall(TABLE, ROW));
        assertEquals(0, backs.get());
        leases.returnedAll(client);
        assertEquals(2, backs.get());
        assertEquals(1, runs.get());
    }

    @Test
    void whatCameWhileItIsHeldIsWantedBackToo() {
        Leases now = beside(leases);
        assertEquals(MILLIS, grant(client));
        Hold hold = now.recall(TABLE, ROW);
        now.strangersOn(TABLE);
        AtomicInteger runs = runs(hold);
        assertEquals(0, runs.get());
        leases.returned(client.last());
        assertEquals(1, runs.get());
    }

    @Test
    void aLoopThatSaysNothingIsWaitedForUntilItsLeasesHaveEnded() {
        LeasesBeside silent = (table, name, back) -> {};
        Leases now = new Leases(
                TERMS, world, Optional.of(world.timers()), Optional.of(silent), true, () -> mayGrant, 1L << 32);
        now.strangersOn(TABLE);
        AtomicInteger runs = runs(now.recall(TABLE, ROW));
        world.pass(NS - 1);
        assertEquals(0, runs.get());
        world.pass(1);
        assertEquals(1, runs.get());
        assertEquals(1, runs(now.recall(TABLE, ROW)).get(), "nobody can have any from before");
    }

    /** Of a life before this one nobody knows what it granted. */
    @Test
    void whatTheFormerLifeOfTheOtherGrantedIsWaitedForAsItIsThere() {
        Leases now = beside(leases(TERMS, false));
        now.strangersOn(TABLE);
        AtomicInteger runs = runs(now.recall(TABLE, ROW));
        world.pass(NS - 1);
        assertEquals(0, runs.get());
        world.pass(1);
        assertEquals(1, runs.get());
    }

    /** How often a hold's task was run. */
    private static AtomicInteger runs(Hold hold) {
        AtomicInteger runs = new AtomicInteger();
        hold.then(runs::incrementAndGet);
        return runs;
    }

    @Test
    void whereNobodyHasALeaseNobodyIsWaitedFor() {
        assertEquals(1, runs(leases.recall(TABLE, ROW)).get());
        assertEquals(MILLIS, leases.grant(TABLE, RowName.of("other"), Optional.of(client)));
        assertEquals(1, runs(leases.recall(OTHER, ROW)).get());
        assertEquals(List.of(), client.recalls);
    }

    @Test
    void allHoldersAreToldAndWaitedFor() {
        Client other = new Client();
        assertEquals(MILLIS, grant(client));
        assertEquals(MILLIS, grant(other));
        AtomicInteger runs = runs(leases.recall(TABLE, ROW));
        assertEquals(List.of(new LeaseRecall(client.last(), TABLE, ROW)), client.recalls);
        leases.returned(client.last());
        leases.returned(client.last());
        assertEquals(0, runs.get(), "a copy is not the other's return");
        leases.returned(other.last());
        assertEquals(1, runs.get());
        world.pass(10 * NS);
        assertEquals(1, runs.get());
    }

    @Test
    void whoIsSilentIsWaitedForUntilItsLeaseHasEnded() {
        assertEquals(MILLIS, grant(client));
        world.pass(NS / 4);
        AtomicInteger runs = runs(leases.recall(TABLE, ROW));
        world.pass(NS * 3 / 4 - 1);
        assertEquals(0, runs.get());
        world.pass(1);
        assertEquals(1, runs.get());
    }

    @Test
    void noneIsGrantedFromTheRecallToTheEndOfTheHold() {
        Hold one = leases.recall(TABLE, ROW);
        Hold two = leases.recall(TABLE, ROW);
        assertEquals(0, grant(client));
        one.end();
        one.end();
        assertEquals(0, grant(client));
        two.end();
        assertEquals(MILLIS, grant(client));
    }

    @Test
    void whoeverHoldsARowTooTellsNobodyAgain() {
        assertEquals(MILLIS, grant(client));
        AtomicInteger one = runs(leases.recall(TABLE, ROW));
        Hold second = leases.recall(TABLE, ROW);
        AtomicInteger two = runs(second);
        Hold third = leases.recall(TABLE, ROW);
        AtomicInteger three = runs(third);
        third.end();
        assertEquals(1, client.recalls.size());
        leases.returned(client.last());
        assertEquals(List.of(1, 1, 0), List.of(one.get(), two.get(), three.get()), "one has given up before");
        assertEquals(1, runs(leases.recall(TABLE, ROW)).get());
    }

    /** The change was given up, and the lease granted anew: what was given back is the one before. */
    @Test
    void aReturnThatComesLateIsOfItsOwnLease() {
        assertEquals(MILLIS, grant(client));
        Hold first = leases.recall(TABLE, ROW);
        AtomicInteger never = runs(first);
        long late = client.last();
        first.end();
        assertEquals(MILLIS, grant(client));
        AtomicInteger runs = runs(leases.recall(TABLE, ROW));
        leases.returned(late);
        assertEquals(0, runs.get());
        leases.returned(client.last());
        assertEquals(1, runs.get());
        assertEquals(0, never.get());
    }

    @Test
    void whoLeavesIsNotWaitedFor() {
        Client other = new Client();
        assertEquals(MILLIS, grant(client));
        assertEquals(MILLIS, grant(other));
        assertEquals(MILLIS, leases.grant(OTHER, ROW, Optional.of(client)));
        leases.returnedAll(client);
        assertEquals(1, runs(leases.recall(OTHER, ROW)).get());
        AtomicInteger runs = runs(leases.recall(TABLE, ROW));
        assertEquals(List.of(), client.recalls, "it has none any more");
        leases.returnedAll(client);
        assertEquals(0, runs.get(), "what others have is theirs");
        leases.returned(other.last());
        assertEquals(1, runs.get());
        assertEquals(2, leases.counts().returnedUnasked());
        assertEquals(1, leases.counts().returned());
    }

    @Test
    void whoeverWaitsForOneWhoLeavesGoesOn() {
        Client other = new Client();
        assertEquals(MILLIS, grant(client));
        assertEquals(MILLIS, grant(other));
        assertEquals(MILLIS, leases.grant(OTHER, ROW, Optional.of(client)));
        AtomicInteger both = runs(leases.recall(TABLE, ROW));
        AtomicInteger one = runs(leases.recall(OTHER, ROW));
        leases.returnedAll(client);
        assertEquals(List.of(0, 1), List.of(both.get(), one.get()));
        client.recalls.forEach(recall -> leases.returned(recall.number()));
        leases.returnedAll(client);
        assertEquals(0, both.get(), "a copy is not the other's return");
        leases.returned(other.last());
        assertEquals(1, both.get());
        assertEquals(0, leases.counts().waitedOut());
    }

    /** A recall that was given up is not what anybody waits for, though the lease was wanted back once. */
    @Test
    void whatWasWantedBackInVainIsGivenBackAsWell() {
        assertEquals(MILLIS, grant(client));
        leases.recall(TABLE, ROW).end();
        leases.returnedAll(client);
        assertEquals(1, runs(leases.recall(TABLE, ROW)).get());
        assertEquals(1, client.recalls.size());
    }

    @Test
    void whatIsGrantedLaterIsNotWhatWasGivenBack() {
        assertEquals(MILLIS, grant(client));
        leases.returnedAll(client);
        world.pass(NS / 2);
        assertEquals(MILLIS, grant(client));
        world.pass(NS / 2);
        AtomicInteger runs = runs(leases.recall(TABLE, ROW));
        world.pass(NS / 2 - 1);
        assertEquals(0, runs.get());
        world.pass(1);
        assertEquals(1, runs.get());
    }

    @Test
    void aLeaseThatIsAskedForAgainIsProlonged() {
        assertEquals(MILLIS, grant(client));
        world.pass(NS / 16);
        assertEquals(MILLIS * 15 / 16, grant(client), "not yet: it is told what is left");
        assertEquals(1, leases.count());
        world.pass(NS / 2);
        assertEquals(MILLIS, grant(client));
        world.pass(NS / 2);
        AtomicInteger runs = runs(leases.recall(TABLE, ROW));
        assertEquals(1, client.recalls.size());
        world.pass(NS / 2 - 1);
        assertEquals(0, runs.get());
        world.pass(1);
        assertEquals(1, runs.get());
    }

    @Test
    void thereAreNoMoreThanTheTermsAllow() {
        Leases few = leases(new LeaseTerms(MILLIS, 2, false), true);
        for (int i = 0; i < 2; i++) {
            assertEquals(MILLIS, few.grant(TABLE, RowName.of("row" + i), Optional.of(client)));
        }
        assertEquals(0, few.grant(TABLE, ROW, Optional.of(client)));
        world.pass(NS);
        assertEquals(MILLIS, few.grant(TABLE, ROW, Optional.of(client)));
        assertEquals(1, few.count());
    }

    @Test
    void aLifeBeginsByWaitingForTheLeasesOfTheOneBefore() {
        Leases second = leases(TERMS, false);
        AtomicInteger runs = runs(second.recall(TABLE, ROW));
        world.pass(NS - 1);
        assertEquals(0, runs.get());
        world.pass(1);
        assertEquals(1, runs.get());
        assertEquals(1, runs(second.recall(TABLE, ROW)).get());
        Leases ofOneProcess = leases(LeaseTerms.IN_PROCESS, false);
        assertEquals(1, runs(ofOneProcess.recall(TABLE, ROW)).get());
    }

    @Test
    void theLeasesThatCameWithASliceAreWaitedFor() {
        leases.strangersOn(TABLE);
        assertEquals(1, runs(leases.recall(OTHER, ROW)).get());
        assertEquals(MILLIS, grant(client));
        AtomicInteger runs = runs(leases.recall(TABLE, ROW));
        leases.returned(client.last());
        world.pass(NS - 1);
        assertEquals(0, runs.get());
        world.pass(1);
        assertEquals(1, runs.get());
    }

    @Test
    void whoIsOfThisProcessGivesBackAtOnce() {
        assertEquals(0, leases.grant(TABLE, ROW, Optional.empty()), "nobody would hear of it");
        List<LeaseRecall> heard = new ArrayList<>();
        leases.hears(heard::add);
        leases.hears(heard::add);
        assertEquals(MILLIS, leases.grant(TABLE, ROW, Optional.empty()));
        assertEquals(1, runs(leases.recall(TABLE, ROW)).get());
        assertEquals(2, heard.size(), "all of them hear of it");
    }

    @Test
    void withoutTimersNobodyIsTrustedWhoMayBeSilent() {
        Leases alone = new Leases(TERMS, world, Optional.empty(), Optional.empty(), false, () -> true, 0);
        alone.strangersOn(TABLE);
        assertEquals(0, alone.grant(TABLE, ROW, Optional.of(client)));
        assertEquals(1, runs(alone.recall(TABLE, ROW)).get());
    }

    @Test
    void whoHandsOverWantsAllBackAndGrantsNone() {
        assertEquals(MILLIS, grant(client));
        assertEquals(MILLIS, leases.grant(OTHER, ROW, Optional.of(client)));
        assertFalse(leases.areAllBack(), "nobody was asked");
        leases.handOver();
        leases.handOver();
        assertEquals(2, client.recalls.size());
        assertEquals(0, grant(new Client()));
        leases.returned(client.recalls.get(0).number());
        assertFalse(leases.areAllBack());
        leases.returned(client.recalls.get(1).number());
        assertTrue(leases.areAllBack());
        assertEquals(0, grant(client));
    }

    @Test
    void whoIsSilentHasHisLeaseUntilItsEndAlsoWhereAllAreHandedOver() {
        assertEquals(MILLIS, grant(client));
        leases.handOver();
        world.pass(NS - 1);
        assertFalse(leases.areAllBack());
        world.pass(1);
        assertTrue(leases.areAllBack());
    }

    @Test
    void leasesThatAreNotKnownAreNotBackBeforeTheirTime() {
        Leases second = leases(TERMS, false);
        second.handOver();
        assertFalse(second.areAllBack(), "those of the life before");
        leases.strangersOn(TABLE);
        leases.handOver();
        assertFalse(leases.areAllBack(), "those of another server");
        world.pass(NS);
        assertTrue(second.areAllBack());
        assertTrue(leases.areAllBack());
    }

    /** A row that is held already, as it is to be handed over, may come once more with a slice. */
    @Test
    void strangersOnARowThatIsHeldAreWaitedForToo() {
        assertEquals(MILLIS, grant(client));
        leases.handOver();
        leases.returned(client.last());
        leases.strangersOn(TABLE);
        AtomicInteger runs = runs(leases.recall(TABLE, ROW));
        assertEquals(0, runs.get());
        world.pass(NS - 1);
        assertEquals(0, runs.get());
        world.pass(1);
        assertEquals(1, runs.get());
    }

    @Test
    void noneIsGrantedByALifeOfWhichTheNextWouldNotKnow() {
        mayGrant = false;
        assertEquals(0, grant(client));
        mayGrant = true;
        assertEquals(MILLIS, grant(client));
    }

    /** Whatever happens: nobody is told that no lease is left while one is. */
    @Test
    void noHoldBeginsWhileAnybodyHasALease() {
        Seeds.each("LeasesTest#noHoldBeginsWhileAnybodyHasALease", 300, seed -> new Storm(new Random(seed)).run());
    }

    private static final class Storm {
        private final Random random;
        private final ManualWorld time = new ManualWorld(1);
        private final Leases leases = new Leases(
                new LeaseTerms(MILLIS, 15, false),
                time,
                Optional.of(time.timers()),
                Optional.empty(),
                true,
                () -> true,
                0);
        private final List<Busy> clients = new ArrayList<>();
        private final List<Hold> holds = new ArrayList<>();
        private final Set<Hold> waiting = new HashSet<>();

        private final class Busy implements LeaseHolder {
            private final Map<RowName, Long> untilNs = new HashMap<>();
            private final boolean isSilent;

            Busy(boolean isSilent) {
                this.isSilent = isSilent;
            }

            @Override
            public void recall(LeaseRecall recall) {
                if (!isSilent) {
                    time.plan(random.nextInt(5_000_000), () -> {
                        untilNs.remove(recall.name());
                        leases.returned(recall.number());
                    });
                }
            }

            /** What it was told comes to it late, as over a network. */
            void leave() {
                untilNs.clear();
                time.plan(random.nextInt(5_000_000), () -> leases.returnedAll(this));
            }

            void ask(RowName row) {
                long millis = leases.grant(TABLE, row, Optional.of(this));
                if (millis > 0) {
                    untilNs.put(row, time.monotonicNs() + millis * 1_000_000);
                }
            }
        }

        Storm(Random random) {
            this.random = random;
        }

        void run() {
            for (int i = 0; i < 4; i++) {
                clients.add(new Busy(i == 0));
            }
            for (int step = 0; step < 200; step++) {
                if (random.nextInt(40) == 0) { // and another comes instead
                    clients.set(1, replaced(clients.get(1)));
                }
                RowName row = RowName.of("row" + random.nextInt(3));
                int dice = random.nextInt(10);
                if (dice < 5) {
                    clients.get(random.nextInt(clients.size())).ask(row);
                } else if (dice < 7) {
                    hold(row);
                } else if (!holds.isEmpty() && dice < 9) {
                    end(holds.remove(random.nextInt(holds.size())));
                } else {
                    time.pass(random.nextInt((int) NS / 4));
                }
            }
            time.pass(2 * NS);
            assertEquals(Set.of(), waiting, "all that were not given up came to it");
        }

        private Busy replaced(Busy leaving) {
            leaving.leave();
            return new Busy(false);
        }

        private void end(Hold hold) {
            waiting.remove(hold);
            hold.end();
        }

        private void hold(RowName row) {
            Hold hold = leases.recall(TABLE, row);
            holds.add(hold);
            waiting.add(hold);
            hold.then(() -> {
                waiting.remove(hold);
                for (Busy each : clients) {
                    Long until = each.untilNs.get(row);
                    assertFalse(until != null && until - time.monotonicNs() > 0, "one has a lease yet");
                }
            });
        }
    }
}
