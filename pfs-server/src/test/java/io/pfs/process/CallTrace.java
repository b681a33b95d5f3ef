package io.pfs.process;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Follows what a process did to its files, call by call: what was written and not forced since, and which names no force of
 * their folder has covered. A call counts as a write from its beginning, and as a force at its end if it began after the
 * write had ended.
 */
final class CallTrace {
    /** A call as {@code strace -f -y} prints it: pid, name, what is behind; or the end of one that was interrupted. */
    private static final Pattern BEGUN = Pattern.compile("^(\\d+) +(\\w+)\\((.*)$");

    private static final Pattern RESUMED = Pattern.compile("^(\\d+) +<\\.\\.\\. (\\w+) resumed>(.*)$");
    private static final Pattern FILE_OF_FD = Pattern.compile("^\\d+<([^>]*)>");
    private static final Pattern QUOTED = Pattern.compile("\"([^\"]*)\"");
    private static final Pattern ENDED_WELL = Pattern.compile("\\) += \\d+.*$");
    /** Of the files that an acknowledgement may depend on. */
    private static final Pattern CONCERNED = Pattern.compile(".*/(journal|column)-[0-9a-f]+$");

    private final Set<String> dirtyFiles = new TreeSet<>();
    private final Set<String> dirtyNames = new TreeSet<>();
    private final Map<String, Call> underWay = new LinkedHashMap<>();
    private final List<String> violations = new ArrayList<>();
    private int acknowledged;
    private int forces;
    private int namesMade;

    /** One that has begun, and what was dirty before. */
    private record Call(String name, String arguments, Set<String> dirtyFiles, Set<String> dirtyNames) {}

    void line(String line) {
        Matcher resumed = RESUMED.matcher(line);
        Matcher begun = BEGUN.matcher(line);
        if (resumed.matches()) {
            Call call = underWay.remove(resumed.group(1));
            if (call != null) {
                ended(call, resumed.group(3));
            }
        } else if (begun.matches()) {
            Call call = new Call(begun.group(2), begun.group(3), new TreeSet<>(dirtyFiles), new TreeSet<>(dirtyNames));
            begun(call);
            if (call.arguments.endsWith("<unfinished ...>")) {
                underWay.put(begun.group(1), call);
            } else {
                ended(call, call.arguments);
            }
        }
    }

    private void begun(Call call) {
        switch (call.name) {
            case "pwrite64", "write" -> wrote(call);
            case "openat" -> {
                if (call.arguments.contains("O_CREAT")) {
                    made(quoted(call, 0));
                }
            }
            case "rename" -> made(quoted(call, 1));
            default -> {
                // a force counts when it has ended
            }
        }
    }

    private void wrote(Call call) {
        if (call.name.equals("write") && call.arguments.contains("\"done ")) {
            acknowledged++;
            if (!dirtyFiles.isEmpty() || !dirtyNames.isEmpty()) {
                violations.add(
                        call.arguments + " came before the force of " + dirtyFiles + " and of the names " + dirtyNames);
            }
        }
        file(call).filter(CallTrace::isConcerned).ifPresent(dirtyFiles::add);
    }

    private void made(String path) {
        if (isConcerned(path)) {
            namesMade++;
            dirtyNames.add(path);
        }
    }

    private void ended(Call call, String end) {
        boolean isForce = call.name.equals("fdatasync") || call.name.equals("fsync");
        if (!isForce || !ENDED_WELL.matcher(end).find()) {
            return;
        }
        forces++;
        String file = file(call).orElse("");
        if (call.dirtyFiles.contains(file) && !isWritten(file)) {
            dirtyFiles.remove(file);
        }
        dirtyNames.removeIf(name -> name.startsWith(file + "/") && call.dirtyNames.contains(name));
    }

    /** Whether a write to a file has not ended yet. */
    private boolean isWritten(String file) {
        return underWay.values().stream()
                .anyMatch(call ->
                        call.name.equals("pwrite64") && file(call).orElse("").equals(file));
    }

    private static boolean isConcerned(String path) {
        return CONCERNED.matcher(path).matches();
    }

    private static Optional<String> file(Call call) {
        Matcher matcher = FILE_OF_FD.matcher(call.arguments);
        return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    private static String quoted(Call call, int nth) {
        Matcher matcher = QUOTED.matcher(call.arguments);
        for (int i = 0; i <= nth; i++) {
            if (!matcher.find()) {
                return "";
            }
        }
        return matcher.group(1);
    }

    /** Acknowledgements that came too early. */
    List<String> violations() {
        return violations;
    }

    int acknowledged() {
        return acknowledged;
    }

    int forces() {
        return forces;
    }

    int namesMade() {
        return namesMade;
    }
}
