/**
 * Hadoop's shell as a command of PFS: {@link io.pfs.hadoop.shell.FsMain} takes what stands before the command ({@code
 * ShellOptions}) and leaves the rest to Hadoop.
 *
 * <p>Thread: that of the process. Uses {@code io.pfs.hadoop.fs} and Hadoop; used by {@code bin/pfs}.
 */
@NullMarked
package io.pfs.hadoop.shell;

import org.jspecify.annotations.NullMarked;
