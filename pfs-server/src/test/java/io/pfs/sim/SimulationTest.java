package io.pfs.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.sim.Simulation.Outcome;
import io.pfs.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Many lives of servers, each history from one seed; and that every kind of trouble has come up in them. */
final class SimulationTest {
    static final int SEEDS = 120;
    private static final int SEEDS_NIGHTLY = 2_000;
    private static final int OPERATIONS_MIN = 2_000;

    /** Whatever never happens is not tested: each of these must have, in some run. */
    private static final List<String> MUST_HAPPEN = List.of(
            "a durable record could not be applied",
            "close",
            "close with a job under way",
            "crash",
            "kill",
            "crash in the middle of: create",
            "crash in the middle of: force",
            "crash in the middle of: force folder",
            "crash in the middle of: rename",
            "crash in the middle of: write",
            "crash during recovery",
            "disk: bit rotten",
            "disk: folder changes lost",
            "disk: FORCE failed",
            "disk: force of the folder failed",
            "disk: no space",
            "disk: DELETE failed",
            "disk: READ failed",
            "disk: RENAME failed",
            "disk: segments take nothing",
            "disk: un-forced sector garbled",
            "disk: un-forced sector kept",
            "disk: un-forced sector lost",
            "disk: un-forced sector torn",
            "disk: WRITE failed",
            "network: request lost",
            "network: request repeated",
            "network: answer lost",
            "network: answer repeated",
            "client: AlterTable",
            "client: DescribeTable",
            "client: EditRow",
            "client: ListCells",
            "client: MakeTable",
            "client: ReadCell",
            "client: ReadRow",
            "client: RemoveRow",
            "client: refused for now, IO_FAILED",
            "client: refused for now, NO_SPACE",
            "client: refused for now, UNKNOWN_OUTCOME",
            "client: operations overlap on a row",
            "client: request given up, outcome unknown",
            "client: request repeated after silence",
            "clock jumped",
            "workers: a job ended before an earlier one",
            "workers: a job waited between two calls of a disk",
            "fault point checkpoint.image",
            "fault point memory.refuse",
            "fault point slice.unload",
            "mode SYNC",
            "mode FLUSH",
            "lister: page",
            "lister: page among many",
            "lister: page asked for again",
            "lister: page of a query",
            "lister: indexes changed",
            "index: damaged",
            "index: left behind",
            "engine: index written to the pool",
            "engine: index not written to its end",
            "engine: index of a shard loaded from the pool",
            "engine: record passed for an index",
            "fault point index.fail",
            "engine: index told",
            "engine: index complete",
            "engine: index thrown away",
            "engine: index said where to look",
            "lister: whole table walked",
            "a rotten cell was refused, and nothing else",
            "a rotten slice was refused",
            "salvage: shards were given up",
            "salvage: slices were given up",
            "salvage: nothing was lost",
            "salvage: nothing could be given up",
            "audit",
            "server: recovered",
            "collection asked for",
            "gc: cell copied",
            "gc: ended with its server",
            "gc: file followed to another name",
            "gc: indirect record settled",
            "gc: move came too late",
            "gc: read repeated",
            "gc: rest between two pieces",
            "gc: segment deleted",
            "boost index: bit flipped",
            "boost index: file lost",
            "boost index: file cut",
            "boost index: an older one put back",
            "engine: recovered by a scan",
            "engine: recovered by the boost index",
            "engine: record of the metadata log read",
            "engine: slice evicted",
            "engine: table closed",
            "engine: change waited for memory",
            "engine: change refused for want of memory",
            "engine: change refused for want of space",
            "engine: checkpoint begun for memory",
            "engine: young change left to the journal",
            "engine: reply let go of",
            "engine: file of the metadata log deleted",
            "engine: slice written again for its space",
            "engine: checkpoint counted",
            "engine: checkpoint given up",
            "engine: slice split",
            "engine: slice split under a checkpoint",
            "engine: slice adopted",
            "engine: slice adopted in parts",
            "engine: slice given",
            "engine: waited for a slice between shards",
            "client: told where a name lives",
            "engine: slice loaded",
            "engine: repeated request answered again",
            "engine: stale request left unanswered",
            "engine: cell embedded",
            "engine: cell ingested",
            "engine: cell flushed",
            "engine: move came too late",
            "engine: indirect record rewritten",
            "engine: segment abandoned",
            "engine: page listed",
            "engine: change applied after its answer",
            "engine: table made elsewhere",
            "engine: table reaped",
            "engine: object written",
            "gc: object deleted",
            "writer: large cell written",
            "writer: died in the middle",
            "writer: went on elsewhere",
            "writer: thought better of it",
            "writer: lost at its end",
            "writer: refused, OBJECT_LOST",
            "writer: refused, TOO_LARGE",
            "network: connection cut",
            "program: done",
            "batcher: EditRows",
            "batcher: EditRows refused",
            "batcher: ReadRows",
            "histories: checked",
            "histories: checked with operations that overlap",
            "histories: checked with an operation of unknown outcome",
            "histories: checked through the end of a server",
            "histories: Rename refused: INTO_ITSELF",
            "histories: Rename refused: NOT_EMPTY",
            "histories: RemoveDirectory refused: NOT_EMPTY",
            "leases: all back when a server closed",
            "leases: granted",
            "leases: recalled",
            "leases: returned",
            "leases: returned by who left",
            "leases: waited for until they had ended",
            "paths: Create",
            "paths: RemoveTree",
            "paths: Rename",
            "paths: history checked",
            "paths: left between two operations",
            "paths: left in the midst of an operation",
            "paths: machine slept between walk and deed",
            "paths: slept between walk and deed",
            "paths: went by a kept way",
            "paths: went by a kept way anew",
            "network: step between servers lost",
            "network: step between servers repeated",
            "network: answer between servers lost",
            "network: answer between servers repeated",
            "cluster: step over a connection",
            "cluster: connection refused between parts of the cluster",
            "cluster: step came late",
            "cluster: step came behind a later one",
            "cluster: answer came late",
            "cluster: answer came behind a later one",
            "cluster: partition",
            "cluster: step lost between parts of the cluster",
            "cluster: answer lost between parts of the cluster",
            "cluster: a server served while it or another was cut off",
            "cluster: a server served while another was down",
            "cluster: all servers lost their power at once",
            "cluster: all servers were killed at once",
            "leases: had back by another loop",
            "cluster: table born on another server",
            "engine: slice adopted from another server",
            "engine: table spread further",
            "engine: row renamed from another server",
            "engine: segment returned by another server",
            "mover: RenameRow done",
            "mover: RenameRow refused, INTO_ITSELF",
            "mover: RenameRow refused, NOT_EMPTY",
            "mover: RemoveTable done",
            "mover: RemoveTable refused, NOT_EMPTY");

