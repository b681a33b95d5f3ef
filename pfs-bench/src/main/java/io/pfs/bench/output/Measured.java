package io.pfs.bench.output;

import io.pfs.bench.api.PhaseResult;
import io.pfs.bench.api.Shape;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One run of a load.
 *
 * @param load what it is called
 * @param target the server, or servers, as they were named; empty for one in this process
 * @param mode what that one's answers promise; unknown of others
 * @param echoesPerSecond frames of 64 bytes that only came back, in the same run
 * @param forcesPerSecond bare writes that were forced, one after the other, if that was measured
 */
public record Measured(
        String load,
        Optional<String> target,
        String mode,
        Shape shape,
        double echoesPerSecond,
        OptionalDouble forcesPerSecond,
        List<PhaseResult> phases) {
    /** Under which conditions, in one line. */
    String conditions() {
        return LoadReport.format(
                "clients %d, in flight %d each, files %,d each, mode %s, %s",
                shape.clients(),
                shape.inFlight(),
                shape.files(),
                mode,
                target.orElse("server in the same process, over sockets"));
    }
}
