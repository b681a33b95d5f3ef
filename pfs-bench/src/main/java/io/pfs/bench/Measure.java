package io.pfs.bench;

import java.util.Map;
import java.util.Optional;

/** Where a figure of the report comes from. */
sealed interface Measure {
    /** The figure, from the scores of the benchmarks that were run. */
    double value(Map<String, Double> scores);

    /** The JMH benchmark that has to be run for it, if any: {@code Class.method} or {@code Class.method[name=value]}. */
    Optional<String> benchmark();

    /** Operations a second of a benchmark. */
    record Score(String name) implements Measure {
        @Override
        public double value(Map<String, Double> scores) {
            return Rounds.score(scores, name);
        }

        @Override
        public Optional<String> benchmark() {
            return Optional.of(name);
        }
    }

    /** What a benchmark counted, a second of the time that it counted: for rounds that alternate in one benchmark. */
    record Counted(String name, String count, String nanos) implements Measure {
        @Override
        public double value(Map<String, Double> scores) {
            return Rounds.score(scores, name + "." + count) * 1e9 / Rounds.score(scores, name + "." + nanos);
        }

        @Override
        public Optional<String> benchmark() {
            return Optional.of(name);
        }
    }

    /** A figure that was asked for. */
    record Given(double figure) implements Measure {
        @Override
        public double value(Map<String, Double> scores) {
            return figure;
        }

        @Override
        public Optional<String> benchmark() {
            return Optional.empty();
        }
    }
}
