package io.pfs.wire;

/** Names an object while it is written: 128 random bits that its writer drew, and that nobody else knows. */
public record ObjectTicket(long high, long low) {}
