package io.pfs.client;

import java.util.Optional;

/**
 * A seat, a group of shards that one server serves at a time, and where it is served now.
 *
 * @param seat its number, from 0
 * @param shards how many shards it has
 * @param server {@code HOST:PORT}; empty if nobody serves it, as while it moves
 */
public record SeatPlace(int seat, int shards, Optional<String> server) {}
