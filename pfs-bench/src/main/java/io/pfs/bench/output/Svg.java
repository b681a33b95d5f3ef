package io.pfs.bench.output;

import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;

/** Shapes and texts of a picture. Whatever is written as text is escaped. */
final class Svg {
    private final StringBuilder body = new StringBuilder();
    private final int width;
    private final int height;

    Svg(int width, int height) {
        this.width = width;
        this.height = height;
        rectangle(0, 0, width, height, "#ffffff");
    }

    /** Where a text stands, seen from its point. */
    enum Anchor {
        START("start"),
        MIDDLE("middle"),
        END("end");

        private final String word;

        Anchor(String word) {
            this.word = word;
        }
    }

    /** A place in the picture, from its upper left corner. */
    record Point(double x, double y) {}

    void rectangle(double x, double y, double wide, double high, String colour) {
        add(
                "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>",
                x, y, wide, high, escape(colour));
    }

    void line(double fromX, double fromY, double toX, double toY, String colour) {
        add(
                "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/>",
                fromX, fromY, toX, toY, escape(colour));
    }

    void lines(List<Point> points, String colour) {
        StringJoiner places = new StringJoiner(" ");
        points.forEach(point -> places.add(String.format(Locale.ROOT, "%.1f,%.1f", point.x(), point.y())));
        add("<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>", places, escape(colour));
        points.forEach(point ->
                add("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2.5\" fill=\"%s\"/>", point.x(), point.y(), escape(colour)));
    }

    void text(double x, double y, Anchor anchor, int size, String text) {
        add(
                "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" font-size=\"%d\">%s</text>",
                x, y, anchor.word, size, escape(text));
    }

    /** A text that is read from below. */
    void upright(double x, double y, int size, String text) {
        add(
                "<text transform=\"translate(%.1f %.1f) rotate(-90)\" text-anchor=\"middle\" font-size=\"%d\">%s</text>",
                x, y, size, escape(text));
    }

    private void add(String form, Object... values) {
        body.append(String.format(Locale.ROOT, form, values)).append('\n');
    }

    /** What XML can't hold at all becomes a question mark. */
    static String escape(String text) {
        StringBuilder escaped = new StringBuilder();
        text.codePoints().forEach(c -> {
            switch (c) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                default -> escaped.appendCodePoint(isAllowed(c) ? c : '?');
            }
        });
        return escaped.toString();
    }

    private static boolean isAllowed(int c) {
        return c == '\t'
                || c == '\n'
                || c == '\r'
                || (c >= 0x20 && c <= 0xd7ff)
                || (c >= 0xe000 && c <= 0xfffd)
                || c >= 0x10000;
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>%n<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\""
                        + " height=\"%d\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\">%n%s</svg>%n",
                width,
                height,
                width,
                height,
                body);
    }
}
