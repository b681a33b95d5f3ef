package io.pfs.bench.whole;

import io.pfs.Durability;
import io.pfs.client.ClientOptions;
import io.pfs.client.Pfs;
import io.pfs.client.file.FileOutput;
import io.pfs.client.table.CellInput;
import io.pfs.client.table.RowView;
import io.pfs.client.table.Table;
import io.pfs.server.store.EmbeddedServer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A client on the host of a server, which is a process of its own: cells of three sizes read by their places beside the same over the socket, and a large
 * file beside bare positional reads. All of it is in the cache of the operating system.
 */
final class LocalJob implements Job {
    private static final int[] SIZES = {512, 4096, 16_384};
    private static final double[] WANTED = {1.9, 1.9, 1.5};
    private static final long TABLE_BYTES = 128L << 20;
    private static final int ROWS_MAX = 100_000;
    private static final long LARGE_BYTES = 1L << 30;
    private static final int PIECE_BYTES = 1 << 20;
    private static final int BATCH = 1000;
    private static final int NAMES = 500;
    private static final int REQUESTS = 40;
    private static final int ONE_BY_ONE = 4000;
    private static final int ROUNDS = 7;
    private static final String COLUMN = "content";

    @Override
    public String name() {
        return "local";
    }

    @Override
    public void run(Desk desk) throws IOException {
        int share = desk.quick() ? 8 : 1;
        Path data = desk.folder().resolve("data");
        try (EmbeddedServer server = EmbeddedServer.open(data, Durability.FLUSH);
                Pfs pfs = Pfs.over(server, ClientOptions.DEFAULT)) {
            for (int size : SIZES) {
                fill(pfs.createTable("/of" + size), size, rows(size, share));
            }
            write(pfs, LARGE_BYTES / share);
            server.checkpoint();
        }
        try (IdleServer server = new IdleServer(data);
                Pfs socket = connect(server, false);
                Pfs local = connect(server, true)) {
            for (int i = 0; i < SIZES.length; i++) {
                cells(desk, socket, local, SIZES[i], rows(SIZES[i], share), WANTED[i]);
            }
            Stopwatch.require(local.localReads().cells() > 0, "nothing was read here");
            large(desk, socket, local, data.resolve("pool"));
        }
    }

    private static Pfs connect(IdleServer server, boolean isLocal) {
        return Pfs.connect("pfs://127.0.0.1:" + server.port(), ClientOptions.DEFAULT.withLocalReads(isLocal));
    }

    private static int rows(int size, int share) {
        return (int) Math.min(ROWS_MAX, TABLE_BYTES / size) / share;
    }

    private static String row(long nth) {
        return "row-" + nth;
    }

    private static void fill(Table table, int size, int rows) {
        Map<String, byte[]> cells = new TreeMap<>();
        for (int i = 0; i < rows; i++) {
            cells.put(row(i), Contents.of(i, size));
            if (cells.size() == BATCH || i == rows - 1) {
                table.putAll(COLUMN, cells);
                cells.clear();
            }
        }
    }

    private static void write(Pfs pfs, long bytes) {
        try (FileOutput out = pfs.files().create("/large")) {
            byte[] piece = Contents.of(1, PIECE_BYTES);
            for (long at = 0; at < bytes; at += piece.length) {
                out.write(piece, 0, piece.length);
            }
        }
    }

    // Cells

    /** Reads a share of a table in some way; returns how many cells it was. */
    private interface Way {
        long read(Table table, long round);
    }

    private static void cells(Desk desk, Pfs socket, Pfs local, int size, int rows, double wanted) {
        String of = size + " B cells, local beside socket: ";
        compare(desk, of + "a scan of the column", socket, local, size, wanted, (table, round) -> scan(table, size));
        compare(
                desk,
                of + "500 names a request",
                socket,
                local,
                size,
                wanted,
                (table, round) -> byNames(table, rows, round));
        compare(desk, of + "one by one", socket, local, size, 0, (table, round) -> oneByOne(table, rows, round));
    }

    private static void compare(Desk desk, String what, Pfs socket, Pfs local, int size, double wanted, Way way) {
        double[] bySocket = new double[ROUNDS];
        double[] here = new double[ROUNDS];
        Table there = socket.openTable("/of" + size);
        Table beside = local.openTable("/of" + size);
        for (int round = 0; round < ROUNDS; round++) {
            bySocket[round] = perSecond(there, round, way);
            here[round] = perSecond(beside, round, way);
        }
        desk.ratio(what, "warm", middle(here), middle(bySocket), wanted);
    }

