package io.pfs.client.route;

import io.pfs.Check;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.client.call.Ask;
import io.pfs.client.call.Caller;
import io.pfs.client.call.Outcome;
import io.pfs.client.call.Repeating;
import io.pfs.format.ByteReader;
import io.pfs.row.Inline;
import io.pfs.row.Row;
import io.pfs.row.RowKind;
import io.pfs.row.TablePointer;
import io.pfs.wire.LeaseHolder;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.HopFound;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Request.LookUp;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds the table that a path leads to, hop by hop from the last one that is known. Follows symlinks on the way. */
public final class Walker {
    private static final int SYMLINKS_MAX = 40;

    private final Caller caller;
    private final Placement placement;
    private final Directories directories;

    public Walker(Caller caller, Placement placement, Directories directories) {
        this.caller = caller;
        this.placement = placement;
        this.directories = directories;
    }

    public Placement placement() {
        return placement;
    }

    /** Who is to hear of leases that are wanted back. */
    public LeaseHolder directories() {
        return directories;
    }

    /** The time by which it is told how old something is. */
    public long nowNs() {
        return caller.nowNs();
    }

    /** Finds the table of a directory. */
    public void find(PfsPath directory, Outcome<TablePointer> outcome) {
        walk(directory, Outcome.then(outcome, found -> outcome.done(found.pointer())));
    }

    private void walk(PfsPath directory, Outcome<Found> outcome) {
        new Walk(directory, false, outcome).again();
    }

    /** The same, asking for hops anew that have grown old. */
    void renew(PfsPath directory, Outcome<Found> outcome) {
        new Walk(directory, true, outcome).again();
    }

    /** Finds the table of a directory that is kept open from now on. */
    public void open(PfsPath directory, Outcome<Way> outcome) {
        walk(directory, Outcome.then(outcome, found -> outcome.done(new KeptWay(this, found))));
    }

    /** Something that is done in the table of a directory. */
    public interface Errand<T> {
        void run(TablePointer table, Outcome<T> outcome);
    }

    /**
     * Does something in a directory. If it is not found there, and what was known from before of the way there has ended
     * meanwhile, it may have been another one by then: then the path is walked anew, and if it leads elsewhere, the same is done
     * there.
     */
    public <T> void in(PfsPath directory, Errand<T> errand, Outcome<T> outcome) {
        Optional<Found> remembered = remembered(directory);
        if (remembered.isEmpty()) {
            find(directory, Outcome.then(outcome, table -> errand.run(table, outcome)));
            return;
        }
        Found before = remembered.get();
        errand.run(before.pointer(), Outcome.either(outcome::done, cause -> {
            if (cause.code() == ErrorCode.NOT_FOUND && !before.holds(nowNs())) {
                retrace(directory, before.pointer(), cause, errand, outcome);
            } else {
                outcome.failed(cause);
            }
        }));
    }

    /** What a path leads to by hops that all hold. */
    private Optional<Found> remembered(PfsPath directory) {
        long nowNs = nowNs();
        TablePointer reached = directories.root();
        List<Hop> hops = new ArrayList<>(directory.depth());
        for (RowName name : directory.names()) {
            Optional<Hop> hop = directories.find(new Hop.Name(reached.table(), name), nowNs);
            if (hop.isEmpty()) {
                return Optional.empty();
            }
            hops.add(hop.get());
            reached = hop.get().pointer();
        }
        return Optional.of(new Found(directory, reached, hops));
    }

    private <T> void retrace(
            PfsPath directory, TablePointer before, PfsException cause, Errand<T> errand, Outcome<T> outcome) {
        find(directory, Outcome.then(outcome, now -> {
            if (now.table().equals(before.table())) {
                outcome.failed(cause);
            } else {
                errand.run(now, outcome);
            }
        }));
    }

    /** Where a symlink in a directory leads. */
    public static PfsPath targetOf(PfsPath directory, Row symlink) {
        byte[] target = inline(directory, symlink).target().orElse(new byte[0]);
        return directory.resolve(new String(target, StandardCharsets.UTF_8));
    }

    /** The table of a subdirectory, by its row in the directory. */
    public static TablePointer pointerOf(PfsPath directory, Row row) {
        return Check.present(inline(directory, row).pointer().orElse(null), "the row of a directory points at a table");
    }

