package io.pfs.server.cli;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.server.archive.ArchiveFormat;
import io.pfs.server.archive.ArchiveWriter;
import io.pfs.server.exchange.ExportOptions;
import io.pfs.server.exchange.Exporter;
import io.pfs.server.exchange.RowSource;
import io.pfs.server.exchange.Summary;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bin/pfs export}. */
@Command(
        name = "export",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Take a table, and the tables in it, out to a folder, a tar, tar.gz or zip.",
            "Without --form, each row is a file with the content of its column content.",
            "An archive appears under its name when it is whole. A folder is gone on with when the same command is"
                    + " given again. Nothing is written over, unless --overwrite is given.",
            "Tags go along in a .tar or .tar.gz, and import brings them back; rows whose tags a folder or zip can't have are"
                    + " listed. Owners and groups, indexes, compression of columns and policies are not taken.",
            "What is damaged, may not be read, or goes meanwhile is listed, and the rest is taken out."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all that was asked for was taken out; what no form is about is listed, and tags that had to stay",
            "1:some of it could not be, or it failed; the message says what and why",
            "2:wrong usage"
        },
        footer = {
            "",
            "Examples:",
            "  bin/pfs export --embedded pfs-data /documents ~/copy",
            "  bin/pfs export --embedded pfs-data /photos thumbs.zip --form '{row}.jpg=thumb'",
            "  bin/pfs export --embedded pfs-data /train train-0001.tar --webdataset"
        })
public final class ExportCommand implements Callable<Integer> {
    @Mixin
    private FileSystemOption fileSystem = new FileSystemOption();

    @Parameters(index = "0", paramLabel = "TABLE", description = "The path of the table.")
    private String table = "";

    @Parameters(
            index = "1",
            paramLabel = "TARGET",
            description = "Where to: an archive if the name ends in .tar, .tar.gz, .tgz or .zip, else a folder.")
    private Path target = Path.of("");

    @Mixin
    private Exchanging exchanging = new Exchanging();

    @Option(names = "--format", paramLabel = "FORMAT", description = "folder, tar, tar.gz or zip, whatever the name.")
    private Optional<String> format = Optional.empty();

    @Option(names = "--overwrite", description = "Replace files that are there and differ.")
    private boolean overwrite;

    @Override
    public Integer call() {
        Exchanging.requireNamed(target, "TARGET");
        ExportOptions options = new ExportOptions(Exchanging.table(table), exchanging.patterns());
        ArchiveFormat chosen = format.map(ExportCommand::formatOf).orElse(ArchiveFormat.ofName(target));
        try (RowSource source = new PfsTables(fileSystem.open())) {
            source.columns(options.source()); // a table that is not there shall leave no folder behind
            try (ArchiveWriter writer = ArchiveWriter.open(target, chosen, overwrite)) {
                Summary summary =
                        new Exporter(source, writer, options, exchanging.progress(), exchanging.clock()).run();
                return exchanging.report("exported", table, target.toString(), summary);
            }
        }
    }

    private static ArchiveFormat formatOf(String name) {
        return switch (name) {
            case "folder" -> ArchiveFormat.FOLDER;
            case "tar" -> ArchiveFormat.TAR;
            case "tar.gz" -> ArchiveFormat.TAR_GZ;
            case "zip" -> ArchiveFormat.ZIP;
            default ->
                throw new PfsException(
                        ErrorCode.USAGE, "--format must be folder, tar, tar.gz or zip, but is '" + name + "'");
        };
    }
}
