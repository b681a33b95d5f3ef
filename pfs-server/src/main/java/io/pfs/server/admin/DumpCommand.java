package io.pfs.server.admin;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.server.cli.Json;
import io.pfs.server.inspect.FileDump;
import io.pfs.server.inspect.Item;
import io.pfs.server.store.PoolAt;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bin/pfs admin dump}. */
@Command(
        name = "dump",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Show what a storage file holds, whatever its name: superblock, journal, metadata log, boost index, segment.",
            "Needs no lock and writes nothing. If a server has the folder open, the end of the file may be shown half"
                    + " written. Bytes of cells are not shown."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the file is whole",
            "1:something in it is damaged, or it could not be read",
            "2:wrong usage, or no file of PFS"
        },
        footer = {
            "",
            "Examples:",
            "  bin/pfs admin dump pfs-data/journal/journal-0000000000000001",
            "  bin/pfs admin dump --json --limit 100 pfs-data/pool/metadata-0000000000000001",
            "  bin/pfs admin dump hdfs://namenode:8020/pfs/superblock"
        })
final class DumpCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", description = "The file: its path, or hdfs://HOST:PORT/PATH.")
    private String file = "";

    @Option(names = "--json", description = "Answer with one JSON object a line, for programs.")
    private boolean json;

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "9223372036854775807",
            description = "Show only the first N items, and whatever is damaged.")
    private long limit;

    @Mixin
    private HdfsLoginOption login = new HdfsLoginOption();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private long items;
    private long damaged;

    @Override
    public Integer call() {
        if (limit < 0) {
            throw new PfsException(ErrorCode.USAGE, "--limit must be at least 0, but is " + limit);
        }
        if (login.at(file) instanceof PoolAt.Remote remote) {
            FileDump.run(remote, this::show);
        } else {
            FileDump.run(Path.of(file), this::show);
        }
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(
                    Json.object().with("what", "summary").with("items", items).with("damaged", damaged));
        } else {
            out.println(
                    items + " items, " + damaged + " damaged; if the folder is in use, the end may be half written");
        }
        out.flush();
        return damaged == 0 ? 0 : 1;
    }

    private void show(Item item) {
        items++;
        damaged += item.isDamage() ? 1 : 0;
        if (items > limit && !item.isDamage()) {
            return;
        }
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(InspectOutput.json(item));
        } else {
            InspectOutput.text(item).forEach(out::println);
        }
    }
}
