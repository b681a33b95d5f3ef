package io.pfs.client.command;

import java.util.OptionalInt;

/** What the name of an attribute asks for. */
sealed interface Command {
    /** One that is read. */
    sealed interface Reading extends Command {}

    /** One that is written. */
    sealed interface Writing extends Command {}

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
