/** What the tests of all modules share: seeds that can be replayed, golden bytes, exhaustive damage, rules of the architecture. */
@NullMarked
package io.pfs.testing;

import org.jspecify.annotations.NullMarked;
