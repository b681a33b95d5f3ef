package io.pfs.client.sorted;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.client.call.Promise;
import io.pfs.client.route.PfsPath;
import io.pfs.client.table.RowAccess;
import io.pfs.client.table.TableOptions;
import io.pfs.client.testing.ClientRig;
import io.pfs.client.testing.TinyServer.Mishap;
import io.pfs.row.TablePointer;
import io.pfs.wire.Request.DescribeTable;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class MemberPathsTest {
    private final ClientRig rig = new ClientRig();
    private final MemberPaths paths = new MemberPaths(rig.catalog);

    private TablePointer made(String path) {
        Promise<TablePointer> made = new Promise<>();
        rig.catalog.ensure(PfsPath.parse(path), TableOptions.DEFAULT, made);
        return Promise.await(made);
    }

    private Optional<RowAccess> found(TablePointer table) {
        return paths.find(table.table(), table.base()).join();
    }

    @Test
    void aTableIsFoundWhereItIs() {
        made("/a");
        TablePointer table = made("/a/t");
        assertEquals(table.table(), found(table).orElseThrow().table());
        rig.server.removeTable(made("/a"), "t");
        assertTrue(found(table).isEmpty());
    }

    /** As long as it was not told where it is now. */
    @Test
    void aTableIsNotGoneWithTheDirectoryThatItWasMovedOutOf() {
        made("/a");
        TablePointer table = made("/a/t");
        rig.server.before(
                DescribeTable.class,
                () -> rig.server.before(
                        DescribeTable.class, () -> rig.server.mishaps(Mishap.refused(ErrorCode.NOT_FOUND))));
        assertEquals(table.table(), found(table).orElseThrow().table());
    }
}
