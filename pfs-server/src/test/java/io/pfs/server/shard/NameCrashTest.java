package io.pfs.server.shard;

import static io.pfs.server.shard.NameRig.rename;
import static io.pfs.server.shard.NameRig.root;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.row.RowKind;
import io.pfs.row.TablePointer;
import io.pfs.server.names.RenameProcedure;
import io.pfs.testing.Seeds;
import io.pfs.wire.Envelope;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Request;
import io.pfs.wire.Request.RemoveTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** A process is killed after every step of a change of names, and the power fails before every call of a disk: it happened or it did not, and repeated it has happened. */
final class NameCrashTest {
    private static final int STEPS_MAX = 200;

    /** Tables in several shards with a few files. */
    private static final class Scene {
        private final NameRig rig;
        private final TablePointer here;
        private final TablePointer one;
        private final TablePointer two;
        private final TablePointer child;
        private final TablePointer empty;
        private final TreeCheck check;

        Scene() {
            this(new NameRig());
        }

        Scene(NameRig rig) {
            this.rig = rig;
            here = rig.mkdir(root(), "here", 0);
            one = rig.mkdir(root(), "one", 1);
            two = rig.mkdir(root(), "two", 2);
            child = rig.mkdir(one, "child", 3);
            empty = rig.mkdir(two, "empty", 1);
            check = new TreeCheck(rig);
            rig.create(one, "a", "alpha");
            rig.create(two, "b", "beta");
            rig.create(child, "c", "gamma".repeat(30));
            rig.create(child, "d", "delta");
            rig.mkdir(child, "deep", 2);
            rig.mkdir(child, "near", 3);
        }

        /** All paths, with what is there. */
        Map<String, String> paths() {
            Map<String, String> paths = new TreeMap<>();
            walk("", root(), paths);
            return paths;
        }

        private void walk(String prefix, TablePointer table, Map<String, String> paths) {
            rig.list(table).forEach(found -> {
                String path = prefix + "/" + found.name();
                if (found.row().kind() == RowKind.DIRECTORY) {
                    paths.put(path, "directory");
                    walk(path, RenameProcedure.pointerOf(found.row()), paths);
                } else {
                    paths.put(path, rig.content(table, found.name().toString()).orElseThrow());
                }
            });
        }
    }

    private static void crashEverywhere(Function<Scene, Request> change) {
        Scene whole = new Scene();
        Map<String, String> before = whole.paths();
        Request asked = change.apply(whole);
        Reply done = whole.rig.ask(shardOf(whole, asked), asked);
        assertFalse(done instanceof Refused, done.toString());
        Map<String, String> after = whole.paths();
        whole.check.run();
        int steps = 0;
        while (crashAfter(steps, change, before, after)) {
            steps++;
            assertTrue(steps < STEPS_MAX, "it comes to an end");
        }
        assertTrue(steps > 1, "it takes some steps");
        int calls = 0;
        while (powerFailsBefore(calls, true, change, before, after)) {
            if (Seeds.nightly()) {
                powerFailsBefore(calls, false, change, before, after); // much like a killed process
            }
            calls++;
            assertTrue(calls < STEPS_MAX, "it comes to an end");
        }
        assertTrue(calls > 1, "it takes some calls of a disk");
    }

    private static final class PowerFails extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /** Whether there were so many calls that change a disk. */
    private static boolean powerFailsBefore(
            int call,
            boolean onlyForcedIsKept,
            Function<Scene, Request> change,
            Map<String, String> before,
            Map<String, String> after) {
        int[] calls = {Integer.MIN_VALUE};
        Scene scene = new Scene(new NameRig((kind, name) -> {
            if (calls[0]++ >= call) {
                throw new PowerFails();
            }
        }));
        Request asked = change.apply(scene);
        Envelope envelope = scene.rig.envelope(shardOf(scene, asked), asked);
        List<Reply> replies = new ArrayList<>();
        calls[0] = 0;
        boolean failed = false;
        try {
            scene.rig.group().submit(envelope, replies::add);
            scene.rig.runUntilIdle();
        } catch (PowerFails e) {
            failed = true;
        }
        boolean wasAnswered = !replies.isEmpty();
        scene.rig.losePower(onlyForcedIsKept);
        String when = "power fails before call " + call + (onlyForcedIsKept ? ", only what was forced is kept" : "");
        requireWhole(scene, envelope, wasAnswered, before, after, when);
        return failed;
    }

