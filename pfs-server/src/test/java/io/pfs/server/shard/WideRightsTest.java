package io.pfs.server.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.client.route.Placement;
import io.pfs.query.index.Indexed;
import io.pfs.row.TablePointer;
import io.pfs.server.access.Peers;
import io.pfs.table.Policy;
import io.pfs.testing.Seeds;
import io.pfs.wire.Asker;
import io.pfs.wire.Envelope;
import io.pfs.wire.Expected;
import io.pfs.wire.NameStep.ShareRights;
import io.pfs.wire.NewRow;
import io.pfs.wire.ObjectTicket;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Misplaced;
import io.pfs.wire.Reply.ObjectBegun;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Reply.RowChanged;
import io.pfs.wire.Reply.RowsFound;
import io.pfs.wire.Reply.RowsSearched;
import io.pfs.wire.Reply.TableAltered;
import io.pfs.wire.Request;
import io.pfs.wire.Request.AlterTable;
import io.pfs.wire.Request.BeginObject;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.Request.TakeStep;
import io.pfs.wire.RowEdit;
import io.pfs.wire.RowSearch;
import io.pfs.wire.TableChange.ChangeIndexes;
import io.pfs.wire.TableChange.SetAttributes;
import io.pfs.wire.TableChange.SetPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** What may be done with a table holds in all of its slices from when it was acknowledged, wherever they are or go. */
final class WideRightsTest {
    private static final Asker ANN = new Asker("ann", 1001, List.of(1001), false);
    private static final int OPEN = 0777;
    private static final int CLOSED = 0755;

    /** A table of spread 2, at which one user works to whom it is another's. */
    private static final class Wide {
        private final NameRig rig;
        private final TablePointer table;
        private final Placement placement = new Placement(NameRig.SHARDS);
        private int probes;
        private int rows;

        Wide(NameRig rig) {
            this.rig = rig;
            table = rig.mkdirWide(NameRig.root(), "wide", 1, 2);
        }

        private EditRow edit(String name) {
            return new EditRow(table.table(), RowName.of(name), Expected.ANY, NewRow.FILE, RowEdit.NONE);
        }

        /** Rows of the superuser, of which slices split; nobody waits for them. */
        void grow(int count) {
            for (int i = 0; i < count; i++) {
                rows++;
                EditRow row = edit("row-" + rows);
                rig.submit(rig.envelope(placement.shardOf(table, row.name()), row));
            }
        }

        Envelope chmod(int mode) {
            OptionalInt same = OptionalInt.empty();
            RowEdit.Attributes set = new RowEdit.Attributes(
                    OptionalInt.of(mode), same, same, OptionalLong.empty(), OptionalLong.empty());
            return rig.envelope(table.base(), new AlterTable(table.table(), new SetAttributes(set)));
        }

        /** Asks until there is an answer that lasts. */
        Reply ask(Asker asker, Function<Placement, ShardId> shard, Request request) {
            Envelope first = rig.envelope(new ShardId(0), request);
            Optional<ShardId> exact = Optional.empty();
            for (int tries = 0; tries < 100; tries++) {
                ShardId to = exact.orElseGet(() -> shard.apply(placement));
                exact = Optional.empty();
                List<Reply> replies = rig.submit(new Envelope(first.id(), 0, to, request, Optional.of(asker)));
                rig.runUntilIdle();
                Reply reply = replies.isEmpty() ? new Refused(ErrorCode.BUSY, "no answer") : replies.get(0);
                if (reply instanceof Misplaced misplaced) {
                    exact = placement.learn(misplaced);
                } else if (reply instanceof Refused refused && refused.code().kind() == ErrorCode.Kind.ROUTING) {
                    rig.passTime();
                } else {
                    return reply;
                }
            }
            throw new AssertionError("no answer comes to " + request);
        }

        /** Names all over the table are made by who may, and by nobody else. */
        void require(int mode, String when) {
            for (int i = 0; i < 16; i++) {
                probes++;
                EditRow row = edit("probe-" + probes);
                Reply reply = ask(ANN, at -> at.shardOf(table, row.name()), row);
                if (mode == OPEN) {
                    assertTrue(reply instanceof RowChanged, () -> when + ": " + reply);
                } else {
                    assertEquals(ErrorCode.PERMISSION_DENIED, NameRig.refusal(reply), () -> when + ": " + reply);
                }
            }
        }

        Envelope setPolicy(Policy policy) {
            return rig.envelope(table.base(), new AlterTable(table.table(), new SetPolicy(policy)));
        }

        Envelope addIndex() {
            List<Indexed> ofTag = List.of(new Indexed.OfTag("hot"));
            return rig.envelope(table.base(), new AlterTable(table.table(), new ChangeIndexes(ofTag, List.of())));
        }

