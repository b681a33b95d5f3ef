/**
 * What benchmarks work on: rows as real tables hold them.
 *
 * <ul>
 *   <li>{@link io.pfs.bench.load.RowShapes}: rows of a metadata benchmark, of photos, of UUIDs, of genes, one by one.
 * </ul>
 *
 * <p>Thread: one a generator. Uses {@code io.pfs.format}, {@code io.pfs.row}; used by {@code io.pfs.bench.micro}.
 */
@NullMarked
package io.pfs.bench.load;

import org.jspecify.annotations.NullMarked;