    /** Whether there was as much to do. */
    private static boolean crashAfter(
            int steps, Function<Scene, Request> change, Map<String, String> before, Map<String, String> after) {
        Scene scene = new Scene();
        Request asked = change.apply(scene);
        Envelope envelope = scene.rig.envelope(shardOf(scene, asked), asked);
        List<Reply> replies = scene.rig.submit(envelope);
        boolean wasBusy = true;
        for (int i = 0; i < steps; i++) {
            wasBusy &= scene.rig.step();
        }
        boolean wasAnswered = !replies.isEmpty();
        scene.rig.open();
        requireWhole(scene, envelope, wasAnswered, before, after, "after " + steps + " steps");
        return wasBusy;
    }

    /** It has happened or it has not, and after it is repeated it has. */
    private static void requireWhole(
            Scene scene,
            Envelope envelope,
            boolean wasAnswered,
            Map<String, String> before,
            Map<String, String> after,
            String when) {
        scene.rig.runUntilIdle();
        Map<String, String> found = scene.paths();
        assertTrue(found.equals(after) || (!wasAnswered && found.equals(before)), when + ": " + found);
        scene.check.run();
        List<Reply> again = scene.rig.submit(envelope);
        scene.rig.runUntilIdle();
        assertFalse(again.get(0) instanceof Refused, when + ": " + again);
        assertEquals(after, scene.paths(), when);
        scene.check.run();
    }

    private static ShardId shardOf(Scene scene, Request request) {
        List<TablePointer> tables =
                new ArrayList<>(List.of(root(), scene.here, scene.one, scene.two, scene.child, scene.empty));
        tables.removeIf(table -> !table.table().equals(request.table()));
        return tables.get(0).base();
    }

    private static RemoveTable remove(TablePointer table, String name, boolean recursive) {
        return new RemoveTable(table.table(), RowName.of(name), recursive);
    }

    @Test
    void aFileInItsShard() {
        crashEverywhere(s -> rename(s.one, "a", s.empty, "x", false));
    }

    @Test
    void aFileToAnotherShard() {
        crashEverywhere(s -> rename(s.one, "a", s.two, "x", false));
        crashEverywhere(s -> rename(s.child, "c", root(), "x", false));
    }

    @Test
    void aFileOverAFile() {
        crashEverywhere(s -> rename(s.one, "a", s.two, "b", true));
        crashEverywhere(s -> rename(s.child, "c", s.child, "d", true));
    }

    @Test
    void aDirectoryInOneShard() {
        crashEverywhere(s -> rename(root(), "here", root(), "there", false));
        crashEverywhere(s -> rename(s.child, "near", s.child, "x", false));
    }

    @Test
    void aDirectoryToAnotherShard() {
        crashEverywhere(s -> rename(s.one, "child", s.two, "x", false));
        crashEverywhere(s -> rename(root(), "here", s.two, "x", false));
        crashEverywhere(s -> rename(s.one, "child", root(), "x", false));
    }

    @Test
    void aDirectoryOverAnEmptyOne() {
        crashEverywhere(s -> rename(s.one, "child", s.two, "empty", true));
        crashEverywhere(s -> rename(s.one, "child", root(), "here", true));
        crashEverywhere(s -> rename(s.child, "deep", s.child, "near", true));
    }

    @Test
    void anEmptyDirectoryGoes() {
        crashEverywhere(s -> remove(root(), "here", false));
        crashEverywhere(s -> remove(s.two, "empty", false));
        crashEverywhere(s -> remove(s.child, "near", false));
    }

    @Test
    void aTreeGoes() {
        crashEverywhere(s -> remove(root(), "one", true));
        crashEverywhere(s -> remove(s.one, "child", true));
        crashEverywhere(s -> remove(root(), "here", true));
    }

    @Test
    void whatIsRefusedLeavesNothingBehind() {
        Scene scene = new Scene();
        assertEquals(ErrorCode.NOT_EMPTY, NameRig.refusal(scene.rig.rmdir(root(), "one")));
        assertEquals(ErrorCode.NOT_EMPTY, NameRig.refusal(scene.rig.replace(root(), "here", root(), "two")));
        assertEquals(ErrorCode.INTO_ITSELF, NameRig.refusal(scene.rig.move(root(), "one", scene.child, "x")));
        assertEquals(ErrorCode.ALREADY_EXISTS, NameRig.refusal(scene.rig.move(scene.one, "a", scene.two, "b")));
        scene.check.run();
    }
}
