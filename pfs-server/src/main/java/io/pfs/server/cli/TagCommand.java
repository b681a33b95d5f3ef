package io.pfs.server.cli;

import picocli.CommandLine.Command;

/** {@code bin/pfs tag}. */
@Command(
        name = "tag",
        mixinStandardHelpOptions = true,
        description = {
            "Set tags of rows, read them, search by them, and have indexes kept for that.",
            "A tag is a word with a value: text, a number, true or false, a moment, bytes."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:done", "1:failed; the message says why", "2:wrong usage"},
        subcommands = {
            TagSet.class,
            TagGet.class,
            TagDelete.class,
            TagIndex.class,
            TagSearch.class,
            TagExplain.class,
            TagSorted.class
        })
public final class TagCommand {}
