/**
 * Processes that are killed, and processes that want the same folder: with real ones, over the engine as it ships. {@link
 * io.pfs.process.KilledWriter} runs in a JVM of its own and says what it does through a {@link io.pfs.process.Report};
 * {@link io.pfs.process.PathModel} knows what must then be there. {@link
 * io.pfs.process.SystemCallTest} watches the system calls of a {@link io.pfs.process.TracedWriter}, and has some fail.
 */
@NullMarked
package io.pfs.process;

import org.jspecify.annotations.NullMarked;
