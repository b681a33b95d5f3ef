/**
 * Loads over the Java API: what the known metadata and small-file benchmarks do, by many clients of one file system. It does not
 * know where the file system is, nor how its figures are shown.
 *
 * <ul>
 *   <li>{@link io.pfs.bench.api.Load}: one of them. {@link io.pfs.bench.api.MdtestLoad}, {@link
 *       io.pfs.bench.api.MetaratesLoad}, by {@link io.pfs.bench.api.EachFile}, whose phases can be had alone, too; {@link io.pfs.bench.api.PostmarkLoad}, by {@code CallerFiles} and
 *       {@code Transactions}, with {@link io.pfs.bench.api.SizeRange}.
 *   <li>{@link io.pfs.bench.api.Stage}: where one runs: {@link io.pfs.bench.api.Clients}, {@link io.pfs.bench.api.Shape},
 *       {@link io.pfs.bench.api.Progress}. {@code Directories}: what it works in. {@code Order}: which file is next.
 *   <li>{@code PhaseRun}: has all callers follow their {@code Script}s, {@code Step} by step, into {@link
 *       io.pfs.bench.api.Tally} by {@link io.pfs.bench.api.Operation} and {@code Timeline}.
 *   <li>{@link io.pfs.bench.api.PhaseResult}: what came of it, with {@link io.pfs.bench.api.Windows}.
 *   <li>{@link io.pfs.bench.api.OwnServer}: a server of this process. {@link io.pfs.bench.api.Ceilings}: what the machine can
 *       do at best.
 * </ul>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>A caller asks for one thing at a time, and for the next when it was answered: the loop is closed. A request's time
 *       begins when the caller could ask for it, not when it did.
 *   <li>What is found is what was made; a load that finds anything else fails.
 *   <li>A load that ended well leaves nothing behind but a directory that is not its own.
 *   <li>What is done to which file depends on the shape and the seed, never on time; of postmark, also the order of each
 *       caller's operations.
 * </ul>
 *
 * <p>Thread: that of who runs the load waits; scripts run on the clients' network threads. Uses {@code io.pfs.client}, {@code
 * io.pfs.server.store}, {@code io.pfs.server.rpc}, {@code io.pfs.net}, {@code io.pfs.bench.load}, {@code io.pfs.bench.whole};
 * used by {@code io.pfs.bench.output}, {@code
 * io.pfs.bench.cluster}, {@code io.pfs.bench.elastic}, {@code io.pfs.bench}.
 */
@NullMarked
package io.pfs.bench.api;

import org.jspecify.annotations.NullMarked;
