package io.pfs.process;

import io.pfs.ColumnId;
import io.pfs.Durability;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.row.TablePointer;
import io.pfs.server.store.EmbeddedServer;
import io.pfs.wire.CellPut;
import io.pfs.wire.Expected;
import io.pfs.wire.NewRow;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Reply.RowFound;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.Request.ReadRow;
import io.pfs.wire.RowEdit;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * The process whose system calls are watched, or made to fail: it writes one row after the other below the root, and says
 * of each that it tries it, and what came of it. After a refusal it shows that it can still read, and goes on.
 */
final class TracedWriter {
    private TracedWriter() {}

    /** The folder, and how many rows; some more if the last ones were refused. */
    public static void main(String[] args) {
        int rows = Integer.parseInt(args[1]);
        EmbeddedServer server = EmbeddedServer.open(Path.of(args[0]), Durability.SYNC);
        TablePointer root = server.facts().root();
        Asked asked = new Asked(server, 1);
        say("open");
        int lastDone = -1;
        for (int i = 0; i < rows || (i > lastDone + 1 && i < 2 * rows); i++) {
            say("try " + i);
            Reply reply = asked.ask(root.base(), put(root, i));
            if (reply instanceof Refused refused) {
                say("refused " + i + " " + refused.code());
                if (lastDone >= 0) {
                    say(canRead(asked, root, lastDone));
                }
                if (refused.code() == ErrorCode.CLOSED) {
                    break;
                }
            } else {
                lastDone = i;
                say("done " + i);
            }
        }
        say("end");
        try {
            server.close();
        } catch (PfsException e) {
            say("closing: " + e.code());
        }
    }

    private static String canRead(Asked asked, TablePointer root, int row) {
        Reply reply = asked.ask(root.base(), read(root, row));
        return reply instanceof RowFound ? "can read" : "cannot read";
    }

    static ReadRow read(TablePointer root, int row) {
        return new ReadRow(root.table(), name(row), List.of(new ColumnId(0)));
    }

    private static EditRow put(TablePointer root, int row) {
        RowEdit edit = RowEdit.ofCells(List.of(new CellPut(new ColumnId(0), content(row), false)));
        return new EditRow(root.table(), name(row), Expected.ANY, NewRow.FILE, edit);
    }

    static RowName name(int row) {
        return RowName.of("row-" + row);
    }

    /** Some travel in the journal's records, some go to a segment first. */
    static byte[] content(int row) {
        byte[] bytes = new byte[row % 3 == 0 ? 100_000 + row : 10 + row];
        Arrays.fill(bytes, (byte) row);
        return bytes;
    }

    private static void say(String line) {
        byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
        System.out.write(bytes, 0, bytes.length);
        System.out.flush();
    }
}
