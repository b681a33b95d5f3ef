/** The program that runs in Spark. Of PFS it knows nothing but paths. */
@NullMarked
package io.pfs.hadoop.sparktest.job;

import org.jspecify.annotations.NullMarked;
