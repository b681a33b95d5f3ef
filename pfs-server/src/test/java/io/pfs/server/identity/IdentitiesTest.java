package io.pfs.server.identity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.env.Clock;
import io.pfs.server.identity.Users.Group;
import io.pfs.server.identity.Users.Known;
import io.pfs.wire.Asker;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

final class IdentitiesTest {
    private static final long MINUTE_NS = 60_000_000_000L;
    private static final Asker SELF = Asker.superuser("runner", 500, List.of(500));

    private final Map<String, Known> there = new TreeMap<>();
    private final ArrayDeque<Runnable> lookups = new ArrayDeque<>();
    /** What is done when somebody has waited for long enough. */
    private final List<Runnable> patience = new ArrayList<>();

    private final List<String> searched = new ArrayList<>();
    private final List<PfsException> refusals = new ArrayList<>();
    private long nowNs;
    private boolean isOut;
    private boolean isFull;
    private boolean isBroken;

    private final Identities identities = new Identities(
            this::find,
            SELF,
            Optional.of("pfs-admin"),
            new Clock() {
                @Override
                public long monotonicNs() {
                    return nowNs;
                }

                @Override
                public long wallMillis() {
                    return 0;
                }
            },
            task -> {
                if (isFull) {
                    throw new RejectedExecutionException();
                }
                lookups.add(task);
            },
            patience::add);

    private Optional<Known> find(String user) {
        searched.add(user);
        if (isOut) {
            throw new PfsException(ErrorCode.IO_FAILED, "nobody knows just now");
        }
        if (isBroken) {
            throw new IllegalStateException("stands for a mistake of ours");
        }
        return Optional.ofNullable(there.get(user));
    }

    private static Known known(int uid, Group... groups) {
        return new Known(uid, List.of(groups));
    }

    /** Whoever was told of this user, after everybody was looked up who had to be. */
    private List<Supplier<Asker>> know(String user) {
        List<Supplier<Asker>> told = new ArrayList<>();
        identities.know(user, new Askers.Told() {
            @Override
            public void known(Supplier<Asker> asker) {
                told.add(asker);
            }

            @Override
            public void refused(PfsException cause) {
                refusals.add(cause);
            }
        });
        return told;
    }

    private void lookUp() {
        while (!lookups.isEmpty()) {
            lookups.remove().run();
        }
    }

    private static void ask(Supplier<Asker> one) {
        Asker unused = one.get();
    }

    private Asker asker(String user) {
        List<Supplier<Asker>> told = know(user);
        lookUp();
        return told.get(0).get();
    }

    @Test
    void aUserIsLookedUpOnceBeforeAnythingIsToldOfHim() {
        there.put("ann", known(1001, new Group(1001, "ann"), new Group(50, "staff")));
        List<Supplier<Asker>> first = know("ann");
        List<Supplier<Asker>> second = know("ann");
        assertTrue(first.isEmpty() && second.isEmpty());
        lookUp();
        assertEquals(
                new Asker("ann", 1001, List.of(1001, 50), false), first.get(0).get());
        assertEquals(first.get(0).get(), second.get(0).get());
        assertEquals(List.of("ann"), searched);
    }

    @Test
    void whoIsNowhereIsNobody() {
        assertEquals(new Asker("cy", 65534, List.of(65534), false), asker("cy"));
    }

    @Test
    void superusersAreRootWhoRunsTheServerAndAGroup() {
        there.put("ann", known(1001, new Group(1001, "ann"), new Group(7, "pfs-admin")));
        there.put("toor", known(0, new Group(0, "wheel")));
        there.put("alias", known(500, new Group(9, "x")));
        there.put("bob", known(1002, new Group(8, "pfs-admins")));
        assertTrue(asker("ann").isSuperuser());
        assertTrue(asker("toor").isSuperuser());
        assertTrue(asker("alias").isSuperuser());
        assertEquals(false, asker("bob").isSuperuser());
        searched.clear();
        assertEquals(SELF, asker("runner"));
        assertTrue(asker("root").isSuperuser());
        assertEquals(List.of(), searched, "these are known without being looked for");
    }

