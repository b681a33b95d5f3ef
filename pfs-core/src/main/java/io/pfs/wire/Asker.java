package io.pfs.wire;

import io.pfs.Check;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * In whose name something is asked, as a server knows him. Clients say names only; numbers come from the server.
 *
 * @param user his name
 * @param groups that he is in, the first one before all
 * @param isSuperuser whether nothing is refused him
 */
public record Asker(String user, int uid, List<Integer> groups, boolean isSuperuser) {
    /** Stands for an owner or a group that nobody has said: who asks, and the group of the table. */
    public static final int UNSAID = -1;

    /** More groups than this are not looked at. */
    public static final int GROUPS_MAX = 1024;

    public static final int USER_BYTES_MAX = 255;

    private static final int NOBODY_ID = 65534;

    /** Who is known to nobody: he may do what others may. */
    public static final Asker NOBODY = new Asker("nobody", NOBODY_ID, List.of(NOBODY_ID), false);

    public Asker {
        Check.inRange("bytes of a user's name", user.getBytes(StandardCharsets.UTF_8).length, 0, USER_BYTES_MAX);
        Check.that(uid != UNSAID, "a user has a number", uid);
        Check.inRange("groups of a user", groups.size(), 0, GROUPS_MAX);
        groups = List.copyOf(groups);
    }

    /** A name that has no numbers here. */
    public static Asker unknown(String user) {
        return new Asker(user, NOBODY_ID, NOBODY.groups, false);
    }

    /** The one who may do everything. */
    public static Asker superuser(String user, int uid, List<Integer> groups) {
        return new Asker(user, uid, groups, true);
    }

    /** What a row gets as its group where there is no table to have it from. */
    public int firstGroup() {
        return groups.isEmpty() ? NOBODY_ID : groups.get(0);
    }

    public boolean isIn(int group) {
        return groups.contains(group);
    }

    /** For refusals. A name is what a client said: nothing in it ends a line or the quotes. */
    public String describe() {
        StringBuilder text = new StringBuilder("user '");
        for (byte b : user.getBytes(StandardCharsets.UTF_8)) {
            if (b >= 0x20 && b < 0x7f && b != '\'' && b != '\\') {
                text.append((char) b);
            } else {
                text.append("\\x");
                text.append(Character.forDigit((b >> 4) & 0xf, 16)).append(Character.forDigit(b & 0xf, 16));
            }
        }
        return text.append("' (uid ")
                .append(Integer.toUnsignedString(uid))
                .append(')')
                .toString();
    }
}
