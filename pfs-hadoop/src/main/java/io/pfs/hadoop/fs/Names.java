package io.pfs.hadoop.fs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Users, or groups, by name and by number. Servers say numbers, Hadoop wants names; this machine's list says which is which, as
 * with NFS, and then the directory that this machine asks. What is in neither goes by its number. Any thread.
 */
final class Names {
    private static final long NUMBER_MAX = 0xffff_fffeL;
    private static final int DIGITS_MAX = 10;
    private static final int NUMBER_FIELD = 2;
    /** Who was not found is looked for again after this, and anybody if the directory could not be asked. */
    private static final long REST_NS = 60_000_000_000L;
    /** If so many are not found no others are looked for: each takes a process. */
    private static final int UNKNOWN_MAX = 1000;

    private final Map<String, Integer> numbers = new ConcurrentHashMap<>();
    private final Map<Integer, String> names = new ConcurrentHashMap<>();
    private final Optional<Getent> directory;
    private final LongSupplier nowNs;
    /** When they were not found. */
    private final Map<String, Long> unknown = new ConcurrentHashMap<>();

    /** When the directory could not be asked: who waited for it in vain does not wait for each name anew. */
    private volatile Optional<Long> inVainNs = Optional.empty();

    private Names(List<String> lines, Optional<Getent> directory, LongSupplier nowNs) {
        this.directory = directory;
        this.nowNs = nowNs;
        lines.forEach(this::learn);
    }

    /** The number that it says. */
    private Optional<Integer> learn(String line) {
        String[] fields = line.split(":", -1);
        if (fields.length > NUMBER_FIELD) {
            // the servers' own files of users have the number in the place of the password, which is none
            String number = isNumber(fields[1]) ? fields[1] : fields[NUMBER_FIELD];
            if (isNumber(number)) {
                numbers.putIfAbsent(fields[0], Integer.parseUnsignedInt(number));
                names.putIfAbsent(Integer.parseUnsignedInt(number), fields[0]);
                return Optional.of(Integer.parseUnsignedInt(number));
            }
        }
        return Optional.empty();
    }

    /** Of a file like {@code /etc/passwd} or {@code /etc/group}. Without one there are only numbers. */
    static Names in(Optional<Path> file) {
        return in(file, Optional.empty(), System::nanoTime);
    }

    /** The same, and who is not in it is looked for in a directory. */
    static Names in(Optional<Path> file, Optional<Getent> directory, LongSupplier nowNs) {
        return new Names(file.map(Names::lines).orElse(List.of()), directory, nowNs);
    }

    private static List<String> lines(Path file) {
        try {
            // whatever is no text in it is of no line that is looked for
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (IOException e) {
            throw new UncheckedIOException("names can't be read: " + e, e);
        }
    }

    String nameOf(int number) {
        String digits = Integer.toUnsignedString(number);
        return found(names, number, digits).orElse(digits);
    }

    /** A name that nothing is known of has no number, unless it is one. */
    Optional<Integer> numberOf(String name) {
        if (isNumber(name) && !numbers.containsKey(name)) {
            return Optional.of(Integer.parseUnsignedInt(name));
        }
        return found(numbers, name, name);
    }

    private <K, V> Optional<V> found(Map<K, V> known, K key, String sought) {
        V value = known.get(key);
        if (value == null && directory.isPresent() && mayLookFor(sought)) {
            lookFor(sought, directory.get());
            value = known.get(key);
        }
        return Optional.ofNullable(value);
    }

    private boolean mayLookFor(String sought) {
        if (Thread.currentThread().isInterrupted()
                || inVainNs.filter(this::isLately).isPresent()) {
            return false;
        }
        Long lookedForNs = unknown.get(sought);
        return lookedForNs == null ? hasRoom() : !isLately(lookedForNs);
    }

    private boolean isLately(long thenNs) {
        return nowNs.getAsLong() - thenNs < REST_NS;
    }

    private boolean hasRoom() {
        if (unknown.size() >= UNKNOWN_MAX) {
            unknown.values().removeIf(thenNs -> !isLately(thenNs));
        }
        return unknown.size() < UNKNOWN_MAX;
    }

    /** One at a time: a listing has the same owner many times. */
    private synchronized void lookFor(String sought, Getent where) {
        if (!mayLookFor(sought)) {
            return;
        }
        try {
            Optional<Integer> number = where.line(sought).flatMap(this::learn);
            if (number.isEmpty()) {
                unknown.put(sought, nowNs.getAsLong());
            } else {
                unknown.remove(sought);
                learnOther(sought, number.get());
            }
        } catch (IOException e) {
            inVainNs = Optional.of(nowNs.getAsLong());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // and nothing is known of who was sought
        }
    }

    /** A directory may take several spellings of a name for one. */
    private void learnOther(String sought, int number) {
        if (!isNumber(sought)) {
            numbers.putIfAbsent(sought, number);
        }
    }

    private static boolean isNumber(String text) {
        return !text.isEmpty()
                && text.length() <= DIGITS_MAX
                && text.chars().allMatch(c -> c >= '0' && c <= '9')
                && Long.parseLong(text) <= NUMBER_MAX;
    }
}
