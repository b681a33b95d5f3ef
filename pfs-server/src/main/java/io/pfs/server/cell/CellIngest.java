package io.pfs.server.cell;

import io.pfs.PfsException;
import io.pfs.cell.CellLabel;
import io.pfs.env.Workers;
import io.pfs.row.CellLocation;
import io.pfs.server.column.CellBody;
import io.pfs.server.column.SegmentWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * Takes cells to the segment of the loop and tells when they are forced there: those that came while the last force ran
 * go out together with the next one. Until a record of the journal refers to them they are garbage.
 */
public final class CellIngest {
    private final SegmentWriter writer;
    private final Workers workers;
    private final Runnable abandoned;
    private List<Waiting> collected = new ArrayList<>();
    private boolean writing;

    /** A cell to be written, and whose it will be. */
    public sealed interface Copy {
        CellLabel label();

        CellBody body();
    }

    /** One as it is stored in another segment. */
    public record Stored(CellLabel label, CellBody body) implements Copy {}

    /** One whose bytes came from a client, or from the journal. */
    public record Cell(CellLabel label, byte[] bytes, boolean compressed) implements Copy {
        @Override
        public CellBody body() {
            return compressed ? CellBody.squeezed(bytes, 0, bytes.length) : CellBody.plain(bytes, 0, bytes.length);
        }
    }

    /** Who waits for cells to be forced, and where they are. */
    private record Waiting(
            List<CellLocation> places, Consumer<List<CellLocation>> then, Consumer<PfsException> failed) {}

    /** One write and force on a worker. */
    private static final class Job implements Runnable {
        private final SegmentWriter writer;
        private Optional<PfsException> failure = Optional.empty();

        Job(SegmentWriter writer) {
            this.writer = writer;
        }

        @Override
        public void run() {
            try {
                writer.write();
                writer.force();
            } catch (PfsException e) {
                failure = Optional.of(e);
            }
        }
    }

    /**
     * A way into this writer, which is used by nobody else.
     *
     * @param abandoned hears of each segment that is left behind after a failure
     */
    public CellIngest(SegmentWriter writer, Workers workers, Runnable abandoned) {
        this.writer = writer;
        this.workers = workers;
        this.abandoned = abandoned;
    }

    /** Adds cells, whose arrays must not change; {@code then} gets their places once they are durable. */
    public void add(List<? extends Copy> cells, Consumer<List<CellLocation>> then, Consumer<PfsException> failed) {
        List<CellLocation> places = new ArrayList<>(cells.size());
        for (Copy cell : cells) {
            places.add(writer.add(cell.label(), cell.body()));
        }
        collected.add(new Waiting(places, then, failed));
        proceed();
    }

    /** The segment that is being written, if one is begun. */
    OptionalLong current() {
        return writer.current();
    }

    /** Ends the segment that is being written: what comes next goes to another one. Then its file is complete. */
    void roll(Runnable done) {
        if (writer.current().isPresent()) {
            writer.end();
            collected.add(new Waiting(List.of(), places -> done.run(), failure -> done.run()));
            proceed();
        } else {
            done.run();
        }
    }

    private void proceed() {
        if (writing || collected.isEmpty()) {
            return;
        }
        writing = true;
        List<Waiting> under = collected;
        collected = new ArrayList<>();
        writer.handOver();
        Job job = new Job(writer);
        workers.run(job, () -> ended(job, under));
    }

    /** After a failure whatever was collected meanwhile is in the segment that is left behind, so it failed, too. */
    private void ended(Job job, List<Waiting> under) {
        writing = false;
        if (job.failure.isPresent()) {
            List<Waiting> lost = new ArrayList<>(under);
            lost.addAll(collected);
            collected = new ArrayList<>();
            if (writer.abandon().isPresent()) {
                abandoned.run();
            }
            lost.forEach(waiting -> waiting.failed.accept(job.failure.get()));
        } else {
            under.forEach(waiting -> waiting.then.accept(waiting.places));
        }
        proceed();
    }

    /** Lets go of the segment; what was under way has ended. */
    void close() {
        writer.close();
    }
}
