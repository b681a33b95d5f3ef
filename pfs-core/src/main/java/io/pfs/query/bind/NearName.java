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

    /** How many letters must be put in, taken out or replaced; if that is more than counts, some number that is more. */
    static int distance(String one, String two) {
        if (Math.abs(one.length() - two.length()) > DISTANCE_MAX) {
            return DISTANCE_MAX + 1;
        }
        int[] above = new int[two.length() + 1];
        Arrays.fill(above, DISTANCE_MAX + 1);
        int[] row = above.clone();
        for (int j = 0; j <= Math.min(DISTANCE_MAX, two.length()); j++) {
            above[j] = j;
        }
        for (int i = 0; i < one.length(); i++) {
            // names may be long: what is further from the diagonal is as far away, and not looked at
            int from = Math.max(0, i - DISTANCE_MAX);
            int to = Math.min(two.length(), i + DISTANCE_MAX + 1);
            row[from] = from == 0 ? i + 1 : DISTANCE_MAX + 1;
            for (int j = from; j < to; j++) {
                int replaced = above[j] + (one.charAt(i) == two.charAt(j) ? 0 : 1);
                row[j + 1] = Math.min(replaced, Math.min(above[j + 1], row[j]) + 1);
            }
            int[] done = row;
            row = above;
            above = done;
        }
        return above[two.length()];
    }
}