        /** Objects are begun under names all over the table, unless its files shall stay small. */
        void require(Policy policy, String when) {
            for (int i = 0; i < 16; i++) {
                probes++;
                RowName name = RowName.of("large-" + probes);
                ObjectTicket ticket = new ObjectTicket(7, probes);
                Request begin = new BeginObject(table.table(), name, NameRig.CONTENT, ticket, 1);
                Reply reply = ask(Asker.superuser("root", 0, List.of(0)), at -> at.shardOf(table, name), begin);
                if (policy == Policy.SMALL) {
                    assertEquals(ErrorCode.TOO_LARGE, NameRig.refusal(reply), () -> when + ": " + reply);
                } else {
                    assertTrue(reply instanceof ObjectBegun, () -> when + ": " + reply);
                }
            }
        }

        Reply list(Asker asker) {
            Request list = new Request.ListRows(table.table(), Optional.empty(), 1, 0, List.of());
            return ask(asker, at -> at.shardBehind(table, Optional.empty()), list);
        }

        /** For rows that can't be, so none has to be looked at. */
        Reply searchForNothing(Asker asker) {
            RowSearch nothing = new RowSearch(1, "where false", "/t", List.of());
            Request search = new Request.SearchRows(table.table(), Optional.empty(), 1, nothing);
            return ask(asker, at -> at.shardBehind(table, Optional.empty()), search);
        }
    }

    /** Repeats a request under its id until it is answered. */
    private static void insist(NameRig rig, Envelope envelope) {
        for (int tries = 0; tries < 100; tries++) {
            List<Reply> replies = rig.submit(envelope);
            rig.runUntilIdle();
            if (!replies.isEmpty() && replies.get(0) instanceof TableAltered) {
                return;
            }
            rig.passTime();
        }
        throw new AssertionError("a change is never acknowledged");
    }

    private static NameRig rig(int servers) {
        return new NameRig(servers, UnaryOperator.identity());
    }

    @Test
    void allSlicesObeyWhereverTheyAre() {
        for (int servers : new int[] {1, 2, 4}) {
            NameRig rig = rig(servers);
            Wide wide = new Wide(rig);
            wide.grow(80);
            rig.runUntilIdle();
            rig.passTime();
            for (int mode : new int[] {OPEN, CLOSED, OPEN, CLOSED}) {
                insist(rig, wide.chmod(mode));
                wide.require(mode, servers + " servers");
            }
            rig.checkpoint();
            rig.open();
            wide.require(CLOSED, "after a restart");
            assertTrue(wide.list(ANN) instanceof RowsFound);
            assertTrue(wide.searchForNothing(ANN) instanceof RowsSearched);
            insist(rig, wide.chmod(0711));
            assertEquals(ErrorCode.PERMISSION_DENIED, NameRig.refusal(wide.list(ANN)));
            assertEquals(ErrorCode.PERMISSION_DENIED, NameRig.refusal(wide.searchForNothing(ANN)));
        }
    }

    @Test
    void allSlicesObeyANewPolicyWhereverTheyAre() {
        for (int servers : new int[] {1, 2, 4}) {
            NameRig rig = rig(servers);
            Wide wide = new Wide(rig);
            wide.grow(80);
            rig.runUntilIdle();
            rig.passTime();
            for (Policy policy : new Policy[] {Policy.SMALL, Policy.DYNAMIC, Policy.SMALL, Policy.LARGE}) {
                insist(rig, wide.setPolicy(policy));
                wide.require(policy, servers + " servers");
            }
            rig.checkpoint();
            rig.open();
            wide.require(Policy.LARGE, "after a restart");
        }
    }

    /** What goes from shard to shard while this is there. */
    private static final class Told {
        private final List<ShareRights> told = new ArrayList<>();

        Peers over(Peers direct) {
            return (envelope, sink) -> {
                if (envelope.request() instanceof TakeStep take && take.step() instanceof ShareRights share) {
                    told.add(share);
                }
                direct.ask(envelope, sink);
            };
        }

        void require(boolean withPolicy, String what) {
            assertTrue(told.size() > 1, what);
            told.forEach(step -> assertEquals(withPolicy, step.policy().isPresent(), what + ": " + step));
            told.clear();
        }
    }

    /** A server of a version before ends the connection when it is told a policy: so it hears of one only if that was changed. */
    @Test
    void aPolicyIsToldOnlyIfItWasChanged() {
        Told told = new Told();
        NameRig rig = new NameRig(2, told::over);
        Wide wide = new Wide(rig);
        wide.grow(80);
        rig.runUntilIdle();
        rig.passTime();
        insist(rig, wide.chmod(OPEN));
        told.require(false, "rights");
        insist(rig, wide.addIndex());
        told.require(false, "an index");
        insist(rig, wide.setPolicy(Policy.SMALL));
        told.require(true, "a policy");
        insist(rig, wide.setPolicy(Policy.SMALL));
        told.require(true, "the same once more, which mends parts that differ");
        insist(rig, wide.chmod(CLOSED));
        told.require(false, "rights after a policy");
        wide.require(Policy.SMALL, "after all that");
    }

