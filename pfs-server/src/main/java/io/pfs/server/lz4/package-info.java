/**
 * LZ4, as all formats that squeeze use it: one compressor, and the one decompressor that is safe with damaged bytes. It
 * does not decide what is worth squeezing, and owns no bytes: who stores a block stores its two lengths.
 *
 * <ul>
 *   <li>{@link io.pfs.server.lz4.Lz4}: compresses and decompresses blocks.
 * </ul>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>A block is decompressed into a new array of the length that the caller has checked, never into one that was used
 *       before: what a damaged block leaves unwritten is zeros and nobody's old bytes.
 *   <li>The same bytes give the same block on every machine.
 * </ul>
 *
 * <p>Thread: a compressor belongs to one caller and keeps its memory; decompressing is free of state. Uses {@code io.pfs},
 * {@code io.pfs.format}; used by images of slices and column segments.
 */
@NullMarked
package io.pfs.server.lz4;

import org.jspecify.annotations.NullMarked;
