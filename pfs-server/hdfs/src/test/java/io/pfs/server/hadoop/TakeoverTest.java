package io.pfs.server.hadoop;

import static io.pfs.disk.DiskContract.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pfs.Epoch;
import io.pfs.ErrorCode;
import io.pfs.server.remote.RemotePool;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.AbstractFileSystem;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FilterFs;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

/** Who has a home after a renaming that was done, of which the answer was lost, so that it was asked for again. */
final class TakeoverTest {
    private static final String HOME = "server-0000";

    private final String uri = MiniHdfs.freshUri();

    /** Renames, and says that there was nothing. */
    private static final class Lossy extends FilterFs {
        Lossy(AbstractFileSystem files) throws URISyntaxException {
            super(files);
        }

        @Override
        public void renameInternal(Path from, Path to, boolean overwrite) throws IOException {
            super.renameInternal(from, to, overwrite);
            throw new FileNotFoundException(from.toString());
        }
    }

    private static HadoopClient lossy(HadoopClient inner) throws IOException, URISyntaxException {
        Configuration conf = MiniHdfs.conf();
        AbstractFileSystem files = AbstractFileSystem.get(inner.files().getUri(), conf);
        FileContext names = FileContext.getFileContext(new Lossy(files), conf);
        return new HadoopClient(inner.files(), inner.files(), inner.leases(), names, LoginRenewal.NONE, inner.calls());
    }

    private static long take(HadoopClient client, Epochs epochs, long claimed) {
        try {
            return new Takeover(client, epochs, MiniHdfs.SHORT, MiniHdfs.CLOCK, line -> {})
                    .run(Optional.of(new Epoch(claimed)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aRenamingThatWasDoneThoughItSaysOtherwiseCounts() throws IOException, URISyntaxException {
        try (RemotePool pool = HadoopPool.open(uri, MiniHdfs.conf(), MiniHdfs.SHORT, MiniHdfs.CLOCK, line -> {})) {
            pool.make(List.of(HOME));
        }
        try (HadoopClient inner = HadoopClient.connect(URI.create(uri), MiniHdfs.conf(), MiniHdfs.SHORT)) {
            HadoopClient client = lossy(inner);
            Epochs epochs = new Epochs(client, new Path(uri), HOME);
            assertEquals(4, take(client, epochs, 4));
            assertRefused(ErrorCode.EPOCH_PASSED, "taken in epoch 4", () -> take(client, epochs, 4));
            assertEquals(6, take(client, epochs, 6));
        }
    }
}
