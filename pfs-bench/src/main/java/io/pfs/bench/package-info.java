/** Benchmarks of PFS: the runner and its report come with the first workload. */
@NullMarked
package io.pfs.bench;

import org.jspecify.annotations.NullMarked;
