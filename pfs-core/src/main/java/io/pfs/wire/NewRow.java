package io.pfs.wire;

import io.pfs.Check;
import io.pfs.row.RowKind;
import java.util.Optional;

/**
 * What a row is born with.
 *
 * @param kind file or symlink; directories are made with their table
 * @param owner or {@link Asker#UNSAID}: who asks
 * @param group or {@link Asker#UNSAID}: that of the table
 * @param target of a symlink
 */
public record NewRow(RowKind kind, int mode, int owner, int group, Optional<byte[]> target) {
    private static final int FILE_MODE = 0644;

    public static final NewRow FILE = file(FILE_MODE, Asker.UNSAID, Asker.UNSAID);

    public NewRow {
        Check.inRange("mode", mode, 0, 0xffff);
        Check.that(kind != RowKind.DIRECTORY, "a directory is made with its table");
        Check.that((kind == RowKind.SYMLINK) == target.isPresent(), "a symlink has a target, and nothing else has");
    }

    public static NewRow file(int mode, int owner, int group) {
        return new NewRow(RowKind.FILE, mode, owner, group, Optional.empty());
    }
}
