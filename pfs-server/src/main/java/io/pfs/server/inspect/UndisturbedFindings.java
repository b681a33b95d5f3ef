package io.pfs.server.inspect;

import io.pfs.env.Clock;

/** Passes findings on, but no damage for long that is none, since somebody has begun to use what is looked at. */
final class UndisturbedFindings implements Findings {
    private static final long ASKED_EVERY_NS = 1_000_000_000;

    private final Findings findings;
    private final Runnable requireStill;
    private final Clock clock;
    private boolean hasAsked;
    private long askedNs;

    /** @param requireStill fails if somebody has; it may take long */
    UndisturbedFindings(Findings findings, Runnable requireStill, Clock clock) {
        this.findings = findings;
        this.requireStill = requireStill;
        this.clock = clock;
    }

    @Override
    public void found(Finding finding) {
        boolean isDue = !hasAsked || clock.monotonicNs() - askedNs > ASKED_EVERY_NS;
        if (finding.kind() == Finding.Kind.DAMAGE && isDue) {
            requireStill.run();
            hasAsked = true;
            askedNs = clock.monotonicNs();
        }
        findings.found(finding);
    }

    @Override
    public void progress(String doing, long count) {
        findings.progress(doing, count);
    }
}
