package io.pfs.client.call;

import io.pfs.ErrorCode;
import io.pfs.ErrorCode.Kind;
import io.pfs.ErrorCode.Retry;
import io.pfs.Limits;
import io.pfs.RequestId;
import io.pfs.ShardId;
import io.pfs.client.call.RequestWindows.Opened;
import io.pfs.wire.Call;
import io.pfs.wire.Envelope;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Misplaced;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Reply.RowsApart;
import io.pfs.wire.Request;
import io.pfs.wire.Request.ReadMany;

/**
 * One request from its first sending to its one answer. What a refusal advises is done: the same request is repeated under
 * its id if it may have been done; under a new id if it was not, since servers answer a refused id as before.
 */
final class Pending implements Reply.Sink {
    /** Asking a server that is gone leads nowhere while nothing tells of another. */
    private static final int REFRESHES_MAX = 8;
    /** More than a name can be moved while it is looked for; then there is something wrong. */
    private static final int HOPS_MAX = 64;

    /**
     * What may have been done is not asked once more after this: a server forgets how it answered who is not heard of, and would do it
     * again. Half of the time that it remembers it: the repetition has to get there, too.
     */
    private static final long REPEATED_NS = Limits.REPLY_KEPT_MILLIS / 2 * 1_000_000;

    private final Caller caller;
    private final Ask ask;
    private final long deadlineNs;
    private Opened opened;
    private ShardId shard;
    private Request request;
    private int hops;
    private int repetitions;
    private int refreshes;
    private boolean mayBeDone;

    Pending(Caller caller, Ask ask, long deadlineNs, Opened opened) {
        this.caller = caller;
        this.ask = ask;
        this.deadlineNs = deadlineNs;
        this.opened = opened;
        this.shard = ask.shard();
        this.request = ask.request();
    }

    Call call() {
        RequestWindow window = opened.window();
        RequestId id = window.id(opened.sequence());
        return new Call(new Envelope(id, window.lowestOpen(), shard, request), untilNs(), this);
    }

    @Override
    public void answer(Reply reply) {
        if (reply instanceof Misplaced misplaced) {
            goOn(misplaced);
            return;
        } else if (reply instanceof RowsApart apart) {
            giveUp(apart);
            return;
        }
        if (!(reply instanceof Refused refused)) {
            finish(reply);
            return;
        }
        Retry advice = refused.code().retry();
        mayBeDone |= advice == Retry.SAME_REQUEST && ask.isChange();
        boolean isAstray = advice == Retry.AFTER_REFRESH || refused.code() == ErrorCode.UNREACHABLE;
        boolean isFollowed = isAstray && caller.refresh();
        refreshes += advice == Retry.AFTER_REFRESH && !isFollowed ? 1 : 0;
        boolean isFinal = advice == Retry.NEVER
                || refused.code() == ErrorCode.MISPLACED
                || request instanceof ReadMany // its parts are asked for alone then
                || refreshes > REFRESHES_MAX
                || caller.isClosed();
        long delayNs = isFinal ? 0 : caller.delayNs(repetitions);
        if (isFinal || isLate(caller.nowNs() + delayNs)) {
            finish(settled(refused, caller.isClosed()));
        } else {
            repetitions++;
            Runnable repetition = () -> repeatUnlessLate(refused);
            if (isFollowed) {
                caller.laterOrRefreshed(delayNs, repetition);
            } else {
                caller.later(delayNs, repetition);
            }
        }
    }

    private long untilNs() {
        long repeatedUntilNs = deadlineNs - caller.timeoutNs() + REPEATED_NS;
        return mayBeDone && repeatedUntilNs - deadlineNs < 0 ? repeatedUntilNs : deadlineNs;
    }

    private boolean isLate(long atNs) {
        return atNs - untilNs() > 0;
    }

    /** The machine may have slept in the wait. */
    private void repeatUnlessLate(Refused refused) {
        if (isLate(caller.nowNs())) {
            finish(settled(refused, false));
        } else {
            repeat();
        }
    }

    /** Nothing was done there: the same is asked where the name lives. */
    private void goOn(Misplaced misplaced) {
        hops++;
        if (hops > HOPS_MAX) {
            String where = "name of " + misplaced.table() + " was not found in " + HOPS_MAX + " shards";
            finish(settled(new Refused(ErrorCode.MISPLACED, where), false));
            return;
        }
        shard = ask.router().next(misplaced);
        request = ask.router().request(request);
        repeat();
    }

    /** Nothing was done, and no shard can do it: who asked finds out how to ask for less at once. */
    private void giveUp(RowsApart apart) {
        ask.router().next(new Misplaced(apart.table(), shard, false, apart.spread(), apart.slices()));
        String where = "rows of " + apart.table() + " to be changed as one are in several shards";
        finish(settled(new Refused(ErrorCode.MISPLACED, where), false));
    }

    /** Sends it again, after the wait; unless the client was closed in it. */
    private void repeat() {
        if (caller.isClosed()) {
            finish(settled(new Refused(ErrorCode.CLOSED, "the file system was closed by its user"), false));
            return;
        }
        if (!mayBeDone) {
            Opened before = opened;
            opened = caller.open();
            caller.close(before);
        }
        caller.send(this);
    }

    /** What is known when nothing is tried any more. */
    private Refused settled(Refused last, boolean isOnItsWay) {
        boolean decided = last.code().kind() == Kind.REQUEST;
        // a connection that is closed with a request on its way can't say what became of it
        boolean onItsWay = isOnItsWay && last.code() == ErrorCode.CLOSED && ask.isChange();
        if (!decided && (mayBeDone || onItsWay)) {
            return new Refused(
                    ErrorCode.UNKNOWN_OUTCOME,
                    describe() + " may or may not have been done: " + last.message() + tries());
        }
        return repetitions == 0 ? last : new Refused(last.code(), last.message() + tries());
    }

    private String tries() {
        return repetitions == 0 ? "" : " (asked " + (repetitions + 1) + " times)";
    }

    private String describe() {
        return ask.request().getClass().getSimpleName() + " of " + ask.request().table();
    }

    private void finish(Reply reply) {
        caller.close(opened);
        ask.sink().answer(reply);
    }
}
