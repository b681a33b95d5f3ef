package io.pfs.testing.seeded.bare;

/** Its package has no package-info. */
public final class Unannounced {}
