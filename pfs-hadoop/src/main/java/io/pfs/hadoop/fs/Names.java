package io.pfs.hadoop.fs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Users, or groups, by name and by number. Servers say numbers, Hadoop wants names; this machine's list says which is which, as
 * with NFS. What is not in it goes by its number. Any thread.
 */
final class Names {
    private static final long NUMBER_MAX = 0xffff_fffeL;
    private static final int DIGITS_MAX = 10;
    private static final int NUMBER_FIELD = 2;

    private final Map<String, Integer> numbers = new HashMap<>();
    private final Map<Integer, String> names = new HashMap<>();

    private Names(List<String> lines) {
        for (String line : lines) {
            String[] fields = line.split(":", -1);
            if (fields.length > NUMBER_FIELD && isNumber(fields[NUMBER_FIELD])) {
                int number = Integer.parseUnsignedInt(fields[NUMBER_FIELD]);
                numbers.putIfAbsent(fields[0], number);
                names.putIfAbsent(number, fields[0]);
            }
        }
    }

    /** Of a file like {@code /etc/passwd} or {@code /etc/group}. Without one there are only numbers. */
    static Names in(Optional<Path> file) {
        try {
            // whatever is no text in it is of no line that is looked for
            return new Names(
                    file.isEmpty()
                            ? List.of()
                            : new String(Files.readAllBytes(file.get()), StandardCharsets.UTF_8)
                                    .lines()
                                    .toList());
        } catch (NoSuchFileException e) {
            return new Names(List.of());
        } catch (IOException e) {
            throw new UncheckedIOException("names can't be read: " + e, e);
        }
    }

    String nameOf(int number) {
        String name = names.get(number);
        return name == null ? Integer.toUnsignedString(number) : name;
    }

    /** A name that nothing is known of has no number, unless it is one. */
    Optional<Integer> numberOf(String name) {
        Integer number = numbers.get(name);
        if (number == null && isNumber(name)) {
            number = Integer.parseUnsignedInt(name);
        }
        return Optional.ofNullable(number);
    }

    private static boolean isNumber(String text) {
        return !text.isEmpty()
                && text.length() <= DIGITS_MAX
                && text.chars().allMatch(c -> c >= '0' && c <= '9')
                && Long.parseLong(text) <= NUMBER_MAX;
    }
}
