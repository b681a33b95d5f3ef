package io.pfs.server.rpc;

import static io.pfs.disk.DiskContract.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.net.Speaker;
import io.pfs.server.rpc.Places.Place;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PlacesTest {
    private static final Speaker CLIENT = new Speaker.User("jo");
    private static final Speaker SERVER = new Speaker.Server();
    private static final int CLIENTS_MAX = 1000;
    private static final int ALL = CLIENTS_MAX + Places.UNKNOWN_MAX;

    private final Places places = new Places(CLIENTS_MAX, "ofMap"::equals);

    /** As many as come in. */
    private List<Place> fill(Places target, String host) {
        List<Place> taken = new ArrayList<>();
        try {
            while (true) {
                taken.add(target.take(host));
            }
        } catch (PfsException e) {
            assertEquals(ErrorCode.BUSY, e.code());
            return taken;
        }
    }

    private List<Place> fill(String host) {
        return fill(places, host);
    }

    @Test
    void oneHostTakesHalfOfThePlacesAtMost() {
        List<Place> silent = fill("a");
        assertEquals(ALL / 2, silent.size());
        assertRefused(ErrorCode.BUSY, silent.size() + " of them from a", () -> places.take("a"));
        assertEquals(Places.UNKNOWN_OF_HOST, fill("b").size());
        assertEquals(Places.UNKNOWN_OF_HOST, fill("c").size());
        silent.forEach(Place::leave);
        assertTrue(fill("a").size() > Places.UNKNOWN_OF_HOST, "as before");
    }

    @Test
    void allHostsTogetherLeaveSomePlacesToServers() {
        places.take("server").isFor(SERVER);
        int taken = 0;
        for (int host = 0; host < 100; host++) {
            taken += fill("host-" + host).size();
        }
        assertEquals(ALL - Places.OF_SERVERS, taken);
        assertRefused(ErrorCode.BUSY, "as many connections", () -> places.take("stranger"));
        assertEquals(Places.UNKNOWN_OF_HOST, fill("server").size(), "where one came from before");
        assertEquals(Places.UNKNOWN_OF_HOST, fill("ofMap").size());
        assertRefused(ErrorCode.BUSY, "as many connections", () -> places.take("ofMap"));
    }

    /** Servers get new addresses again and again. */
    @Test
    void whereServersCameFromLastIsRememberedHoweverManyThereWere() {
        for (int host = 0; host < Limits.SERVERS_MAX + 10; host++) {
            comeAndGo("server-" + host);
            comeAndGo("stays");
        }
        comeAndGo("new");
        for (int host = 0; host < 100; host++) {
            fill("host-" + host);
        }
        assertRefused(ErrorCode.BUSY, "as many connections", () -> places.take("server-0"));
        assertEquals(Places.UNKNOWN_OF_HOST, fill("new").size());
        assertEquals(Places.UNKNOWN_OF_HOST, fill("stays").size());
    }

    private void comeAndGo(String host) {
        Place place = places.take(host);
        assertTrue(place.isFor(SERVER));
        place.leave();
    }

    /** Many processes of one host that come back at once, as each gets in soon. */
    @Test
    void aHostMayHaveAllClients() {
        for (int i = 0; i < CLIENTS_MAX; i++) {
            assertTrue(places.take("a").isFor(CLIENT));
        }
        List<Place> more = fill("a");
        assertEquals(Places.UNKNOWN_MAX / 2, more.size());
        assertFalse(more.get(0).isFor(CLIENT));
        assertTrue(more.get(1).isFor(SERVER));
        assertEquals(1, fill("a").size(), "a server takes no place of others");
    }

    @Test
    void whoHasEndedTakesNoPlace() {
        List<Place> clients = fill("a");
        clients.forEach(place -> assertTrue(place.isFor(CLIENT)));
        clients.forEach(Place::leave);
        clients.forEach(Place::leave);
        assertEquals(ALL / 2, fill("a").size());
        assertEquals(
                ALL / 2, fill(new Places(CLIENTS_MAX, "ofMap"::equals), "a").size());
    }
}
