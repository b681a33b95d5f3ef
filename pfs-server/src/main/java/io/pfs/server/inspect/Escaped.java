package io.pfs.server.inspect;

/** Text that a terminal shows and does not obey. */
public final class Escaped {
    private Escaped() {}

    public static String text(String text) {
        StringBuilder out = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            boolean isHarmful = Character.isISOControl(c)
                    || Character.getType(c) == Character.FORMAT
                    || Character.getType(c) == Character.SURROGATE
                    || c == '\u2028'
                    || c == '\u2029';
            if (isHarmful) {
                out.append("\\u{").append(Integer.toHexString(c)).append('}');
            } else {
                out.appendCodePoint(c);
            }
        });
        return out.toString();
    }
}
