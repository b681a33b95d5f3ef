package io.pfs.bench;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Has JMH run the benchmarks of a pair, each in a JVM of its own. */
final class Rounds {
    /** System property that tells benchmarks where to put files. */
    static final String FOLDER = "pfs.bench.folder";

    private Rounds() {}

    static Result measure(Pair pair, boolean quick, Path folder) {
        Set<String> benchmarks = new TreeSet<>();
        pair.ours().benchmark().ifPresent(benchmarks::add);
        pair.ceiling().benchmark().ifPresent(benchmarks::add);
        Map<String, Double> scores = new TreeMap<>();
        try {
            for (String benchmark : benchmarks) {
                collect(new Runner(options(benchmark, quick, folder)).run(), scores);
            }
        } catch (RunnerException e) {
            throw new PfsException(ErrorCode.IO_FAILED, "benchmark '" + pair.name() + "' failed: " + e, e);
        }
        return new Result(
                pair.name(),
                pair.mode(),
                pair.ours().value(scores),
                pair.ceiling().value(scores),
                pair.wanted());
    }

    private static Options options(String benchmark, boolean quick, Path folder) {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include("\\." + Pattern.quote(methodOf(benchmark)) + "$")
                .jvmArgsPrepend("-D" + FOLDER + "=" + folder)
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT);
        if (quick) {
            options.warmupIterations(1).measurementIterations(1);
        }
        if (!methodOf(benchmark).equals(benchmark)) {
            String[] parameter = benchmark
                    .substring(benchmark.indexOf('[') + 1, benchmark.length() - 1)
                    .split("=", 2);
            options.param(parameter[0], parameter[1]);
        }
        return options.build();
    }

    static String methodOf(String benchmark) {
        int parameters = benchmark.indexOf('[');
        return parameters < 0 ? benchmark : benchmark.substring(0, parameters);
    }

    /** Scores by the benchmark's name, and what it counted by that and the counter's. */
    private static void collect(Collection<RunResult> results, Map<String, Double> scores) {
        for (RunResult result : results) {
            String benchmark = key(result.getParams());
            scores.put(benchmark, result.getPrimaryResult().getScore());
            result.getSecondaryResults()
                    .forEach((name, counted) -> scores.put(benchmark + "." + name, counted.getScore()));
        }
    }

    private static String key(BenchmarkParams params) {
        String full = params.getBenchmark();
        int method = full.lastIndexOf('.');
        String name = full.substring(full.lastIndexOf('.', method - 1) + 1);
        String values = params.getParamsKeys().stream()
                .sorted()
                .map(key -> key + "=" + params.getParam(key))
                .collect(Collectors.joining(","));
        return values.isEmpty() ? name : name + "[" + values + "]";
    }

    static double score(Map<String, Double> scores, String benchmark) {
        Double score = scores.get(benchmark);
        if (score == null) {
            throw new PfsException(
                    ErrorCode.INVARIANT_BROKEN, "no benchmark is called " + benchmark + "; there are " + scores);
        }
        return score;
    }
}
