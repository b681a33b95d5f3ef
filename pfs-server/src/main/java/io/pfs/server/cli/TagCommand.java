package io.pfs.server.cli;

import picocli.CommandLine.Command;

/** {@code bin/pfs tag}. */
@Command(
        name = "tag",
        mixinStandardHelpOptions = true,
        description = {
            "Set tags of rows, read them, and search by them.",
            "A tag is a word with a value: text, a number, true or false, a moment, bytes."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:done", "1:failed; the message says why", "2:wrong usage"},
        subcommands = {TagSet.class, TagGet.class, TagDelete.class, TagSearch.class})
public final class TagCommand {}
