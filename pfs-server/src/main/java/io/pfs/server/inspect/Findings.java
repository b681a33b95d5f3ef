package io.pfs.server.inspect;

/** Hears of what a check finds, and of how it gets on. */
public interface Findings {
    void found(Finding finding);

    /** So much was looked at since it began; called often. */
    void progress(String doing, long count);
}
