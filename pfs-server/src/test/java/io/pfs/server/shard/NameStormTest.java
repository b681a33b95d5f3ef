package io.pfs.server.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.FileId;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.row.RowKind;
import io.pfs.row.TablePointer;
import io.pfs.server.gc.GcGoal;
import io.pfs.server.names.RenameProcedure;
import io.pfs.sim.NamesTree;
import io.pfs.sim.NamesTree.Entry;
import io.pfs.testing.Seeds;
import io.pfs.wire.Envelope;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Reply.RowChanged;
import io.pfs.wire.Reply.TableMade;
import io.pfs.wire.Request;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.Request.ListRows;
import io.pfs.wire.Request.MakeTable;
import io.pfs.wire.Request.ReadRow;
import io.pfs.wire.Request.RemoveTable;
import io.pfs.wire.Request.RenameRow;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Random changes of names, while messages get lost, come late and twice, and the process dies again and again. */
final class NameStormTest {
    private static final int TABLES_MAX = 12;
    private static final int PASSES_MAX = 200;

    /** One run. */
    private static final class Storm {
        private final Random random;
        private final LossyPeers.Chance chance;
        private final NameRig rig;
        private final List<TablePointer> tables = new ArrayList<>(List.of(NameRig.root()));
        private final Map<FileId, String> created = new LinkedHashMap<>();
        private final List<Open> open = new ArrayList<>();
        private final boolean destroys;
        private int made;

        Storm(long seed, int servers, boolean destroys) {
            random = new Random(seed);
            chance = new LossyPeers.Chance(random);
            rig = new NameRig(servers, direct -> new LossyPeers(direct, chance));
            this.destroys = destroys;
        }

        Request draw() {
            int kind = random.nextInt(destroys ? 11 : 10);
            TablePointer table = table();
            if (kind < 3) {
                made++;
                return NameRig.put(table, name(), "content " + made + "x".repeat(random.nextInt(2) * 80));
            } else if (kind == 3 && tables.size() < TABLES_MAX) {
                return NameRig.makeTable(table, name(), random.nextInt(NameRig.SHARDS));
            } else if (kind < 8) {
                boolean overwrite = destroys && random.nextBoolean();
                return NameRig.rename(table, name(), table(), name(), overwrite);
            } else if (kind == 8) {
                return new ReadRow(table.table(), RowName.of(name()), List.of(NameRig.CONTENT, NameRig.FURTHER));
            } else if (kind == 9 && random.nextBoolean()) {
                return new ListRows(table.table(), Optional.empty(), 100, 0, List.of());
            }
            return new RemoveTable(table.table(), RowName.of(name()), destroys && random.nextBoolean());
        }

        private TablePointer table() {
            return tables.get(random.nextInt(tables.size()));
        }

        private String name() {
            return "n" + random.nextInt(5);
        }

        private ShardId shardOf(Request request) {
            return tables.stream()
                    .filter(table -> table.table().equals(request.table()))
                    .findFirst()
                    .orElseThrow()
                    .base();
        }

        Open submit() {
            Request request = draw();
            Open one = new Open(rig.envelope(shardOf(request), request));
            open.add(one);
            one.submit();
            return one;
        }

        /** A request that its client still repeats. */
        final class Open {
            final Envelope envelope;
            Optional<Reply> answer = Optional.empty();
            private String lastHeard = "nothing";

            Open(Envelope envelope) {
                this.envelope = envelope;
            }

            void submit() {
                rig.send(envelope, this::answered);
            }

            @Override
            public String toString() {
                return envelope.request() + " (" + lastHeard + ")";
            }

            private void answered(Reply reply) {
                lastHeard = reply.toString();
                boolean isForNow = reply instanceof Refused refused
                        && refused.code().kind() != ErrorCode.Kind.REQUEST
                        && refused.code() != ErrorCode.NOT_SUPPORTED;
                if (isForNow && ((Refused) reply).code().kind() != ErrorCode.Kind.ROUTING) {
                    throw ((Refused) reply).toException();
                }
                if (answer.isEmpty() && !isForNow) {
                    answer = Optional.of(reply);
                    open.remove(this);
                    learn(envelope.request(), reply);
                }
            }
        }