    @Test
    void aGroupMayBeNamedByItsNumber() {
        assertTrue(new Group(7, "pfs-admin").isCalled("7"));
        assertTrue(new Group(-2, "x").isCalled("4294967294"));
    }

    @Test
    void heIsLookedUpAgainAfterFiveMinutesInTheBackground() {
        there.put("ann", known(1001, new Group(1001, "ann")));
        List<Supplier<Asker>> told = know("ann");
        lookUp();
        there.put("ann", known(1001, new Group(1001, "ann"), new Group(50, "staff")));
        nowNs += 5 * MINUTE_NS - 1;
        assertEquals(List.of(1001), told.get(0).get().groups());
        assertTrue(lookups.isEmpty());
        nowNs += 1;
        assertEquals(List.of(1001), told.get(0).get().groups(), "nobody waits for it");
        assertEquals(List.of(1001), told.get(0).get().groups());
        assertEquals(1, lookups.size());
        lookUp();
        assertEquals(List.of(1001, 50), told.get(0).get().groups());
    }

    @Test
    void whileNobodyCanSayHeStaysWhoHeWas() {
        there.put("ann", known(1001, new Group(1001, "ann")));
        List<Supplier<Asker>> told = know("ann");
        lookUp();
        isOut = true;
        nowNs += 5 * MINUTE_NS;
        ask(told.get(0));
        lookUp();
        assertEquals(1001, told.get(0).get().uid());
        isOut = false;
        there.put("ann", known(2002, new Group(1001, "ann")));
        nowNs += MINUTE_NS / 6;
        ask(told.get(0));
        lookUp();
        assertEquals(2002, told.get(0).get().uid());
    }

    private void assertRefusedForNow(int count, String why) {
        assertEquals(count, refusals.size());
        refusals.forEach(refusal -> {
            assertEquals(ErrorCode.BUSY, refusal.code());
            assertTrue(refusal.getMessage().contains(why), refusal.getMessage());
        });
    }

    /** What he makes meanwhile would be nobody's for good. */
    @Test
    void whoCannotBeLookedUpIsRefusedForNow() {
        there.put("ann", known(1001, new Group(1001, "ann")));
        isOut = true;
        List<Supplier<Asker>> first = know("ann");
        List<Supplier<Asker>> second = know("ann");
        lookUp();
        assertEquals(List.of(), first);
        assertEquals(List.of(), second);
        assertRefusedForNow(2, "user 'ann'");
        isOut = false;
        assertEquals(1001, asker("ann").uid(), "he is looked up as soon as he comes again");
    }

    @Test
    void ifTooManyAreLookedForHeIsRefusedForNow() {
        there.put("ann", known(1001, new Group(1001, "ann")));
        isFull = true;
        assertEquals(List.of(), know("ann"));
        assertRefusedForNow(1, "user 'ann'");
        isFull = false;
        assertEquals(1001, asker("ann").uid());
    }

    @Test
    void aMistakeInLookingIsNoAnswerEither() {
        isBroken = true;
        assertEquals(List.of(), know("ann"));
        lookUp();
        assertRefusedForNow(1, "user 'ann'");
        isBroken = false;
        assertEquals(Asker.unknown("ann"), asker("ann"));
    }

    @Test
    void whoIsSuddenlyNowhereStaysWhoHeWasUntilHeWasLookedForOnceMore() {
        Known ann = known(1001, new Group(1001, "ann"));
        there.put("ann", ann);
        List<Supplier<Asker>> told = know("ann");
        lookUp();
        for (boolean isGone : List.of(false, true)) {
            there.remove("ann");
            nowNs += 5 * MINUTE_NS;
            ask(told.get(0));
            lookUp();
            assertEquals(1001, told.get(0).get().uid());
            assertEquals(1001, asker("ann").uid(), "also for who comes now");
            if (!isGone) {
                there.put("ann", ann);
            }
            nowNs += MINUTE_NS / 6;
            ask(told.get(0));
            lookUp();
            assertEquals(isGone ? 65534 : 1001, told.get(0).get().uid());
        }
    }

