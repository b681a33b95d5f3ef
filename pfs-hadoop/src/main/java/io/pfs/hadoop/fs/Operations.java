package io.pfs.hadoop.fs;

import java.io.IOException;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.jspecify.annotations.Nullable;

/** What is done for one mount, and counted. Any thread. */
record Operations(
        Mount mount,
        Counts counts,
        OpenOutputs outputs,
        Listing listing,
        Creation creation,
        Contents contents,
        Renaming renaming,
        Removal removal,
        Attributes attributes,
        ExtendedAttributes extended) {
    Operations(Mount mount, Counts counts) {
        this(
                mount,
                counts,
                new OpenOutputs(),
                new Listing(mount),
                new Creation(mount),
                new Contents(mount),
                new Renaming(mount),
                new Removal(mount),
                new Attributes(mount),
                new ExtendedAttributes(mount));
    }

    /** Something that is changed, and what is said about it. */
    interface Change<T> {
        T by(Operations operations) throws IOException;
    }

    /** The same, where nothing is said about it. */
    interface PlainChange {
        void by(Operations operations) throws IOException;
    }

    /** They were asked for something. */
    Operations asked(Counted what) {
        counts.add(what);
        return this;
    }

    /** Behind it nothing counts that was seen of files before: who saw it while this was under way may have seen it too early. */
    <T> T changed(Counted what, Change<T> change) throws IOException {
        try {
            return change.by(asked(what));
        } finally {
            mount.views().changed();
        }
    }

    /** What is in a file, not asked for yet. */
    HeldContent content(String path) {
        return new HeldContent(mount.views(), path);
    }

    FSDataInputStream stream(HeldContent content, FileSystem.@Nullable Statistics statistics) {
        return new FSDataInputStream(new PfsInputStream(content, new InputCounts(statistics, counts)));
    }

    FSDataOutputStream stream(PfsOutputStream output, FileSystem.@Nullable Statistics statistics) throws IOException {
        return output.counted(statistics, counts, outputs);
    }
}
