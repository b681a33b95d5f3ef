package io.pfs.server.shard;

import static io.pfs.server.shard.NameRig.root;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.TableId;
import io.pfs.row.TablePointer;
import io.pfs.server.access.Peers;
import io.pfs.wire.NameStep.Detach;
import io.pfs.wire.Reply.TableGone;
import io.pfs.wire.Request.TakeStep;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** A removed tree of which a part can't be reached is put off, and others are taken apart meanwhile. */
final class ReapingPutOffTest {
    private static final int CHILDREN = 3;

    private final List<TableId> detached = new ArrayList<>();
    private final NameRig rig = new NameRig(2, this::noting);

    private Peers noting(Peers direct) {
        return (envelope, sink) -> {
            if (envelope.request() instanceof TakeStep take && take.step() instanceof Detach) {
                detached.add(take.table());
            }
            direct.ask(envelope, sink);
        };
    }

    /** Tables of the first shard that wait to be taken apart. */
    private Set<TableId> waiting() {
        Set<TableId> waiting = new TreeSet<>();
        rig.groups()
                .forEach(group -> group.shards()
                        .forEach(shard ->
                                waiting.addAll(shard.state().tables().intents().reaped())));
        return waiting;
    }

    private void passTimes(int times) {
        for (int i = 0; i < times; i++) {
            rig.passTime();
        }
    }

    /** A directory of the first server with some of the second one. */
    private TablePointer tree(String name) {
        TablePointer top = rig.mkdir(root(), name, 0);
        for (int i = 0; i < CHILDREN; i++) {
            TablePointer child = rig.mkdir(top, "child-" + i, 1);
            rig.create(child, "file", "content");
        }
        rig.create(top, "file", "content");
        return top;
    }

    @Test
    void othersHaveTheirTurnWhileAChildCanNotBeReached() {
        TablePointer stuck = tree("stuck");
        TablePointer other = rig.mkdir(root(), "other", 0);
        rig.create(other, "file", "content");
        rig.stop(1);
        assertInstanceOf(TableGone.class, rig.removeAll(root(), "stuck"));
        assertInstanceOf(TableGone.class, rig.removeAll(root(), "other"));
        passTimes(6);
        assertEquals(Set.of(stuck.table()), waiting(), "nobody waits behind it");
        rig.openAll();
        passTimes(4);
        assertEquals(Set.of(), waiting());
        new TreeCheck(rig).run();
    }

    /** However often it had its turn, each child is asked by one message at a time. */
    @Test
    void whoDoesNotAnswerIsNotAskedMoreAndMore() {
        tree("stuck");
        rig.stop(1);
        assertInstanceOf(TableGone.class, rig.removeAll(root(), "stuck"));
        passTimes(30);
        detached.clear();
        passTimes(6);
        assertTrue(detached.size() <= 6 * CHILDREN, () -> detached.size() + " questions");
        assertFalse(detached.isEmpty());
        rig.openAll();
        passTimes(4);
        assertEquals(Set.of(), waiting());
        new TreeCheck(rig).run();
    }

    /** What is asked is asked until it answers, and until then there is nothing to look through the tree for. */
    @Test
    void whatWaitsForItsChildrenAloneIsNotLookedThroughAgain() {
        long idle = rig.timers(0);
        TablePointer one = tree("one");
        TablePointer two = tree("two");
        rig.stop(1);
        assertInstanceOf(TableGone.class, rig.removeAll(root(), "one"));
        assertInstanceOf(TableGone.class, rig.removeAll(root(), "two"));
        passTimes(6);
        for (int i = 0; i < 6; i++) {
            rig.passTime();
            assertEquals(idle + 2 * CHILDREN, rig.timers(0), "only the children are waited for");
        }
        assertEquals(Set.of(one.table(), two.table()), waiting());
        TablePointer later = rig.mkdir(root(), "later", 0);
        rig.create(later, "file", "content");
        assertInstanceOf(TableGone.class, rig.removeAll(root(), "later"));
        passTimes(1);
        assertEquals(Set.of(one.table(), two.table()), waiting(), "what comes later has its turn at once");
        rig.openAll();
        passTimes(4);
        assertEquals(Set.of(), waiting());
        new TreeCheck(rig).run();
    }

    /** One child of a tree answers late, when the tree was put off; another one of it does not yet. */
    @Test
    void whatIsAnsweredLateCountsWhenTheTreeHasItsTurnAgain() {
        NameRig three = new NameRig(3, this::noting);
        TablePointer top = three.mkdir(root(), "top", 0);
        three.create(three.mkdir(top, "one", 1), "file", "content");
        three.create(three.mkdir(top, "two", 2), "file", "content");
        three.stop(1);
        three.stop(2);
        assertInstanceOf(TableGone.class, three.removeAll(root(), "top"));
        for (int i = 0; i < 4; i++) {
            three.passTime();
        }
        three.open(1);
        for (int i = 0; i < 4; i++) {
            three.passTime();
        }
        assertTrue(three.groupOf(top.base()).shard(top.base()).state().tables().exists(top.table()));
        three.openAll();
        for (int i = 0; i < 4; i++) {
            three.passTime();
        }
        assertFalse(three.groupOf(top.base()).shard(top.base()).state().tables().exists(top.table()));
        new TreeCheck(three).run();
    }
}
