package io.pfs.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.ServerId;
import io.pfs.ShardId;
import io.pfs.testing.Seeds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class ShardAssignmentTest {
    private static final String NAME = "ShardAssignmentTest";
    private static final int SERVERS_MOST = 75;

    /** Moves of a whole life, and the least that any assignment with these shares could have done with. */
    private static final class Moves {
        private long done;
        private long least;
        private double worst;

        void add(int moved, int needed) {
            done += moved;
            least += needed;
            worst = Math.max(worst, needed == 0 ? 1 : (double) moved / needed);
        }
    }

    @Test
    void oneServerOwnsEverything() {
        ShardAssignment assignment = ShardAssignment.first(1024, List.of(Member.of(7)));
        for (int shard = 0; shard < 1024; shard++) {
            assertEquals(new ServerId(7), assignment.owner(new ShardId(shard)));
        }
    }

    @Test
    void isAFunctionOfTheMembersAndWhatWasBefore() {
        List<Member> members = new ArrayList<>(List.of(Member.of(3), Member.of(1), Member.of(200)));
        ShardAssignment first = ShardAssignment.first(256, members);
        Collections.reverse(members);
        assertEquals(first, ShardAssignment.first(256, members), "the order of members doesn't matter");
        assertEquals(first, first.next(members), "nothing moves without a change");
        assertEquals(List.of(), first.movesTo(first.next(members)));
        assertNotEquals(first, ShardAssignment.first(256, members.subList(0, 2)));
    }

    @Test
    void refusesNobodyAndTwins() {
        assertThrows(PfsException.class, () -> ShardAssignment.first(1024, List.of()));
        assertThrows(PfsException.class, () -> ShardAssignment.first(1024, List.of(Member.of(1), Member.of(1))));
        assertThrows(PfsException.class, () -> ShardAssignment.first(1000, List.of(Member.of(1))));
        assertThrows(PfsException.class, () -> new Member(new ServerId(1), 0));
    }

    @Test
    void everyNewAssignmentIsBalanced() {
        for (int shards = 64; shards <= 4096; shards *= 2) {
            for (int servers = 2; servers <= Math.min(SERVERS_MOST, shards / 20); servers++) {
                requireBalance(ShardAssignment.first(shards, members(servers)), members(servers));
            }
        }
    }

    /** The number of shards that is formatted by default: no change moves a shard more than any change must. */
    @Test
    void byDefaultMovesAreTheLeastThereCanBe() {
        Moves moves = new Moves();
        Seeds.each(NAME + "#byDefaultMovesAreTheLeastThereCanBe", 3, seed -> live(seed, Limits.SHARDS_DEFAULT, moves));
        assertTrue(moves.worst <= 1.05, "one change moved " + moves.worst + " times the least");
    }

    @Test
    void moreShardsAndServersStayBalancedWithFewMoves() {
        for (int shards : new int[] {256, 2048, 4096}) {
            Moves moves = new Moves();
            Seeds.each(NAME + "#moreShardsAndServers*", 2, seed -> live(seed, shards, moves));
            assertTrue(moves.worst <= 1.5, shards + " shards: one change moved " + moves.worst + " times the least");
            double overall = (double) moves.done / moves.least;
            assertTrue(overall <= 1.01, shards + " shards: all changes moved " + overall + " times the least");
        }
    }

    /** Grows to as many servers as the shards are meant for, shrinks to two, then wanders; balanced at each step. */
    private static void live(long seed, int shards, Moves moves) {
        Random random = new Random(seed);
        int most = Math.min(SERVERS_MOST, shards / 20);
        List<Member> members = members(2);
        ShardAssignment assignment = ShardAssignment.first(shards, members);
        int nextServer = 2;
        for (int step = 0; step < 2 * most + 60; step++) {
            boolean joins = step < most - 2 || (step > 2 * most && random.nextBoolean());
            joins = members.size() < most && (joins || members.size() == 2);
            if (joins) {
                members.add(Member.of(nextServer++));
            } else {
                members.remove(random.nextInt(members.size()));
            }
            ShardAssignment next = assignment.next(members);
            requireBalance(next, members);
            moves.add(assignment.movesTo(next).size(), leastMoves(assignment, members));
            assignment = next;
        }
    }

    /** What the new members lack of their share rounded down, or what the lost ones owned. */
    private static int leastMoves(ShardAssignment before, List<Member> members) {
        NavigableMap<Integer, Integer> owned = owned(before);
        int lacking = 0;
        for (Member member : members) {
            int held = owned.getOrDefault(member.server().value(), 0);
            lacking += Math.max(0, before.shards() / members.size() - held);
            owned.remove(member.server().value());
        }
        int homeless = owned.values().stream().mapToInt(Integer::intValue).sum();
        return Math.max(lacking, homeless);
    }

    @Test
    void severalChangesAtOnceStayBalanced() {
        Seeds.each(NAME + "#severalChangesAtOnceStayBalanced", 10, seed -> {
            Random random = new Random(seed);
            ShardAssignment assignment = ShardAssignment.first(1024, members(3));
            for (int step = 0; step < 20; step++) {
                List<Member> members = members(70);
                Collections.shuffle(members, random);
                members = members.subList(0, 2 + random.nextInt(49));
                assignment = assignment.next(members);
                requireBalance(assignment, members);
            }
        });
    }

    @Test
    void weightsAreSharesOfEveryTable() {
        Seeds.each(NAME + "#weightsAreSharesOfEveryTable", 10, seed -> {
            Random random = new Random(seed);
            ShardAssignment assignment = ShardAssignment.first(2048, members(3));
            for (int step = 0; step < 20; step++) {
                List<Member> members = new ArrayList<>();
                for (int server = 0; server < 2 + random.nextInt(30); server++) {
                    members.add(new Member(new ServerId(server), 1 + random.nextInt(8)));
                }
                assignment = assignment.next(members);
                requireBalance(assignment, members);
            }
        });
    }

    @Test
    void moreServersThanShardsLeaveSomeWithoutAny() {
        ShardAssignment assignment = ShardAssignment.first(16, members(40));
        NavigableMap<Integer, Integer> owned = owned(assignment);
        assertEquals(16, owned.size());
        assertEquals(List.of(), assignment.movesTo(assignment.next(members(41))));
    }

    @Test
    void theLargestClusterIsAssignedAtAll() {
        ShardAssignment assignment = ShardAssignment.first(Limits.SHARDS_MAX, members(Limits.SERVERS_MAX));
        assertEquals(Limits.SERVERS_MAX, owned(assignment).size());
        owned(assignment).values().forEach(count -> assertEquals(16, count));
    }

    /**
     * Every base and every spread with at least 16 places a server, through the placement as it is: of the places of one
     * table, no server has more than 1.05 times its share, or its share rounded up.
     */
    private static void requireBalance(ShardAssignment assignment, List<Member> members) {
        int shards = assignment.shards();
        StridePlacement placement = new StridePlacement(shards);
        requireTotals(assignment, members);
        for (int spread = 0; 1 << spread <= shards; spread++) {
            int places = 1 << spread;
            if (places >= 16 * members.size()) {
                for (int base = 0; base < shards / places; base++) {
                    int[] counts = new int[Limits.SERVERS_MAX];
                    for (int slice = 0; slice < places; slice++) {
                        ShardId shard = placement.shard(new ShardId(base), slice, spread);
                        counts[assignment.owner(shard).value()]++;
                    }
                    requireShares(counts, places, members, "spread " + spread + ", base " + base);
                }
            }
        }
    }

    private static void requireShares(int[] counts, int places, List<Member> members, String what) {
        long total = members.stream().mapToLong(Member::weight).sum();
        for (Member member : members) {
            double share = (double) places * member.weight() / total;
            double most = Math.max(1.05 * share, Math.ceil(share)) + 1e-6;
            int count = counts[member.server().value()];
            if (count > most) {
                throw new AssertionError(what + ": " + member + " of " + members.size() + " has " + count
                        + " places of " + places + ", its share is " + share);
            }
        }
    }

    private static void requireTotals(ShardAssignment assignment, List<Member> members) {
        NavigableMap<Integer, Integer> owned = owned(assignment);
        long total = members.stream().mapToLong(Member::weight).sum();
        for (Member member : members) {
            double share = (double) assignment.shards() * member.weight() / total;
            int count = owned.getOrDefault(member.server().value(), 0);
            assertTrue(Math.abs(count - share) < 1, () -> member + " owns " + count + ", its share is " + share);
            owned.remove(member.server().value());
        }
        assertTrue(owned.isEmpty(), () -> "owned by others: " + owned);
    }

    private static NavigableMap<Integer, Integer> owned(ShardAssignment assignment) {
        NavigableMap<Integer, Integer> owned = new TreeMap<>();
        for (int shard = 0; shard < assignment.shards(); shard++) {
            owned.merge(assignment.owner(new ShardId(shard)).value(), 1, Integer::sum);
        }
        return owned;
    }

    private static List<Member> members(int count) {
        List<Member> members = new ArrayList<>();
        for (int server = 0; server < count; server++) {
            members.add(Member.of(server));
        }
        return members;
    }
}
