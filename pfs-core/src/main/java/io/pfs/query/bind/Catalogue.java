package io.pfs.query.bind;

import java.util.List;
import java.util.Optional;

/** What a sorted file has: which tags of which types, which columns, which tables. */
public interface Catalogue {
    /** The type of a tag; empty if there is none of this name. */
    Optional<FieldType> tag(String name);

    boolean hasColumn(String name);

    boolean hasTable(String path);

    /** Names of tags, for who misspelled one. */
    List<String> tags();

    /** Names of columns, for who misspelled one. */
    List<String> columns();

    /** Paths of tables, for who misspelled one. */
    List<String> tables();

    /** Of rows of which nothing is known: whatever is named may be there, and be of any type. */
    static Catalogue ofAnyRows() {
        return AnyRows.INSTANCE;
    }
}
