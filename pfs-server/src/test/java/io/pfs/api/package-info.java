/** The Java API on the engine in this process: what programs see of both together. */
@org.jspecify.annotations.NullMarked
package io.pfs.api;
