/**
 * The seams as the operating system provides them. The only place of pfs-core that asks for time and randomness. {@link io.pfs.env.system.Patience}: how long who waits
 * looks for what he waits for. {@link io.pfs.env.system.SleeplessClock}: for who must not take the time that his machine slept for none.
 * {@link io.pfs.env.system.InputWatch}: for a process that is to outlive nobody. {@link io.pfs.env.system.Messages}: has nobody stand still for who reads what he says.
 *
 * <p>Thread: any. Uses {@code io.pfs.env}; used by whoever wires a process together, and where a client waits.
 */
@NullMarked
package io.pfs.env.system;

import org.jspecify.annotations.NullMarked;
