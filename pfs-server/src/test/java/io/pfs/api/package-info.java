/** The Java API on the engine, in this process and over sockets: what programs see of both together. */
@org.jspecify.annotations.NullMarked
package io.pfs.api;
