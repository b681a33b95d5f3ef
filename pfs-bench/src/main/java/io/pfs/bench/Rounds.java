package io.pfs.bench;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Has JMH run the two benchmarks of a pair, one after the other, each in a JVM of its own. */
final class Rounds {
    /** System property that tells benchmarks where to put files. */
    static final String FOLDER = "pfs.bench.folder";

    private Rounds() {}

    static Result measure(Pair pair, boolean quick, Path folder) {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include(pattern(pair.ours()))
                .include(pattern(pair.ceiling()))
                .jvmArgsPrepend("-D" + FOLDER + "=" + folder)
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT);
        if (quick) {
            options.warmupIterations(1).measurementIterations(1);
        }
        try {
            Map<String, Double> scores = scores(new Runner(options.build()).run());
            return new Result(
                    pair.name(), pair.mode(), score(scores, pair.ours()), score(scores, pair.ceiling()), pair.wanted());
        } catch (RunnerException e) {
            throw new PfsException(ErrorCode.IO_FAILED, "benchmark '" + pair.name() + "' failed: " + e, e);
        }
    }

    /** Without parameters: JMH runs all values, the pair picks one. */
    private static String pattern(String benchmark) {
        int parameters = benchmark.indexOf('[');
        String name = parameters < 0 ? benchmark : benchmark.substring(0, parameters);
        return "\\." + Pattern.quote(name) + "$";
    }

    private static Map<String, Double> scores(Collection<RunResult> results) {
        Map<String, Double> scores = new TreeMap<>();
        for (RunResult result : results) {
            scores.put(key(result.getParams()), result.getPrimaryResult().getScore());
        }
        return scores;
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

    private static double score(Map<String, Double> scores, String benchmark) {
        Double score = scores.get(benchmark);
        if (score == null) {
            throw new PfsException(
                    ErrorCode.INVARIANT_BROKEN, "no benchmark is called " + benchmark + "; there are " + scores);
        }
        return score;
    }
}
