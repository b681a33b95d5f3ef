package io.pfs.server.journal;

import java.util.List;
import java.util.function.Consumer;

/**
 * The readable tail of the last file that nobody knows to be forced: the system may hold it in memory while the disk
 * never got it. It is copied to the next file and forced there.
 */
final class Carry {
    private final List<Span> spans;
    private final Source source;

    /** Where a batch stands in its file. */
    record Span(long offset, int length) {}

    /** Reads a batch that was found whole before. */
    interface Source {
        void readAgain(Span span, Batch target);
    }

    Carry(List<Span> spans, Source source) {
        this.spans = List.copyOf(spans);
        this.source = source;
    }

    static Carry nothing() {
        return new Carry(List.of(), (span, target) -> {});
    }

    boolean isEmpty() {
        return spans.isEmpty();
    }

    long length() {
        return spans.stream().mapToLong(Span::length).sum();
    }

    void forEach(Consumer<Batch> target) {
        Batch batch = new Batch();
        for (Span span : spans) {
            batch.clear();
            source.readAgain(span, batch);
            target.accept(batch);
        }
    }
}
