/** The Java API of PFS: empty until the network work lands. */
@NullMarked
package io.pfs.client;

import org.jspecify.annotations.NullMarked;
