package io.pfs.server.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.Pfs;
import io.pfs.client.table.Table;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code bin/pfs table}, as people and programs see it. */
final class TableCommandTest {
    @TempDir
    private Path folder;

    private Path data;

    @BeforeEach
    void rows() {
        data = folder.resolve("data");
        try (Pfs pfs = Pfs.embedded(data)) {
            Table table = pfs.ensureTable("/t");
            table.put("a", "content", new byte[] {1, 2});
            table.put("a", "thumb", new byte[] {3});
        }
    }

    /** The lines that a command says, be they an answer or a complaint. */
    private List<String> run(int code, Object command, String... arguments) {
        StringWriter said = new StringWriter();
        PrintWriter out = new PrintWriter(said);
        int returned = new CommandLine(command)
                .setOut(out)
                .setErr(out)
                .setExecutionExceptionHandler((e, line, parsed) -> {
                    out.println(e.getMessage());
                    return e instanceof PfsException pfs && pfs.code() == ErrorCode.USAGE ? 2 : 1;
                })
                .execute(Stream.concat(Stream.of("--embedded", data.toString()), Stream.of(arguments))
                        .toArray(String[]::new));
        assertEquals(code, returned, said::toString);
        return said.toString().lines().toList();
    }

    /** The ids of tables are given their names in messages: whole ids, not such as begin alike. */
    @Test
    void aTableThatIsMovedIntoItselfIsCalledByNoOthersName() {
        for (int i = 0; i < 20; i++) {
            run(0, new TableCreate(), "/m" + i + "/n");
            String said = run(1, new TableMove(), "/m" + i, "/m" + i + "/n/x").get(0);
            assertTrue(said.contains("below itself"), said);
            assertFalse(said.contains("'/'"), said);
        }
    }
}
