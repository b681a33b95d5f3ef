package io.pfs.env;

/** Where random numbers come from. */
public interface Entropy {
    long nextLong();
}
