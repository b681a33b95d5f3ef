/** Uses what stands above it. */
@NullMarked
package io.pfs.testing.seeded.low;

import org.jspecify.annotations.NullMarked;
