package io.pfs.server.names;

import io.pfs.ErrorCode;
import io.pfs.ProcedureId;
import io.pfs.RowName;
import io.pfs.TableId;
import io.pfs.row.Row;
import io.pfs.row.TableParent;
import io.pfs.server.access.NameAccess.Reached;
import io.pfs.server.access.ReachAll;
import io.pfs.server.access.ReachAll.Wanted;
import io.pfs.server.change.Change;
import io.pfs.server.change.Change.RowPut;
import io.pfs.server.state.TableState;
import io.pfs.server.state.Tables;
import io.pfs.server.table.Intent.Decided;
import io.pfs.server.table.TableFacts;
import io.pfs.server.table.Todo;
import io.pfs.server.table.Todo.Copied;
import io.pfs.server.table.Todo.CopyAttributes;
import io.pfs.server.table.Todo.ShareRights;
import io.pfs.wire.Envelope;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Kept;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/**
 * Changes what others know of a directory, too: at its table's home, where the truth is; in all shards that have slices of it, right
 * after; and mode, owner or group in the row of its parent, which a listing shows: in one record if that is in this shard, else right
 * after. It is answered when all that is done.
 */
public final class AttributeCopies {
    /** To itself: that it is to begin anew. */
    private static final Reply AGAIN = new Reply.Refused(ErrorCode.VERSION_CHANGED, "the table was changed meanwhile");

    private final Supplier<NameMeans> meansLater;

    public AttributeCopies(Supplier<NameMeans> means) {
        this.meansLater = means;
    }

    /** @param again starts anew: the table was changed meanwhile */
    public void commit(
            Envelope envelope, TablePlan plan, Reached reached, Kept reply, Runnable again, Reply.Sink sink) {
        TableFacts facts = plan.facts();
        boolean isAtHand = facts.isRoot() || isHere(facts.parent());
        List<Todo> todo = new ArrayList<>();
        if (facts.pointer().spread() > 0) {
            ShareRights share = new ShareRights(meansLater.get().here(), facts.id());
            todo.addAll(plan.changesPolicy() ? List.of(share, share) : List.of(share));
        }
        boolean isCopied = plan.copied().isPresent();
        if (isCopied && !isAtHand) {
            todo.add(todo(facts.parent(), plan.copied().orElseThrow()));
        }
        ProcedureId id = new ProcedureId(
                meansLater.get().here(), meansLater.get().entropy().nextLong());
        Decided decided = new Decided(id, todo);
        Reply.Sink told = telling(decided, sink);
        if (isCopied && isAtHand) {
            here(envelope, plan, reached, reply, again, decided, told);
        } else {
            elsewhere(envelope, plan, reached, reply, decided, told);
        }
    }

    private static CopyAttributes todo(TableParent parent, Copied copied) {
        return new CopyAttributes(parent.base(), parent.table(), parent.name().orElseThrow(), copied);
    }

    /** What is left to do when the row that leads to a table has gone to another parent: what was changed meanwhile may have missed it. */
    static Decided afterMove(NameMeans means, TableId table, Row row, TableParent parent) {
        ProcedureId id = new ProcedureId(means.here(), means.entropy().nextLong());
        return new Decided(id, List.of(todo(parent, AttributeCopy.of(table, row))));
    }

    /** Tells the others what was changed; then it is answered. */
    private Reply.Sink telling(Decided decided, Reply.Sink sink) {
        return answer -> {
            if (answer instanceof Kept) {
                meansLater.get().procedures().carryOut(decided, () -> sink.answer(answer));
            } else {
                sink.answer(answer);
            }
        };
    }

    /** What is journaled of what is left to do. */
    private List<Change> intent(Decided decided) {
        return decided.todo().isEmpty() ? List.of() : List.of(meansLater.get().put(decided));
    }

    /** A request that comes again is answered no sooner than the first. */
    public Reply.Sink afterAllKnow(TableId table, Reply.Sink sink) {
        return answer -> {
            if (answer instanceof Kept) {
                meansLater.get().procedures().whenTold(table, () -> sink.answer(answer));
            } else {
                sink.answer(answer);
            }
        };
    }

