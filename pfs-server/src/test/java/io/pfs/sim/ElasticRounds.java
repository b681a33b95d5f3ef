package io.pfs.sim;

import io.pfs.sim.ElasticSimulation.Result;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.LongStream;

/** The same servers come and go five times, each by a seed of its own: of each figure the middle one counts. */
final class ElasticRounds {
    private static final int ROUNDS = 5;

    private final ElasticShape shape;
    private final List<Result> results;

    private ElasticRounds(ElasticShape shape, List<Result> results) {
        this.shape = shape;
        this.results = results;
    }

    /** The first five seeds, the second five, and so on. */
    static ElasticRounds run(long five, ElasticShape shape) {
        List<Result> results = LongStream.rangeClosed((five - 1) * ROUNDS + 1, five * ROUNDS)
                .mapToObj(seed -> ElasticSimulation.run(seed, shape))
                .toList();
        return new ElasticRounds(shape, results);
    }

    /** The first operations that were not answered as they had to be, and changes that were lost. */
    List<String> failures() {
        return results.stream().flatMap(result -> result.failures().stream()).toList();
    }

    /** So many times as late as when nothing moved: from when those that joined were ready. */
    double joinedTimes() {
        return middle(result -> result.joined().lateMillis() / result.quiet().lateMillis());
    }

    /** The same from when the others served what those had that left. */
    double leftTimes() {
        return middle(result -> result.left().lateMillis() / result.quiet().lateMillis());
    }

    /** That any seat was served by nobody, in any of them. */
    double longestAwayMillis() {
        return Math.max(
                longest(Result::joining, ElasticPhase::longestAwayMillis),
                longest(ElasticRounds::moving, ElasticPhase::longestAwayMillis));
    }

    /** From when some begin to leave until the others serve what these had. */
    private static ElasticPhase moving(Result result) {
        return result.leaving().with(result.gone());
    }

    private static ElasticPhase goneAndLeft(Result result) {
        return result.gone().with(result.left());
    }

    private double longest(Function<Result, ElasticPhase> phase, ToDoubleFunction<ElasticPhase> figure) {
        return results.stream().map(phase).mapToDouble(figure).max().orElseThrow();
    }

    private double middle(ToDoubleFunction<Result> figure) {
        return results.stream().mapToDouble(figure).sorted().toArray()[ROUNDS / 2];
    }

    private double middle(Function<Result, ElasticPhase> phase, ToDoubleFunction<ElasticPhase> figure) {
        return middle(result -> figure.applyAsDouble(phase.apply(result)));
    }

    @Override
    public String toString() {
        return "servers " + shape + ", simulated:"
                + still("quiet", Result::quiet, "")
                + moving("joining", Result::joining)
                + still("joined", Result::joined, String.format(Locale.ROOT, ", %.2f times", joinedTimes()))
                + moving("leaving", ElasticRounds::moving)
                + still("left, from when processes ended", ElasticRounds::goneAndLeft, gone())
                + still(
                        "left, from when others serve",
                        Result::left,
                        String.format(Locale.ROOT, ", %.2f times", leftTimes()));
    }

    private String gone() {
        double times = middle(
                result -> goneAndLeft(result).lateMillis() / result.quiet().lateMillis());
        double afterMillis = middle(Result::leaving, ElasticPhase::tookMillis);
        return String.format(Locale.ROOT, ", %.2f times, %.0f ms after they were told to", times, afterMillis);
    }

    private String still(String name, Function<Result, ElasticPhase> phase, String beside) {
        return String.format(
                Locale.ROOT, "%n  %s: p99 %.2f ms%s", name, middle(phase, ElasticPhase::lateMillis), beside);
    }

    private String moving(String name, Function<Result, ElasticPhase> phase) {
        return String.format(
                Locale.ROOT,
                "%n  %s: takes %.0f ms, p99 %.1f ms, longest wait %.1f ms, of all rounds %.1f ms; a seat is away for %.1f ms at most, of all rounds %.1f ms",
                name,
                middle(phase, ElasticPhase::tookMillis),
                middle(phase, ElasticPhase::lateMillis),
                middle(phase, ElasticPhase::longestMillis),
                longest(phase, ElasticPhase::longestMillis),
                middle(phase, ElasticPhase::longestAwayMillis),
                longest(phase, ElasticPhase::longestAwayMillis));
    }
}
