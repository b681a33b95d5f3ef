package io.pfs.query;

import io.pfs.ErrorCode;
import io.pfs.PfsException;

/** Pairs of a row of one table and a row of another that agree in a field: two aliases, even if the tables are one. */
public record Join(Side left, Side right) {
    /**
     * One of the two.
     *
     * @param key the field that must agree: of this alias, and an attribute or a tag
     */
    public record Side(String table, String alias, Field key) {
        public Side {
            Query.requireTable(table);
            Field.requireName("alias of a table", alias);
            if (!key.alias().equals(alias) || key instanceof Field.OfCell) {
                throw new PfsException(
                        ErrorCode.USAGE,
                        "table '" + table + "' is joined on an attribute or a tag of its own, but its alias is '"
                                + alias + "' and this is the " + key.words() + " of '" + key.alias() + "'");
            }
        }
    }

    public Join {
        if (left.alias.equals(right.alias)) {
            throw new PfsException(ErrorCode.USAGE, "both tables of the join have the alias '" + left.alias + "'");
        }
    }

    /** Whether this is one of the two. */
    boolean hasAlias(String alias) {
        return alias.equals(left.alias) || alias.equals(right.alias);
    }
}
