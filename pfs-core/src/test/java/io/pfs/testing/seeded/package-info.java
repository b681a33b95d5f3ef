/** Classes that break each rule of the architecture on purpose: a rule that finds nothing here would find nothing. */
@NullMarked
package io.pfs.testing.seeded;

import org.jspecify.annotations.NullMarked;
