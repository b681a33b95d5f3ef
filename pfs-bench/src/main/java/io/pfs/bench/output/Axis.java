package io.pfs.bench.output;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** From 0 to a round number that nothing exceeds, with marks at round numbers between. */
record Axis(double top, double step) {
    private static final int MARKS = 6;

    /** One for values up to {@code most}. */
    static Axis upTo(double most) {
        double highest = most > 0 && Double.isFinite(most) ? most : 1;
        double power = Math.pow(10, Math.floor(Math.log10(highest / MARKS)));
        double step = power;
        for (double factor : new double[] {2, 5, 10}) {
            if (highest / step > MARKS) {
                step = factor * power;
            }
        }
        return new Axis(step * Math.ceil(highest / step - 1e-9), step);
    }

    List<Double> marks() {
        List<Double> marks = new ArrayList<>();
        long count = Math.round(top / step);
        for (int i = 0; i <= count; i++) {
            marks.add(i * step);
        }
        return marks;
    }

    /** Where a value is, as a share of the whole. */
    double share(double value) {
        return value / top;
    }

    String label(double mark) {
        return String.format(Locale.ROOT, step < 1 ? "%,." + (int) Math.ceil(-Math.log10(step)) + "f" : "%,.0f", mark);
    }
}
