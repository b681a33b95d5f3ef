/**
 * The seams as the operating system provides them. The only place of pfs-core that asks for time and randomness.
 *
 * <p>Thread: any. Uses {@code io.pfs.env}; used by whoever wires a process together.
 */
@NullMarked
package io.pfs.env.system;

import org.jspecify.annotations.NullMarked;
