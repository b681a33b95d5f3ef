package io.pfs.server.cli;

import io.pfs.server.archive.ArchiveReader;
import io.pfs.server.exchange.ImportOptions;
import io.pfs.server.exchange.Importer;
import io.pfs.server.exchange.RowSink;
import io.pfs.server.exchange.Summary;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bin/pfs import}. */
@Command(
        name = "import",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Take a folder, a tar, tar.gz or zip into a table.",
            "Folders become tables, files rows. With --form, several files are forms of one row: its columns.",
            "An import that was ended goes on when the same command is given again: what is there already, by name,"
                    + " length and time, is neither read nor written. What differs is left, unless --overwrite is given.",
            "A tar that export wrote brings tags of its rows. All that is made is yours; indexes, compression of columns and"
                    + " policies are those of the tables that are there."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all that was asked for is there; what no form is about, and what is no file, is listed",
            "1:some of it could not be taken, or it failed; the message says what and why",
            "2:wrong usage"
        },
        footer = {
            "",
            "Examples:",
            "  bin/pfs import --embedded pfs-data ~/documents /documents",
            "  bin/pfs import --embedded pfs-data photos.zip /photos --form '{row}.jpg=content'"
                    + " --form '{row}_thumb.jpg=thumb'",
            "  bin/pfs import --embedded pfs-data train-0001.tar /train --webdataset --verify"
        })
public final class ImportCommand implements Callable<Integer> {
    @Mixin
    private FileSystemOption fileSystem = new FileSystemOption();

    @Parameters(index = "0", paramLabel = "SOURCE", description = "A folder, a tar, tar.gz or zip.")
    private Path source = Path.of("");

    @Parameters(index = "1", paramLabel = "TABLE", description = "The path of the table; it is made if it is missing.")
    private String table = "";

    @Mixin
    private Exchanging exchanging = new Exchanging();

    @Option(names = "--overwrite", description = "Replace cells and tags that are there and differ.")
    private boolean overwrite;

    @Option(
            names = "--verify",
            description = "Read back what was written, and compare what is there already byte by byte. With"
                    + " --overwrite, what differs or is damaged is written anew.")
    private boolean verify;

    @Override
    public Integer call() {
        Exchanging.requireNamed(source, "SOURCE");
        ImportOptions options = ImportOptions.of(Exchanging.table(table), exchanging.patterns())
                .withOverwrite(overwrite)
                .withVerify(verify);
        // first, so that a mistaken source makes no file system
        try (ArchiveReader reader = ArchiveReader.open(source);
                RowSink sink = new PfsTables(fileSystem.openOrFormat())) {
            Summary summary = new Importer(reader, sink, options, exchanging.progress(), exchanging.clock()).run();
            return exchanging.report("imported", source.toString(), table, summary);
        }
    }
}