    @Test
    void whatAnOpeningFindsIsToldAsItWasBefore() {
        for (boolean isPolicy : List.of(false, true)) {
            Told told = new Told();
            NameRig rig = new NameRig(2, told::over);
            Wide wide = new Wide(rig);
            wide.grow(80);
            rig.runUntilIdle();
            rig.passTime();
            rig.stop(0); // the table's home is of the other one
            Envelope change = isPolicy ? wide.setPolicy(Policy.SMALL) : wide.chmod(OPEN);
            rig.submit(change);
            rig.runUntilIdle();
            rig.open(1);
            rig.passTime();
            told.require(isPolicy, "by whom it was decided, and after an opening");
            rig.openAll();
            insist(rig, change);
            wide.require(isPolicy ? Policy.SMALL : Policy.DYNAMIC, "when all are there");
            wide.require(isPolicy ? CLOSED : OPEN, "when all are there");
        }
    }

    /** Of two changes that nobody has heard of the later one counts, and it has to bring what the other one would have brought. */
    @Test
    void rightsThatAreChangedBeforeAPolicyIsKnownBringItAlong() {
        NameRig rig = rig(2);
        Wide wide = new Wide(rig);
        wide.grow(80);
        rig.runUntilIdle();
        rig.passTime();
        rig.stop(0);
        Envelope setPolicy = wide.setPolicy(Policy.SMALL);
        rig.submit(setPolicy);
        rig.runUntilIdle();
        Envelope chmod = wide.chmod(OPEN);
        rig.submit(chmod);
        rig.runUntilIdle();
        rig.openAll();
        insist(rig, chmod);
        insist(rig, setPolicy);
        wide.require(OPEN, "when all are there");
        wide.require(Policy.SMALL, "when all are there");
    }

    /** It grows before, meanwhile and after; a server dies after each piece of work, one run for each. */
    @Test
    void aCrashAtEachStepForgetsNothing() {
        for (int servers : new int[] {1, 2}) {
            for (int steps = 1; steps < 120; steps += 4) {
                NameRig rig = rig(servers);
                Wide wide = new Wide(rig);
                insist(rig, wide.chmod(OPEN));
                wide.grow(9);
                for (int s = 0; s < steps % 7; s++) {
                    rig.step();
                }
                Envelope chmod = wide.chmod(CLOSED);
                List<Reply> replies = new ArrayList<>();
                rig.send(chmod, replies::add);
                wide.grow(20);
                for (int s = 0; s < steps; s++) {
                    rig.step();
                }
                rig.open(steps % servers);
                insist(rig, chmod);
                wide.require(CLOSED, "after " + steps + " steps");
                wide.grow(40);
                rig.runUntilIdle();
                rig.passTime();
                wide.require(CLOSED, "when it has grown, after " + steps + " steps");
            }
        }
    }

    @Test
    void anAnswerThatIsRepeatedWaitsForAllToo() {
        NameRig rig = rig(2);
        Wide wide = new Wide(rig);
        insist(rig, wide.chmod(OPEN));
        wide.grow(80);
        rig.runUntilIdle();
        rig.passTime();
        rig.stop(0); // the table's home is of the other one
        Envelope chmod = wide.chmod(CLOSED);
        for (int tries = 0; tries < 5; tries++) {
            List<Reply> replies = rig.submit(chmod);
            rig.runUntilIdle();
            rig.passTime();
            assertEquals(List.of(), replies, "a server that has slices is down");
        }
        rig.open(1);
        List<Reply> replies = rig.submit(chmod);
        rig.passTime();
        assertEquals(List.of(), replies, "its own record is durable, and that is not enough");
        rig.openAll();
        insist(rig, chmod);
        wide.require(CLOSED, "when all are there");
    }

    @Test
    void stormsOfChangesSplitsAndCrashes() {
        Seeds.each("WideRightsTest#stormsOfChangesSplitsAndCrashes", 60, seed -> {
            Random random = new Random(seed);
            NameRig rig = rig(1 + random.nextInt(3));
            Wide wide = new Wide(rig);
            for (int round = 0; round < 6; round++) {
                int mode = random.nextBoolean() ? OPEN : CLOSED;
                Policy policy = random.nextBoolean() ? Policy.SMALL : Policy.DYNAMIC;
                wide.grow(random.nextInt(20));
                stir(rig, random);
                Envelope chmod = wide.chmod(mode);
                rig.send(chmod, reply -> {});
                Envelope setPolicy = wide.setPolicy(policy);
                rig.send(setPolicy, reply -> {});
                wide.grow(random.nextInt(20));
                stir(rig, random);
                if (random.nextBoolean()) {
                    rig.crashSome(random, () -> {});
                }
                stir(rig, random);
                rig.openAll();
                insist(rig, chmod);
                insist(rig, setPolicy);
                if (random.nextBoolean()) {
                    rig.crashSome(random, () -> {});
                    rig.openAll();
                }
                wide.require(mode, "round " + round);
                wide.require(policy, "round " + round);
            }
        });
    }

    private static void stir(NameRig rig, Random random) {
        int steps = random.nextInt(60);
        for (int s = 0; s < steps; s++) {
            rig.step();
        }
    }
}
