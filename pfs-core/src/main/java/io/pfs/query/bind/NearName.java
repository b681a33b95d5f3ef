package io.pfs.query.bind;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The name that was probably meant. */
final class NearName {
    /** Letters that are other, missing or too many. */
    private static final int DISTANCE_MAX = 2;

    private static final int CANDIDATES_MAX = 10_000;

    private NearName() {}

    /** A hint for the end of a message: the nearest of these names if one is near. */
    static String hint(String name, List<String> known) {
        String nearest = "";
        int least = Math.min(DISTANCE_MAX, (name.length() - 1) / 2) + 1;
        for (String candidate : known.subList(0, Math.min(known.size(), CANDIDATES_MAX))) {
            int distance = distance(name.toLowerCase(Locale.ROOT), candidate.toLowerCase(Locale.ROOT));
            if (distance < least) {
                least = distance;
                nearest = candidate;
            }
        }
        return nearest.isEmpty() ? "" : "; did you mean '" + nearest + "'?";
    }

    /** How many letters must be put in, taken out or replaced; more than the most that counts if the lengths say so. */
    static int distance(String one, String two) {
        if (Math.abs(one.length() - two.length()) > DISTANCE_MAX) {
            return DISTANCE_MAX + 1;
        }
        int[] above = new int[two.length() + 1];
        Arrays.setAll(above, i -> i);
        for (int i = 0; i < one.length(); i++) {
            int[] row = new int[two.length() + 1];
            row[0] = i + 1;
            for (int j = 0; j < two.length(); j++) {
                int replaced = above[j] + (one.charAt(i) == two.charAt(j) ? 0 : 1);
                row[j + 1] = Math.min(replaced, Math.min(above[j + 1], row[j]) + 1);
            }
            above = row;
        }
        return above[two.length()];
    }
}
