package io.pfs.bench.output;

import io.pfs.bench.output.Svg.Anchor;
import io.pfs.bench.output.Svg.Point;
import java.util.List;

/** A picture with a title, and a field with an upright axis of a unit. */
final class Plot {
    static final int WIDTH = 860;
    static final int HEIGHT = 460;
    static final int LEFT = 100;
    static final int RIGHT = 815;
    static final int TOP = 70;
    static final int BOTTOM = 370;

    /** Told apart by people who see colours differently, too. */
    private static final List<String> COLOURS =
            List.of("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9");

    private static final String GRID = "#dddddd";
    private static final String EDGE = "#444444";
    private static final int TITLE_SIZE = 18;
    private static final int TEXT_SIZE = 12;
    private static final int LEGEND_OF_ROW = 4;
    private static final double LEGEND_WIDE = 185;
    private static final double LEGEND_HIGH = 18;
    private static final double LEGEND_TOP = 422;

    private final Svg svg = new Svg(WIDTH, HEIGHT);
    private final Axis upright;

    Plot(String title, String below, String unit, double most) {
        upright = Axis.upTo(most);
        svg.text(LEFT, 28, Anchor.START, TITLE_SIZE, title);
        svg.text(LEFT, 48, Anchor.START, TEXT_SIZE, below);
        svg.upright(20, (TOP + BOTTOM) / 2.0, TEXT_SIZE, unit);
        for (double mark : upright.marks()) {
            svg.line(LEFT, y(mark), RIGHT, y(mark), GRID);
            svg.text(LEFT - 8, y(mark) + 4, Anchor.END, TEXT_SIZE, upright.label(mark));
        }
        svg.line(LEFT, TOP, LEFT, BOTTOM, EDGE);
        svg.line(LEFT, BOTTOM, RIGHT, BOTTOM, EDGE);
    }

    static String colour(int number) {
        return COLOURS.get(number % COLOURS.size());
    }

    double y(double value) {
        return BOTTOM - upright.share(value) * (BOTTOM - TOP);
    }

    /** A bar on the ground, with its value above. */
    void bar(double middle, double wide, double value, String colour) {
        svg.rectangle(middle - wide / 2, y(value), wide, BOTTOM - y(value), colour);
        svg.text(middle, y(value) - 5, Anchor.MIDDLE, TEXT_SIZE, LoadReport.format("%,.0f", value));
    }

    void curve(List<Point> points, String colour) {
        svg.lines(points, colour);
    }

    /** A mark on the ground. */
    void mark(double x, String text) {
        svg.line(x, BOTTOM, x, BOTTOM + 5, EDGE);
        below(x, text);
    }

    void below(double x, String text) {
        svg.text(x, BOTTOM + 20, Anchor.MIDDLE, TEXT_SIZE, text);
    }

    /** What the ground's axis shows. */
    void ground(String text) {
        svg.text((LEFT + RIGHT) / 2.0, BOTTOM + 40, Anchor.MIDDLE, TEXT_SIZE, text);
    }

    /** Says what a colour stands for; the places are numbered. */
    void legend(int place, String text, String colour) {
        double x = LEFT + LEGEND_WIDE * (place % LEGEND_OF_ROW);
        int row = place / LEGEND_OF_ROW;
        double y = LEGEND_TOP + LEGEND_HIGH * row;
        svg.rectangle(x, y, 12, 12, colour);
        svg.text(x + 18, y + 10, Anchor.START, TEXT_SIZE, text);
    }

    @Override
    public String toString() {
        return svg.toString();
    }
}
