package io.pfs.server.audit;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.env.Clock;
import io.pfs.wire.Asker;
import io.pfs.wire.Envelope;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.ManyRead;
import io.pfs.wire.Request.ReadMany;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * The audit log of a server: a thread of its own writes what waits, ten times a second or as soon as much does. What can't be
 * kept, since too much waits or the disk takes nothing, is counted, and the next line says how many are missing. That the disk takes nothing is also told to
 * people.
 */
public final class AuditLog implements Audit, AutoCloseable {
    private static final int LINES_MAX = 1 << 16;
    private static final int LINES_AT_ONCE = 1 << 12;
    private static final long FILE_BYTES_MAX = 64L << 20;
    private static final int FILES_KEPT = 8;
    private static final long REST_NS = 100_000_000;
    /** All that can wait takes less, unless the disk hangs. */
    private static final long END_MILLIS = 10_000;

    private final AuditQueue queue;
    private final AuditFile file;
    private final AuditLine line = new AuditLine();
    private final Clock clock;
    private final Consumer<String> troubles;
    private final Thread writer;
    private volatile boolean isClosing;
    private long missing;
    /** Whether nothing was written the last time; it is said once. */
    private boolean isFailing;

    private AuditLog(AuditQueue queue, AuditFile file, Clock clock, Consumer<String> troubles) {
        this.queue = queue;
        this.file = file;
        this.clock = clock;
        this.troubles = troubles;
        this.writer = new Thread(this::run, "pfs-audit");
        writer.setDaemon(true);
    }

    /**
     * Goes on with this file, or makes it.
     *
     * @param troubles is told, for people, why lines are missing; the log waits for it, so it must not wait for anybody
     */
    public static AuditLog open(Path path, Clock clock, Consumer<String> troubles) {
        return open(path, clock, LINES_MAX, FILE_BYTES_MAX, FILES_KEPT, troubles);
    }

    static AuditLog open(
            Path path, Clock clock, int linesMax, long fileBytesMax, int filesKept, Consumer<String> troubles) {
        try {
            return of(new AuditFile(path, fileBytesMax, filesKept, troubles), clock, linesMax, troubles);
        } catch (IOException e) {
            throw new PfsException(ErrorCode.IO_FAILED, "audit file " + path + " can't be written: " + e, e);
        }
    }

    static AuditLog of(AuditFile file, Clock clock, int linesMax, Consumer<String> troubles) {
        AuditLog log = new AuditLog(new AuditQueue(linesMax), file, clock, troubles);
        log.writer.start();
        return log;
    }

    /** Of many parts each is told of for itself. */
    @Override
    public void note(Asker asker, String client, Envelope envelope, Reply reply) {
        if (envelope.request() instanceof ReadMany many && reply instanceof ManyRead read) {
            for (int i = 0; i < read.answers().size(); i++) {
                noteOne(
                        asker,
                        client,
                        envelope.of(many.parts().get(i)),
                        read.answers().get(i));
            }
        } else {
            noteOne(asker, client, envelope, reply);
        }
    }

    private void noteOne(Asker asker, String client, Envelope envelope, Reply reply) {
        AuditEvent.of(clock.wallMillis(), asker, client, envelope, reply).ifPresent(event -> {
            if (!queue.add(event)) {
                LockSupport.unpark(writer);
            }
        });
    }

    private void run() {
        while (!isClosing) {
            LockSupport.parkNanos(this, REST_NS);
            writeAll();
        }
        writeAll();
    }

    private void writeAll() {
        boolean isMore = true;
        while (isMore) {
            List<AuditEvent> events = new ArrayList<>();
            missing += queue.take(events, LINES_AT_ONCE);
            isMore = !events.isEmpty();
            if (isMore || missing > 0) {
                write(events);
            }
        }
    }

    private void write(List<AuditEvent> events) {
        StringBuilder lines = new StringBuilder(events.size() * 256);
        if (missing > 0) {
            line.appendDropped(clock.wallMillis(), missing, lines);
        }
        events.forEach(event -> line.append(event, lines));
        try {
            file.write(lines.toString().getBytes(StandardCharsets.US_ASCII));
            missing = 0;
            isFailing = false;
        } catch (IOException e) {
            if (!isFailing) {
                isFailing = true;
                troubles.accept("the audit log can't be written, and lacks lines from now on, until it can be: " + e);
            }
            missing += events.stream().mapToLong(event -> event.rows().size()).sum();
        }
    }

    /** Writes what waits still, and ends. Where the disk hangs in that, it is left to the end of the process. */
    @Override
    public void close() {
        close(END_MILLIS);
    }

    void close(long withinMillis) {
        isClosing = true;
        LockSupport.unpark(writer);
        try {
            TimeUnit.MILLISECONDS.timedJoin(writer, withinMillis);
            if (writer.isAlive()) {
                troubles.accept("the audit log lacks its last lines, which could not be written within " + withinMillis
                        + " ms: its disk may hang");
            } else {
                file.close();
            }
        } catch (IOException e) {
            throw new PfsException(ErrorCode.IO_FAILED, "the audit file can't be closed: " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