    private static Inline inline(PfsPath directory, Row row) {
        return Inline.decode(new ByteReader("a row in " + directory, row.inline()));
    }

    /** One path on its way. */
    private final class Walk extends Repeating {
        private final Outcome<Found> outcome;
        private final boolean isRenewal;
        private final List<Hop> hops = new ArrayList<>();
        private final List<Hop> remembered = new ArrayList<>();
        private PfsPath path;
        private int symlinks;
        private boolean isDoubted;

        Walk(PfsPath path, boolean isRenewal, Outcome<Found> outcome) {
            this.path = path;
            this.isRenewal = isRenewal;
            this.outcome = outcome;
        }

        private TablePointer reached() {
            return hops.isEmpty()
                    ? directories.root()
                    : hops.get(hops.size() - 1).pointer();
        }

        /** The way up to here. */
        private PfsPath here() {
            return path.prefix(hops.size());
        }

        @Override
        protected void step() {
            goByWhatIsKnown();
            if (hops.size() == path.depth()) {
                outcome.done(new Found(path, reached(), List.copyOf(hops)));
                return;
            }
            try {
                ask(new Hop.Name(reached().table(), path.names().get(hops.size())));
            } catch (PfsException e) {
                outcome.failed(e);
            }
        }

        private void goByWhatIsKnown() {
            long nowNs = nowNs();
            while (hops.size() < path.depth()) {
                Hop.Name name = new Hop.Name(reached().table(), path.names().get(hops.size()));
                Optional<Hop> hop = isRenewal ? directories.findYoung(name, nowNs) : directories.find(name, nowNs);
                if (hop.isEmpty()) {
                    return;
                }
                hops.add(hop.get());
                remembered.add(hop.get());
            }
        }

        private void ask(Hop.Name name) {
            TablePointer table = reached();
            LookUp look = new LookUp(name.table(), name.name());
            Ask.Router router = misplaced -> placement.after(misplaced, table, name.name());
            Directories.Asked asked = directories.asking(nowNs());
            caller.send(new Ask(look, placement.shardOf(table, name.name()), router, reply -> {
                answered(name, asked, reply);
            }));
        }

        private void answered(Hop.Name name, Directories.Asked asked, Reply reply) {
            try {
                if (reply instanceof HopFound found) {
                    hop(name, found.found().row(), found.leaseMillis(), asked);
                    again();
                    return;
                }
                failed(refused((Refused) reply));
            } catch (PfsException e) {
                failed(e);
            }
        }

        /** What was remembered of the path may have ended meanwhile: then it is walked from the root, once. */
        private void failed(PfsException cause) {
            boolean isAboutPath = cause.code() == ErrorCode.NOT_FOUND || cause.code() == ErrorCode.NOT_A_DIRECTORY;
            if (isAboutPath && !remembered.isEmpty() && !isDoubted) {
                isDoubted = true;
                directories.forget(remembered);
                hops.clear();
                again();
            } else {
                outcome.failed(cause);
            }
        }

        private void hop(Hop.Name name, Row row, long leaseMillis, Directories.Asked asked) {
            if (row.kind() == RowKind.DIRECTORY) {
                hops.add(directories.learn(name, pointerOf(here(), row), leaseMillis, asked));
            } else if (row.kind() == RowKind.SYMLINK) {
                follow(targetOf(here(), row), hops.size() + 1);
            } else {
                throw new PfsException(
                        ErrorCode.NOT_A_DIRECTORY, "'" + path.prefix(hops.size() + 1) + "' is a file, not a directory");
            }
        }

        private void follow(PfsPath target, int depth) {
            if (++symlinks > SYMLINKS_MAX) {
                throw new PfsException(
                        ErrorCode.NAME_INVALID,
                        "path '" + path + "' leads over more than " + SYMLINKS_MAX + " symlinks");
            }
            PfsPath rest = target;
            for (int i = depth; i < path.depth(); i++) {
                rest = rest.child(path.names().get(i));
            }
            path = rest;
            hops.clear();
        }

        private PfsException refused(Refused refused) {
            PfsPath missing = path.prefix(hops.size() + 1);
            return refused.code() == ErrorCode.NOT_FOUND
                    ? new PfsException(ErrorCode.NOT_FOUND, "directory '" + missing + "' does not exist")
                    : refused.toException();
        }
    }
}
