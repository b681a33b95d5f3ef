package io.pfs.server.image;

/** What is left of the names of a batch without the prefix and the suffix that all of them share. */
record Middles(RowBatch batch, int prefix, int suffix) {
    static Middles of(RowBatch batch) {
        int shortest = batch.nameLength(0);
        int prefix = shortest;
        int suffix = shortest;
        byte[] names = batch.names();
        int first = batch.nameAt(0);
        int firstEnd = first + shortest;
        for (int i = 1; i < batch.count(); i++) {
            int at = batch.nameAt(i);
            int length = batch.nameLength(i);
            shortest = Math.min(shortest, length);
            prefix = Math.min(prefix, length);
            suffix = Math.min(suffix, length);
            int same = 0;
            while (same < prefix && names[at + same] == names[first + same]) {
                same++;
            }
            prefix = same;
            same = 0;
            while (same < suffix && names[at + length - 1 - same] == names[firstEnd - 1 - same]) {
                same++;
            }
            suffix = same;
        }
        return new Middles(batch, prefix, Math.min(suffix, shortest - prefix));
    }

    int count() {
        return batch.count();
    }

    byte[] bytes() {
        return batch.names();
    }

    int at(int i) {
        return batch.nameAt(i) + prefix;
    }

    int length(int i) {
        return batch.nameLength(i) - prefix - suffix;
    }

    int longest() {
        int longest = 0;
        for (int i = 0; i < count(); i++) {
            longest = Math.max(longest, length(i));
        }
        return longest;
    }
}
