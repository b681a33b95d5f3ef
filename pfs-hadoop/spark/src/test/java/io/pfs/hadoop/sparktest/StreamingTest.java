package io.pfs.hadoop.sparktest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pfs.client.Pfs;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A stream over a folder to which small files come: each is read once, and what is noted of that lies in PFS, too. */
@Tag("packed")
@Tag("nightly")
final class StreamingTest {
    private static final String ROOT = Shared.SERVER.uri().toString();

    @Test
    void eachFileIsReadOnce() throws Exception {
        String stream = "stream text " + ROOT + "/in " + ROOT + "/out " + ROOT + "/checkpoint";
        try (Pfs pfs = Pfs.connect(ROOT)) {
            pfs.files().mkdirs("/in");
            for (int i = 0; i < 20; i++) {
                pfs.files().write("/in/" + i, ("line " + i).getBytes(StandardCharsets.UTF_8));
            }
            Shared.SPARK.tell(stream);
            pfs.files().write("/in/late", "late".getBytes(StandardCharsets.UTF_8));
        }
        Shared.SPARK.tell(stream);
        Shared.SPARK.tell(stream);
        assertEquals(
                List.of("21 21"),
                Shared.SPARK.tell("SELECT count(*), count(DISTINCT value) FROM parquet.`" + ROOT + "/out`"));
    }
}