    /** After a quiet time nobody's first requests go by what he was hours ago. */
    @Test
    void whoComesAgainAfterLongIsLookedUpBeforeHeIsLetIn() {
        there.put("ann", known(1001, new Group(1001, "ann"), new Group(7, "pfs-admin")));
        assertTrue(asker("ann").isSuperuser());
        there.put("ann", known(1001, new Group(1001, "ann")));
        nowNs += 5 * MINUTE_NS - 1;
        assertEquals(1, know("ann").size(), "he was looked up a moment ago");
        nowNs += 1;
        List<Supplier<Asker>> first = know("ann");
        List<Supplier<Asker>> second = know("ann");
        assertEquals(List.of(), first);
        assertEquals(List.of(), second);
        assertEquals(1, lookups.size());
        lookUp();
        assertFalse(first.get(0).get().isSuperuser());
        assertFalse(second.get(0).get().isSuperuser());
    }

    @Test
    void whileNobodyCanSayWhoIsKnownIsLetIn() {
        there.put("ann", known(1001, new Group(1001, "ann")));
        assertEquals(1001, asker("ann").uid());
        isOut = true;
        nowNs += 5 * MINUTE_NS;
        assertEquals(1001, asker("ann").uid());
        nowNs += MINUTE_NS;
        assertEquals(1001, know("ann").get(0).get().uid(), "at once, as a search may take long to fail");
        lookUp();
        nowNs += 5 * MINUTE_NS;
        assertEquals(List.of(), know("ann"), "that it failed so long ago says nothing of now");
        isOut = false;
        lookUp();
        nowNs += 5 * MINUTE_NS;
        assertEquals(List.of(), know("ann"));
    }

    private void losePatience() {
        List<Runnable> all = List.copyOf(patience);
        patience.clear();
        all.forEach(Runnable::run);
    }

    /** Others are looked up before him, each for seconds, and whoever waits for that for too long is not let in at all. */
    @Test
    void whoIsKnownDoesNotWaitForLong() {
        there.put("ann", known(1001, new Group(1001, "ann"), new Group(7, "pfs-admin")));
        assertTrue(asker("ann").isSuperuser());
        nowNs += 10 * MINUTE_NS;
        List<Supplier<Asker>> told = know("ann");
        List<Supplier<Asker>> stranger = know("bob");
        assertEquals(List.of(), told);
        losePatience();
        assertEquals(1, told.size());
        assertFalse(told.get(0).get().isSuperuser(), "what a group lets him do is another matter");
        assertEquals(List.of(), stranger, "of him nothing is known");
        lookUp();
        losePatience();
        assertEquals(1, told.size(), "he is told once");
        assertEquals(1, stranger.size());
        assertTrue(told.get(0).get().isSuperuser());
        assertEquals(List.of(), refusals);
    }

    @Test
    void thatOneCannotBeLookedUpSaysNothingOfOthers() {
        there.put("ann", known(1001, new Group(1001, "ann")));
        assertEquals(1001, asker("ann").uid());
        nowNs += 5 * MINUTE_NS;
        isOut = true;
        assertEquals(List.of(), know("bob"));
        lookUp();
        assertRefusedForNow(1, "user 'bob'");
        isOut = false;
        there.put("ann", known(2002, new Group(1001, "ann")));
        List<Supplier<Asker>> told = know("ann");
        assertEquals(List.of(), told, "he is looked up first");
        lookUp();
        assertEquals(2002, told.get(0).get().uid());
    }

    @Test
    void aSuperuserWhoWasLookedUpLongAgoIsNoneUntilHeIsAgain() {
        there.put("ann", known(1001, new Group(1001, "ann"), new Group(7, "pfs-admin")));
        List<Supplier<Asker>> told = know("ann");
        lookUp();
        isOut = true;
        nowNs += 10 * MINUTE_NS - 1;
        assertTrue(told.get(0).get().isSuperuser());
        lookUp();
        nowNs += 1;
        assertEquals(
                new Asker("ann", 1001, List.of(1001, 7), false), told.get(0).get());
        isOut = false;
        nowNs += MINUTE_NS;
        ask(told.get(0));
        lookUp();
        assertTrue(told.get(0).get().isSuperuser());
    }
}
