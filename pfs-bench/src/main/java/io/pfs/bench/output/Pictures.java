package io.pfs.bench.output;

import io.pfs.bench.api.PhaseResult;
import io.pfs.bench.api.Windows;
import io.pfs.bench.output.Svg.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Figures as pictures. */
public final class Pictures {
    private static final double BAR_SHARE = 0.6;

    private Pictures() {}

    /** A bar for each phase: how many a second. */
    public static String bars(Measured measured) {
        List<PhaseResult> phases = measured.phases();
        double most = phases.stream().mapToDouble(PhaseResult::perSecond).max().orElse(1);
        String units = phases.stream().map(PhaseResult::unit).distinct().collect(Collectors.joining(" or "));
        Plot plot = new Plot(measured.load() + ", rate by phase", measured.conditions(), units + " a second", most);
        double room = (double) (Plot.RIGHT - Plot.LEFT) / phases.size();
        for (int i = 0; i < phases.size(); i++) {
            double middle = Plot.LEFT + (i + 0.5) * room;
            plot.bar(middle, room * BAR_SHARE, phases.get(i).perSecond(), Plot.colour(i));
            plot.below(middle, phases.get(i).name());
        }
        plot.ground("phase");
        return plot.toString();
    }

    /** A curve for each phase: how many a second in each window, from its begin on. */
    public static String rates(Measured measured) {
        List<PhaseResult> phases = measured.phases();
        double most = 0;
        double longest = 0;
        for (PhaseResult phase : phases) {
            longest = Math.max(longest, phase.seconds());
            for (int window : shown(phase.windows())) {
                most = Math.max(most, phase.windows().perSecond(window));
            }
        }
        Plot plot = new Plot(measured.load() + ", rate over time", measured.conditions(), "operations a second", most);
        Axis time = Axis.upTo(longest);
        time.marks().forEach(mark -> plot.mark(x(time, mark), time.label(mark)));
        plot.ground("seconds since the phase began");
        for (int i = 0; i < phases.size(); i++) {
            plot.curve(points(plot, time, phases.get(i).windows()), Plot.colour(i));
            plot.legend(i, phases.get(i).name(), Plot.colour(i));
        }
        return plot.toString();
    }

    private static List<Point> points(Plot plot, Axis time, Windows windows) {
        List<Point> points = new ArrayList<>();
        for (int i : shown(windows)) {
            double middle = windows.fromSeconds(i) + windows.lengthSeconds(i) / 2;
            points.add(new Point(x(time, middle), plot.y(windows.perSecond(i))));
        }
        return points;
    }

    /** All but a last one that is too short for a rate, unless there is no other. */
    private static List<Integer> shown(Windows windows) {
        List<Integer> shown = new ArrayList<>();
        for (int i = 0; i < windows.counts().size(); i++) {
            if (i == 0 || windows.lengthSeconds(i) * 2e9 >= windows.windowNs()) {
                shown.add(i);
            }
        }
        return shown;
    }

    private static double x(Axis time, double seconds) {
        return Plot.LEFT + time.share(seconds) * (Plot.RIGHT - Plot.LEFT);
    }
}
