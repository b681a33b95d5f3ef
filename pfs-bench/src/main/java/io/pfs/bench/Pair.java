package io.pfs.bench;

/**
 * A figure and what the machine can do at best with the same content.
 *
 * @param mode what an operation promises: {@code memory} (nothing), {@code flush}, {@code sync}
 * @param wanted least share of the ceiling
 */
record Pair(String name, String mode, Measure ours, Measure ceiling, double wanted) {}
