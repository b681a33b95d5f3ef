package io.pfs.env.system;

import io.pfs.env.Entropy;
import java.security.SecureRandom;

/** Unpredictable numbers: client ids and hash seeds must not be guessable. */
public final class SystemEntropy implements Entropy {
    private final SecureRandom random = new SecureRandom();

    @Override
    public long nextLong() {
        return random.nextLong();
    }
}
