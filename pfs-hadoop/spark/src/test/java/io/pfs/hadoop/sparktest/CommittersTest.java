package io.pfs.hadoop.sparktest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pfs.client.Pfs;
import io.pfs.client.file.FileInfo;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tables in partitions, written, overwritten in part and as a whole, and read back, by each of the committers. */
@Tag("packed")
@Tag("nightly")
final class CommittersTest {
    private static final String ROOT = Shared.SERVER.uri().toString();
    private static final String CLOUD = "org.apache.spark.internal.io.cloud.";
    private static final String FACTORY = "mapreduce.outputcommitter.factory.scheme.pfs";

    /** How files come to lie where they shall. */
    enum Committer {
        V1("mapreduce.fileoutputcommitter.algorithm.version=1"),
        V2("mapreduce.fileoutputcommitter.algorithm.version=2"),
        MANIFEST(
                "spark.sql.sources.commitProtocolClass=" + CLOUD + "PathOutputCommitProtocol",
                "spark.sql.parquet.output.committer.class=" + CLOUD + "BindingParquetOutputCommitter",
                FACTORY + "=org.apache.hadoop.mapreduce.lib.output.committer.manifest.ManifestCommitterFactory");

        private final String settings;

        Committer(String... settings) {
            this.settings = String.join(" ", settings);
        }
    }

    @AfterEach
    void reset() throws Exception {
        Shared.SPARK.tell("RESET");
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "MANIFEST")
    void hadoopsOwnWriteAndOverwrite(Committer committer) throws Exception {
        writeAndOverwrite(committer);
    }

    /** It takes a part of Spark that was not published with the newer one, and the one of before does not fit that. */
    @Test
    @Tag("cloud")
    void thatOfManifestsDoes() throws Exception {
        writeAndOverwrite(Committer.MANIFEST);
    }

    private static void writeAndOverwrite(Committer committer) throws Exception {
        for (String setting : committer.settings.split(" ", -1)) {
            Shared.SPARK.tell("SET " + setting);
        }
        String name = "days_" + committer;
        Shared.SPARK.tell("CREATE TABLE " + name + " (id bigint, day string) USING parquet PARTITIONED BY (day)"
                + " LOCATION '" + ROOT + "/" + name + "'");
        Shared.SPARK.tell("INSERT INTO " + name + " SELECT id, concat('d', id % 3) FROM range(0, 300, 1, 4)");
        assertEquals(List.of("d0 100", "d1 100", "d2 100"), counts(name));
        Shared.SPARK.tell("INSERT OVERWRITE " + name + " PARTITION (day = 'd1') SELECT id FROM range(7)");
        assertEquals(List.of("d0 100", "d1 7", "d2 100"), counts(name));
        Shared.SPARK.tell("INSERT OVERWRITE " + name + " SELECT id, 'e' FROM range(5)");
        assertEquals(List.of("e 5"), counts(name));
        try (Pfs pfs = Pfs.connect(ROOT)) {
            List<String> left =
                    pfs.files().list("/" + name).stream().map(FileInfo::name).toList();
            assertEquals(List.of("_SUCCESS", "day=e"), left, "nothing is left of what was on its way");
        }
    }

    private static List<String> counts(String table) throws Exception {
        return Shared.SPARK.tell("SELECT day, count(*) FROM " + table + " GROUP BY day ORDER BY day");
    }
}
