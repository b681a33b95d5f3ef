package io.pfs.server.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.FileId;
import io.pfs.TableId;
import io.pfs.row.Row;
import io.pfs.row.RowKind;
import io.pfs.row.TableParent;
import io.pfs.row.TablePointer;
import io.pfs.server.names.RenameProcedure;
import io.pfs.server.state.Intents;
import io.pfs.server.state.TableState;
import io.pfs.server.table.TableFacts;
import io.pfs.wire.FoundRow;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Looks at everything once nothing is under way: one tree, all tables in it, each row in one place, nobody waiting. */
final class TreeCheck {
    private final NameRig rig;

    TreeCheck(NameRig rig) {
        this.rig = rig;
    }

    /** Where each file is, by its id. */
    Map<FileId, String> run() {
        rig.groups().forEach(group -> assertEquals(List.of(), group.collection().miscounted(), "counts of segments"));
        for (Shard shard : shards()) {
            Intents intents = shard.state().tables().intents();
            assertTrue(intents.isQuiet(), "nothing is under way in " + shard.id() + ": " + intents);
        }
        Map<FileId, String> files = new LinkedHashMap<>();
        Set<TableId> seen = new TreeSet<>();
        ArrayDeque<TablePointer> waiting = new ArrayDeque<>();
        waiting.add(NameRig.root());
        while (!waiting.isEmpty()) {
            TablePointer table = waiting.remove();
            assertTrue(seen.add(table.table()), table + " is in one place");
            for (FoundRow found : rig.list(table)) {
                Row row = found.row();
                String before = files.put(row.fileId(), found.name() + " in " + table.table());
                assertEquals(null, before, "a file is in one place");
                if (row.kind() == RowKind.DIRECTORY) {
                    TablePointer child = RenameProcedure.pointerOf(row);
                    TableParent parent =
                            new TableParent(table.table(), table.base(), Optional.of(found.name()), row.version());
                    assertEquals(parent.name(), factsOf(child).parent().name());
                    assertEquals(parent.table(), factsOf(child).parent().table());
                    assertEquals(parent.base(), factsOf(child).parent().base());
                    waiting.add(child);
                }
            }
        }
        requireAllSeen(seen);
        return files;
    }

    private List<Shard> shards() {
        return rig.groups().stream().flatMap(group -> group.shards().stream()).toList();
    }

    private TableFacts factsOf(TablePointer table) {
        return rig.groupOf(table.base()).shard(table.base()).state().tables().factsOf(table.table());
    }

    private void requireAllSeen(Set<TableId> seen) {
        for (Shard shard : shards()) {
            shard.state().tables().openAll();
            for (TableState table : shard.state().tables().opened()) {
                TableId id = table.facts().id();
                assertTrue(TableFacts.isSystem(id) || seen.contains(id), id + " is in the tree");
            }
        }
    }
}
