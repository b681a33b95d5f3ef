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
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ClusterMapTest {
    @Test
    void aServersNumberIsItsPlaceInTheList() {
        ClusterMap map = ClusterMap.parse("a:1,b,[::1]:3");
        assertEquals(3, map.count());
        assertEquals(new Address("a", 1), map.addressOf(new ServerId(0)));
        assertEquals(new Address("b", 7420), map.addressOf(new ServerId(1)));
        assertEquals(new Address("::1", 3), map.addressOf(new ServerId(2)));
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

    @Test
    void whatIsNoListOfServersIsRefused() {
        for (String text : new String[] {"", "a,", ",a", "a,,b", "a,a", "a:7420,a", "a:0,b", "a/x", "pfs://a"}) {
            assertEquals(ErrorCode.USAGE, refusal(() -> ClusterMap.parse(text)).code(), text);
        }
        List<Address> many = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            many.add(new Address("host" + i, 1));
        }
        assertTrue(refusal(() -> new ClusterMap(many)).getMessage().contains("1000 servers"));
        assertThrows(PfsException.class, () -> new ClusterMap(List.of(new Address("h".repeat(256), 1))));
    }

    private static PfsException refusal(Runnable task) {
        return assertThrows(PfsException.class, task::run);
    }

    /** Who reads it allows no longer a frame. */
    @Test
    void theLongestListFitsTheFrame() {
        List<Address> most = new ArrayList<>();
        for (int i = 100; most.size() < ClusterMap.BYTES_MAX / 6; i++) {
            most.add(new Address(Integer.toString(i), 0xffff));
        }
        ClusterMap map = new ClusterMap(most.subList(0, 512));
        ByteWriter out = new ByteWriter(64);
        map.encode(out);
        assertTrue(out.length() <= Frame.BODY_BYTES_MAX_BEFORE_LOGIN - 512, out.length() + " bytes");
        assertEquals(map, ClusterMap.decode(new ByteReader("map", out.toBytes())));
    }
}
