package io.pfs.client.command;

import io.pfs.row.TagValue;
import java.util.OptionalInt;
import java.util.SortedMap;

/** What the name of an attribute asks for. */
sealed interface Command {
    /** One that is read. */
    sealed interface Reading extends Command {}

    /** One that is written. */
    sealed interface Writing extends Command {}

    /** One of a sorted file. */
    sealed interface OfSorted extends Command {}

    /**
     * The handle of a directory.
     *
     * @param directory a path, from the root or from where it is asked for
     */
    record OpenTable(String directory) implements Reading {}

    record CloseTable(String table) implements Reading {}

    record ListColumns(String table) implements Reading {}

    record ReadCell(String table, String row, String column) implements Reading {}

    record LoadColumn(String table, String column) implements Reading {}

    record WriteCell(String table, String row, String column) implements Writing {}

    /** The handle of a sorted file. */
    record OpenSorted(String name) implements Reading, OfSorted {}

    record CloseSorted(String sorted) implements Reading, OfSorted {}

    record SearchSorted(String sorted, String query) implements Reading, OfSorted {}

    /** How a query would be answered. */
    record ExplainSorted(String sorted, String query) implements Reading, OfSorted {}

    /**
     * A tag of a row.
     *
     * @param file a path, from the root or from where it is asked for; empty: where it is asked for
     */
    record TestTag(String sorted, String file, String key) implements Reading, OfSorted {}

    /** Tags of a row, set together; {@code file} is as above. */
    record SetTags(String sorted, String file, SortedMap<String, TagValue> tags) implements Writing, OfSorted {}

    record DeleteTag(String sorted, String file, String key) implements Writing, OfSorted {}

    record UpdateTag(String sorted, String file, String key, TagValue value) implements Writing, OfSorted {}

    /** A part of a cell of the file that is asked. */
    record ReadOwn(String column, long offset, OptionalInt length) implements Reading {}

    record MeasureOwn(String column) implements Reading {}

    /**
     * A cell of the file that is asked.
     *
     * @param length how much of what is given
     */
    record WriteOwn(String column, OptionalInt length) implements Writing {}
}
