/**
 * The server's command line.
 *
 * <ul>
 *   <li>{@link io.pfs.server.Main}: {@code bin/pfs}: finds the command, runs it, turns failures into messages.
 * </ul>
 *
 * <p>Thread: the process's first. Uses {@code io.pfs.env.system}, {@code io.pfs.net.netty}, {@code io.pfs.server.admin}, {@code io.pfs.server.cli}, {@code
 * io.pfs.server.serve}; used by nobody.
 */
@NullMarked
package io.pfs.server;

import org.jspecify.annotations.NullMarked;
