/** Stands above {@code low}, and uses it as it may. */
@NullMarked
package io.pfs.testing.seeded.high;

import org.jspecify.annotations.NullMarked;