    @Test
    void whatWasAcknowledgedIsThere() {
        Cut cut = Cut.ofProperties();
        String only = System.getProperty("pfs.seed", "");
        Tally tally = new Tally();
        List<Outcome> outcomes = new ArrayList<>();
        long first = only.isEmpty() ? 1 : Long.parseLong(only);
        long count = !only.isEmpty() ? 1 : Seeds.nightly() ? SEEDS_NIGHTLY : SEEDS;
        for (long seed = first; seed < first + count; seed++) {
            Outcome outcome = run(seed, cut);
            tally.addAll(outcome.tally());
            outcomes.add(outcome);
        }
        report(outcomes, tally);
        for (Outcome outcome : outcomes) {
            boolean enough = outcome.operations() >= OPERATIONS_MIN || !cut.isNone();
            assertTrue(enough, "seed " + outcome.seed() + " did too little: " + outcome);
        }
        if (only.isEmpty()) {
            assertEquals(List.of(), neverHappened(tally), "what never happened is not tested");
        }
    }

    /** A seed that fails is shrunk, unless it was cut already. */
    private static Outcome run(long seed, Cut cut) {
        try {
            return Simulation.run(seed, Plant.NONE, cut);
        } catch (SimViolation e) {
            Cut smallest = cut.isNone() ? Shrinker.shrink(seed, () -> Plant.NONE) : cut;
            throw new SimViolation("smallest replay: " + smallest.replay(seed) + "\n" + e.getMessage(), e);
        }
    }

    private static List<String> neverHappened(Tally tally) {
        return MUST_HAPPEN.stream().filter(what -> tally.of(what) == 0).toList();
    }

    private static void report(List<Outcome> outcomes, Tally tally) {
        long operations = outcomes.stream().mapToLong(Outcome::operations).sum();
        long events = outcomes.stream().mapToLong(Outcome::events).sum();
        long simulatedMs = outcomes.stream().mapToLong(Outcome::simulatedNs).sum() / 1_000_000;
        System.out.println("simulation: " + outcomes.size() + " seeds, " + operations + " operations, " + events
                + " events, " + simulatedMs + " ms of simulated time; what happened:");
        tally.counts().forEach((what, times) -> System.out.println("  " + times + "  " + what));
    }
}
