package io.pfs.bench.elastic;

import java.util.List;
import java.util.function.ToDoubleFunction;

/** The middle one of some figures; of two, the greater. */
final class Middle {
    private Middle() {}

    static <T> double of(List<T> all, ToDoubleFunction<T> figure) {
        double[] sorted = all.stream().mapToDouble(figure).sorted().toArray();
        return sorted[sorted.length / 2];
    }
}
