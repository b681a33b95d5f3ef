package io.pfs.client.route;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RowName;
import java.util.ArrayList;
import java.util.List;

/**
 * A path from the root, as names. Written with {@code /} before each name; {@code .}, empty names and a slash at the end
 * mean nothing, {@code ..} takes back the name before it, without looking what that is.
 */
public record PfsPath(List<RowName> names) {
    public static final PfsPath ROOT = new PfsPath(List.of());
    public static final int DEPTH_MAX = 1024;

    private static final int SHOWN_MAX = 120;

    public PfsPath {
        names = List.copyOf(names);
        if (names.size() > DEPTH_MAX) {
            throw new PfsException(
                    ErrorCode.NAME_INVALID,
                    "a path has at most " + DEPTH_MAX + " names, but this one has " + names.size());
        }
    }

    public static PfsPath parse(String path) {
        if (!path.startsWith("/")) {
            throw new PfsException(
                    ErrorCode.NAME_INVALID,
                    path.isEmpty() ? "a path is empty" : "path '" + shown(path) + "' does not begin with '/'");
        }
        return ROOT.resolve(path);
    }

    /** Where a path leads from here; one that begins with a slash begins at the root. */
    public PfsPath resolve(String path) {
        List<RowName> resolved = new ArrayList<>(path.startsWith("/") ? List.of() : names);
        for (int at = 0; at < path.length(); ) {
            int slash = path.indexOf('/', at);
            int end = slash < 0 ? path.length() : slash;
            String name = path.substring(at, end);
            at = end + 1;
            if (name.equals("..")) {
                takeBack(resolved, path);
            } else if (!name.isEmpty() && !name.equals(".")) {
                resolved.add(name(name, path));
            }
            if (resolved.size() > DEPTH_MAX) {
                break; // the constructor refuses it, with no more work done for it
            }
        }
        return new PfsPath(resolved);
    }

    private static void takeBack(List<RowName> names, String path) {
        if (names.isEmpty()) {
            throw new PfsException(ErrorCode.NAME_INVALID, "path '" + shown(path) + "' leads out of the root by '..'");
        }
        names.remove(names.size() - 1);
    }

    private static RowName name(String name, String path) {
        try {
            return RowName.of(name);
        } catch (PfsException e) {
            throw new PfsException(ErrorCode.NAME_INVALID, "in path '" + shown(path) + "': " + e.detail(), e);
        }
    }

    /** Of a path that may be anything: what a message can show. */
    private static String shown(String path) {
        String start = path.length() <= SHOWN_MAX ? path : path.substring(0, SHOWN_MAX) + "...";
        return start.replaceAll("[^\\x20-\\x7e]", "?");
    }

    public boolean isRoot() {
        return names.isEmpty();
    }

    public int depth() {
        return names.size();
    }

    /** The last name; the root has none. */
    public RowName name() {
        if (isRoot()) {
            throw new PfsException(ErrorCode.IS_A_DIRECTORY, "'/' is the root, which is in no directory");
        }
        return names.get(names.size() - 1);
    }

    public PfsPath parent() {
        return isRoot() ? this : prefix(names.size() - 1);
    }

    /** The path of the first names. */
    public PfsPath prefix(int depth) {
        return new PfsPath(names.subList(0, depth));
    }

    public PfsPath child(RowName name) {
        RowName[] longer = names.toArray(new RowName[names.size() + 1]);
        longer[names.size()] = name;
        return new PfsPath(List.of(longer));
    }

    /** Text for messages and people; bytes that are no printable ASCII are escaped. */
    @Override
    public String toString() {
        if (isRoot()) {
            return "/";
        }
        StringBuilder text = new StringBuilder();
        names.forEach(name -> text.append('/').append(name));
        return text.toString();
    }
}
