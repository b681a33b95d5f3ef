package io.pfs.wire;

/** A request and where its answer goes. */
public record Call(Envelope envelope, Reply.Sink sink) {}
