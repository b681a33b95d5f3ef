/** A small server in memory, for tests of the client: it does what requests ask, and misbehaves when told to. */
@org.jspecify.annotations.NullMarked
package io.pfs.client.testing;
