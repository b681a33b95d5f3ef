package io.pfs.server.state;

import io.pfs.server.boost.StoredAt;
import io.pfs.server.metadata.RecordPlace;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/** Which files of the metadata log the slices of a shard are in, and how much of each they take. */
public final class FileUse {
    private final TreeMap<Long, Used> files = new TreeMap<>();

    /** Records of slices, and the bytes of these. */
    public record Used(int records, long bytes) {}

    /** The same, to be changed apart. */
    public FileUse copy() {
        FileUse copy = new FileUse();
        copy.files.putAll(files);
        return copy;
    }

    public void add(StoredAt stored) {
        change(stored.image(), 1);
        stored.delta().ifPresent(delta -> change(delta, 1));
    }

    public void remove(StoredAt stored) {
        change(stored.image(), -1);
        stored.delta().ifPresent(delta -> change(delta, -1));
    }

    private void change(RecordPlace place, int by) {
        Used before = files.getOrDefault(place.fileId(), new Used(0, 0));
        Used now = new Used(before.records + by, before.bytes + (long) by * place.bytesPerSlice());
        if (now.records == 0) {
            files.remove(place.fileId());
        } else {
            files.put(place.fileId(), now);
        }
    }

    public boolean uses(long fileId) {
        return files.containsKey(fileId);
    }

    public void forEach(BiConsumer<Long, Used> visitor) {
        files.forEach(visitor);
    }
}
