package io.pfs.sim;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What of a seed's workload is left out, so that a violation shows in a smaller history.
 *
 * @param without classes of faults that are switched off
 * @param operations so many at the most
 * @param servers so many at the most
 */
record Cut(Set<FaultClass> without, int operations, int servers) {
    static final Cut NONE = new Cut(EnumSet.noneOf(FaultClass.class), Integer.MAX_VALUE, Integer.MAX_VALUE);

    private static final String WITHOUT = "pfs.without";
    private static final String OPERATIONS = "pfs.operations";
    private static final String SERVERS = "pfs.servers";

    /** What the properties of this JVM say. */
    static Cut ofProperties() {
        Set<FaultClass> without = EnumSet.noneOf(FaultClass.class);
        for (String name : System.getProperty(WITHOUT, "").split(",")) {
            if (!name.isEmpty()) {
                without.add(FaultClass.valueOf(name.toUpperCase(Locale.ROOT)));
            }
        }
        return new Cut(
                without, Integer.getInteger(OPERATIONS, NONE.operations), Integer.getInteger(SERVERS, NONE.servers));
    }

    boolean isNone() {
        return equals(NONE);
    }

    Cut andWithout(FaultClass one) {
        Set<FaultClass> more = EnumSet.of(one);
        more.addAll(without);
        return new Cut(more, operations, servers);
    }

    Cut withOperations(int fewer) {
        return new Cut(without, fewer, servers);
    }

    Cut withServers(int fewer) {
        return new Cut(without, operations, fewer);
    }

    /** The command that replays a seed so. */
    String replay(long seed) {
        String classes =
                without.stream().map(c -> c.name().toLowerCase(Locale.ROOT)).collect(Collectors.joining(","));
        return "mvn -pl pfs-server -am test -Dtest=SimulationTest -Dpfs.seed=" + seed
                + (without.isEmpty() ? "" : " -D" + WITHOUT + "=" + classes)
                + (operations == NONE.operations ? "" : " -D" + OPERATIONS + "=" + operations)
                + (servers == NONE.servers ? "" : " -D" + SERVERS + "=" + servers);
    }
}
