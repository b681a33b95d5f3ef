package io.pfs.server.archive;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RowName;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Turns the path of an entry into names of rows. What could lead out of the place it is unpacked to is refused. */
public final class EntryPath {
    /** Tables may not lie deeper; every step is a lookup for whoever walks there. */
    public static final int DEPTH_MAX = 1_000;

    private EntryPath() {}

    /** The names on the path, from the outermost folder to the entry; none if the path is the root itself. */
    public static List<RowName> names(byte[] path) {
        if (path.length > 0 && path[0] == '/') {
            throw refuse(path, "is absolute; pack it again from inside its folder");
        }
        List<RowName> names = new ArrayList<>();
        int begin = 0;
        for (int at = 0; at <= path.length; at++) {
            if (at == path.length || path[at] == '/') {
                if (!isNothing(path, begin, at)) {
                    names.add(name(path, begin, at));
                    requireDepth(path, names.size());
                }
                begin = at + 1;
            }
        }
        return names;
    }

    /** The path that {@link #names} makes these names of. */
    public static byte[] bytes(List<RowName> names) {
        int length = Math.max(names.size() - 1, 0);
        for (RowName name : names) {
            length += name.length();
        }
        byte[] path = new byte[length];
        int at = 0;
        for (RowName name : names) {
            if (at > 0) {
                path[at++] = '/';
            }
            name.copyTo(path, at);
            at += name.length();
        }
        return path;
    }

    /** The same of a folder, with a slash behind; of the root itself it is {@code ./}. */
    static byte[] folderBytes(List<RowName> names) {
        byte[] name = names.isEmpty() ? new byte[] {'.'} : bytes(names);
        byte[] withSlash = Arrays.copyOf(name, name.length + 1);
        withSlash[name.length] = '/';
        return withSlash;
    }

    /** An empty step or a dot: {@code ./a//b/} is {@code a/b}. */
    private static boolean isNothing(byte[] path, int begin, int end) {
        return end == begin || (end == begin + 1 && path[begin] == '.');
    }

    private static RowName name(byte[] path, int begin, int end) {
        if (end == begin + 2 && path[begin] == '.' && path[begin + 1] == '.') {
            throw refuse(path, "leads out of its folder by '..' at byte " + begin);
        }
        try {
            return RowName.of(path, begin, end - begin);
        } catch (PfsException e) {
            throw new PfsException(
                    e.code(), "path '" + ArchiveEntry.shown(path) + "', at byte " + begin + ": " + e.detail(), e);
        }
    }

    private static void requireDepth(byte[] path, int depth) {
        if (depth > DEPTH_MAX) {
            throw refuse(path, "is deeper than " + DEPTH_MAX + " names");
        }
    }

    private static PfsException refuse(byte[] path, String why) {
        return new PfsException(ErrorCode.NAME_INVALID, "path '" + ArchiveEntry.shown(path) + "' " + why);
    }
}
