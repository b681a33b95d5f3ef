/** Clients of servers whose pool is on HDFS, which they can open: what they read themselves, and what they ask for. */
@NullMarked
package io.pfs.hadoop.hdfs;

import org.jspecify.annotations.NullMarked;
