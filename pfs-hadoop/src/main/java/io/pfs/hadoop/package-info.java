/** The Hadoop adapter of PFS; {@code io.pfs.hadoop.fs} is its file system. */
@NullMarked
package io.pfs.hadoop;

import org.jspecify.annotations.NullMarked;
