package io.pfs.hadoop.sparktest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.client.Pfs;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What Spark writes and reads back, by its committer of files. */
@Tag("packed")
final class WritingTest {
    private static final String ROOT = Shared.SERVER.uri().toString();

    @Test
    void parquetIsWrittenAndReadBack() throws Exception {
        Shared.SPARK.tell("SET mapreduce.fileoutputcommitter.algorithm.version=2");
        String to = ROOT + "/written";
        Shared.SPARK.tell("INSERT OVERWRITE DIRECTORY '" + to + "' USING parquet"
                + " SELECT /*+ REPARTITION(4) */ id, CAST(id AS string) AS name FROM range(1000)");
        assertEquals(
                List.of("1000 499500 1000"),
                Shared.SPARK.tell(
                        "SELECT count(*), sum(id), count(DISTINCT name) FROM parquet.`" + ROOT + "/written`"));
        try (Pfs pfs = Pfs.connect(ROOT)) {
            List<String> names = pfs.files().list("/written").stream()
                    .map(info -> info.name().replaceAll("-.*", ""))
                    .toList();
            assertEquals(List.of("_SUCCESS", "part", "part", "part", "part"), names);
        }
    }

    @Test
    void whatIsThereIsOnlyReplacedIfThatIsWanted() throws Exception {
        String table = "CREATE TABLE csv (id bigint) USING csv LOCATION '" + ROOT + "/csv'";
        Shared.SPARK.tell(table);
        Shared.SPARK.tell("INSERT INTO csv SELECT id FROM range(3)");
        Shared.SPARK.tell("INSERT INTO csv SELECT id FROM range(4)");
        assertEquals(List.of("7"), Shared.SPARK.tell("SELECT count(*) FROM csv"));
        Shared.SPARK.tell("INSERT OVERWRITE csv SELECT id FROM range(5)");
        assertEquals(List.of("5"), Shared.SPARK.tell("SELECT count(*) FROM csv"));
        AssertionError refused = assertThrows(
                AssertionError.class, () -> Shared.SPARK.tell("SELECT * FROM text.`" + ROOT + "/nothing`"));
        assertTrue(refused.getMessage().contains("PATH_NOT_FOUND"), refused.getMessage());
    }
}
