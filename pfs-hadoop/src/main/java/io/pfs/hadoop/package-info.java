/** The Hadoop adapter of PFS: empty until the adapter work lands. */
@NullMarked
package io.pfs.hadoop;

import org.jspecify.annotations.NullMarked;