    private static double perSecond(Table table, long round, Way way) {
        Stopwatch watch = Stopwatch.start();
        long cells = way.read(table, round);
        return cells / watch.seconds();
    }

    private static long scan(Table table, int size) {
        long cells = 0;
        for (RowView row : table.scan().columns(COLUMN)) {
            cells += row.cell(COLUMN).orElseThrow().length / size;
        }
        return cells;
    }

    private static long byNames(Table table, int rows, long round) {
        long cells = 0;
        for (int batch = 0; batch < REQUESTS; batch++) {
            List<String> names = new ArrayList<>(NAMES);
            for (int i = 0; i < NAMES; i++) {
                names.add(row(anywhere(round * REQUESTS + batch, i, rows)));
            }
            cells += table.getAll(names.stream().distinct().toList(), COLUMN).size();
        }
        return cells;
    }

    private static long oneByOne(Table table, int rows, long round) {
        long cells = 0;
        for (int i = 0; i < ONE_BY_ONE; i++) {
            cells += table.get(row(anywhere(round, i, rows)), COLUMN).stream().count();
        }
        return cells;
    }

    private static long anywhere(long round, int nth, long of) {
        return Math.floorMod(((round * 1_000_003 + nth) * 0x9e37_79b9_7f4a_7c15L) >>> 16, of);
    }

    // A large file

    private static void large(Desk desk, Pfs socket, Pfs local, Path pool) throws IOException {
        double[] bySocket = new double[ROUNDS];
        double[] inOrder = new double[ROUNDS];
        double[] anywhere = new double[ROUNDS];
        double[] bare = new double[ROUNDS];
        try (CellInput there = socket.files().open("/large");
                CellInput here = local.files().open("/large");
                FileChannel file = FileChannel.open(largest(pool), StandardOpenOption.READ)) {
            long bytes = here.length();
            for (int round = 0; round < ROUNDS; round++) {
                bySocket[round] = megabytes(bytes, () -> inOrder(there));
                bare[round] = megabytes(bytes, () -> bare(file, bytes));
                inOrder[round] = megabytes(bytes, () -> inOrder(here));
                anywhere[round] = megabytes(bytes, () -> anywhere(here));
            }
        }
        desk.ratio(
                "large file in order, MB/s, local beside bare positional reads",
                "warm",
                middle(inOrder),
                middle(bare),
                0.9);
        desk.ratio("large file anywhere, 1 MiB, MB/s, likewise", "warm", middle(anywhere), middle(bare), 0.9);
        desk.ratio("large file in order, MB/s, local beside socket", "warm", middle(inOrder), middle(bySocket), 0);
    }

    private static Path largest(Path pool) throws IOException {
        try (Stream<Path> files = Files.list(pool)) {
            return files.filter(file -> String.valueOf(file.getFileName()).startsWith("object-"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private interface Reading {
        void run() throws IOException;
    }

    private static double megabytes(long bytes, Reading reading) throws IOException {
        Stopwatch watch = Stopwatch.start();
        reading.run();
        return bytes / watch.seconds() / 1e6;
    }

    private static void inOrder(CellInput in) {
        byte[] piece = new byte[PIECE_BYTES];
        in.seek(0);
        long read = 0;
        for (int count = in.read(piece, 0, piece.length); count > 0; count = in.read(piece, 0, piece.length)) {
            read += count;
        }
        Stopwatch.require(read == in.length(), "read " + read + " bytes");
    }

    private static void anywhere(CellInput in) {
        byte[] piece = new byte[PIECE_BYTES];
        long pieces = in.length() / PIECE_BYTES;
        for (int i = 0; i < pieces; i++) {
            in.readAt(anywhere(1, i, pieces) * PIECE_BYTES, piece, 0, piece.length);
        }
    }

    /** Into an array, as who reads a stream wants it. */
    private static void bare(FileChannel file, long bytes) throws IOException {
        byte[] piece = new byte[PIECE_BYTES];
        for (long at = 0; at < bytes; at += piece.length) {
            Stopwatch.require(file.read(ByteBuffer.wrap(piece), at) == piece.length, "read to the end");
        }
    }

    private static double middle(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
