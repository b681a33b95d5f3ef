package io.pfs.server.slice;

import io.pfs.Check;
import io.pfs.FileId;
import io.pfs.RequestId;
import java.util.Optional;

/**
 * A slice as its shard holds it: itself, with its rows in memory, or what is needed to do without them for a while. Of one in memory
 * there is no object between who holds it and its rows: machines would have to fetch that for each lookup.
 */
public sealed interface SlicePlace permits Slice, SlicePlace.Unloaded, SlicePlace.Unreadable {
    /** What can be said about a name. */
    Lookup lookUp(long hash, byte[] bytes, int nameAt, int nameLength);

    /** What can be said about the row of a file, by the hash of its name. */
    Lookup lookUpFile(long hash, FileId fileId);

    /** Where changes go: the slice itself, or what is laid over it until it is loaded. Rows, removed names, replies. */
    Slice target();

    /** Sequence of the newest change that is in it or on storage. */
    long sequence();

    /** What is known about a name. */
    sealed interface Lookup {
        /** The row is here; the ref is valid until the slice's next change. */
        record Found(Slice slice, int ref) implements Lookup {}

        /** There is no such row. */
        record Absent() implements Lookup {
            static final Lookup KNOWN = new Absent();
        }

        /** Only storage knows. */
        record MustLoad() implements Lookup {}
    }

    /**
     * The rows are on storage. Changes since then are in the overlay; a filter, if it is about just what is on storage,
     * answers for most names that are not there.
     *
     * @param filter of the slice as it is on storage
     * @param storedSequence of the newest image or delta
     * @param target the overlay
     * @param mistaken what the filter says may be there, and is not
     */
    record Unloaded(Optional<NameFilter> filter, long storedSequence, Slice target, KnownAbsent mistaken)
            implements SlicePlace {
        private static final Lookup MUST_LOAD = new Lookup.MustLoad();

        public Unloaded {
            Check.that(target.isOverlay(), "changes to a slice on storage go to an overlay");
            target.advance(Math.max(storedSequence, target.sequence()));
        }

        public Unloaded(Optional<NameFilter> filter, long storedSequence, Slice target) {
            this(filter, storedSequence, target, new KnownAbsent());
        }

        @Override
        public Lookup lookUp(long hash, byte[] bytes, int nameAt, int nameLength) {
            int ref = target.find(hash, bytes, nameAt, nameLength);
            if (ref >= 0) {
                return new Lookup.Found(target, ref);
            }
            boolean isAbsent = target.isRemoved(hash, bytes, nameAt, nameLength) || filterExcludes(hash);
            return isAbsent ? Lookup.Absent.KNOWN : MUST_LOAD;
        }

        @Override
        public Lookup lookUpFile(long hash, FileId fileId) {
            int ref = target.findFile(hash, fileId);
            if (ref >= 0) {
                return new Lookup.Found(target, ref);
            }
            return filterExcludes(hash) ? Lookup.Absent.KNOWN : MUST_LOAD;
        }

        @Override
        public long sequence() {
            return target.sequence();
        }

        private boolean filterExcludes(long hash) {
            return hasFilter() && !mayStore(hash);
        }

        /** Whether there is a filter that can be asked. */
        public boolean hasFilter() {
            return filter.isPresent() && filter.get().isValidFor(storedSequence);
        }

        private boolean mayStore(long filterHash) {
            return filter.orElseThrow().mightContain(filterHash) && !mistaken.has(filterHash);
        }

        /** Whether a request may have been answered by what is on storage; false only if it surely was not. */
        public boolean mayKnow(RequestId request) {
            return !filterExcludes(NameFilter.hashOf(request));
        }

        /** The filter was mistaken in all of these: storage has none of them. */
        public void missesAll(long[] sought) {
            mistaken.add(sought);
        }

        /** Lays the changes over what was read from storage. */
        public Slice load(Slice fromStorage) {
            Check.that(
                    fromStorage.sequence() == storedSequence,
                    "what is read of a slice is its newest image or delta",
                    fromStorage.sequence());
            fromStorage.merge(target);
            return fromStorage;
        }
    }

    /**
     * The rows can't be read, and without them nothing can be said: not even of what was laid over them, as it is not known which of it is
     * still in this slice.
     */
    record Unreadable(Slice target) implements SlicePlace {
        private static final Lookup MUST_LOAD = new Lookup.MustLoad();

        @Override
        public Lookup lookUp(long hash, byte[] bytes, int nameAt, int nameLength) {
            return MUST_LOAD;
        }

        @Override
        public Lookup lookUpFile(long hash, FileId fileId) {
            return MUST_LOAD;
        }

        @Override
        public long sequence() {
            return target.sequence();
        }
    }
}
