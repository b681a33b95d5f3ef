package io.pfs.process;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What paths there are and what is in them, after operations as {@link KilledWriter} reports them. */
final class PathModel {
    static final String DIRECTORY = "directory";

    private final TreeMap<String, String> paths;

    PathModel() {
        this(Map.of());
    }

    private PathModel(Map<String, String> paths) {
        this.paths = new TreeMap<>(paths);
    }

    PathModel copy() {
        return new PathModel(paths);
    }

    Map<String, String> paths() {
        return paths;
    }

    /** Does what an operation does; says whether it can be done. */
    boolean apply(String operation) {
        List<String> words = List.of(operation.split(" "));
        String path = words.get(1);
        return switch (words.get(0)) {
            case "create" -> !paths.containsKey(path) && put(path, words.get(2));
            case "put" -> !isDirectory(path) && put(path, words.get(2));
            case "batch" -> batch(path, words.get(2));
            case "mkdir" -> !paths.containsKey(path) && put(path, DIRECTORY);
            case "delete" -> !isDirectory(path) && paths.remove(path) != null;
            case "rename" -> rename(path, words.get(2), words.get(3).equals("true"));
            case "rmdir" -> removeTable(path, words.get(2).equals("true"));
            default -> throw new AssertionError("no such operation: " + operation);
        };
    }

    private boolean isDirectory(String path) {
        return DIRECTORY.equals(paths.get(path));
    }

    private boolean put(String path, String content) {
        paths.put(path, content);
        return true;
    }

    /** All rows or none. */
    private boolean batch(String path, String content) {
        List<String> all = KilledWriter.batchOf(path);
        boolean isAllowed = all.stream().noneMatch(this::isDirectory);
        if (isAllowed) {
            all.forEach(one -> put(one, content));
        }
        return isAllowed;
    }

    private boolean rename(String from, String to, boolean overwrite) {
        String what = paths.get(from);
        if (what == null || from.equals(to)) {
            return what != null;
        }
        boolean isBelow = to.startsWith(from + "/") && isDirectory(from);
        Optional<String> there = Optional.ofNullable(paths.get(to));
        boolean isReplaceable = there.isEmpty() || (overwrite && mayReplace(what, there.get(), to));
        if (isBelow || !isReplaceable) {
            return false;
        }
        TreeMap<String, String> below = new TreeMap<>(paths.subMap(from + "/", from + "0"));
        below.keySet().forEach(paths::remove);
        paths.remove(from);
        paths.put(to, what);
        below.forEach((path, content) -> paths.put(to + path.substring(from.length()), content));
        return true;
    }

    private boolean mayReplace(String what, String there, String path) {
        boolean isSameKind = what.equals(DIRECTORY) == there.equals(DIRECTORY);
        return isSameKind && isEmpty(path);
    }

    private boolean isEmpty(String path) {
        return paths.subMap(path + "/", path + "0").isEmpty();
    }

    private boolean removeTable(String path, boolean recursive) {
        if (!isDirectory(path) || !(recursive || isEmpty(path))) {
            return false;
        }
        paths.subMap(path + "/", path + "0").clear();
        paths.remove(path);
        return true;
    }
}
