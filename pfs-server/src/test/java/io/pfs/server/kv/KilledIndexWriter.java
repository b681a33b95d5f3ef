package io.pfs.server.kv;

import io.pfs.kv.KvIndex;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The process that gets killed: it goes on with the batches where they end, and says the number of each. */
final class KilledIndexWriter {
    private static final int BATCHES_PER_FORCE = 70;

    private KilledIndexWriter() {}

    /** The folder, and how many batches it writes at most; then it ends without closing anything. */
    public static void main(String[] args) {
        RocksHome home = new RocksHome(Path.of(args[0]), RocksFixture.SMALL);
        KvIndex index = home.open();
        int first = RocksFixture.batches(index);
        say("begin " + first);
        for (int number = first; number < first + Integer.parseInt(args[1]); number++) {
            index.write(RocksFixture.batch(number));
            if (number % BATCHES_PER_FORCE == 0) {
                index.force();
            }
            say("done " + number);
        }
        System.exit(0);
    }

    private static void say(String line) {
        byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
        System.out.write(bytes, 0, bytes.length);
        System.out.flush();
    }
}
