package io.pfs.server.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.row.TablePointer;
import io.pfs.table.Policy;
import io.pfs.wire.Reply.TableMade;
import io.pfs.wire.Request.MakeTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Where tables are born when nobody says where. */
final class BirthplaceTest {
    private static List<ShardId> born(NameRig rig, int count) {
        List<ShardId> bases = new ArrayList<>();
        for (int n = 0; n < count; n++) {
            MakeTable make = new MakeTable(
                    NameRig.root().table(), RowName.of("table-" + n), 0755, 1, 1, Policy.DYNAMIC, 0, Optional.empty());
            TablePointer made = ((TableMade) rig.ask(NameRig.root().base(), make)).pointer();
            bases.add(made.base());
        }
        return bases;
    }

    @Test
    void aServerAloneKeepsThemBesideTheirRows() {
        assertEquals(Set.of(new ShardId(0)), Set.copyOf(born(new NameRig(), 40)));
    }

    @Test
    void amongSeveralTheFirstStayAndOthersGoAnywhere() {
        NameRig rig = new NameRig(2, UnaryOperator.identity());
        List<ShardId> bases = born(rig, 60);
        assertEquals(Set.of(new ShardId(0)), Set.copyOf(bases.subList(0, 10)));
        Set<Integer> servers =
                bases.stream().map(base -> base.value() % rig.serverCount()).collect(Collectors.toSet());
        assertEquals(Set.of(0, 1), servers);
        assertEquals(60, rig.names(NameRig.root()).size());
    }
}
