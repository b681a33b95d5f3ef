/**
 * Runs the benchmarks and reports figures that mean something on any machine: each beside its ceiling, a bare twin that
 * does the same with nothing around it, in the same run. Asserts nothing: a benchmark is no test.
 *
 * <ul>
 *   <li>{@link io.pfs.bench.Main}: the command line.
 *   <li>{@code Suite}: walks through a list of figures, prints the report; {@code Ground}, {@code Engine} and {@code
 *       Whole} are {@code bench ground}, {@code bench engine} and {@code bench whole}.
 *   <li>{@code Figures}: the list of what is measured. A further figure is a line there: a {@code Pair} of {@code
 *       Measure}s by JMH benchmarks of {@code io.pfs.bench.micro}, or a {@code Bound} on something that is measured in this process.
 *   <li>{@code io.pfs.bench.whole}: jobs that are done once, and what they took.
 *   <li>{@code Loads}: {@code bench load}; {@code MdtestCommand}, {@code MetaratesCommand}, {@code PostmarkCommand} by {@code
 *       LoadCommand}, with {@code TargetOption}, {@code FigureOption} and {@code Usage}. What they do is in {@code
 *       io.pfs.bench.api}, how it is shown in {@code io.pfs.bench.output}.
 *   <li>{@code ClusterCommand}: {@code bench cluster}, with the figures of {@code io.pfs.bench.cluster}.
 *   <li>{@code TagsCommand}: {@code bench tags}, by {@code io.pfs.bench.tags}; {@code ElasticCommand}: {@code bench elastic}, by {@code
 *       io.pfs.bench.elastic}; {@code SuiteDesk} puts down what these and jobs measured.
 *   <li>{@code Machine}: what the figures depend on; refuses file systems in memory.
 *   <li>{@code Rounds}: runs the pair with JMH. {@code Result}, {@code Report}: the table.
 * </ul>
 *
 * <p>Benchmarks that write files find the folder in the system property {@code pfs.bench.folder}, put there by {@code
 * --folder}.
 *
 * <p>Thread: the main one; JMH starts JVMs of its own. Uses all modules; used by people.
 */
@NullMarked
package io.pfs.bench;

import org.jspecify.annotations.NullMarked;
