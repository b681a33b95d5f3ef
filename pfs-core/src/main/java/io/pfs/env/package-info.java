/**
 * The seams: everything of the outside world that the engine touches, other than storage, as small interfaces. The
 * system's implementations stand in {@code io.pfs.env.system}; the simulator has its own. The engine never asks the
 * operating system for time, randomness or a thread.
 *
 * <ul>
 *   <li>{@link io.pfs.env.Clock}: monotonic time for decisions, wall time for people.
 *   <li>{@link io.pfs.env.Timers}: call me later, on my loop.
 *   <li>{@link io.pfs.env.Workers}: do this blocking job elsewhere, then tell me on my loop. {@link io.pfs.env.StopSign}: do it no more.
 *   <li>{@link io.pfs.env.Entropy}: random numbers.
 *   <li>{@link io.pfs.env.FaultPoints}: where the simulator makes rare things common.
 * </ul>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>Every callback runs on the loop of the one who asked for it, never inside the call that asked.
 *   <li>No rule of safety rests on wall time.
 * </ul>
 *
 * <p>Thread: the owner's loop. Uses {@code io.pfs}; used by the engine.
 */
@NullMarked
package io.pfs.env;

import org.jspecify.annotations.NullMarked;
