package io.pfs.bench.api;

/** Is told every few seconds how far a phase is. */
public interface Progress {
    /** Nobody watches. */
    Progress NONE = (phase, done, all) -> {};

    void at(String phase, long done, long all);
}
