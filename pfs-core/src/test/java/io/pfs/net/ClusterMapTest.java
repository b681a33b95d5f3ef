package io.pfs.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ServerId;
import io.pfs.ShardId;
import io.pfs.cluster.ShardAssignment;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.testing.Damage;
import io.pfs.testing.Golden;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ClusterMapTest {
    @Test
    void aServersNumberIsItsPlaceInTheList() {
        ClusterMap map = ClusterMap.parse("a:1,b,[::1]:3");
        assertEquals(3, map.count());
        assertEquals(Optional.of(new Address("a", 1)), map.addressOf(new ServerId(0)));
        assertEquals(Optional.of(new Address("b", 7420)), map.addressOf(new ServerId(1)));
        assertEquals(Optional.of(new Address("::1", 3)), map.addressOf(new ServerId(2)));
        assertThrows(PfsException.class, () -> map.addressOf(new ServerId(3)));
    }

    @Test
    void eachOwnsItsShareOfTheShards() {
        ShardAssignment owners = ClusterMap.parse("a,b,c").owners(1024);
        int[] owned = new int[3];
        for (int shard = 0; shard < 1024; shard++) {
            owned[owners.owner(new ShardId(shard)).value()]++;
        }
        for (int count : owned) {
            assertTrue(count == 341 || count == 342, count + " shards");
        }
        assertEquals(owners, ClusterMap.parse("x,y,z").owners(1024), "where they are is nothing to that");
    }

    @Test
    void whoIsAloneOwnsAll() {
        assertTrue(ClusterMap.ALONE.isAlone());
        assertFalse(ClusterMap.parse("a").isAlone());
        assertEquals(1, ClusterMap.ALONE.count());
        assertEquals(new ServerId(0), ClusterMap.ALONE.owners(4).owner(new ShardId(3)));
    }

    private static final Optional<Address> A = Optional.of(new Address("a", 1));
    private static final Optional<Address> B = Optional.of(new Address("b", 1));
    private static final Optional<Address> NOWHERE = Optional.empty();

    @Test
    void aServerMayHaveSeveralSeatsAndASeatNoServer() {
        ClusterMap map = new ClusterMap(5, List.of(B, NOWHERE, A, B));
        assertFalse(map.isFixed());
        assertEquals(4, map.count());
        assertEquals(List.of(B.get(), A.get()), map.addresses());
        assertEquals(NOWHERE, map.addressOf(new ServerId(1)));
        assertEquals(B, map.addressOf(new ServerId(3)));
        assertEquals(ClusterMap.parse("a,b,c,d").owners(64), map.owners(64), "shards are those of seats");
        assertEquals("[b:1, nowhere, a:1, b:1] in version 5", map.toString());
        ByteWriter frame = MapFrame.encode(map, new ByteWriter(64));
        Golden.check(ClusterMapTest.class, "map-v1", frame.toBytes());
        ByteReader body = new ByteReader("frame", 0, frame.array(), Frame.HEADER_BYTES + 1, frame.length());
        assertEquals(map, MapFrame.decode(body));
        byte[] inner = Arrays.copyOfRange(frame.array(), Frame.HEADER_BYTES + 1, frame.length());
        Damage.eachPrefix(inner, (bytes, what) -> mapOrRefused(bytes));
        Damage.eachBitFlip(inner, (bytes, what) -> mapOrRefused(bytes));
    }

    private static void mapOrRefused(byte[] bytes) {
        try {
            assertTrue(MapFrame.decode(new ByteReader("made up", bytes)).count() > 0);
        } catch (PfsException e) {
            assertEquals(ErrorCode.Kind.DATA, e.code().kind(), e.getMessage());
        }
    }

    @Test
    void whereSeatsMoveTheLaterVersionCountsAndElseTheLastThatWasSaid() {
        ClusterMap older = new ClusterMap(5, List.of(A, B));
        ClusterMap newer = new ClusterMap(6, List.of(B, B));
        assertTrue(newer.replaces(older));
        assertFalse(older.replaces(newer));
        assertFalse(new ClusterMap(5, List.of(B, A)).replaces(older));
        ClusterMap fixed = ClusterMap.parse("a:1,b:1");
        assertTrue(ClusterMap.parse("b:1,a:1").replaces(fixed));
        assertFalse(fixed.replaces(ClusterMap.parse("a:1,b:1")));
        assertFalse(fixed.replaces(older), "they move");
        assertThrows(PfsException.class, () -> new ClusterMap(ClusterMap.FIXED, List.of(A, NOWHERE)));
        assertThrows(PfsException.class, () -> new ClusterMap(ClusterMap.FIXED, List.of(A, A)));
        assertThrows(PfsException.class, () -> new ClusterMap(-1, List.of(A)));
    }

    @Test
    void whatIsNoListOfServersIsRefused() {
        for (String text : new String[] {"", "a,", ",a", "a,,b", "a,a", "a:7420,a", "a:0,b", "a/x", "pfs://a"}) {
            assertEquals(ErrorCode.USAGE, refusal(() -> ClusterMap.parse(text)).code(), text);
        }
        List<Address> many = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            many.add(new Address("host" + i, 1));
        }
        assertTrue(refusal(() -> ClusterMap.fixed(many)).getMessage().contains("1000 servers"));
        assertThrows(PfsException.class, () -> ClusterMap.fixed(List.of(new Address("h".repeat(256), 1))));
    }

    private static PfsException refusal(Runnable task) {
        return assertThrows(PfsException.class, task::run);
    }

    /** Who reads it allows no longer a frame. */
    @Test
    void theLongestListFitsTheFrame() {
        List<Address> most = new ArrayList<>();
        for (int i = 100; most.size() < ClusterMap.BYTES_MAX / 8; i++) {
            most.add(new Address(Integer.toString(i), 0xffff));
        }
        ClusterMap map = ClusterMap.fixed(most);
        ByteWriter out = new ByteWriter(64);
        map.encode(out);
        assertTrue(out.length() <= Frame.BODY_BYTES_MAX_BEFORE_LOGIN - 512, out.length() + " bytes");
        assertEquals(map, ClusterMap.decode(new ByteReader("map", out.toBytes())));
    }
}
