/** What tests of the adapter stand on: a server of their own. */
@NullMarked
package io.pfs.hadoop.testing;

import org.jspecify.annotations.NullMarked;
