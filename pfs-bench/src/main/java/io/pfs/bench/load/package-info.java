/**
 * What benchmarks work on, and who asks for it.
 *
 * <ul>
 *   <li>{@link io.pfs.bench.load.RowShapes}: rows of a metadata benchmark, of photos, of UUIDs, of genes, one by one.
 *   <li>{@link io.pfs.bench.load.Names}: names by number.
 *   <li>{@link io.pfs.bench.load.CallDriver}: callers of a connection; {@link io.pfs.bench.load.EngineDriver}: of the engine in this
 *       process; {@link io.pfs.bench.load.TableDriver}: of one table, and what they ask.
 * </ul>
 *
 * <p>Thread: one a generator; a driver has many callers. Uses {@code io.pfs.row}, {@code io.pfs.server.store}; used by
 * {@code io.pfs.bench.micro}, {@code io.pfs.bench.whole}, {@code io.pfs.bench.api}.
 */
@NullMarked
package io.pfs.bench.load;

import org.jspecify.annotations.NullMarked;
