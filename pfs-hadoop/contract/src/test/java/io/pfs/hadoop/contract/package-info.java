/**
 * Hadoop's own tests of what a file system must do, one class here for each of theirs. What each of them found, and why one does
 * not apply, stands in {@code docs/HADOOP.md}.
 */
@NullMarked
package io.pfs.hadoop.contract;

import org.jspecify.annotations.NullMarked;