        private void learn(Request request, Reply reply) {
            if (reply instanceof TableMade table) {
                tables.add(table.pointer());
            } else if (reply instanceof RowChanged changed && request instanceof EditRow edit) {
                created.put(changed.fileId(), contentOf(edit));
            }
        }

        static String contentOf(EditRow edit) {
            byte[] bytes = edit.edit().puts().get(0).bytes();
            return new String(bytes, StandardCharsets.UTF_8);
        }

        /** A little of whatever may happen. */
        void stir() {
            int kind = random.nextInt(40);
            if (kind < 18) {
                rig.step();
            } else if (kind < 36) {
                chance.deliver();
            } else if (kind == 36) {
                rig.passTime();
            } else if (kind == 37 && !open.isEmpty()) {
                open.get(random.nextInt(open.size())).submit();
            } else if (kind == 38 && random.nextInt(4) == 0) {
                rig.groups().forEach(ShardGroup::checkpoint);
            } else if (kind == 38 && rig.serverCount() > 1) {
                rig.groups().forEach(group -> group.collection().start(GcGoal.ALL, ended -> {}));
            } else if (kind == 39 && random.nextInt(4) == 0) {
                crash();
            }
        }

        /** All servers crash, or one of them. */
        void crash() {
            assertEquals(List.of(), rig.damageLeftBehind());
            rig.crashSome(random, chance::forgetAll);
            List.copyOf(open).forEach(Open::submit);
        }

        void finish(Open one) {
            int passes = 0;
            while (one.answer.isEmpty()) {
                stir();
                passes++;
                if (passes % 300 == 0) {
                    one.submit();
                    rig.passTime();
                }
                assertTrue(passes < 20_000, "an answer comes to " + one.envelope.request());
            }
        }

        /** Nothing goes wrong any more, and everything comes to its end. */
        void settle() {
            rig.openAll();
            chance.calmDown();
            for (int pass = 0; pass < PASSES_MAX; pass++) {
                boolean moved = true;
                while (moved) {
                    moved = rig.step() || chance.deliver();
                }
                boolean isQuiet = open.isEmpty() && pass > 20;
                if (isQuiet) {
                    return;
                }
                List.copyOf(open).forEach(Open::submit);
                rig.passTime();
            }
            throw new AssertionError("these were never answered, and heard last: " + open);
        }

        void check() {
            NameRig calm = rig;
            chance.calmDown();
            Map<FileId, String> found = new TreeMap<>(new TreeCheckOf(calm, chance).run());
            created.forEach((fileId, content) -> {
                if (!destroys) {
                    assertTrue(found.containsKey(fileId), fileId + " with " + content + " is lost");
                }
                if (found.containsKey(fileId)) {
                    assertEquals(content, found.get(fileId), "content of " + fileId);
                }
            });
        }
    }

    /** The check, with messages carried meanwhile; and what each file holds. */
    private record TreeCheckOf(NameRig rig, LossyPeers.Chance chance) {
        Map<FileId, String> run() {
            new TreeCheck(rig).run();
            Map<FileId, String> contents = new LinkedHashMap<>();
            walk(NameRig.root(), contents);
            return contents;
        }

        private void walk(TablePointer table, Map<FileId, String> contents) {
            rig.list(table).forEach(row -> {
                if (row.row().kind() == RowKind.DIRECTORY) {
                    walk(RenameProcedure.pointerOf(row.row()), contents);
                } else {
                    contents.put(
                            row.row().fileId(),
                            rig.content(table, row.name().toString()).orElseThrow());
                }
            });
        }
    }

    private static void storm(long seed, int servers, boolean destroys) {
        Storm storm = new Storm(seed, servers, destroys);
        for (int i = 0; i < 120; i++) {
            if (storm.open.size() < 6) {
                storm.submit();
            }
            int stirs = storm.random.nextInt(25);
            for (int j = 0; j < stirs; j++) {
                storm.stir();
            }
        }
        storm.settle();
        storm.check();
        storm.crash();
        storm.settle();
        storm.check();
    }

    @Test
    void nothingIsLostOrDoubled() {
        Seeds.each("NameStormTest#nothingIsLostOrDoubled", 60, seed -> storm(seed, 1, false));
    }

