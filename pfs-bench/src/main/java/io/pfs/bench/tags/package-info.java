/**
 * Tags of many rows, set and searched: by the indexes of PFS; by an index that a client keeps for itself beside PFS, in a RocksDB of
 * its own, and then looks up what it found; and by looking at all rows.
 *
 * <ul>
 *   <li>{@link io.pfs.bench.tags.TagsRun}: all of it, in this order: {@code Setting}, {@code Searching}, {@code TopTen}, {@code
 *       Indexing}, {@code Footprint}.
 *   <li>{@link io.pfs.bench.tags.TagsShape}: how much. {@link io.pfs.bench.tags.TagsDrawn}: what came of it, for programs and as a
 *       picture.
 *   <li>{@code TagRows}: names of rows, and which value each has. {@code Ground}: a server, clients, and the folders.
 *   <li>{@code Indexing}: has PFS keep an index. {@code ExternalIndex}: one beside it; {@code Beside}: with the rows that are in it.
 *   <li>{@code Ways}: how rows are searched. {@code Callers}: asks for many things, some at a time. {@code Middle}: of several rounds.
 * </ul>
 *
 * <p>What is found is counted each time, and a run in which anything else is found than was set fails.
 *
 * <p>Thread: that of who runs it waits; what is asked runs on the clients' threads, and the external index is written by some of its
 * own. Uses {@code io.pfs.client}, {@code io.pfs.bench.api}, {@code io.pfs.bench.output}, {@code io.pfs.bench.whole}; used by {@code
 * io.pfs.bench}.
 */
@NullMarked
package io.pfs.bench.tags;

import org.jspecify.annotations.NullMarked;
