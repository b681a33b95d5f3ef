package io.pfs.server.permission;

/**
 * The rules once more, from the manual pages of chmod, open, unlink, rename and mkdir rather than from the code: bits are tested
 * one by one, and every deed says for itself what it needs.
 */
final class ReferenceRules {
    private ReferenceRules() {}

    static boolean allow(Deed deed, Person who, Scene in) {
        if (who == Person.ROOT) {
            return true;
        }
        boolean search = table(in, who, 'x');
        boolean change = search && table(in, who, 'w');
        boolean ownsRow = who == in.rowOwner();
        boolean ownsTable = who == in.tableOwner();
        boolean isSticky = in.tableMode() / 01000 % 2 == 1;
        boolean take = change && (!isSticky || ownsRow || ownsTable);
        boolean inShared = who == Person.ANN || who == Person.BOB;
        return switch (deed) {
            case CREATE, CREATE_AND_CHMOD, MAKE_TABLE, ARRIVE, BEGIN_OBJECT_OF_NEW, REMOVE_IF_THERE -> change;
            case CREATE_FOR_SHARED_GROUP -> change; // it is the table's group, whoever is in it
            case CREATE_FOR_OTHER, CREATE_FOR_OTHER_GROUP, CREATE_AND_CHOWN, MAKE_TABLE_FOR_OTHER -> false;
            case CREATE_THERE,
                    EDIT_MISSING,
                    HOP,
                    HOP_MISSING,
                    LOOK_UP,
                    LOOK_UP_MISSING,
                    LIST_CELLS,
                    READ_MANY,
                    MANY,
                    LINK -> search;
            case MAKE_TABLE_THERE, REMOVE_MISSING, RENAME_MISSING -> search;
            case REMOVE, RENAME, ARRIVE_OVER, RMDIR -> take;
            case REMOVE_TREE -> take && row(in, who, 'r') && row(in, who, 'w') && row(in, who, 'x');
            case TOUCH, PUT_CELL, TAG, BEGIN_OBJECT -> search && row(in, who, 'w');
            case READ, READ_CELL -> search && row(in, who, 'r');
            case CHMOD -> search && ownsRow;
            case CHGRP_SHARED -> search && ownsRow && inShared;
            case SET_TIMES -> search && (ownsRow || row(in, who, 'w'));
            case LIST, SEARCH, MEASURE_INDEXES -> search && table(in, who, 'r');
            case CHMOD_TABLE, SET_POLICY, SET_SPREADING, CHANGE_INDEXES, RENAME_COLUMN, DROP_COLUMN -> ownsTable;
            case CHGRP_TABLE_SHARED -> ownsTable && inShared;
            case ADD_COLUMNS, SET_TIMES_OF_TABLE -> ownsTable || table(in, who, 'w');
            case DESCRIBE, MEASURE, WRITE_OBJECT, FORCE_OBJECT, SEAL_OBJECT, DROP_OBJECT -> true;
            default ->
                false; // CHOWN, CHGRP_OTHER, CHOWN_TABLE, CHGRP_TABLE_OTHER, STEP, LOOK_AT_CLUSTER, DRAIN, ASK_FOR_MANY
        };
    }

    private static boolean table(Scene in, Person who, char what) {
        return bit(in.tableMode(), who == in.tableOwner(), who, what);
    }

    private static boolean row(Scene in, Person who, char what) {
        return bit(in.rowMode(), who == in.rowOwner(), who, what);
    }

    /** As octal digits: the first for the owner, the second for the group, the last for others. */
    private static boolean bit(int mode, boolean isOwner, Person who, char what) {
        String digits = Integer.toOctalString(01000 + mode % 01000).substring(1);
        int nth = isOwner ? 0 : who == Person.ANN || who == Person.BOB ? 1 : 2;
        int digit = digits.charAt(nth) - '0';
        return switch (what) {
            case 'r' -> digit >= 4;
            case 'w' -> digit % 4 >= 2;
            default -> digit % 2 == 1;
        };
    }
}
