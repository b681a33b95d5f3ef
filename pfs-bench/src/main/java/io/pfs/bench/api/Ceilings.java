package io.pfs.bench.api;

import io.pfs.bench.whole.Echo;
import io.pfs.bench.whole.Forces;
import io.pfs.net.Network;
import io.pfs.net.netty.NettyNetwork;
import io.pfs.net.netty.Tls;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What the machine can do at best: frames of 64 bytes that only come back, over as many connections with as many in flight as
 * the load has, on the same transport; and bare writes that are forced. Measured in rounds before and after the load; the
 * middle one counts.
 */
public final class Ceilings implements AutoCloseable {
    private static final int ROUNDS = 5;
    /** So many, but no more of each caller: few callers take long for many frames. */
    private static final int FRAMES = 500_000;

    private static final int FRAMES_OF_CALLER = 2_000;
    private static final int QUICK_SHARE = 10;
    private static final int FORCES = 200;

    private final Network servers = new NettyNetwork("echo-server", OwnServer.threads(), Tls.NONE);
    private final Network theirs;
    private final Echo echo;
    private final Optional<Forces> forces;
    private final Shape shape;
    private final boolean isQuick;
    private final List<Double> echoesPerSecond = new ArrayList<>();
    private final List<Double> forcesPerSecond = new ArrayList<>();

    /** @param forced the file to be written, if forces are to be measured */
    public Ceilings(Shape shape, Optional<Path> forced, boolean isQuick) {
        this.theirs = new NettyNetwork("echo-client", shape.clients(), Tls.NONE);
        this.echo = new Echo(servers, theirs, shape.clients());
        this.forces = forced.map(Forces::new);
        this.shape = shape;
        this.isQuick = isQuick;
    }

    /** Does some rounds of each. */
    public void measure() {
        int share = isQuick ? QUICK_SHARE : 1;
        int frames = Math.min(FRAMES, FRAMES_OF_CALLER * shape.callers()) / share;
        int writes = FORCES / share;
        for (int round = 0; round < ROUNDS; round++) {
            echoesPerSecond.add(perSecond(frames, () -> echo.round(shape.inFlight(), frames)));
            forces.ifPresent(file -> forcesPerSecond.add(perSecond(writes, () -> write(file, writes))));
        }
    }

    private static void write(Forces file, int times) {
        for (int i = 0; i < times; i++) {
            file.next();
        }
    }

    private static double perSecond(int count, Runnable round) {
        long startNs = System.nanoTime();
        round.run();
        return count * 1e9 / Math.max(1, System.nanoTime() - startNs);
    }

    public double echoes() {
        return middle(echoesPerSecond);
    }

    /** One after the other; empty if they were not measured. */
    public OptionalDouble forces() {
        return forcesPerSecond.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(middle(forcesPerSecond));
    }

    private static double middle(List<Double> values) {
        List<Double> sorted = new ArrayList<>(values);
        Collections.sort(sorted);
        return sorted.get(sorted.size() / 2);
    }

    @Override
    public void close() {
        theirs.close();
        servers.close();
        forces.ifPresent(Forces::close);
    }
}
