/**
 * What Spark loads of PFS by itself: {@link io.pfs.hadoop.spark.PfsSessionExtensions} tells each session the class of the file
 * system. Nothing here is loaded where there is no Spark.
 *
 * <p>Thread: any. Uses {@code io.pfs.hadoop.fs}, Hadoop and Spark; used by Spark.
 */
@NullMarked
package io.pfs.hadoop.spark;

import org.jspecify.annotations.NullMarked;
