/**
 * What users of Spark do, done by Spark itself with the jar that they add: {@code SparkHome} is a Spark as it is installed,
 * {@code SubmittedSpark} one that runs, {@code Shared} that of all tests, and the server.
 */
@NullMarked
package io.pfs.hadoop.sparktest;

import org.jspecify.annotations.NullMarked;
