package io.pfs.query.text;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;

/** Whatever the text: refused at a place in it, or a query whose canonical text is the same query. */
final class QueryTextFuzzTest {
    @FuzzTest
    void parse(byte[] bytes) {
        QueryTextTest.isQuery(new String(bytes, StandardCharsets.UTF_8));
    }
}
