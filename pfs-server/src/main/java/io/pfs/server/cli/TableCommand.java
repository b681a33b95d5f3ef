package io.pfs.server.cli;

import picocli.CommandLine.Command;

/** {@code bin/pfs table}. */
@Command(
        name = "table",
        mixinStandardHelpOptions = true,
        description = {
            "Make tables, and read and write their rows.",
            "A table is a directory whose files have columns: a row is a file, a column one of its forms."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:done", "1:failed; the message says why", "2:wrong usage"},
        subcommands = {
            TableCreate.class,
            TableSchema.class,
            TableList.class,
            TablePut.class,
            TableGet.class,
            TableScan.class,
            TableRemove.class,
            TableMove.class,
            TableChmod.class,
            TableChown.class,
            TableDrop.class
        })
public final class TableCommand {}
