package io.pfs.bench.output;

import io.pfs.bench.output.Svg.Point;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Curves over something that is counted or measured, in one field. */
public final class Chart {
    private final String title;
    private final String below;
    private final String ground;
    private final String upright;
    private final Map<String, List<Value>> curves = new LinkedHashMap<>();

    private record Value(double x, double y) {}

    /**
     * One without curves.
     *
     * @param ground what is counted from left to right
     * @param upright what the values are
     */
    public Chart(String title, String below, String ground, String upright) {
        this.title = title;
        this.below = below;
        this.ground = ground;
        this.upright = upright;
    }

    /** Under which conditions. */
    public String below() {
        return below;
    }

    /** The next point of a curve, which is told from others by its name. */
    public void add(String curve, double x, double y) {
        curves.computeIfAbsent(curve, none -> new ArrayList<>()).add(new Value(x, y));
    }

    public String svg() {
        Plot plot = new Plot(title, below, upright, most(Value::y));
        Axis axis = Axis.upTo(most(Value::x));
        axis.marks().forEach(mark -> plot.mark(x(axis, mark), axis.label(mark)));
        plot.ground(ground);
        int number = 0;
        for (Map.Entry<String, List<Value>> curve : curves.entrySet()) {
            List<Point> points = curve.getValue().stream()
                    .map(value -> new Point(x(axis, value.x()), plot.y(value.y())))
                    .toList();
            plot.curve(points, Plot.colour(number));
            plot.legend(number, curve.getKey(), Plot.colour(number));
            number++;
        }
        return plot.toString();
    }

    private interface Of {
        double of(Value value);
    }

    private double most(Of of) {
        return curves.values().stream()
                .flatMap(List::stream)
                .mapToDouble(of::of)
                .max()
                .orElse(1);
    }

    private static double x(Axis axis, double value) {
        return Plot.LEFT + axis.share(value) * (Plot.RIGHT - Plot.LEFT);
    }
}