    @Test
    void nothingIsLostOrDoubledAmongServers() {
        Seeds.each("NameStormTest#nothingIsLostOrDoubledAmongServers", 60, seed -> storm(seed, among(seed), false));
    }

    private static int among(long seed) {
        return 2 + (int) (seed & 1);
    }

    /** Who took over while the holder before was still being asked was never asked itself, and others waited for it for ever. */
    @Test
    void aHolderOfTheLockThatTookOverMeanwhileIsAskedToo() {
        storm(441, 3, false);
    }

    /** A check of the disks, just when a directory was decided to take the place of another, whose table went with that. */
    @Test
    void aDirectoryThatIsOverwrittenLeadsNowhereAndIsNoDamage() {
        storm(699, 3, true);
    }

    @Test
    void whatRemovesLeavesATree() {
        Seeds.each("NameStormTest#whatRemovesLeavesATree", 60, seed -> storm(seed, 1, true));
    }

    @Test
    void whatRemovesLeavesATreeAmongServers() {
        Seeds.each("NameStormTest#whatRemovesLeavesATreeAmongServers", 60, seed -> storm(seed, among(seed), true));
    }

    @Test
    void oneAfterTheOtherTheyDoAsTheModelSays() {
        Seeds.each("NameStormTest#oneAfterTheOtherTheyDoAsTheModelSays", 40, NameStormTest::compare);
    }

    private static void compare(long seed) {
        Storm storm = new Storm(seed, 1, true);
        NamesTree model = new NamesTree(List.of(NameRig.root().table()));
        for (int i = 0; i < 100; i++) {
            // whoever looks a path up does not come to a table that is cut off
            storm.tables.removeIf(table -> !model.tables.containsKey(table.table()));
            Storm.Open one = storm.submit();
            storm.finish(one);
            Request request = one.envelope.request();
            Reply reply = one.answer.orElseThrow();
            if (request instanceof ReadRow || request instanceof ListRows) {
                compareRead(model, request, reply);
                continue;
            }
            Optional<ErrorCode> expected = apply(model, request, reply);
            ErrorCode got = reply instanceof Refused refused ? refused.code() : null;
            assertEquals(expected, Optional.ofNullable(got), i + ": " + request);
        }
        storm.settle();
        storm.check();
        model.tables.forEach((id, rows) -> {
            TablePointer table = storm.tables.stream()
                    .filter(one -> one.table().equals(id))
                    .findFirst()
                    .orElseThrow();
            assertEquals(List.copyOf(rows.keySet()), storm.rig.names(table));
        });
    }

    private static void compareRead(NamesTree model, Request request, Reply reply) {
        TreeMap<String, Entry> rows = model.tables.get(request.table());
        if (reply instanceof Reply.RowsFound found) {
            List<String> names = found.rows().stream()
                    .map(row -> row.name().toString())
                    .sorted()
                    .toList();
            assertEquals(List.copyOf(rows.keySet()), names);
        } else if (reply instanceof Reply.RowFound found) {
            Entry entry = rows.get(found.found().name().toString());
            if (!entry.isDirectory()) {
                assertEquals(entry.content().orElseThrow(), NameRig.content(found.found()));
            }
        } else {
            String name = request instanceof ReadRow read ? read.name().toString() : "";
            assertTrue(rows == null || !rows.containsKey(name), request + " is answered with " + reply);
        }
    }

    private static Optional<ErrorCode> apply(NamesTree model, Request request, Reply reply) {
        if (request instanceof EditRow edit) {
            Entry file = new Entry(Optional.of(Storm.contentOf(edit)), Optional.empty());
            return model.create(edit.table(), edit.name().toString(), file);
        } else if (request instanceof MakeTable make) {
            Optional<TableId> table = reply instanceof TableMade made
                    ? Optional.of(made.pointer().table())
                    : Optional.of(TableId.of(new ShardId(99), 99));
            return model.create(make.table(), make.name().toString(), new Entry(Optional.empty(), table));
        } else if (request instanceof RenameRow rename) {
            return model.rename(
                    rename.table(),
                    rename.name().toString(),
                    rename.toTable(),
                    rename.toName().toString(),
                    rename.overwrite());
        }
        RemoveTable remove = (RemoveTable) request;
        return model.remove(remove.table(), remove.name().toString(), remove.recursive());
    }
}
