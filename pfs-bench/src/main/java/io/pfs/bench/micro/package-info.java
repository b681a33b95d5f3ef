/**
 * Micro-benchmarks: parts of the engine beside bare twins that do the same with nothing around it. What is measured with
 * them, and which is whose ceiling, stands in {@code io.pfs.bench.Figures}.
 *
 * <ul>
 *   <li>{@link io.pfs.bench.micro.SliceBench}: rows in slices ({@code SliceTable}) beside a hash table of the same names
 *       ({@code BareTable}).
 *   <li>{@link io.pfs.bench.micro.JournalBench}: durable records a second ({@code JournalDriver}) beside a file that is
 *       written and forced by hand ({@code BareFile}); {@link io.pfs.bench.micro.JournalReplayBench}: records read back a
 *       second. {@code BenchFolder} is where they write.
 *   <li>{@link io.pfs.bench.micro.EngineCreateBench}, {@link io.pfs.bench.micro.EngineMemoryBench}, {@link
 *       io.pfs.bench.micro.EngineCellBench}: rows and cells in the embedded engine ({@link io.pfs.bench.load.EngineDriver}) beside bare journal,
 *       slices and files.
 *   <li>{@link io.pfs.bench.micro.SliceMemory}: bytes of memory a row.
 *   <li>{@link io.pfs.bench.micro.ImageSizes}: bytes that rows take on storage, and how fast they are packed.
 * </ul>
 *
 * <p>Thread: one. Uses the engine's packages and {@code io.pfs.bench.load}; used by {@code io.pfs.bench} and JMH.
 */
@NullMarked
package io.pfs.bench.micro;

import org.jspecify.annotations.NullMarked;
