package io.pfs.disk.overlay;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.disk.Disk;
import io.pfs.disk.DiskFile;
import java.util.List;
import java.util.TreeMap;

/** A folder as it would become, over one that stays as it is. */
public final class OverlayDisk implements Disk {
    private final Disk below;
    private final TreeMap<String, Content> names = new TreeMap<>();

    /** Over a folder in which nobody else changes anything; it is not closed by this. */
    public OverlayDisk(Disk below) {
        this.below = below;
        below.list().forEach(name -> names.put(name, new ContentBelow(below, name)));
    }

    @Override
    public String location() {
        return below.location();
    }

    @Override
    public DiskFile create(String name) {
        requireFree(name);
        MemoryContent content = new MemoryContent();
        names.put(name, content);
        return content.open(name);
    }

    @Override
    public DiskFile open(String name) {
        return existing(name).open(name);
    }

    @Override
    public List<String> list() {
        return List.copyOf(names.keySet());
    }

    @Override
    public boolean exists(String name) {
        return names.containsKey(name);
    }

    @Override
    public void rename(String from, String to) {
        Content content = existing(from);
        requireFree(to);
        names.remove(from);
        names.put(to, content);
    }

    @Override
    public void delete(String name) {
        existing(name);
        names.remove(name);
    }

    @Override
    public void forceFolder() {
        // what is here is never meant to last
    }

    /** As much as below, though none of it is used. */
    @Override
    public long usableBytes() {
        return below.usableBytes();
    }

    @Override
    public long totalBytes() {
        return below.totalBytes();
    }

    @Override
    public void close() {
        names.clear();
    }

    private Content existing(String name) {
        Content content = names.get(name);
        if (content == null) {
            throw new PfsException(ErrorCode.FILE_MISSING, location() + "/" + name + " does not exist");
        }
        return content;
    }

    private void requireFree(String name) {
        if (names.containsKey(name)) {
            throw new PfsException(ErrorCode.FILE_EXISTS, location() + "/" + name + " exists");
        }
    }
}
