package io.pfs.server.admin;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.env.Clock;
import io.pfs.env.system.SystemClock;
import io.pfs.env.system.SystemEntropy;
import io.pfs.server.inspect.Finding;
import io.pfs.server.inspect.Findings;
import io.pfs.server.inspect.FolderCheck;
import io.pfs.server.inspect.Summary;
import io.pfs.server.store.FolderSalvage;
import io.pfs.server.store.PoolAt;
import io.pfs.server.store.Salvaged;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bin/pfs admin fsck}. */
@Command(
        name = "fsck",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Check a data folder that nobody uses: every slice, row and cell, what leads to which table, the boost index"
                    + " against a scan, every file from end to end.",
            "Of servers that share a pool, none may run; name the pool and the data folders of all: they are checked as one"
                    + " file system, with what the servers have lent each other. A pool whose seats move, or on HDFS, has all of it: name that alone.",
            "A folder is locked meanwhile. On HDFS nothing can be locked: it is refused if a server shows life, for which 15 s are watched after a kill, and if"
                    + " one takes anything while it runs. A server that is stopped or cut off can't be told from a dead one.",
            "Changes nothing, unless --salvage says so: what a recovery would write stays in memory. DAMAGE is data lost or wrong; ORPHAN takes space"
                    + " that nothing needs; NOTE is harmless."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:no damage",
            "1:damage was found, or it could not be looked at; the message says why",
            "2:wrong usage, no folder of PFS, or one in use"
        },
        footer = {
            "",
            "Examples:",
            "  bin/pfs admin fsck pfs-data",
            "  bin/pfs admin fsck --json pfs-data",
            "  cp -a pfs-data pfs-data.before && bin/pfs admin fsck --salvage pfs-data",
            "  bin/pfs admin fsck --pool /srv/pool /srv/pfs-0 /srv/pfs-1 /srv/pfs-2",
            "  bin/pfs admin fsck --pool /srv/seats",
            "  bin/pfs admin fsck --pool hdfs://namenode:8020/pfs"
        })
final class FsckCommand implements Callable<Integer>, Findings {
    private static final long PROGRESS_NS = 3_000_000_000L;

    @Parameters(
            paramLabel = "DIR",
            arity = "0..*",
            description = "The data folder, or those of all servers that share the pool; none if its seats move.")
    private List<String> folders = new ArrayList<>();

    @Option(
            names = "--pool",
            paramLabel = "POOL",
            description = "The folder that the servers share, or hdfs://HOST:PORT/FOLDER.")
    private Optional<String> pool = Optional.empty();

    @Option(
            names = "--salvage",
            description = {
                "First give up what the journal has lost, and slices whose image or delta can't be read: shards that are set apart are served"
                        + " again, and rows can be written and removed again, with what is left. What was lost is lost for good then.",
                "Save the folders before, and look for a copy of the damaged file: nothing else brings it back."
            })
    private boolean salvage;

    @Option(names = "--json", description = "Answer with one JSON object a line, for programs.")
    private boolean json;

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "1000",
            description = "Show only the first N findings of each sort (default: ${DEFAULT-VALUE}).")
    private long limit;

    @Mixin
    private HdfsLoginOption login = new HdfsLoginOption();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private final Clock clock = new SystemClock();
    private final Map<Finding.Kind, Long> found = new EnumMap<>(Finding.Kind.class);
    private long lastProgressNs = clock.monotonicNs();

    @Override
    public Integer call() {
        if (limit < 0) {
            throw new PfsException(ErrorCode.USAGE, "--limit must be at least 0, but is " + limit);
        }
        Summary summary;
        try {
            summary = check();
        } catch (PfsException e) {
            if (e.code() == ErrorCode.LOCKED) {
                throw new PfsException(ErrorCode.USAGE, e.detail(), e);
            }
            throw e;
        }
        PrintWriter out = spec.commandLine().getOut();
        long damage = count(Finding.Kind.DAMAGE);
        if (json) {
            out.println(InspectOutput.json(summary)
                    .with("damage", damage)
                    .with("orphans", count(Finding.Kind.ORPHAN))
                    .with("notes", count(Finding.Kind.NOTE)));
        } else {
            InspectOutput.text(summary).forEach(out::println);
            out.println((damage == 0 ? "CLEAN" : "DAMAGED") + "  " + damage + " damaged, " + count(Finding.Kind.ORPHAN)
                    + " orphans, " + count(Finding.Kind.NOTE) + " notes");
        }
        out.flush();
        return damage == 0 ? 0 : 1;
    }

    private Summary check() {
        Optional<PoolAt> at = pool.map(login::at);
        if (at.isEmpty() && login.isNamed()) {
            throw new PfsException(
                    ErrorCode.USAGE, "nobody logs in to HDFS, as there is no pool there: name it with --pool");
        }
        for (String folder : folders) {
            requireFolder(folder);
            if (at.filter(PoolAt.Remote.class::isInstance).isPresent()) {
                throw new PfsException(
                        ErrorCode.USAGE,
                        "all of this file system is in its pool " + at.get() + ": name no data folder beside it, as "
                                + folder);
            }
        }
        if (at.isPresent() && at.get() instanceof PoolAt.Remote remote) {
            if (salvage) {
                throw new PfsException(
                        ErrorCode.USAGE,
                        "--salvage works in folders of this machine; copy the pool " + remote + " to one, and back");
            }
            return FolderCheck.run(remote, clock, new SystemEntropy(), this);
        }
        Optional<Path> shared = pool.map(Path::of);
        List<Path> own = folders.stream().map(Path::of).toList();
        if (salvage) {
            FolderSalvage.run(shared, own, clock, new SystemEntropy(), new SalvageTold());
        }
        return FolderCheck.run(shared, own, clock, new SystemEntropy(), this);
    }

    /** What was given up, and how far it is: all slices are read before anything is said of them. */
    private final class SalvageTold implements FolderSalvage.Listener {
        private long slices;

        @Override
        public void done(Salvaged salvaged) {
            tell(salvaged);
        }

        @Override
        public void sliceRead() {
            slices++;
            progress("slices", slices);
        }
    }

    private void tell(Salvaged salvaged) {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(InspectOutput.json(salvaged));
        } else {
            InspectOutput.text(salvaged).forEach(out::println);
        }
        out.flush(); // whatever becomes of the rest
    }

    private static void requireFolder(String folder) {
        if (PoolAt.of(folder) instanceof PoolAt.Remote) {
            throw new PfsException(
                    ErrorCode.USAGE,
                    folder + " is no data folder; a pool that is not in a folder of this machine is named with --pool "
                            + folder);
        }
    }

    private long count(Finding.Kind kind) {
        return found.getOrDefault(kind, 0L);
    }

    @Override
    public void found(Finding finding) {
        if (found.merge(finding.kind(), 1L, Long::sum) > limit) {
            return;
        }
        PrintWriter out = spec.commandLine().getOut();
        out.println(json ? InspectOutput.json(finding).toString() : InspectOutput.text(finding));
    }

    @Override
    public void progress(String doing, long count) {
        long now = clock.monotonicNs();
        if (now - lastProgressNs > PROGRESS_NS) {
            lastProgressNs = now;
            PrintWriter err = spec.commandLine().getErr();
            err.println("checked " + count + " " + doing);
            err.flush();
        }
    }
}