    /** Whether the row of its parent is in this shard: the parent may be spread. */
    private boolean isHere(TableParent parent) {
        NameMeans means = meansLater.get();
        return means.isHere(parent.base()) && holds(parent);
    }

    private boolean holds(TableParent parent) {
        Tables tables = meansLater.get().state().tables();
        if (!tables.exists(parent.table())) {
            return false;
        }
        TableState table = tables.find(parent.table());
        return table.sliceAt(table.hash().of(parent.name().orElseThrow())).isPresent();
    }

    private void here(
            Envelope envelope,
            TablePlan plan,
            Reached reached,
            Kept reply,
            Runnable again,
            Decided decided,
            Reply.Sink sink) {
        TableParent parent = plan.facts().parent();
        RowName name = parent.name().orElseThrow();
        meansLater
                .get()
                .whileNobodyGoesBy(
                        parent.table(),
                        name,
                        answer -> {
                            if (answer.equals(AGAIN)) {
                                again.run();
                            } else {
                                sink.answer(answer);
                            }
                        },
                        then -> heldHere(envelope, plan, reached, reply, () -> then.answer(AGAIN), decided, then));
    }

    /** Nobody goes by the row of the parent now. */
    private void heldHere(
            Envelope envelope,
            TablePlan plan,
            Reached reached,
            Kept reply,
            Runnable again,
            Decided decided,
            Reply.Sink sink) {
        NameMeans means = meansLater.get();
        TableParent parent = plan.facts().parent();
        RowName name = parent.name().orElseThrow();
        TableId tables = reached.held().table();
        ReachAll.of(
                means.access(),
                List.of(Wanted.of(tables, reached.name()), Wanted.of(parent.table(), name)),
                found -> {
                    if (!isSame(found.get(0), reached)) {
                        again.run();
                        return;
                    }
                    means.records()
                            .commit(
                                    found.stream().map(Reached::held).toList(),
                                    List.of(),
                                    sequence -> both(envelope, plan, found, reply, decided, sequence),
                                    () -> sink.answer(reply),
                                    failure -> sink.answer(Reply.Refused.of(failure)));
                },
                failure -> {
                    if (failure.code() == ErrorCode.MISPLACED) {
                        again.run(); // the row went to another shard just now
                    } else {
                        sink.answer(Reply.Refused.of(failure));
                    }
                });
    }

    private static boolean isSame(Reached now, Reached before) {
        return Arrays.equals(now.row().orElse(new byte[0]), before.row().orElse(new byte[0]));
    }

    private List<Change> both(
            Envelope envelope, TablePlan plan, List<Reached> found, Kept reply, Decided decided, long sequence) {
        Reached facts = found.get(0);
        Reached row = found.get(1);
        List<Change> changes = new ArrayList<>(plan.changes(facts.held().table(), facts.name(), sequence));
        row.row()
                .map(bytes -> Row.decode(row.name(), bytes))
                .flatMap(before -> AttributeCopy.onto(
                        before, AttributeCopy.step(row.name(), plan.copied().orElseThrow())))
                .ifPresent(after -> changes.add(new RowPut(row.held().table(), row.name(), after.toBytes())));
        changes.addAll(intent(decided));
        changes.add(meansLater.get().committer().replyKept(envelope, facts.held(), reply));
        return changes;
    }

    private void elsewhere(
            Envelope envelope, TablePlan plan, Reached reached, Kept reply, Decided decided, Reply.Sink sink) {
        meansLater
                .get()
                .committer()
                .commit(
                        envelope,
                        reached.held(),
                        sequence -> {
                            List<Change> changes =
                                    new ArrayList<>(plan.changes(reached.held().table(), reached.name(), sequence));
                            changes.addAll(intent(decided));
                            return changes;
                        },
                        reply,
                        sink);
    }
}
