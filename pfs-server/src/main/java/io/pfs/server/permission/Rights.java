package io.pfs.server.permission;

import io.pfs.row.RowLayout;
import io.pfs.wire.Asker;

/** Who owns a row or a table, and who may do what with it. */
public record Rights(int mode, int owner, int group) {
    public static final int READ = 4;
    public static final int WRITE = 2;
    public static final int SEARCH = 1;
    public static final int ALL = READ | WRITE | SEARCH;

    private static final int STICKY = 01000;
    private static final int OWNER_SHIFT = 6;
    private static final int GROUP_SHIFT = 3;
    private static final String LETTERS = "rwxrwxrwx";

    /** What the engine's own tables have: nobody asks about them. */
    public static final Rights NONE = new Rights(0, 0, 0);

    public static Rights ofRow(byte[] row) {
        return new Rights(RowLayout.mode(row, 0), RowLayout.owner(row, 0), RowLayout.group(row, 0));
    }

    public boolean isSticky() {
        return (mode & STICKY) != 0;
    }

    public boolean isOwner(Asker asker) {
        return asker.isSuperuser() || asker.uid() == owner;
    }

    /** Whether he may do all of these; only the first class counts that he is in: owner, group, others. */
    public boolean allow(Asker asker, int what) {
        if (asker.isSuperuser()) {
            return true;
        }
        int shift = asker.uid() == owner ? OWNER_SHIFT : asker.isIn(group) ? GROUP_SHIFT : 0;
        return (mode >>> shift & what) == what;
    }

    /** As a listing shows it. */
    String describe(char kind) {
        StringBuilder text = new StringBuilder().append(kind);
        for (int i = 0; i < LETTERS.length(); i++) {
            boolean isSet = (mode & 1 << (LETTERS.length() - 1 - i)) != 0;
            text.append(isSet ? LETTERS.charAt(i) : '-');
        }
        if (isSticky()) {
            text.setCharAt(LETTERS.length(), (mode & SEARCH) != 0 ? 't' : 'T');
        }
        text.append(' ').append(Integer.toUnsignedString(owner));
        return text.append(' ').append(Integer.toUnsignedString(group)).toString();
    }
}
