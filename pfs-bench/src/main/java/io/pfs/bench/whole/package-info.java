/**
 * Whole jobs: what a user of the system does, from its begin to its end, beside the same done with plain files, or beside the
 * bare machine.
 *
 * <ul>
 *   <li>{@link io.pfs.bench.whole.Job}: one of them. {@link io.pfs.bench.whole.Jobs}: the list.
 *   <li>{@link io.pfs.bench.whole.Desk}: gives a job its folder and takes its figures.
 *   <li>{@code PhotosJob}, {@code UntarJob}, {@code ColumnJob}, {@code LoopsJob}, {@code BeyondMemoryJob}, {@code ManyTablesJob}, {@code
 *       RecoveryJob}, {@code CollectionJob}, {@code NetworkJob} with {@code Echo} and {@code Forces}, {@code LocalJob}, {@code
 *       ConnectionsJob}, the last two with {@code IdleServer}, {@code SlowNetwork}.
 *   <li>{@code Contents}, {@code TarFile}: what files are made of. {@code DiskUse}: what they take. {@code Stopwatch}.
 * </ul>
 *
 * <p>Thread: that of who runs the job; some begin processes and wait for them. Uses {@code io.pfs.client}, {@code
 * io.pfs.server.store}, {@code io.pfs.server.rpc}, {@code io.pfs.net}, {@code io.pfs.bench.load}; used by {@code io.pfs.bench}; {@code
 * Echo}, {@code Forces} and {@code Contents} also by {@code io.pfs.bench.api}; {@code Desk} and {@code Contents} by {@code io.pfs.bench.tags}, {@code io.pfs.bench.elastic}.
 */
@NullMarked
package io.pfs.bench.whole;

import org.jspecify.annotations.NullMarked;
