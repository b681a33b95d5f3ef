package io.pfs.server.inspect;

/**
 * One thing that is known of an item.
 *
 * @param value as text without control characters
 */
public record Field(String name, String value, boolean isNumber) {}
