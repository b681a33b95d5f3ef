package io.pfs.server.zookeeper;

import io.pfs.PfsException;
import io.pfs.ServerId;
import io.pfs.server.owner.Troubles;
import io.pfs.server.owner.Troubles.Trouble;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What a member says of seats that it can't open, or does not answer for, behind what else it says of itself. */
final class TroublesText {
    private static final String NONE = "-";
    private static final String CAUSE_PATTERN = "[0-9]+ [0-9]+ .*";
    private static final int CAUSE_WORDS = 3;
    /** Before a cause: older versions leave such a line out. */
    private static final String SILENT = "silent ";

    private TroublesText() {}

    /** What all go by, as words in the first line. */
    static String words(Troubles troubles) {
        String barred = troubles.barred().stream().map(TroublesText::number).collect(Collectors.joining(","));
        return " " + (barred.isEmpty() ? NONE : barred) + " "
                + troubles.tried().map(TroublesText::number).orElse(NONE);
    }

    /** Lines below it, for people. */
    static String causes(Troubles troubles) {
        return lines("", troubles.causes()) + lines(SILENT, troubles.silent());
    }

    private static String lines(String mark, NavigableMap<ServerId, Trouble> troubles) {
        return troubles.entrySet().stream()
                .map(entry -> "\n" + mark + number(entry.getKey()) + " "
                        + entry.getValue().sinceMillis() + " "
                        + entry.getValue().cause())
                .collect(Collectors.joining());
    }

    private static String number(ServerId seat) {
        return Integer.toString(seat.value());
    }

    /** What stands behind so many words; empty if that can't be read: then it is as with a version that says nothing of it. */
    static Optional<Troubles> behind(int count, String text) {
        List<String> lines = text.lines().toList();
        String[] words = lines.get(0).split(" ", -1);
        if (words.length < count + 2) {
            return Optional.empty();
        }
        try {
            return Optional.of(new Troubles(
                    seats(words[count]),
                    seats(words[count + 1]).stream().findFirst(),
                    causes("", lines),
                    causes(SILENT, lines)));
        } catch (PfsException | NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static NavigableSet<ServerId> seats(String word) {
        return word.equals(NONE)
                ? new TreeSet<>()
                : Arrays.stream(word.split(",", -1))
                        .map(Integer::parseInt)
                        .map(ServerId::new)
                        .collect(Collectors.toCollection(TreeSet::new));
    }

    /** They are for people: what can't be read is left out. */
    private static NavigableMap<ServerId, Trouble> causes(String mark, List<String> lines) {
        NavigableMap<ServerId, Trouble> causes = new TreeMap<>();
        lines.stream()
                .skip(1)
                .filter(line -> line.matches(mark + CAUSE_PATTERN))
                .forEach(line -> {
                    String[] words = line.substring(mark.length()).split(" ", CAUSE_WORDS);
                    causes.put(
                            new ServerId(Integer.parseInt(words[0])), new Trouble(Long.parseLong(words[1]), words[2]));
                });
        return causes;
    }
}
