package io.pfs.hadoop.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.apache.hadoop.util.VersionInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** That tests run on the version of Hadoop that they are said to run on. */
@Tag("both")
final class VersionTest {
    @Test
    void itIsTheOneThatWasMeant() {
        assertEquals(System.getProperty("pfs.hadoop.expected"), VersionInfo.getVersion());
    }
}
