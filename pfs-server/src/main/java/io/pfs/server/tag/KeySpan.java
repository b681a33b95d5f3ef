package io.pfs.server.tag;

/**
 * Keys that follow one another.
 *
 * @param from the first that may be one of them; not copied, treat as immutable
 * @param to the first behind them; not copied, treat as immutable
 */
record KeySpan(byte[] from, byte[] to) {}
