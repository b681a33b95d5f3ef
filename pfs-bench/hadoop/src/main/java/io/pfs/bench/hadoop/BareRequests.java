package io.pfs.bench.hadoop;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What callers who wait for each answer get of a simple process that only keeps what they send: a request of a file's name for
 * each thing that is done to it, and one with its bytes, answered once they are forced, with all others that came meanwhile; bytes are
 * read in this process. No names are looked up there, and nothing is checked.
 */
final class BareRequests implements Store {
    /** Where the other process keeps all. */
    static final String FILE = "kept";

    private final String name;
    private final Asking way;
    private final FileChannel kept;
    private final Map<String, Place> places = new ConcurrentHashMap<>();

    /** Where the bytes of a file are. */
    private record Place(long offset, int length) {}

    private BareRequests(String name, Asking way, FileChannel kept) {
        this.name = name;
        this.way = way;
        this.kept = kept;
    }

    /** In this folder, which is to be there, each thread by a socket of its own. */
    static BareRequests start(Path folder) throws IOException {
        return of(Systems.BARE, folder, OwnSockets.start(folder));
    }

    /** The same, all by one connection of the transport that PFS has. */
    static BareRequests startShared(Path folder) throws IOException {
        return of(Systems.SHARED, folder, SharedLink.start(folder));
    }

    private static BareRequests of(String name, Path folder, Asking way) throws IOException {
        try {
            return new BareRequests(name, way, FileChannel.open(folder.resolve(FILE), StandardOpenOption.READ));
        } catch (IOException | RuntimeException e) {
            way.close();
            throw e;
        }
    }

    private void keepRow() throws IOException {
        long unused = way.ask(Asking.KEEP, Asking.NOTHING);
    }

    private Place placeOf(String path) throws IOException {
        long unused = way.ask(Asking.LOOK, Asking.NOTHING);
        return places.getOrDefault(path, new Place(0, 0));
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void makeDirectory(String path) throws IOException {
        keepRow();
    }

    @Override
    public void write(String path, byte[] bytes) throws IOException {
        keepRow();
        if (bytes.length > 0) {
            places.put(path, new Place(way.ask(Asking.KEEP, bytes) + Asking.ROW_BYTES, bytes.length));
        }
    }

    @Override
    public InputStream open(String path) throws IOException {
        Place place = placeOf(path);
        return new InputStream() {
            private int at;

            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
            }

            @Override
            public int read(byte[] bytes, int from, int count) throws IOException {
                int some = Math.min(count, place.length - at);
                if (some <= 0) {
                    return -1;
                }
                int got = kept.read(ByteBuffer.wrap(bytes, from, some), place.offset + at);
                at += got;
                return got;
            }
        };
    }

    @Override
    public long status(String path) throws IOException {
        return placeOf(path).length;
    }

    @Override
    public void rename(String from, String to) throws IOException {
        keepRow();
    }

    @Override
    public void delete(String path) throws IOException {
        keepRow();
    }

    /** There is one directory at a time. */
    @Override
    public void deleteTree(String path) throws IOException {
        places.clear();
        long unused = way.ask(Asking.BEGIN_ANEW, Asking.NOTHING);
    }

    private static UnsupportedOperationException isSmallFilesOnly() {
        return new UnsupportedOperationException("bare requests are of small files, one by one");
    }

    @Override
    public OutputStream create(String path) {
        throw isSmallFilesOnly();
    }

    @Override
    public int list(String path) {
        throw isSmallFilesOnly();
    }

    @Override
    public void close() throws IOException {
        try (way) {
            kept.close();
        }
    }
}
