package io.pfs.wire;

/**
 * A request and where its answer goes.
 *
 * @param deadlineNs by the monotonic clock of this process; nobody waits for the answer any more then
 */
public record Call(Envelope envelope, long deadlineNs, Reply.Sink sink) {}
